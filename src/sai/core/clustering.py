"""Union-find clusters over links, and their split into cliques (complete linkage). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple


class ClusterChunk(NamedTuple):
    """What clustering must know of a chunk."""

    path: str
    start_line: int
    no_duplicate: bool = False


@dataclass(frozen=True, slots=True)
class ChunkCluster:
    """Indexes of the members, by path then line; least and greatest similarity of its edges."""

    members: tuple[int, ...]
    min_sim: float
    max_sim: float


@dataclass(frozen=True, slots=True)
class Clustering:
    """The clusters that were asked for, ranked, and how many there are in all."""

    clusters: tuple[ChunkCluster, ...]
    total: int


Edges = dict[tuple[int, int], float]


def cluster_duplicates(  # noqa: PLR0913 - the published signature of this core
    chunks: Sequence[ClusterChunk],
    neighbours: Mapping[int, Iterable[tuple[int, float]]],
    min_score: float,
    min_cluster_size: int = 2,
    max_clusters: int | None = None,
    *,
    linkage: str = "single",
    seed_paths: Collection[str] | None = None,
) -> Clustering:
    """Group chunks connected by neighbours of at least `min_score`.

    An edge needs two known, different chunks, neither `no_duplicate`; it is undirected and keeps
    its best score. With `seed_paths` only chunks of these paths start an edge. "single" gives
    connected components, "complete" splits them into cliques that cover every edge, so a chunk
    may be in several. Ranked by size, then `max_sim`, then first member: a total order. Cut to
    `max_clusters` after ranking.
    """
    edges = _edges(chunks, neighbours, min_score, seed_paths)
    found = [
        _cluster(chunks, group, scores)
        for group, scores in _groups(edges, linkage)
        if len(group) >= min_cluster_size
    ]
    found.sort(key=lambda c: (-len(c.members), -c.max_sim, [chunks[m][:2] for m in c.members]))
    return Clustering(tuple(found[:max_clusters]), len(found))


def _edges(
    chunks: Sequence[ClusterChunk],
    neighbours: Mapping[int, Iterable[tuple[int, float]]],
    min_score: float,
    seed_paths: Collection[str] | None,
) -> Edges:
    best: Edges = {}
    for a, near in neighbours.items():
        if not 0 <= a < len(chunks) or chunks[a].no_duplicate:
            continue
        if seed_paths is not None and chunks[a].path not in seed_paths:
            continue
        for b, score in near:
            if score < min_score or a == b or not 0 <= b < len(chunks) or chunks[b].no_duplicate:
                continue
            pair = (min(a, b), max(a, b))
            best[pair] = max(score, best.get(pair, score))
    return best


def connected_groups(edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected groups of the edges' ends, sorted inside and out. Near-linear.

    Union by size with path compression (Tarjan, 1975).
    """
    parent: dict[int, int] = {}
    size: dict[int, int] = {}

    def find(item: int) -> int:
        root = item
        while parent[root] != root:
            root = parent[root]
        while parent[item] != root:
            parent[item], item = root, parent[item]
        return root

    for a, b in edges:
        for item in (a, b):
            if item not in parent:
                parent[item], size[item] = item, 1
        root, other = find(a), find(b)
        if root == other:
            continue
        large, small = sorted((root, other), key=lambda each: (-size[each], each))
        parent[small] = large
        size[large] += size[small]
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for item in parent:
        groups[find(item)].append(item)
    return sorted(sorted(group) for group in groups.values())


def _groups(edges: Edges, linkage: str) -> Iterator[tuple[list[int], Collection[float]]]:
    """Sorted members and edge scores of each cluster, connected group by connected group."""
    groups = connected_groups(edges)
    group_of = {item: number for number, group in enumerate(groups) for item in group}
    own: list[Edges] = [{} for _ in groups]
    for pair, score in edges.items():
        own[group_of[pair[0]]][pair] = score
    for group, inside in zip(groups, own, strict=True):
        if linkage == "complete":
            for clique in _cliques(inside):
                yield clique, [inside[pair] for pair in combinations(clique, 2)]
        else:
            yield group, inside.values()


def _cliques(own: Edges) -> list[list[int]]:
    """Cover the edges of a connected group by cliques, strongest edges first.

    A clique grows by the chunk that covers most edges not covered yet, then by the smallest
    index; it stops when no chunk linked to all members would cover a further edge. A group that
    is a clique already comes back whole.
    """
    near: defaultdict[int, set[int]] = defaultdict(set)
    for a, b in own:
        near[a].add(b)
        near[b].add(a)
    if all(len(linked) == len(near) - 1 for linked in near.values()):
        return [sorted(near)]
    open_edges = set(own)
    cliques = []
    for pair in sorted(own, key=lambda p: (-own[p], p)):
        if pair in open_edges:
            clique = _grown(pair, near, open_edges)
            members = sorted(clique)
            open_edges -= {(a, b) for i, a in enumerate(members) for b in members[i + 1 :]}
            cliques.append(members)
    return cliques


def _grown(
    pair: tuple[int, int], near: Mapping[int, set[int]], open_edges: set[tuple[int, int]]
) -> list[int]:
    clique = list(pair)
    common = near[pair[0]] & near[pair[1]]
    gain = {item: sum(_pair(item, m) in open_edges for m in clique) for item in common}
    while gain:
        item = max(gain, key=lambda i: (gain[i], -i))
        if not gain[item]:
            break
        clique.append(item)
        del gain[item]
        gain = {
            other: count + (_pair(other, item) in open_edges)
            for other, count in gain.items()
            if other in near[item]
        }
    return clique


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _cluster(
    chunks: Sequence[ClusterChunk], group: Collection[int], scores: Collection[float]
) -> ChunkCluster:
    members = sorted(group, key=lambda m: (chunks[m].path, chunks[m].start_line, m))
    return ChunkCluster(tuple(members), min(scores), max(scores))
