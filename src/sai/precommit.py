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
    from sai.bootstrap import Session
    from sai.services.workspace import Question


_USAGE = """\
usage: sai-hook

The gate as a git hook: judges what is staged, or the commits that pre-commit names. It takes no
options and ignores file names; settings stand in [tool.sai] of pyproject.toml. By hand: sai check.
"""


def main() -> int:
    """Judge the range of commits that pre-commit names, else what is staged, else all of the index.

    Arguments are ignored: file names come in batches and say nothing about what was deleted.
    """
    console = Console()
    if {"-h", "--help"}.intersection(sys.argv[1:]):
        console.result(_USAGE)
        return 0
    return guarded(lambda: _run(console), console)


def _run(console: Console) -> int:
    # Imported in here, so that a broken installation gets a message, too.
    from sai.bootstrap import judged
    from sai.cli.check import print_verdict

    started = time.monotonic()
    session, question = _asked(os.environ)
    if question is None:
        console.note("nothing is staged")
        return 0
    report = judged(session, question, started, may_be_empty=True)
    console.notes(session.notices)
    return print_verdict(report, console)


def _asked(environment: Mapping[str, str]) -> tuple[Session, Question | None]:
    """The question that the circumstances ask; None where there is nothing to judge."""
    from sai.bootstrap import between, open_session, staged_changes, whole_index

    old, new = environment.get("PRE_COMMIT_FROM_REF"), environment.get("PRE_COMMIT_TO_REF")
    if old and new:
        session = open_session(Path.cwd(), commit=new, progress=TerminalProgress())
        return session, between(session, old, new)
    session = open_session(Path.cwd(), staged=True, progress=TerminalProgress())
    question = staged_changes(session)
    if question.changed:
        return session, question
    # Git names the index to its hooks: a commit that stages nothing (an amended message) is no
    # request to judge all of the project.
    return session, None if "GIT_INDEX_FILE" in environment else whole_index(session)
