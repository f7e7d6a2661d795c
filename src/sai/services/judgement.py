"""Judge a tree: links, clusters, what is accepted. `check` and `baseline` build on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sai.core.baseline import Baseline, ClusterStanding, Comparison, compare
from sai.core.chunk_table import ChunkTable
from sai.core.clustering import ClusterChunk, cluster_duplicates
from sai.core.digests import DIGEST_VERSION
from sai.core.duplicates import Link, LinkFinder
from sai.core.existed import Pair, existed_before
from sai.core.matching import IdentityIndex
from sai.core.report import State
from sai.core.source import Problem
from sai.errors import IndexUnusableError
from sai.ports import ChunkStore
from sai.services.sync import GENERATED, sync
from sai.services.workspace import Question, TreeFiles, Workspace


@dataclass(frozen=True, slots=True)
class JudgedCluster:
    """A cluster: members and links as rows of the table, its state, what the change added.

    `accepted` are the links that do not count; `in_tests` clusters never fail a run.
    """

    members: tuple[int, ...]
    links: tuple[Link, ...]
    accepted: frozenset[Pair]
    standing: ClusterStanding
    in_tests: bool

    @property
    def fails(self) -> bool:
        """Whether this cluster makes the run fail."""
        return self.standing.state.fails and not self.in_tests


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that was found out about a tree; reports and baselines are made from it."""

    question: Question
    files: TreeFiles
    finder: LinkFinder
    comparison: Comparison
    clusters: tuple[JudgedCluster, ...]
    changed_chunks: int
    problems: tuple[Problem, ...]
    excluded: tuple[tuple[str, int], ...]
    unindexed: int

    @property
    def table(self) -> ChunkTable:
        """The chunks that were judged."""
        return self.finder.table


def judge(workspace: Workspace, question: Question) -> Judgement:
    """Answer a question with the project's store, or with a private one if that is out of use."""
    try:
        return _judge(workspace, workspace.store, question)
    except IndexUnusableError as error:
        workspace.notices.append(f"{error.message}; this run made a private index")
        return _judge(workspace, workspace.private_store(), question)


def _judge(workspace: Workspace, store: ChunkStore, question: Question) -> Judgement:
    files = sync(workspace, store, question.tree)
    table, about = store.load(files.contents)
    finder = LinkFinder(table, workspace.settings.duplicates)
    changed = question.changed
    seeds = None if changed is None else [i for i, p in enumerate(table.paths) if p in changed]
    links = finder.links(seeds)
    old_pairs, old_chunks = _before(workspace, store, question, table, links)
    baseline = question.baseline or Baseline((), DIGEST_VERSION)
    identities = IdentityIndex([table.identity(i) for i in range(len(table))])
    comparison = compare(baseline, identities, [(link.a, link.b) for link in links], DIGEST_VERSION)
    clusters = _clusters(workspace, links, table)
    seed_set = frozenset(range(len(table)) if seeds is None else seeds)
    judged = [
        _standing(workspace, comparison, table, members, inside, seed_set, old_pairs, old_chunks)
        for members, inside in clusters
        if not seed_set.isdisjoint(members)
    ]
    ignored = workspace.settings.duplicates.tests == "ignore"
    problems, generated = _problems(files, about)
    excluded = dict(files.excluded)
    if generated:
        excluded[GENERATED] = generated
    return Judgement(
        question,
        files,
        finder,
        comparison,
        tuple(c for c in judged if not (ignored and c.in_tests)),
        0 if seeds is None else len(seeds),
        problems,
        tuple(sorted(excluded.items())),
        sum(count for _, _, count in about.values()),
    )


def _before(
    workspace: Workspace,
    store: ChunkStore,
    question: Question,
    table: ChunkTable,
    links: Sequence[Link],
) -> tuple[set[Pair], set[int]]:
    """Pairs and chunks that existed in any accepted state before the change."""
    pairs: set[Pair] = set()
    chunks: set[int] = set()
    if question.changed is None or not links:
        return pairs, chunks
    for tree in question.before:
        old, _ = store.load(sync(workspace, store, tree).contents)
        found = existed_before(links, table, old, question.changed, workspace.settings.duplicates)
        pairs |= found[0]
        chunks |= found[1]
    return pairs, chunks


def _clusters(
    workspace: Workspace, links: Sequence[Link], table: ChunkTable
) -> list[tuple[tuple[int, ...], tuple[Link, ...]]]:
    """Members and links of every cluster, largest first."""
    settings = workspace.settings.duplicates
    near: dict[int, list[tuple[int, float]]] = {}
    by_pair = {(link.a, link.b): link for link in links}
    for link in links:
        near.setdefault(link.a, []).append((link.b, link.structure))
    found = cluster_duplicates(
        [ClusterChunk(p, int(s)) for p, s in zip(table.paths, table.start_lines, strict=True)],
        near,
        0.0,
        settings.min_cluster_size,
        linkage=settings.linkage,
    )
    return [
        (
            cluster.members,
            tuple(
                by_pair[pair]
                for i, a in enumerate(cluster.members)
                for b in cluster.members[i + 1 :]
                if (pair := (min(a, b), max(a, b))) in by_pair
            ),
        )
        for cluster in found.clusters
    ]


def _standing(
    workspace: Workspace,
    comparison: Comparison,
    table: ChunkTable,
    members: tuple[int, ...],
    links: tuple[Link, ...],
    seeds: frozenset[int],
    old_pairs: set[Pair],
    old_chunks: set[int],
) -> JudgedCluster:
    """State of one cluster. A link that touches no changed chunk is not this change's matter."""
    pairs = [(link.a, link.b) for link in links]
    open_pairs = [
        (a, b) for a, b in pairs if (a, b) not in old_pairs and (a in seeds or b in seeds)
    ]
    standing = comparison.state_of(members, open_pairs)
    unaccepted = [pair for pair in open_pairs if not comparison.accepted(*pair)]
    if unaccepted and standing.family is None:
        grown = len(unaccepted) < len(pairs)
        added = _added(unaccepted, seeds, old_chunks)
        state = State.GROWN if grown else State.NEW
        standing = ClusterStanding(state, None, added)
    in_tests = workspace.settings.duplicates.tests != "fail" and all(
        workspace.is_test(table.paths[m]) for m in members
    )
    accepted = frozenset(pairs).difference(unaccepted)
    return JudgedCluster(members, links, accepted, standing, in_tests)


def _added(
    unaccepted: Iterable[Pair], seeds: frozenset[int], old_chunks: set[int]
) -> tuple[int, ...]:
    """The chunks that this change brought in: those that did not exist, else those it edited."""
    ends = {end for pair in unaccepted for end in pair if end in seeds}
    fresh = ends - old_chunks
    return tuple(sorted(fresh or ends))


def _problems(
    files: TreeFiles, about: Mapping[str, tuple[str, str, int]]
) -> tuple[tuple[Problem, ...], int]:
    """What could not be read or was odd, by path; and how many files say they are generated."""
    found = [Problem(path, reason) for path, reason in files.unread.items()]
    generated = 0
    for path, (skipped, problem, _) in about.items():
        if skipped == GENERATED:
            generated += 1
        elif skipped:
            found.append(Problem(path, skipped))
        elif problem:
            found.append(Problem(path, problem, skipped=False))
    return tuple(sorted(found)), generated
