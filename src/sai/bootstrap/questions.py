"""What can be asked of a project: which tree, what of it changed, what was there before."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

from sai.bootstrap.session import Options, Session, resolved_settings
from sai.config import Project
from sai.config.pyproject import read_from_disk
from sai.core.report import CheckReport
from sai.embedders import EMBEDDERS
from sai.errors import SaiError, UsageError
from sai.ports import SourceTree
from sai.services.check import check
from sai.services.workspace import Question
from sai.sources.commit_tree import CommitTree
from sai.sources.git import Change, GitRepository
from sai.sources.index_tree import IndexTree


def whole_disk(session: Session, *, with_baseline: bool = True) -> Question:
    """Judge all tracked files as they are on disk against the baseline."""
    scope = "files on disk" if session.repo is None else "tracked files"
    return session.question(session.disk_tree(), scope, on_disk=True, with_baseline=with_baseline)


def explored(session: Session, directory: Path, options: Options) -> tuple[Session, Question]:
    """Look at the clusters that hold a function below `directory`, whatever was accepted.

    They are compared with the whole project. A directory of which git tracks nothing, such as
    installed or unpacked sources, is looked at by itself, with the `options` that were given but
    no project's settings, and without leaving an index there.
    """
    question = whole_disk(session, with_baseline=False)
    place = directory.resolve().relative_to(session.root.resolve()).as_posix()
    if place == ".":
        return session, question
    below = {
        entry.path
        for entry in question.tree.entries()
        if entry.path == place or entry.path.startswith(f"{place}/")
    }
    if below or session.repo is None or directory.is_file():
        return session, replace(question, changed=frozenset(below))
    root = directory.resolve()
    settings = resolved_settings(Project(root), options)
    alone = replace(session, root=root, repo=None, resolved=settings, keeps_index=False)
    return alone, whole_disk(alone, with_baseline=False)


def semantic_score(session: Session) -> float:
    """The cosine from which on two functions may do the same, with the project's embedder."""
    return EMBEDDERS[session.resolved.settings.embedder].semantic_score


def since(session: Session, ref: str) -> Question:
    """Judge what differs on disk from the merge base with `ref`."""
    repo = _required(session, "--since")
    base = repo.merge_base(ref)
    changed = _paths(repo.disk_changes(base, session.under))
    before = CommitTree(repo, session.root, base, changed)
    return session.question(
        session.disk_tree(),
        f"changes since {ref}",
        changed,
        _accepted(session, (before,)),
        on_disk=True,
    )


def staged_changes(session: Session) -> Question:
    """Judge what is staged, against HEAD and any other parent; its `changed` may be empty.

    A merge changes what differs from any parent: it may bring copies together of which each
    parent holds one.
    """
    repo = _required(session, "--staged")
    parents = repo.next_parents()
    differing = (repo.staged_changes(parent, session.under) for parent in parents or (None,))
    changed = frozenset(chain.from_iterable(map(_paths, differing)))
    _note_unstaged_baseline(session)
    before = tuple(CommitTree(repo, session.root, parent, changed) for parent in parents)
    tree = IndexTree(repo, session.root)
    return session.question(tree, "staged changes", changed, _accepted(session, before))


def _note_unstaged_baseline(session: Session) -> None:
    """Say that the baseline on disk does not count: it is easily forgotten after an `accept`."""
    name = session.resolved.settings.baseline
    on_disk = read_from_disk(session.root / name)
    if on_disk is not None and on_disk != session.tree_bytes(session.root / name):
        session.notices.append(f"{name} on disk differs from what is staged, which counts here")


def whole_index(session: Session) -> Question:
    """Judge all of git's index against the baseline."""
    repo = _required(session, "--staged")
    return session.question(IndexTree(repo, session.root), "files in the git index")


def between(session: Session, old: str, new: str) -> Question:
    """Judge the commit `new` for what it changed since it left `old`.

    That is, since their merge base, as pre-commit picks the files: what others did to `old` in the
    meantime is not this change's matter.
    """
    repo = _required(session, "a range of commits")
    base = repo.merge_base(old, new)
    changed = _paths(repo.commit_changes(base, repo.resolve(new), session.under))
    before = CommitTree(repo, session.root, base, changed)
    tree = CommitTree(repo, session.root, repo.resolve(new))
    return session.question(
        tree, f"changes from {old} to {new}", changed, _accepted(session, (before,))
    )


def judged(
    session: Session, question: Question, started: float, *, may_be_empty: bool = False
) -> CheckReport:
    """The report on a question, with the seconds since `started` (a `time.monotonic`).

    A whole project without any source file is an error, unless it `may_be_empty`.
    """
    report = check(session.workspace(), question)
    if not (report.counts.files or report.partial or may_be_empty):
        raise _nothing_to_check(report)
    return replace(report, seconds=time.monotonic() - started)


def _nothing_to_check(report: CheckReport) -> SaiError:
    skipped = [problem for problem in report.problems if problem.skipped]
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


def _accepted(session: Session, before: tuple[SourceTree, ...]) -> tuple[SourceTree, ...]:
    return before if session.resolved.settings.against == "head" else ()


def _paths(changes: Iterable[Change]) -> frozenset[str]:
    return frozenset(change.path for change in changes)


def _required(session: Session, what: str) -> GitRepository:
    if session.repo is None:
        raise UsageError(f"{what} needs a git repository", hint="run it inside one")
    return session.repo
