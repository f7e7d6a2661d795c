"""What one run found: a report for each project that it judged, and the verdict on all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sai.core.report import CheckReport, Cluster, ReportMember, Suppressed


@dataclass(frozen=True, slots=True)
class RunReport:
    """The reports of a run, by place; their `root` is relative to where the run was started.

    `projects` counts all projects there. One that holds no source file, or nothing of the change
    that is judged, has no report; a project that is alone always has one.
    """

    reports: tuple[CheckReport, ...]
    projects: int = 1
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_several(self) -> bool:
        """Whether there are several projects, however many of them were judged."""
        return self.projects > 1

    @property
    def findings(self) -> tuple[Cluster, ...]:
        """The clusters that make the run fail, of all projects."""
        return tuple(cluster for report in self.reports for cluster in report.findings)

    @property
    def passed(self) -> bool:
        """Whether every project passed."""
        return not self.findings


def seen_from_above(report: CheckReport) -> CheckReport:
    """A report with its paths as they are where the run was started; its `root` ends with `/`.

    For people: notices begin with a path, so they are changed, too.
    """
    prefix = "" if report.root == "." else f"{report.root}/"
    return replace(
        report,
        root=f"{report.root}/",
        baseline_path=prefix + report.baseline_path,
        clusters=tuple(_moved(cluster, prefix) for cluster in report.clusters),
        implied=tuple(_moved(cluster, prefix) for cluster in report.implied),
        problems=tuple(replace(p, path=prefix + p.path) for p in report.problems),
        notices=tuple(prefix + notice for notice in report.notices),
        suppressed=None
        if report.suppressed is None
        else tuple(_silenced(each, prefix) for each in report.suppressed),
    )


def _moved(cluster: Cluster, prefix: str) -> Cluster:
    return replace(cluster, members=tuple(_member(m, prefix) for m in cluster.members))


def _silenced(suppressed: Suppressed, prefix: str) -> Suppressed:
    copies = tuple(_member(copy, prefix) for copy in suppressed.copies)
    return replace(suppressed, member=_member(suppressed.member, prefix), copies=copies)


def _member(member: ReportMember, prefix: str) -> ReportMember:
    return replace(member, span=replace(member.span, path=prefix + member.span.path))
