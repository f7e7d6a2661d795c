"""`sai baseline accept | refresh | prune | status`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from sai.bootstrap import Session, open_session, whole_disk
from sai.cli.console import Console, TerminalProgress
from sai.core.baseline_edits import Change
from sai.core.matching import Place
from sai.errors import BaselineError
from sai.reporters.wording import count, visible
from sai.services.baseline import (
    BaselineEdit,
    accept_findings,
    prune_members,
    refresh_members,
    status,
)
from sai.services.judgement import Judgement, judge
from sai.stores.baseline_file import write_baseline


def run_accept(arguments: argparse.Namespace, console: Console) -> int:
    """Accept findings; the file is made if it does not exist."""
    session, judgement = _judged(arguments)
    # Bytes that the locale cannot decode are most likely UTF-8.
    reason = arguments.reason.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    edit = accept_findings(judgement, arguments.ids, reason)
    return _written(session, edit, console, "nothing to accept")


def run_refresh(arguments: argparse.Namespace, console: Console) -> int:
    """Renew what the file says of accepted functions."""
    session, judgement = _judged(arguments, must_exist=True)
    return _written(session, refresh_members(judgement), console, "nothing to refresh")


def run_prune(arguments: argparse.Namespace, console: Console) -> int:
    """Remove what no longer links."""
    session, judgement = _judged(arguments, must_exist=True)
    return _written(session, prune_members(judgement), console, "nothing to prune")


def run_status(arguments: argparse.Namespace, console: Console) -> int:
    """Count entries; 1 with `--fail-stale` where some are stale."""
    session, judgement = _judged(arguments, must_exist=True)
    found = status(judgement)
    name = session.resolved.settings.baseline
    lines = [
        f"{name}: {count(found.families, 'accepted cluster')}, {count(found.members, 'member')}, "
        f"{len(found.stale)} stale; {count(found.findings, 'new cluster')} not accepted"
    ]
    for entry in found.stale:
        why = "is gone" if entry.gone else "no longer links to another member"
        lines.append(f"  {_shown(entry.member.place)} {why}")
    if found.stale:
        lines.append("remove stale entries: sai baseline prune")
    if found.outdated:
        lines.append("made by another version of sai, matched by place: sai baseline refresh")
    console.result("\n".join(lines) + "\n")
    return 1 if arguments.fail_stale and found.stale else 0


def _judged(
    arguments: argparse.Namespace, *, must_exist: bool = False
) -> tuple[Session, Judgement]:
    session = open_session(Path.cwd(), baseline=arguments.baseline, progress=TerminalProgress())
    path = session.root / session.resolved.settings.baseline
    if must_exist and not path.exists():
        raise BaselineError(
            f"there is no baseline {path.name}", hint="`sai baseline accept` makes it"
        )
    accepting = session if path.exists() else session.without_explicit_baseline()
    return session, judge(session.workspace(), whole_disk(accepting))


def _written(session: Session, edit: BaselineEdit, console: Console, nothing: str) -> int:
    console.notes(session.notices)
    name = session.resolved.settings.baseline
    if not edit.changes and not (session.root / name).exists():
        console.result(f"{nothing}\n")
        return 0
    written = write_baseline(session.root / name, edit.baseline)
    console.result("".join(f"{line}\n" for line in _lines(edit.changes)))
    if not written:
        console.result(f"{nothing}: {name} is unchanged\n")
    elif not edit.changes:
        console.result(f"{name}: put in order, nothing else changed; add it to git\n")
    else:
        entries = "entry" if len(edit.changes) == 1 else "entries"
        console.result(f"{name}: {len(edit.changes)} {entries} changed; add it to git\n")
    return 0


def _lines(changes: Iterable[Change]) -> Iterable[str]:
    for change in changes:
        source = f" (was {_shown(change.before)})" if change.before else ""
        yield f"{change.verb.value} {_shown(change.place)}{source}"


def _shown(place: Place) -> str:
    return visible(f"{place.path}::{place.symbol}")
