"""One run on one project: finds it, reads its settings, picks its adapters."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from sai.chunkers import CHUNKERS
from sai.config import DEFAULT, Project, Resolved, find_project, resolve
from sai.config.pyproject import read_from_disk
from sai.core.baseline import Baseline
from sai.core.source import Problem
from sai.embedders import EMBEDDERS
from sai.errors import BaselineError, ConfigurationError, GitError, UsageError
from sai.ports import Progress, SourceTree
from sai.services.workspace import Question, Workspace
from sai.sources.commit_tree import CommitTree
from sai.sources.conventional_tests import TestFiles
from sai.sources.git import GitRepository
from sai.sources.ignore_rules import PathFilter, path_limits
from sai.sources.index_tree import UNMERGED, IndexTree
from sai.sources.working_tree import WorkingTree
from sai.stores.baseline_file import read_baseline
from sai.stores.duckdb_file import IndexFile
from sai.stores.duckdb_store import DuckDbStore
from sai.syntax.languages import (
    any_language_of,
    conventional_tests,
    language_names,
    language_of,
)

Options = Mapping[str, object]
"""Settings given on the command line, by full key name; None where they were not given."""


class SilentProgress:
    """Progress that nobody looks at."""

    def step(self, what: str, done: int, total: int) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Session:
    """One run on one project: where it is, its settings, and the tree that it looks at.

    `tree_bytes` reads an absolute path as that tree has it: settings and baseline go with it.
    """

    root: Path
    repo: GitRepository | None
    resolved: Resolved
    tree_bytes: Callable[[Path], bytes | None]
    progress: Progress
    explicit_baseline: bool
    keeps_index: bool = True
    notices: list[str] = field(default_factory=list)

    @property
    def under(self) -> str:
        """The project's place in the repository, "" at its top."""
        return self.repo.under(self.root) if self.repo else ""

    def workspace(self) -> Workspace:
        """The project's adapters, by its settings."""
        settings = self.resolved.settings
        embedder = EMBEDDERS[settings.embedder].make(settings.onnx, self.root)
        return Workspace(
            settings=settings,
            limits=path_limits(settings),
            chunker=CHUNKERS[settings.chunker](settings, embedder),
            embedder=embedder,
            store=DuckDbStore(self.index_file() if self.keeps_index else None),
            private_store=lambda: DuckDbStore(None),
            excluded=self._path_filter().reason,
            is_test=TestFiles(settings.test_paths, conventional_tests(), any_language_of).matches,
            progress=self.progress,
            notices=self.notices,
        )

    @property
    def shares_index(self) -> bool:
        """Whether git tracks the index that the settings name: a run then has a copy of its own."""
        path = self.resolved.settings.index.path
        return self.repo is not None and self.repo.is_tracked(f"{self.under}{path}")

    def index_file(self) -> IndexFile:
        """The index of this place.

        One that git tracks is only a seed for a copy in the git directory, and a linked work tree
        begins with a copy of the main one's.
        """
        repo, path = self.repo, self.resolved.settings.index.path
        named, tell = self.root / path, self.notices.append
        if repo is None:
            return IndexFile(named, tell)
        if self.shares_index:
            private = repo.git_dir() / "sai" / self.under / "index.duckdb"
            return IndexFile(private, tell, tracked_seed=named)
        if (repo.top / ".git").is_dir():
            return IndexFile(named, tell)
        main = repo.common_dir().parent / self.under / path
        return IndexFile(named, tell, seeds=() if main == named else (main,))

    def shown(self, path: Path) -> str:
        """A path as messages name it: relative to the project where it lies in it."""
        inside = path.is_relative_to(self.root)
        return (path.relative_to(self.root) if inside else path).as_posix()

    def inside(self, path: Path, what: str) -> str:
        """A path, as seen from the current directory, relative to the project."""
        name = _inside(self.root.resolve(), path)
        if name.startswith("/") or Path(name).is_absolute():
            raise UsageError(
                f"{path} is not in the project {self.root}", hint=f"{what} takes files in it"
            )
        return name

    def baseline(self) -> Baseline | None:
        """The baseline as the tree shows it; None where there is none.

        A file that was asked for by name and is missing is a `BaselineError`.
        """
        name = self.resolved.settings.baseline
        data = self.tree_bytes(self.root / name)
        if data is not None:
            return read_baseline(data, name)
        if (self.root / name).is_dir():
            raise BaselineError(f"the baseline {name} is a directory", hint="name a file")
        if self.explicit_baseline:
            raise BaselineError(
                f"the baseline {name} does not exist",
                hint="`sai baseline accept` makes it; check the path",
            )
        return None

    def without_explicit_baseline(self) -> Session:
        """The same session, for a command that may make the baseline that it was told."""
        return replace(self, explicit_baseline=False)

    def question(
        self,
        tree: SourceTree,
        scope: str,
        changed: frozenset[str] | None = None,
        before: tuple[SourceTree, ...] = (),
        *,
        on_disk: bool = False,
        with_baseline: bool = True,
    ) -> Question:
        """A question with this project's baseline; untracked files are counted `on_disk`."""
        untracked = 0
        if on_disk and self.repo is not None:
            untracked = sum(bool(language_of(path)) for path in self.repo.untracked(self.under))
        baseline = self.baseline() if with_baseline else None
        name = self.resolved.settings.baseline
        return Question(tree, scope, changed, before, baseline, name, untracked)

    def disk_tree(self) -> WorkingTree:
        """Tracked files on disk; outside git all that are not ignored."""
        return WorkingTree(self.root, self.repo, prune=self._path_filter().prunes)

    def _path_filter(self) -> PathFilter:
        return PathFilter(self.resolved.settings, tracked=self.repo is not None)


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
    if staged or commit:
        repo = GitRepository.require(start)
        read = _git_reader(repo, repo.resolve(commit) if commit else None)
    else:
        repo, read = GitRepository.discover(start), read_from_disk
        if repo is None:
            _require_git_where_it_is_used(start)
    project = find_project(start, repo.top if repo and not repo.bare else None, read)
    if baseline is not None:
        options["baseline"] = _inside(project.root, baseline)
    return Session(
        root=project.root,
        repo=repo,
        resolved=resolved_settings(project, options),
        tree_bytes=read,
        progress=progress or SilentProgress(),
        explicit_baseline=baseline is not None or "SAI_BASELINE" in os.environ,
    )


def _require_git_where_it_is_used(start: Path) -> None:
    """Refuse to judge the files of a repository as if there were no git."""
    place = start.resolve()
    if shutil.which("git") is None and any((p / ".git").exists() for p in (place, *place.parents)):
        raise GitError(
            "git was not found, but this is a git repository", hint="install git, or put it on PATH"
        )


def _inside(root: Path, path: Path) -> str:
    """A path as the settings want it; one elsewhere stays absolute, which they refuse."""
    path = Path.cwd() / path
    path = path.parent.resolve() / path.name
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def resolved_settings(project: Project, options: Options) -> Resolved:
    """The settings of a project, with limits that suit its embedder where none are given."""
    resolved = resolve(
        project.table,
        environment=os.environ,
        command_line=options,
        choices={
            "languages": language_names(),
            "chunker": tuple(CHUNKERS),
            "embedder": tuple(EMBEDDERS),
        },
    )
    settings = resolved.settings
    if resolved.origins["duplicates.min-score"] == DEFAULT:
        score = EMBEDDERS[settings.embedder].min_score
        duplicates = replace(settings.duplicates, min_score=score)
        settings = replace(settings, duplicates=duplicates)
    return replace(resolved, settings=settings)


def _git_reader(repo: GitRepository, commit: str | None) -> Callable[[Path], bytes | None]:
    """Reads absolute paths as git's index or a commit holds them, each once."""
    index = IndexTree(repo, repo.top)

    @cache
    def read(path: Path) -> bytes | None:
        try:
            name = path.relative_to(repo.top.resolve()).as_posix()
        except ValueError:
            return None
        tree = CommitTree(repo, repo.top, commit, [name]) if commit else index
        data = tree.read([name])[name]
        if isinstance(data, Problem) and data.reason == UNMERGED:
            raise ConfigurationError(f"{name}: {UNMERGED}", hint="resolve it, then `git add` it")
        return data if isinstance(data, bytes) else None

    return read
