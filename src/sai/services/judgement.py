"""Judge a tree: links, clusters, what is accepted. `check` and `baseline` build on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sai.core.baseline import Baseline, ClusterStanding, Comparison, compare
from sai.core.chunk_table import ChunkTable, Pair
from sai.core.clustering import ChunkCluster, ClusterChunk, cluster_duplicates
from sai.core.digests import DIGEST_VERSION
from sai.core.duplicates import Link, LinkFinder
from sai.core.existed import existed_before
from sai.core.matching import IdentityIndex
from sai.core.nesting import Nesting
from sai.core.records import Oddity
from sai.core.report import State
from sai.core.semantic import SemanticPair, semantic_pairs
from sai.core.source import Problem
from sai.ports import ChunkStore
from sai.services.analysis import GENERATED
from sai.services.sync import sync
from sai.services.workspace import Question, TreeFiles, Workspace


@dataclass(frozen=True, slots=True)
class JudgedCluster:
    """A cluster: members and links as rows of the table, its state, what the change added.

    `accepted` are the links that do not count. An `implied` cluster holds only links between
    parts of functions that are found to be copies themselves: it goes with theirs. Neither that
    nor one wholly `in_tests` fails a run.
    """

    members: tuple[int, ...]
    links: tuple[Link, ...]
    accepted: frozenset[Pair]
    standing: ClusterStanding
    in_tests: bool
    implied: bool

    @property
    def fails(self) -> bool:
        """Whether this cluster makes the run fail."""
        return self.standing.state.fails and not self.in_tests and not self.implied


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
    about: Mapping[str, Oddity]
    semantic: tuple[SemanticPair, ...] | None

    @property
    def table(self) -> ChunkTable:
        """The chunks that were judged."""
        return self.finder.table

    def scanned(self) -> Callable[[str], bool]:
        """Says of a path whether it was looked into, if it is there at all."""
        skipped = frozenset(problem.path for problem in self.problems if problem.skipped)
        return lambda path: path not in skipped


def judge(workspace: Workspace, question: Question) -> Judgement:
    """Answer a question with the project's store, or with a private one if that is out of use."""
    return workspace.with_store(lambda store: _judge(workspace, store, question))


def _judge(workspace: Workspace, store: ChunkStore, question: Question) -> Judgement:
    files = sync(workspace, store, question.tree)
    table, about = store.load(files.contents)
    finder = LinkFinder(table, workspace.limits)
    changed = question.changed
    seeds = [i for i, path in enumerate(table.paths) if changed is None or path in changed]
    links = finder.links(None if changed is None else seeds)
    past = _before(workspace, store, question, table, links)
    comparison = _compared(question, table, links)
    standings = _Standings(workspace, comparison, table, links, seeds, past)
    problems, generated = _problems(files, about, question)
    excluded = dict(files.excluded)
    if generated:
        excluded[GENERATED] = generated
    return Judgement(
        question,
        files,
        finder,
        comparison,
        standings.clusters(),
        0 if changed is None else len(seeds),
        problems,
        tuple(sorted(excluded.items())),
        about,
        _semantic(workspace, question, finder, links),
    )


def _semantic(
    workspace: Workspace, question: Question, finder: LinkFinder, links: Sequence[Link]
) -> tuple[SemanticPair, ...] | None:
    """Close pairs that are not linked, if asked for: those with an end in a changed file."""
    if question.semantic_score is None:
        return None
    settings, table = workspace.settings.duplicates, finder.table
    paths, changed, ignored = table.paths, question.changed, settings.tests == "ignore"

    def wanted(a: int, b: int) -> bool:
        is_judged = changed is None or paths[a] in changed or paths[b] in changed
        return is_judged and not (ignored and _are_tests(workspace, table, (a, b)))

    found = semantic_pairs(finder, links, question.semantic_score, settings.top_k, wanted)
    return tuple(found)


def _are_tests(workspace: Workspace, table: ChunkTable, rows: Iterable[int]) -> bool:
    return all(table.is_test[row] or workspace.is_test(table.paths[row]) for row in rows)


def _compared(question: Question, table: ChunkTable, links: Sequence[Link]) -> Comparison:
    baseline = question.baseline or Baseline((), DIGEST_VERSION)
    identities = IdentityIndex([table.identity(i) for i in range(len(table))])
    return compare(baseline, identities, [link.pair for link in links], DIGEST_VERSION)


class _Past(NamedTuple):
    """Pairs and chunks of the changed files that existed before; `is_told`: there is a before."""

    pairs: set[Pair]
    chunks: set[int]
    is_told: bool


def _before(
    workspace: Workspace,
    store: ChunkStore,
    question: Question,
    table: ChunkTable,
    links: Sequence[Link],
) -> _Past:
    """What existed in any accepted state before the change."""
    past = _Past(set(), set(), question.changed is not None)
    if question.changed is None or not links:
        return past
    for tree in question.before:
        old, _ = store.load(sync(workspace, store, tree).contents)
        pairs, was = existed_before(links, table, old, question.changed, workspace.limits)
        past.pairs.update(
            pair for pair in pairs if not _left_tests(workspace, table, old, pair, was)
        )
        past.chunks.update(was)
    return past


def _left_tests(
    workspace: Workspace, now: ChunkTable, old: ChunkTable, pair: Pair, was: Mapping[int, int]
) -> bool:
    """Whether a pair that was tolerated inside tests has an end elsewhere now."""
    if workspace.settings.duplicates.tests == "fail" or _are_tests(workspace, now, pair):
        return False
    return all(
        _are_tests(workspace, old, [was[row]]) if row in was else _are_tests(workspace, now, [row])
        for row in pair
    )


class _Standings:
    """Clusters of the links, and how each stands to the baseline and to the past."""

    def __init__(
        self,
        workspace: Workspace,
        comparison: Comparison,
        table: ChunkTable,
        links: Sequence[Link],
        seeds: Sequence[int],
        past: _Past,
    ) -> None:
        self.workspace = workspace
        self.comparison = comparison
        self.table = table
        self.links = {link.pair: link for link in links}
        self.seeds = frozenset(seeds)
        self.past = past
        # A link that touches no changed chunk is not this change's matter.
        self.open = {
            (a, b)
            for a, b in self.links
            if (a, b) not in past.pairs and (a in self.seeds or b in self.seeds)
        }
        self.unaccepted = {pair for pair in self.open if not comparison.accepted(*pair)}
        self.implied = Nesting(table).implied(self.links, self.unaccepted)

    def clusters(self) -> tuple[JudgedCluster, ...]:
        """All clusters that hold a chunk to be judged, largest first."""
        ignored = self.workspace.settings.duplicates.tests == "ignore"
        judged = [
            self._judged(cluster.members)
            for cluster in self._clustering()
            if not self.seeds.isdisjoint(cluster.members)
        ]
        return tuple(c for c in judged if not (ignored and c.in_tests))

    def _clustering(self) -> tuple[ChunkCluster, ...]:
        settings = self.workspace.settings.duplicates
        near: dict[int, list[tuple[int, float]]] = {}
        for (a, b), link in self.links.items():
            near.setdefault(a, []).append((b, link.structure))
        starts = self.table.start_lines.tolist()
        chunks = [ClusterChunk(*place) for place in zip(self.table.paths, starts, strict=True)]
        return cluster_duplicates(chunks, near, 0.0, linkage=settings.linkage).clusters

    def _judged(self, members: tuple[int, ...]) -> JudgedCluster:
        pairs = [
            pair
            for i, a in enumerate(members)
            for b in members[i + 1 :]
            if (pair := (min(a, b), max(a, b))) in self.links
        ]
        unaccepted = [pair for pair in pairs if pair in self.unaccepted]
        tests = self.workspace.settings.duplicates.tests
        return JudgedCluster(
            members,
            tuple(self.links[pair] for pair in pairs),
            frozenset(pairs).difference(unaccepted),
            self._standing(members, pairs, unaccepted),
            in_tests=tests != "fail" and _are_tests(self.workspace, self.table, members),
            implied=bool(unaccepted) and self.implied.issuperset(unaccepted),
        )

    def _standing(
        self, members: tuple[int, ...], pairs: Sequence[Pair], unaccepted: Sequence[Pair]
    ) -> ClusterStanding:
        standing = self.comparison.state_of(members, [p for p in pairs if p in self.open])
        if unaccepted and standing.family is None:
            state = State.GROWN if len(unaccepted) < len(pairs) else State.NEW
            return ClusterStanding(state, None, self._added(unaccepted))
        if unaccepted and self.past.is_told:
            return standing._replace(added=self._added(unaccepted))
        if not unaccepted and self._shrank(standing.family):
            return ClusterStanding(State.SHRUNK, standing.family, ())
        return standing

    def _shrank(self, family: int | None) -> bool:
        """Whether members of a family are gone; a partial run cannot tell."""
        if family is None or self.past.is_told:
            return False
        return self.comparison.standings[family].state is State.SHRUNK

    def _added(self, unaccepted: Sequence[Pair]) -> tuple[int, ...]:
        """The chunks that this change brought in: those that did not exist, else what it edited."""
        ends = {end for pair in unaccepted for end in pair if end in self.seeds}
        return tuple(sorted(ends - self.past.chunks or ends))


def _problems(
    files: TreeFiles,
    about: Mapping[str, Oddity],
    question: Question,
) -> tuple[tuple[Problem, ...], int]:
    """What could not be read or was odd, by path; and how many files say they are generated.

    A file that was read in part and is not changed is no matter of a partial run.
    """
    found = [
        *question.tree.problems,
        *(Problem(path, reason) for path, reason in files.unread.items()),
    ]
    generated = 0
    for path, oddity in about.items():
        if oddity.skipped == GENERATED:
            generated += 1
        elif oddity.skipped:
            found.append(Problem(path, oddity.skipped))
        elif oddity.problem and (question.changed is None or path in question.changed):
            found.append(Problem(path, oddity.problem, skipped=False))
    return tuple(sorted(found)), generated
