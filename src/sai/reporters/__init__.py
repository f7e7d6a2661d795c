"""`render(report) -> str`, one module a format."""

from __future__ import annotations

from collections.abc import Callable

from sai.core.report import CheckReport

Renderer = Callable[[CheckReport], str]


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
