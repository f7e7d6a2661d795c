"""A run on several projects: its verdict, and reports with paths from where it was started."""

from __future__ import annotations

from dataclasses import replace

from sai.core.report import (
    CheckReport,
    Cluster,
    Counts,
    Limits,
    ReportMember,
    State,
    Suppressed,
)
from sai.core.run_report import RunReport, seen_from_above
from sai.core.source import Problem, Span


def member(path: str) -> ReportMember:
    return ReportMember(Span(path, 1, 9), "f", 8)


def cluster(prefix: str = "") -> Cluster:
    return Cluster(
        id="0",
        state=State.NEW,
        members=(member(f"{prefix}a.py"), member(f"{prefix}b.py")),
        links=(),
        min_sim=1.0,
        max_sim=1.0,
        weakest=(0, 1),
        strongest=(0, 1),
        saved_lines=8,
    )


def report(prefix: str = "", *, root: str = ".") -> CheckReport:
    return CheckReport(
        root=root,
        scope="tracked files",
        partial=False,
        has_baseline=False,
        baseline_path=f"{prefix}sai-baseline.json",
        clusters=(cluster(prefix),),
        implied=(cluster(prefix),),
        counts=Counts(files=2),
        limits=Limits("sketch-1", 0.5, 0.7, 6, 40, 4),
        problems=(Problem(f"{prefix}c.py", "not UTF-8"),),
        notices=(f"{prefix}d.py:3: a marker has no effect",),
        suppressed=(Suppressed(member(f"{prefix}e.py"), "m", "", (member(f"{prefix}f.py"),)),),
    )


def test_all_paths_of_a_report_are_seen_from_above() -> None:
    assert seen_from_above(report(root="web/app")) == report("web/app/", root="web/app/")


def test_the_project_at_the_top_keeps_its_paths() -> None:
    assert seen_from_above(report()) == report(root="./")


def test_what_nobody_asked_for_stays_so() -> None:
    assert seen_from_above(replace(report(), suppressed=None)).suppressed is None


def test_a_run_passes_if_and_only_if_every_project_does() -> None:
    failing, passing = report(), replace(report(), clusters=())
    assert RunReport((passing, passing), 2).passed
    assert not RunReport((passing, failing), 2).passed
    assert RunReport((passing, failing), 2).findings == failing.clusters
    assert RunReport((), 2).passed


def test_projects_that_were_not_judged_count() -> None:
    assert RunReport((report(),), 2).is_several
    assert not RunReport((report(),)).is_several
