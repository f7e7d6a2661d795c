"""`sai flush`: remove the index."""

from __future__ import annotations

import argparse
from pathlib import Path

from sai.bootstrap import open_session
from sai.cli.console import Console


def run_flush(_arguments: argparse.Namespace, console: Console) -> int:
    """Remove the index of this place; that there is none is fine, too."""
    session = open_session(Path.cwd())
    file = session.index_file()
    name = session.shown(file.path)
    removed = file.remove()
    console.result(f"sai: removed {name}\n" if removed else f"sai: there is no index {name}\n")
    return 0
