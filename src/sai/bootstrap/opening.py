"""Opens a session: finds the project around a place, and reads its settings."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from sai.bootstrap.session import (
    Options,
    Session,
    SilentProgress,
    from_root,
    resolved_settings,
)
from sai.config import find_project
from sai.config.pyproject import read_from_disk
from sai.core.source import Problem
from sai.errors import ConfigurationError, GitError
from sai.ports import Progress, SourceTree
from sai.sources.commit_tree import CommitTree
from sai.sources.git import GitRepository
from sai.sources.index_tree import UNMERGED, IndexTree

Reader = Callable[[Path], bytes | None]


def open_session(
    start: Path,
    *,
    options: Options | None = None,
    baseline: Path | None = None,
    staged: bool = False,
    commit: str | None = None,
    progress: Progress | None = None,
) -> Session:
    """Find the project around `start` and read its settings.

    They are read from disk, with `staged` from git's index, with `commit` from that commit.
    `baseline` is the file that was asked for by name, from the current directory.
    """
    options = dict(options or {})
    repo: GitRepository | None
    index: IndexTree | None = None
    if commit:
        repo = GitRepository.require(start)
        read = _commit_reader(repo, repo.resolve(commit))
    elif staged:
        repo = GitRepository.require(start)
        index = IndexTree(repo, repo.top)
        read = _index_reader(repo, index)
    else:
        repo, read = GitRepository.discover(start), read_from_disk
        if repo is None:
            _require_git_where_it_is_used(start)
    project = find_project(start, repo.top if repo and not repo.bare else None, read)
    if baseline is not None:
        options["baseline"] = from_root(project.root, baseline)
    return Session(
        root=project.root,
        repo=repo,
        resolved=resolved_settings(project, options),
        tree_bytes=read,
        progress=progress or SilentProgress(),
        explicit_baseline=baseline is not None or "SAI_BASELINE" in os.environ,
        options=options,
        index=index,
    )


def _require_git_where_it_is_used(start: Path) -> None:
    """Refuse to judge the files of a repository as if there were no git."""
    place = start.resolve()
    if shutil.which("git") is None and any((p / ".git").exists() for p in (place, *place.parents)):
        raise GitError(
            "git was not found, but this is a git repository", hint="install git, or put it on PATH"
        )


def _index_reader(repo: GitRepository, index: IndexTree) -> Reader:
    return _git_reader(repo, lambda _: index)


def _commit_reader(repo: GitRepository, commit: str) -> Reader:
    return _git_reader(repo, lambda name: CommitTree(repo, repo.top, commit, [name]))


def _git_reader(repo: GitRepository, tree_of: Callable[[str], SourceTree]) -> Reader:
    """Reads absolute paths as the tree that holds them does, each once."""

    @cache
    def read(path: Path) -> bytes | None:
        try:
            name = path.relative_to(repo.top.resolve()).as_posix()
        except ValueError:
            return None
        data = tree_of(name).read([name])[name]
        if isinstance(data, Problem) and data.reason == UNMERGED:
            raise ConfigurationError(f"{name}: {UNMERGED}", hint="resolve it, then `git add` it")
        return data if isinstance(data, bytes) else None

    return read
