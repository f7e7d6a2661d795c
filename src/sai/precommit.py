"""`sai-hook`: the gate as a pre-commit hook. It finds its own changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sai.cli.app import guarded
from sai.cli.console import Console, TerminalProgress

if TYPE_CHECKING:
    from sai.bootstrap import Enquiry


_USAGE = """\
usage: sai-hook [--stale]

The gate as a git hook: judges what is staged, or the commits that pre-commit names. With --stale it
fails on stale entries of the baseline instead. It takes no other options and ignores file names;
settings stand in [tool.sai] of pyproject.toml. By hand: sai check, sai baseline status.
"""


def main() -> int:
    """Judge the range of commits that pre-commit names, else what is staged, else all of the index.

    With `--stale` look for stale entries of the baseline. Other arguments are ignored: file names
    come in batches and say nothing about what was deleted.
    """
    console = Console()
    if {"-h", "--help"}.intersection(sys.argv[1:]):
        console.result(_USAGE)
        return 0
    if "--stale" in sys.argv[1:]:
        return guarded(lambda: _run_stale(console), console)
    return guarded(lambda: _run(console), console)


def _run(console: Console) -> int:
    # Imported in here, so that a broken installation gets a message, too.
    from sai.bootstrap import judged
    from sai.cli.check import print_verdict

    started = time.monotonic()
    enquiry = _asked(os.environ)
    if enquiry is None:
        console.note("no source text is staged")
        return 0
    run = judged(enquiry, started, may_be_empty=True)
    console.notes(enquiry.notices)
    return print_verdict(run, console)


def _run_stale(console: Console) -> int:
    from sai.bootstrap import everything_staged, open_session
    from sai.cli.baseline import print_statuses

    session = open_session(Path.cwd(), staged=True, progress=TerminalProgress())
    enquiry = everything_staged(session)
    stale = print_statuses(enquiry, console)
    return 1 if stale else 0


def _asked(environment: Mapping[str, str]) -> Enquiry | None:
    """What the circumstances ask; None where there is nothing to judge."""
    from sai.bootstrap import (
        between,
        everything_staged,
        is_anything_staged,
        open_session,
        staged_changes,
    )

    old, new = environment.get("PRE_COMMIT_FROM_REF"), environment.get("PRE_COMMIT_TO_REF")
    if old and new:
        session = open_session(Path.cwd(), commit=new, progress=TerminalProgress())
        return between(session, old, new)
    session = open_session(Path.cwd(), staged=True, progress=TerminalProgress())
    enquiry = staged_changes(session)
    if enquiry.changed:
        return enquiry
    # Git names the index to its hooks: a commit that stages nothing (an amended message) is no
    # request to judge all of the project. Nor is one of mode bits, links and submodules alone.
    if "GIT_INDEX_FILE" in environment or is_anything_staged(session):
        return None
    return everything_staged(session)
