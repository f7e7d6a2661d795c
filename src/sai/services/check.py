"""The gate: judge a tree and make the one report that everything printed comes from."""

from __future__ import annotations

from collections.abc import Iterable

from sai.core.baseline import cluster_id
from sai.core.baseline_edits import stale
from sai.core.duplicates import floor_counts
from sai.core.report import (
    CheckReport,
    Cluster,
    Counts,
    Limits,
    ReportLink,
    ReportMember,
    Skeleton,
    State,
    closest_accepted,
)
from sai.core.skeleton import MAX_COPIES, MemberSource, PlacedToken, build_skeleton
from sai.core.source import Problem
from sai.core.text import UndecodableError, decode
from sai.services.judgement import JudgedCluster, Judgement, judge
from sai.services.workspace import Question, Workspace
from sai.syntax.languages import language_of
from sai.syntax.placement import placed_tokens
from sai.syntax.trees import UnparsableError

MAX_SKELETONS = 60
"""A skeleton costs a parse of each file; passing and further clusters are shown without."""


def check(workspace: Workspace, question: Question) -> CheckReport:
    """Judge a tree and report on it; `seconds` is left to the caller, who has the clock."""
    return report_on(workspace, judge(workspace, question))


def report_on(workspace: Workspace, judgement: Judgement) -> CheckReport:
    """The report of a judgement: failing clusters first, those that save most lines ahead."""
    question = judgement.question
    ranked = sorted(
        judgement.clusters,
        key=lambda cluster: (not cluster.fails, -_saved_lines(judgement, cluster)),
    )
    showing = _Showing(judgement, [c for c in ranked[:MAX_SKELETONS] if c.fails])
    shown = [(judged, showing.cluster(judged)) for judged in ranked]
    return CheckReport(
        root=".",
        scope=question.scope,
        partial=question.changed is not None,
        has_baseline=question.baseline is not None,
        baseline_path=question.baseline_path,
        clusters=tuple(cluster for judged, cluster in shown if not judged.implied),
        implied=tuple(cluster for judged, cluster in shown if judged.implied),
        counts=_counts(judgement),
        limits=_limits(workspace),
        problems=judgement.problems,
        excluded=judgement.excluded,
    )


class _Showing:
    """Turns judged clusters into report values, some `with_skeletons`.

    The files that these show are read in one go and parsed once.
    """

    def __init__(self, judgement: Judgement, with_skeletons: Iterable[JudgedCluster]) -> None:
        self.judgement = judgement
        self.table = judgement.table
        self._compared = {judged.members: _compared(judged) for judged in with_skeletons}
        paths = {self.table.paths[m] for shown in self._compared.values() for m in shown}
        self._data = judgement.question.tree.read(sorted(paths))
        self._files: dict[str, tuple[list[str], list[PlacedToken]] | None] = {}

    def cluster(self, judged: JudgedCluster) -> Cluster:
        """The cluster as the report has it."""
        table = self.table
        position = {member: at for at, member in enumerate(judged.members)}
        added = set(judged.standing.added)
        members = tuple(
            ReportMember(
                table.span(m), table.symbols[m], int(table.code_lines[m]), added=m in added
            )
            for m in judged.members
        )
        links = tuple(
            ReportLink(
                min(position[link.a], position[link.b]),
                max(position[link.a], position[link.b]),
                link.kind,
                link.score,
                link.structure,
                link.limit,
                accepted=link.pair in judged.accepted,
            )
            for link in judged.links
        )
        similarities = self._similarities(judged)
        weakest = min(similarities, key=lambda pair: (similarities[pair], pair))
        strongest = max(similarities, key=lambda pair: (similarities[pair], [-i for i in pair]))
        family = judged.standing.family
        return Cluster(
            id=cluster_id(table.identity(m) for m in judged.members),
            state=judged.standing.state,
            members=members,
            links=links,
            min_sim=similarities[weakest],
            max_sim=similarities[strongest],
            weakest=weakest,
            strongest=strongest,
            saved_lines=_saved_lines(self.judgement, judged),
            in_tests=judged.in_tests,
            reason="" if family is None else self._reason(family),
            skeleton=self._skeleton(judged),
        )

    def _reason(self, family: int) -> str:
        return self.judgement.comparison.baseline.families[family].reason

    def _similarities(self, judged: JudgedCluster) -> dict[tuple[int, int], float]:
        """Structure of every pair of members, linked or not, by their positions."""
        known = {link.pair: link.structure for link in judged.links}
        found = {}
        for i, a in enumerate(judged.members):
            for j in range(i + 1, len(judged.members)):
                b = judged.members[j]
                pair = (min(a, b), max(a, b))
                if pair not in known:
                    known[pair] = self.judgement.finder.verdict(*pair).structure
                found[i, j] = known[pair]
        return found

    def _skeleton(self, judged: JudgedCluster) -> Skeleton | None:
        shown = self._compared.get(judged.members)
        if shown is None:
            return None
        sources = [self._source(m) for m in shown]
        present = [source for source in sources if source is not None]
        if len(present) < len(sources):
            return None
        skeleton = build_skeleton(present)
        if skeleton is None:
            return None
        positions = tuple(judged.members.index(shown[at]) for at in skeleton.members)
        return Skeleton(positions, skeleton.lines, skeleton.holes)

    def _source(self, member: int) -> MemberSource | None:
        span = self.table.span(member)
        file = self._file(span.path)
        if file is None:
            return None
        lines, tokens = file
        first, last = span.start_line - 1, span.end_line - 1
        own = tuple(
            token._replace(line=token.line - first, end_line=token.end_line - first)
            for token in tokens
            if first <= token.line and token.end_line <= last
        )
        return MemberSource(tuple(lines[first : last + 1]), own)

    def _file(self, path: str) -> tuple[list[str], list[PlacedToken]] | None:
        if path not in self._files:
            data = self._data[path]
            self._files[path] = None if isinstance(data, Problem) else _placed(path, data)
        return self._files[path]


def _compared(judged: JudgedCluster) -> list[int]:
    """The members whose code is compared: at most five, those that were added among them."""
    added = set(judged.standing.added)
    shown = sorted(judged.members, key=lambda m: m not in added)[:MAX_COPIES]
    links = ((link.a, link.b, link.structure, link.score) for link in judged.links)
    closest = closest_accepted(judged.members, added, links)
    if added and closest is not None:
        shown = [*[m for m in shown if m in added][: MAX_COPIES - 1], closest]
    return sorted(shown, key=judged.members.index)


def _saved_lines(judgement: Judgement, cluster: JudgedCluster) -> int:
    """Lines of code that one shared function would save: all copies but the longest."""
    lines = judgement.table.code_lines[list(cluster.members)]
    return int(lines.sum() - lines.max())


def _placed(path: str, data: bytes) -> tuple[list[str], list[PlacedToken]] | None:
    language = language_of(path)
    try:
        text = decode(data, language)
    except (UndecodableError, UnparsableError):  # it changed while we looked
        return None
    return text.split("\n"), placed_tokens(text, language)


def _counts(judgement: Judgement) -> Counts:
    below, stubs, suppressed = floor_counts(judgement.finder)
    question = judgement.question
    shown = [cluster for cluster in judgement.clusters if not cluster.implied]
    partial = question.changed is not None
    gone = () if partial else stale(judgement.comparison, judgement.scanned())
    return Counts(
        files=len(judgement.files.contents),
        changed_files=len((question.changed or frozenset()) & judgement.files.contents.keys()),
        chunks=len(judgement.table),
        changed_chunks=judgement.changed_chunks,
        below_floor=below,
        stubs=stubs,
        suppressed=suppressed + judgement.unindexed,
        known=sum(not c.standing.state.fails for c in shown),
        in_tests=sum(c.in_tests and c.standing.state.fails for c in shown),
        stale=len(gone),
        resolved=0 if partial else _resolved(judgement),
        untracked=question.untracked,
    )


def _resolved(judgement: Judgement) -> int:
    """Families of which nothing links any more, as far as all of their files were read."""
    scanned, comparison = judgement.scanned(), judgement.comparison
    return sum(
        standing.state is State.RESOLVED and all(scanned(m.path) for m in family.members)
        for standing, family in zip(comparison.standings, comparison.baseline.families, strict=True)
    )


def _limits(workspace: Workspace) -> Limits:
    duplicates = workspace.settings.duplicates
    return Limits(
        workspace.embedder.id,
        duplicates.min_score,
        duplicates.min_structure,
        duplicates.min_lines,
        duplicates.min_tokens,
        duplicates.min_exact_lines,
    )
