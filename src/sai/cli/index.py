"""`sai index`: bring the index up to date, so that the next commit need not."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sai.bootstrap import open_session
from sai.cli.console import Console, TerminalProgress
from sai.services.sync import sync


def run_index(_arguments: argparse.Namespace, console: Console) -> int:
    """Index the files on disk and say how many there are."""
    started = time.monotonic()
    session = open_session(Path.cwd(), progress=TerminalProgress())
    workspace = session.workspace()
    files = sync(workspace, workspace.store, session.disk_tree())
    console.notes(session.notices)
    seconds = time.monotonic() - started
    path = session.resolved.settings.index.path
    console.result(f"sai: indexed {len(files.contents):,} files in {path} · {seconds:.1f} s\n")
    return 0
