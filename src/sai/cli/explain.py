"""`sai explain A B`: why two functions are or are not linked."""

from __future__ import annotations

import argparse
from pathlib import Path

from sai.bootstrap import Session, open_session, whole_disk, whole_index
from sai.cli.check import text_options
from sai.cli.console import Console, TerminalProgress
from sai.config import find_project
from sai.errors import UsageError
from sai.reporters import explain_report
from sai.services.explain import explain
from sai.services.places import Reference


def run_explain(arguments: argparse.Namespace, console: Console) -> int:
    """Explain one pair; the exit code does not say whether it is linked."""
    session = _session(Path(_parted(arguments.first)[0]).parent, staged=arguments.staged)
    first, second = (_reference(session, text) for text in (arguments.first, arguments.second))
    question = whole_index(session) if arguments.staged else whole_disk(session)
    explanation = explain(session.workspace(), question, first, second)
    console.notes(session.notices)
    if arguments.format == "json":
        console.result(explain_report.render_json(explanation))
    else:
        console.result(explain_report.render_text(explanation, text_options(console)))
    return 0


def _session(start: Path, *, staged: bool) -> Session:
    """The project of the first function: commands in a report on several projects are to work.

    Outside git, where no file says what a project is, it is the current directory.
    """
    session = open_session(start, staged=staged, progress=TerminalProgress())
    if session.repo is None and not find_project(start, None).has_table:
        return open_session(Path.cwd(), progress=TerminalProgress())
    return session


def _parted(text: str) -> tuple[str, str, str]:
    """`path:line` or `path::symbol` as path, line and symbol; one of these two is empty.

    A path may hold colons; a symbol neither holds `::` nor ends in a colon and a number.
    """
    path, _, line = text.rpartition(":")
    if line.isdigit() or "::" not in text:
        return path, line, ""
    path, _, symbol = text.rpartition("::")
    return path, "", symbol


def _reference(session: Session, text: str) -> Reference:
    """A function by its place, with the path as seen from the current directory."""
    path, line, symbol = _parted(text)
    if not path or not (symbol or (line.isascii() and line.isdigit() and int(line))):
        raise UsageError(
            f"{text} names no function",
            hint="write path:line or path::symbol, as in src/app.py:12 or src/app.py::Order.total",
        )
    name = session.inside(Path(path), "sai explain")
    top = session.repo.top if session.repo else None
    project = find_project(Path(path).parent, top, session.tree_bytes)
    if project.has_table and project.root != session.root:
        raise UsageError(
            f"{path} is in the project {project.root}, not in {session.root}",
            hint="functions are compared within a project; name two of one",
        )
    return Reference(name, int(line or 0), symbol)
