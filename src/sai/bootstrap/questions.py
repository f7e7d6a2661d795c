"""What can be asked of a project: which tree, what of it changed, what was there before."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from sai.bootstrap.projects import Enquiry, Part, of_changes, of_everything, parts
from sai.bootstrap.session import Options, Session, resolved_settings
from sai.config import Project
from sai.config.pyproject import read_from_disk
from sai.core.report import CheckReport
from sai.core.run_report import RunReport
from sai.core.source import Problem
from sai.embedders import EMBEDDERS, EmbedderRow
from sai.errors import SaiError, UsageError
from sai.ports import SourceTree
from sai.services.check import check
from sai.services.workspace import Question
from sai.sources.commit_tree import CommitTree
from sai.sources.git import Change, GitRepository
from sai.sources.part_of_tree import PartOfTree


def whole_disk(session: Session) -> Question:
    """Judge all tracked files of one project as they are on disk against the baseline."""
    return _on_disk(session, session.disk_tree(), with_baseline=True)


def _on_disk(session: Session, tree: PartOfTree, *, with_baseline: bool) -> Question:
    untracked = len(tree.own(session.untracked_sources()))
    scope = _disk_scope(session)
    return session.question(tree, scope, untracked=untracked, with_baseline=with_baseline)


def everything_on_disk(session: Session) -> Enquiry:
    """Judge all tracked files as they are on disk against the baselines."""
    untracked = session.untracked_sources()

    def ask(part: Part) -> Question:
        own = part.tree.own(untracked)
        return part.session.question(part.tree, _disk_scope(session), untracked=len(own))

    return of_everything(parts(session, session.all_on_disk()), ask)


def _disk_scope(session: Session) -> str:
    return "files on disk" if session.repo is None else "tracked files"


def explored(session: Session, directory: Path, options: Options) -> tuple[Session, Question]:
    """Look at the clusters that hold a function below `directory`, whatever was accepted.

    They are compared with the whole project. A directory of which git tracks nothing, such as
    installed or unpacked sources, is looked at by itself, with the `options` that were given but
    no project's settings, and without leaving an index there.
    """
    tree = session.disk_tree()
    question = _on_disk(session, tree, with_baseline=False)
    place = directory.resolve().relative_to(session.root.resolve()).as_posix()
    start = "" if place == "." else f"{place}/"
    others = [other for other in tree.others if other.startswith(start)]
    _note_left_out(session, others)
    if not start:
        return session, question
    below = {
        entry.path
        for entry in tree.entries()
        if entry.path == place or entry.path.startswith(start)
    }
    if below or others or session.repo is None or directory.is_file():
        return session, replace(question, changed=frozenset(below))
    root = directory.resolve()
    settings = resolved_settings(Project(root), options)
    alone = replace(session, root=root, repo=None, resolved=settings, keeps_index=False)
    return alone, _on_disk(alone, alone.disk_tree(), with_baseline=False)


def _note_left_out(session: Session, others: Sequence[str]) -> None:
    """Say which projects inside were not looked at."""
    if others:
        names = [other.rstrip("/") for other in others]
        more = f" and {len(names) - 3:,} more" if names[3:] else ""
        what = "another project was" if len(names) == 1 else f"{len(names):,} other projects were"
        listed = ", ".join(names[:3]) + more
        session.notices.append(f"{what} left out: {listed}; `sai duplicates PATH` looks at one")


def embedder_row(session: Session) -> EmbedderRow:
    """The project's embedder in the table, with what only listings ask of it."""
    return EMBEDDERS[session.resolved.settings.embedder]


def since(session: Session, ref: str) -> Enquiry:
    """Judge what differs on disk from the merge base with `ref`."""
    repo = _required(session, "--since")
    base = repo.merge_base(ref)
    untracked = session.untracked_sources()

    def ask(part: Part, changed: frozenset[str]) -> Question:
        before = _accepted(part.session, repo, (base,), changed)
        scope, missed = f"changes since {ref}", len(part.tree.own(untracked))
        return part.session.question(part.tree, scope, changed, before, untracked=missed)

    changed = _paths(repo.disk_changes(base, session.under))
    return of_changes(parts(session, session.all_on_disk()), changed, ask)


def changed_since(session: Session, ref: str) -> frozenset[str]:
    """Paths of one project that differ on disk from the merge base with `ref`."""
    repo = _required(session, "--since")
    changes = repo.disk_changes(repo.merge_base(ref), session.under)
    return session.disk_tree().own(_paths(changes))


def staged_changes(session: Session) -> Enquiry:
    """Judge what is staged, against HEAD and any other parent; there may be nothing.

    A merge changes what differs from any parent: it may bring copies together of which each
    parent holds one.
    """
    repo = _required(session, "--staged")
    parents = repo.next_parents()

    def ask(part: Part, changed: frozenset[str]) -> Question:
        _note_unstaged_baseline(part.session)
        before = _accepted(part.session, repo, parents, changed)
        return part.session.question(part.tree, "staged changes", changed, before)

    differing = (repo.staged_changes(parent, session.under) for parent in parents or (None,))
    changed = frozenset(chain.from_iterable(map(_paths, differing)))
    return of_changes(parts(session, session.all_staged()), changed, ask)


def is_anything_staged(session: Session) -> bool:
    """Whether the next commit would change anything, be it a mode bit."""
    repo = _required(session, "--staged")
    return repo.differs_staged(repo.head())


def _note_unstaged_baseline(session: Session) -> None:
    """Say that the baseline on disk does not count: it is easily forgotten after an `accept`."""
    name = session.resolved.settings.baseline
    on_disk = read_from_disk(session.root / name)
    if on_disk is not None and on_disk != session.tree_bytes(session.root / name):
        session.notices.append(f"{name} on disk differs from what is staged, which counts here")


def whole_index(session: Session) -> Question:
    """Judge all that git's index holds of one project against the baseline."""
    _required(session, "--staged")
    return session.question(session.staged_tree(), _IN_INDEX)


def everything_staged(session: Session) -> Enquiry:
    """Judge all of git's index against the baselines."""
    _required(session, "--staged")
    found = parts(session, session.all_staged())
    return of_everything(found, lambda part: part.session.question(part.tree, _IN_INDEX))


_IN_INDEX = "files in the git index"


def between(session: Session, old: str, new: str) -> Enquiry:
    """Judge the commit `new` for what it changed since it left `old`.

    That is, since their merge base, as pre-commit picks the files: what others did to `old` in the
    meantime is not this change's matter.
    """
    repo = _required(session, "a range of commits")
    base, tip = repo.merge_base(old, new), repo.resolve(new)

    def ask(part: Part, changed: frozenset[str]) -> Question:
        before = _accepted(part.session, repo, (base,), changed)
        scope = f"changes from {old} to {new}"
        return part.session.question(part.tree, scope, changed, before)

    changed = _paths(repo.commit_changes(base, tip, session.under))
    return of_changes(parts(session, CommitTree(repo, session.root, tip)), changed, ask)


def judged(enquiry: Enquiry, started: float, *, may_be_empty: bool = False) -> RunReport:
    """The reports on an enquiry, with the seconds since `started` (a `time.monotonic`).

    Whole projects without any source file are an error, unless they `may_be_empty`.
    """
    reports = [_report(session, question) for session, question in enquiry.asked]
    if not (enquiry.partial or may_be_empty or any(r.counts.files for r in reports)):
        raise _nothing_to_check(problem for report in reports for problem in report.problems)
    seconds = time.monotonic() - started
    if enquiry.projects == 1:
        return RunReport((replace(reports[0], seconds=seconds),), seconds=seconds)
    told = [r for r in reports if r.counts.files or r.counts.stale or r.problems]
    return RunReport(tuple(told), enquiry.projects, seconds)


def _report(session: Session, question: Question) -> CheckReport:
    started = time.monotonic()
    report = check(session.workspace(), question)
    root = session.place.rstrip("/") or "."
    return replace(report, root=root, seconds=time.monotonic() - started)


def judged_alone(session: Session, question: Question, started: float) -> CheckReport:
    """The report on one project, with the seconds since `started`; no source file is an error."""
    alone = Enquiry(((session, question),), partial=question.changed is not None)
    (report,) = judged(alone, started).reports
    return report


def _nothing_to_check(problems: Iterable[Problem]) -> SaiError:
    skipped = [problem for problem in problems if problem.skipped]
    if skipped:
        which = f"{skipped[0].path}: {skipped[0].reason}"
        more = f", and {len(skipped) - 1:,} more" if skipped[1:] else ""
        return SaiError(
            f"nothing to check: all files were skipped ({which}{more})",
            hint="`sai index --dry-run` names every file with the reason",
            slug="nothing-to-check",
        )
    return SaiError(
        "nothing to check: no source file was found",
        hint="look at include, exclude and languages in `sai config`; inside git only "
        "tracked files are checked",
        slug="nothing-to-check",
    )


def _accepted(
    session: Session, repo: GitRepository, commits: Iterable[str], changed: frozenset[str]
) -> tuple[SourceTree, ...]:
    """The states of the changed files that count as accepted."""
    if session.resolved.settings.against != "head":
        return ()
    return tuple(CommitTree(repo, session.root, commit, changed) for commit in commits)


def _paths(changes: Iterable[Change]) -> frozenset[str]:
    return frozenset(change.path for change in changes)


def _required(session: Session, what: str) -> GitRepository:
    if session.repo is None:
        raise UsageError(f"{what} needs a git repository", hint="run it inside one")
    return session.repo
