"""`sai explain A B`: why two functions are or are not linked."""

from __future__ import annotations

import argparse
from pathlib import Path

from sai.bootstrap import Session, open_session, whole_disk, whole_index
from sai.cli.check import text_options
from sai.cli.console import Console, TerminalProgress
from sai.errors import UsageError
from sai.reporters import explain_report
from sai.services.explain import explain
from sai.services.places import Reference


def run_explain(arguments: argparse.Namespace, console: Console) -> int:
    """Explain one pair; the exit code does not say whether it is linked."""
    session = open_session(Path.cwd(), staged=arguments.staged, progress=TerminalProgress())
    first, second = (_reference(session, text) for text in (arguments.first, arguments.second))
    question = whole_index(session) if arguments.staged else whole_disk(session)
    explanation = explain(session.workspace(), question, first, second)
    console.notes(session.notices)
    if arguments.format == "json":
        console.result(explain_report.render_json(explanation))
    else:
        console.result(explain_report.render_text(explanation, text_options(console)))
    return 0


def _reference(session: Session, text: str) -> Reference:
    """`path:line` or `path::symbol`, with the path as seen from the current directory."""
    path, sign, symbol = text.partition("::")
    line = ""
    if not sign:
        path, _, line = text.rpartition(":")
    if not path or not (symbol or (line.isascii() and line.isdigit() and int(line))):
        raise UsageError(
            f"{text} names no function",
            hint="write path:line or path::symbol, as in src/app.py:12 or src/app.py::Order.total",
        )
    return Reference(session.inside(Path(path), "sai explain"), int(line or 0), symbol)
