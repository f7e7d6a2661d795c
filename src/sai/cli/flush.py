"""`sai flush`: remove the index."""

from __future__ import annotations

import argparse
from pathlib import Path

from sai.bootstrap import flush, open_session
from sai.cli.console import Console


def run_flush(_arguments: argparse.Namespace, console: Console) -> int:
    """Remove the index of this place; that there is none is fine, too."""
    session = open_session(Path.cwd())
    removed = flush(session)
    absent = f"there is no index {session.shown(session.index_file().path)}"
    said = [f"removed {name}" for name in removed] or [absent]
    console.result("".join(f"sai: {line}\n" for line in said))
    return 0
