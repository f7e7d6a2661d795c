"""`sai sync`: bring the index up to date with what changed, and name every path that did."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from sai.bootstrap import Session, changed_since, open_session
from sai.cli.console import Console, TerminalProgress
from sai.ports import SourceTree
from sai.reporters import index_report
from sai.services.refresh import refresh


def run_sync(arguments: argparse.Namespace, console: Console) -> int:
    """Sync what the options name and print what changed."""
    started = time.monotonic()
    session = open_session(Path.cwd(), staged=arguments.staged, progress=TerminalProgress())
    only: frozenset[str] | None = None
    tree: SourceTree = session.staged_tree() if arguments.staged else session.disk_tree()
    if arguments.since is not None:
        only = changed_since(session, arguments.since)
    elif arguments.file:
        only = _named(session, arguments.file)
    changes = refresh(session.workspace(), tree, only, named=bool(arguments.file))
    console.notes(session.notices)
    if arguments.format == "json":
        console.result(index_report.refreshed_json(changes))
    else:
        seconds = time.monotonic() - started
        console.result(index_report.refreshed_text(changes, seconds))
    return 0


def _named(session: Session, files: Sequence[str]) -> frozenset[str]:
    """Files as seen from the current directory, relative to the project."""
    return frozenset(session.inside(Path(file), "sai sync --file") for file in files)
