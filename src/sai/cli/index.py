"""`sai index`: bring the index up to date, look at it, or renew the one that a team shares."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sai.bootstrap import (
    Session,
    index_status,
    indexing_decisions,
    open_session,
    renew_snapshot,
)
from sai.cli.console import Console, TerminalProgress
from sai.reporters import index_report
from sai.reporters.wording import count
from sai.services.refresh import refresh


def run_index(arguments: argparse.Namespace, console: Console) -> int:
    """Do what the options ask for; without any, index the files on disk."""
    started = time.monotonic()
    # A dry run needs no model, so that of the settings may be missing.
    options = {"embedder": "sketch"} if arguments.dry_run else {}
    session = open_session(Path.cwd(), options=options, progress=TerminalProgress())
    if arguments.status:
        text = _status(session, as_json=arguments.format == "json")
    elif arguments.dry_run:
        text = _dry_run(session, as_json=arguments.format == "json")
    else:
        text = _indexed(session, started, as_json=arguments.format == "json")
        if arguments.snapshot:
            renewed = renew_snapshot(session)
            path = session.resolved.settings.index.path
            session.notices.append(f"{path} {'was renewed' if renewed else 'is as it should be'}")
    console.notes(session.notices)
    console.result(text)
    return 0


def _status(session: Session, *, as_json: bool) -> str:
    status = index_status(session)
    return index_report.status_json(status) if as_json else index_report.status_text(status)


def _dry_run(session: Session, *, as_json: bool) -> str:
    decisions = indexing_decisions(session)
    if as_json:
        return index_report.dry_run_json(decisions)
    return index_report.dry_run_text(decisions)


def _indexed(session: Session, started: float, *, as_json: bool) -> str:
    changes = refresh(session.workspace(), session.disk_tree())
    if as_json:
        return index_report.refreshed_json(changes)
    seconds = time.monotonic() - started
    path = session.shown(session.index_file().path)
    return f"sai: indexed {count(changes.files, 'file')} in {path} · {seconds:.1f} s\n"
