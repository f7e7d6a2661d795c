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
    SemanticMatch,
    Skeleton,
    State,
    closest_accepted,
)
from sai.core.settings import Settings
from sai.core.skeleton import MAX_COPIES
from sai.services.judgement import JudgedCluster, Judgement, judge
from sai.services.marked import Marked, member_of
from sai.services.shown_code import ShownCode
from sai.services.workspace import Question, Workspace

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
    marked = Marked(workspace, judgement)
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
        notices=marked.idle(),
        unit=_unit(workspace.settings),
        semantic=_semantic(judgement),
        suppressed=marked.silenced() if question.show_suppressed else None,
        staged=question.tree.view == "staged",
    )


def _semantic(judgement: Judgement) -> tuple[SemanticMatch, ...] | None:
    if judgement.semantic is None:
        return None
    return tuple(
        SemanticMatch(member_of(judgement.table, a), member_of(judgement.table, b), score)
        for a, b, score in judgement.semantic
    )


class _Showing:
    """Turns judged clusters into report values, some `with_skeletons`."""

    def __init__(self, judgement: Judgement, with_skeletons: Iterable[JudgedCluster]) -> None:
        self.judgement = judgement
        self.table = judgement.table
        self._compared = {judged.members: _compared(judged) for judged in with_skeletons}
        shown = [m for members in self._compared.values() for m in members]
        self._code = ShownCode(judgement.question.tree, judgement.table, shown)

    def cluster(self, judged: JudgedCluster) -> Cluster:
        """The cluster as the report has it."""
        table = self.table
        position = {member: at for at, member in enumerate(judged.members)}
        added = set(judged.standing.added)
        members = tuple(member_of(table, m, added=m in added) for m in judged.members)
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
        return None if shown is None else self._code.skeleton_of(shown, judged.members)


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
        suppressed=suppressed + sum(len(o.unindexed) for o in judgement.about.values()),
        known=sum(not c.standing.state.fails for c in shown),
        in_tests=sum(c.in_tests and c.standing.state.fails for c in shown),
        stale=len(gone),
        resolved=0 if partial else _resolved(judgement),
        families=len(judgement.comparison.baseline.families),
        untracked=question.untracked,
    )


def _resolved(judgement: Judgement) -> int:
    """Families of which nothing links any more, as far as all of their files were read."""
    scanned, comparison = judgement.scanned(), judgement.comparison
    return sum(
        standing.state is State.RESOLVED and all(scanned(m.path) for m in family.members)
        for standing, family in zip(comparison.standings, comparison.baseline.families, strict=True)
    )


def _unit(settings: Settings) -> str:
    if settings.chunker != "ast":
        return "window"
    return "chunk" if settings.lines_fallback else "function"


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
