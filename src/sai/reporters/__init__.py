"""`render(report) -> str`, one module a format."""

from __future__ import annotations

from collections.abc import Callable

from sai.core.report import CheckReport
from sai.core.run_report import RunReport

Renderer = Callable[[CheckReport], str]
RunRenderer = Callable[[RunReport], str]


def _text() -> Renderer:
    from sai.reporters.text_report import render

    return render


def _json() -> Renderer:
    from sai.reporters.json_report import render

    return render


FORMATS: dict[str, Callable[[], Renderer]] = {
    "text": _text,
    "json": _json,
}
"""Format name -> loader of its renderer."""


def _text_of_several() -> RunRenderer:
    from sai.reporters.several_text import render

    return render


def _json_of_several() -> RunRenderer:
    from sai.reporters.several_json import render

    return render


OF_SEVERAL: dict[str, Callable[[], RunRenderer]] = {
    "text": _text_of_several,
    "json": _json_of_several,
}
"""Format name -> loader of what renders the reports of several projects."""


def rendered(name: str, run: RunReport) -> str:
    """What a run found, in one of the FORMATS."""
    if run.is_several:
        return OF_SEVERAL[name]()(run)
    (report,) = run.reports
    return FORMATS[name]()(report)
