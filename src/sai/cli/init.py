"""`sai init`: a commented table in `pyproject.toml`, and what to add to pre-commit."""

from __future__ import annotations

import argparse
from pathlib import Path

from sai import __version__
from sai.cli.console import Console
from sai.config import initial_table, pre_commit_entry
from sai.config.pyproject import FILE_NAME, read_from_disk
from sai.reporters.outputs import write_file
from sai.sources.git import GitRepository


def run_init(_arguments: argparse.Namespace, console: Console) -> int:
    """Write the table at the git root, or here outside git; refuse to overwrite one."""
    repo = GitRepository.discover(Path.cwd())
    path = (Path.cwd() if repo is None or repo.bare else repo.top) / FILE_NAME
    if Path.cwd() != path.parent and (Path.cwd() / FILE_NAME).exists():
        path = Path.cwd() / FILE_NAME
    write_file(path, initial_table(read_from_disk(path)))
    console.result(f"wrote [tool.sai] to {path}\n\n")
    console.result("To run at every commit, add to .pre-commit-config.yaml under `repos:`\n\n")
    console.result(pre_commit_entry(f"v{__version__}"))
    return 0
