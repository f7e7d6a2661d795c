"""Clusters over links, against naive versions of the same, in any order."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.clustering import (
    ChunkCluster,
    ClusterChunk,
    Clustering,
    cluster_duplicates,
    connected_groups,
)

Edges = dict[tuple[int, int], float]
Near = Mapping[int, list[tuple[int, float]]]

CHUNKS = [ClusterChunk(f"{'abc'[n % 3]}.py", 10 * n + 1) for n in range(14)]

pairs = st.tuples(st.integers(0, 13), st.integers(0, 13)).filter(lambda p: p[0] < p[1])
scores = st.sampled_from([0.5, 0.7, 0.8, 0.9, 1.0])
edge_sets = st.dictionaries(pairs, scores, max_size=40)
linkages = st.sampled_from(["single", "complete"])


def near_of(edges: Edges) -> Near:
    near: dict[int, list[tuple[int, float]]] = {}
    for (a, b), score in edges.items():
        near.setdefault(a, []).append((b, score))
    return near


def clustered(edges: Edges, linkage: str = "single") -> Clustering:
    return cluster_duplicates(CHUNKS, near_of(edges), 0.0, linkage=linkage)


def members_of(found: Clustering) -> list[list[int]]:
    return sorted(sorted(cluster.members) for cluster in found.clusters)


def naive_groups(edges: Edges) -> list[list[int]]:
    """Grow groups by repainting until nothing changes."""
    colour = {item: item for pair in edges for item in pair}
    while any(colour[a] != colour[b] for a, b in edges):
        for a, b in edges:
            colour[a] = colour[b] = min(colour[a], colour[b])
    return sorted(
        sorted(item for item in colour if colour[item] == shade) for shade in set(colour.values())
    )


# -- single linkage


@given(edge_sets)
def test_connected_groups_are_those_of_a_naive_search(edges: Edges) -> None:
    assert connected_groups(edges) == naive_groups(edges)
    assert members_of(clustered(edges)) == naive_groups(edges)


@given(edge_sets)
def test_a_cluster_tells_its_least_and_its_greatest_similarity(edges: Edges) -> None:
    for cluster in clustered(edges).clusters:
        inside = [score for pair, score in edges.items() if set(pair) <= set(cluster.members)]
        assert (cluster.min_sim, cluster.max_sim) == (min(inside), max(inside))


# -- complete linkage


@given(edge_sets)
def test_with_complete_linkage_every_pair_of_a_cluster_is_linked(edges: Edges) -> None:
    for cluster in clustered(edges, "complete").clusters:
        for pair in combinations(sorted(cluster.members), 2):
            assert pair in edges


@given(edge_sets)
def test_complete_linkage_loses_no_link(edges: Edges) -> None:
    found = clustered(edges, "complete").clusters
    covered = {pair for c in found for pair in combinations(sorted(c.members), 2)}
    assert covered == set(edges)


@given(edge_sets)
def test_no_cluster_lies_within_another(edges: Edges) -> None:
    found = [set(cluster.members) for cluster in clustered(edges, "complete").clusters]
    assert not any(a < b for a in found for b in found)


@given(st.sets(st.integers(0, 13), min_size=2), scores)
def test_a_group_in_which_all_are_linked_stays_whole(items: set[int], score: float) -> None:
    edges = dict.fromkeys(combinations(sorted(items), 2), score)
    assert members_of(clustered(edges, "complete")) == [sorted(items)]


def test_a_chain_is_one_family_only_with_single_linkage() -> None:
    chain = {(0, 1): 0.9, (1, 2): 0.8}
    assert members_of(clustered(chain)) == [[0, 1, 2]]
    assert members_of(clustered(chain, "complete")) == [[0, 1], [1, 2]]


# -- order


@given(edge_sets, linkages, st.randoms(use_true_random=False))
def test_the_order_of_edges_and_their_direction_do_not_matter(
    edges: Edges, linkage: str, shuffler: random.Random
) -> None:
    directed = [(p if shuffler.random() < 0.5 else p[::-1], s) for p, s in edges.items()]
    shuffler.shuffle(directed)
    near: dict[int, list[tuple[int, float]]] = {}
    for (a, b), score in directed:
        near.setdefault(a, []).append((b, score))
    shuffled = cluster_duplicates(CHUNKS, near, 0.0, linkage=linkage)
    assert shuffled == clustered(edges, linkage)


@given(edge_sets, linkages)
def test_the_ranking_is_a_total_order(edges: Edges, linkage: str) -> None:
    found = clustered(edges, linkage).clusters
    keys = [
        (-len(c.members), -c.max_sim, [(CHUNKS[m].path, CHUNKS[m].start_line) for m in c.members])
        for c in found
    ]
    assert keys == sorted(keys)
    assert len({str(key) for key in keys}) == len(keys)


def test_members_stand_by_path_then_line() -> None:
    (cluster,) = clustered({(0, 1): 0.9, (0, 3): 0.8, (1, 3): 0.7}).clusters
    assert cluster == ChunkCluster((0, 3, 1), 0.7, 0.9)


# -- which edges count


def test_an_edge_keeps_its_best_score() -> None:
    near = {0: [(1, 0.6), (1, 0.9)], 1: [(0, 0.7)]}
    assert cluster_duplicates(CHUNKS, near, 0.5).clusters == (ChunkCluster((0, 1), 0.9, 0.9),)


@pytest.mark.parametrize(
    "near",
    [
        pytest.param({0: [(1, 0.49)]}, id="below the score"),
        pytest.param({0: [(0, 1.0)]}, id="with itself"),
        pytest.param({0: [(99, 1.0)]}, id="to an unknown chunk"),
        pytest.param({99: [(0, 1.0)], -1: [(0, 1.0)]}, id="from an unknown chunk"),
        pytest.param({0: [(-1, 1.0)]}, id="to a negative number"),
    ],
)
def test_an_edge_that_is_none_is_left_out(near: Near) -> None:
    assert cluster_duplicates(CHUNKS, near, 0.5) == Clustering((), 0)


@pytest.mark.parametrize("silenced", [0, 1])
def test_a_silenced_chunk_is_in_no_cluster_from_either_side(silenced: int) -> None:
    chunks = [c._replace(no_duplicate=n == silenced) for n, c in enumerate(CHUNKS)]
    near = {0: [(1, 1.0)], 1: [(2, 1.0), (0, 1.0)], 2: [(0, 1.0)]}
    found = cluster_duplicates(chunks, near, 0.5)
    assert members_of(found) == [[n for n in range(3) if n != silenced]]


def test_with_seeds_only_their_paths_start_edges() -> None:
    near = {0: [(1, 0.9)], 1: [(0, 0.9), (2, 0.9)], 4: [(5, 0.9)]}
    found = cluster_duplicates(CHUNKS, near, 0.5, seed_paths={"a.py"})
    assert members_of(found) == [[0, 1]]


def test_the_least_size_of_a_cluster_counts_before_the_total() -> None:
    edges = {(0, 1): 0.9, (2, 3): 0.9, (3, 4): 0.9, (2, 4): 0.9}
    found = cluster_duplicates(CHUNKS, near_of(edges), 0.0, 3)
    assert (members_of(found), found.total) == ([[2, 3, 4]], 1)


@given(edge_sets, st.integers(0, 5), linkages)
def test_a_cut_listing_keeps_the_best_and_the_total(edges: Edges, most: int, linkage: str) -> None:
    whole = clustered(edges, linkage)
    cut = cluster_duplicates(CHUNKS, near_of(edges), 0.0, 2, most, linkage=linkage)
    assert cut == Clustering(whole.clusters[:most], whole.total)


# -- cost


def many_chunks(count: int) -> list[ClusterChunk]:
    return [ClusterChunk(f"{n:06}.py", 1) for n in range(count)]


def sparse_edges() -> Edges:
    chooser = random.Random(5)
    ends = [sorted(chooser.sample(range(10_000), 2)) for _ in range(20_000)]
    return {(a, b): chooser.random() for a, b in ends}


@pytest.mark.parametrize("linkage", ["single", "complete"])
@pytest.mark.parametrize(
    "edges",
    [
        pytest.param(dict.fromkeys(combinations(range(1000), 2), 0.9), id="a clique of 1,000"),
        pytest.param(sparse_edges(), id="20,000 sparse edges"),
    ],
)
def test_large_graphs_are_clustered_within_a_second_or_so(edges: Edges, linkage: str) -> None:
    chunks, near = many_chunks(10_000), near_of(edges)
    begin = time.process_time()
    assert cluster_duplicates(chunks, near, 0.0, linkage=linkage).total > 0
    assert time.process_time() - begin < 2.0  # 0.8 s at most where it was measured
