"""`sai baseline accept | refresh | prune | status`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sai.bootstrap import Enquiry, Session, everything_on_disk, open_session
from sai.cli.console import Console, TerminalProgress
from sai.core.baseline_edits import Change
from sai.core.matching import Place
from sai.errors import BaselineError
from sai.reporters.wording import count, visible
from sai.services.baseline import (
    BaselineEdit,
    BaselineStatus,
    accept_findings,
    known_ids,
    prune_members,
    refresh_members,
    require_known,
    status,
)
from sai.services.judgement import Judgement, judge
from sai.services.workspace import Question
from sai.stores.baseline_file import write_baseline

_MERGE_ADVICE = """\
so that branches merge without conflict, add to .gitattributes: {name} merge=union
"""


def run_accept(arguments: argparse.Namespace, console: Console) -> int:
    """Accept findings; the file of a project is made if it does not exist."""
    enquiry = _enquiry(_session(arguments))
    judgements = [_judged(session, question) for session, question in enquiry.asked]
    # Bytes that the locale cannot decode are most likely UTF-8.
    reason = arguments.reason.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    require_known(arguments.ids, [judgement for _, judgement in judgements])
    edits = [
        (session, accept_findings(judgement, own, reason))
        for session, judgement in judgements
        if (own := known_ids(judgement, arguments.ids)) or not arguments.ids
    ]
    console.notes(enquiry.notices)
    return _written(edits, console, "nothing to accept")


def run_refresh(arguments: argparse.Namespace, console: Console) -> int:
    """Renew what the files say of accepted functions."""
    enquiry = _with_baseline(arguments)
    edits = [(s, refresh_members(judgement)) for s, judgement in judged_baselines(enquiry)]
    console.notes(enquiry.notices)
    return _written(edits, console, "nothing to refresh")


def run_prune(arguments: argparse.Namespace, console: Console) -> int:
    """Remove what no longer links."""
    enquiry = _with_baseline(arguments)
    edits = [(s, prune_members(judgement)) for s, judgement in judged_baselines(enquiry)]
    console.notes(enquiry.notices)
    return _written(edits, console, "nothing to prune")


def run_status(arguments: argparse.Namespace, console: Console) -> int:
    """Count entries; 1 with `--fail-stale` where some are stale."""
    stale = print_statuses(_with_baseline(arguments), console)
    return 1 if arguments.fail_stale and stale else 0


def print_statuses(enquiry: Enquiry, console: Console) -> bool:
    """Print how each baseline stands; return whether any has a stale entry."""
    has_stale = False
    for session, judgement in judged_baselines(enquiry):
        found = status(judgement)
        console.result("".join(f"{line}\n" for line in _status_lines(session, found)))
        has_stale = has_stale or bool(found.stale)
    return has_stale


def judged_baselines(enquiry: Enquiry) -> Iterator[tuple[Session, Judgement]]:
    """Judge each project that has a baseline."""
    for session, question in enquiry.asked:
        if question.baseline is not None:
            yield _judged(session, question)


def _status_lines(session: Session, found: BaselineStatus) -> Iterator[str]:
    yield (
        f"{visible(session.baseline_name)}: {count(found.families, 'accepted cluster')}, "
        f"{count(found.members, 'member')}, {len(found.stale)} stale; "
        f"{count(found.findings, 'new cluster')} not accepted"
    )
    for entry in found.stale:
        why = "is gone" if entry.gone else "no longer links to another member"
        yield f"  {_shown(session, entry.member.place)} {why}"
    if found.stale:
        yield "remove stale entries: sai baseline prune"
    if found.outdated:
        yield "made by another version of sai, matched by place: sai baseline refresh"


def _session(arguments: argparse.Namespace) -> Session:
    return open_session(Path.cwd(), baseline=arguments.baseline, progress=TerminalProgress())


def _enquiry(session: Session) -> Enquiry:
    """The question to all projects; a baseline that was named need not exist yet."""
    exists = (session.root / session.resolved.settings.baseline).exists()
    return everything_on_disk(session if exists else session.without_explicit_baseline())


def _with_baseline(arguments: argparse.Namespace) -> Enquiry:
    """The same, where at least one project has a baseline."""
    session = _session(arguments)
    enquiry = _enquiry(session)
    if all(question.baseline is None for _, question in enquiry.asked):
        name = Path(session.resolved.settings.baseline).name
        raise BaselineError(f"there is no baseline {name}", hint="`sai baseline accept` makes it")
    return enquiry


def _judged(session: Session, question: Question) -> tuple[Session, Judgement]:
    return session, judge(session.workspace(), question)


def _written(edits: Sequence[tuple[Session, BaselineEdit]], console: Console, nothing: str) -> int:
    """Write what changed, and say so."""
    unchanged, changed = [], False
    for session, edit in edits:
        path = session.root / session.resolved.settings.baseline
        name = visible(session.baseline_name)
        if not edit.changes and not path.exists():
            continue
        is_new = not path.exists()
        is_written = write_baseline(path, edit.baseline)
        console.result("".join(f"{line}\n" for line in _lines(session, edit.changes)))
        if not is_written:
            unchanged.append(name)
        elif not edit.changes:
            console.result(f"{name}: put in order, nothing else changed; add it to git\n")
        else:
            entries = count(len(edit.changes), "entry", "entries")
            console.result(f"{name}: {entries} changed; add it to git\n")
            if is_new and not session.merges_baseline():
                console.result(_MERGE_ADVICE.format(name=Path(name).name))
        changed = changed or is_written
    if not changed:
        which = f": {unchanged[0]} is unchanged" if len(unchanged) == 1 else ""
        console.result(f"{nothing}{which}\n")
    return 0


def _lines(session: Session, changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        source = f" (was {_shown(session, change.before)})" if change.before else ""
        yield f"{change.verb.value} {_shown(session, change.place)}{source}"


def _shown(session: Session, place: Place) -> str:
    return visible(f"{session.place}{place.path}::{place.symbol}")
