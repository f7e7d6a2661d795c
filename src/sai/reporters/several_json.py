"""The JSON of a run over several projects: one document with a report for each."""

from __future__ import annotations

from sai.core.run_report import RunReport
from sai.reporters.json_report import Json, document, dumped, rounded

VERSION = 2
"""Readers of version 1, who expect one report, must not take this for an empty one."""


def render(run: RunReport) -> str:
    """The verdict on all and, by place, the document of each project that was judged.

    The paths in a project's document are relative to its `root`, so that but for `root` it is what
    a run in that directory prints.
    """
    whole: dict[str, Json] = {
        "version": VERSION,
        "verdict": "pass" if run.passed else "fail",
        "projects": [document(report) for report in run.reports],
        "timings": {"seconds": rounded(run.seconds)},
    }
    return dumped(whole)
