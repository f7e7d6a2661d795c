"""One run on one project: its settings, its adapters, and the trees that it may look at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from sai.bootstrap.inner_projects import InnerProject, InnerProjects, Read
from sai.chunkers import CHUNKERS
from sai.config import DEFAULT, FILE, WITHOUT_GRAMMAR, Project, Resolved, resolve
from sai.core.baseline import Baseline
from sai.embedders import EMBEDDERS
from sai.errors import BaselineError, UsageError
from sai.ports import Progress, SourceTree
from sai.services.sync import language_in
from sai.services.workspace import Question, Workspace
from sai.sources.conventional_tests import TestFiles
from sai.sources.git import GitRepository
from sai.sources.ignore_rules import PathFilter, path_limits
from sai.sources.index_tree import IndexTree
from sai.sources.part_of_tree import PartOfTree
from sai.sources.working_tree import WorkingTree
from sai.stores.baseline_file import read_baseline
from sai.stores.duckdb_file import IndexFile
from sai.stores.duckdb_store import DuckDbStore
from sai.syntax.languages import (
    any_language_of,
    conventional_tests,
    has_grammar,
    language_names,
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
    `options` are the settings that were given on the command line; `index` is git's, where it is
    listed anyway. `place` is "" or, of a project inside the one that the run was started in, its
    directory there with a final slash.
    """

    root: Path
    repo: GitRepository | None
    resolved: Resolved
    tree_bytes: Callable[[Path], bytes | None]
    progress: Progress
    explicit_baseline: bool
    keeps_index: bool = True
    options: Options = field(default_factory=dict)
    index: IndexTree | None = None
    place: str = ""
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
            excluded=self.path_filter().reason,
            is_test=TestFiles(settings.test_paths, conventional_tests(), any_language_of).matches,
            progress=self.progress,
            notices=self.notices,
        )

    @property
    def shares_index(self) -> bool:
        """Whether git tracks the index that the settings name: a run then has a copy of its own."""
        if self.repo is None:
            return False
        path = f"{self.under}{self.resolved.settings.index.path}"
        # A hook has listed git's index anyway: asking git once more would cost a process.
        return self.index.holds(path) if self.index else self.repo.is_tracked(path)

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
            return IndexFile(self._private_index(repo), tell, tracked_seed=named, ours=True)
        # Path.exists would raise for a name that is too long; the store says that better.
        if (repo.top / ".git").is_dir() or os.path.exists(named):  # noqa: PTH110
            return IndexFile(named, tell)
        main = repo.common_dir().parent / self.under / path
        return IndexFile(named, tell, seeds=() if main == named else (main,))

    def index_files(self) -> tuple[IndexFile, ...]:
        """All that runs here have made: the index, and a private copy from when git tracked it."""
        files = [self.index_file()]
        if self.repo is not None and not self.shares_index:
            private = IndexFile(self._private_index(self.repo), self.notices.append, ours=True)
            files += [private] if private.path.exists() else []
        return tuple(files)

    def _private_index(self, repo: GitRepository) -> Path:
        return repo.git_dir() / "sai" / self.under / "index.duckdb"

    def shown(self, path: Path) -> str:
        """A path as messages name it: relative to the project where it lies in it."""
        inside = path.is_relative_to(self.root)
        return (path.relative_to(self.root) if inside else path).as_posix()

    def inside(self, path: Path, what: str) -> str:
        """A path, as seen from the current directory, relative to the project."""
        name = from_root(self.root.resolve(), path)
        if name.startswith("/") or Path(name).is_absolute():
            raise UsageError(
                f"{path} is not in the project {self.root}", hint=f"{what} takes files in it"
            )
        return name

    @property
    def baseline_name(self) -> str:
        """The baseline's path from where the run was started."""
        return self.place + self.resolved.settings.baseline

    def merges_baseline(self) -> bool:
        """Whether git merges the baseline without conflicts, or there is no git that could."""
        path = f"{self.under}{self.resolved.settings.baseline}"
        return self.repo is None or self.repo.attribute("merge", path) == "union"

    def baseline(self) -> Baseline | None:
        """The baseline as the tree shows it; None where there is none.

        A file that was asked for by name and is missing is a `BaselineError`.
        """
        path = self.root / self.resolved.settings.baseline
        name = self.baseline_name
        data = self.tree_bytes(path)
        if data is not None:
            return read_baseline(data, name)
        if path.is_dir():
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
        untracked: int = 0,
        with_baseline: bool = True,
    ) -> Question:
        """A question with this project's baseline."""
        baseline = self.baseline() if with_baseline else None
        name = self.resolved.settings.baseline
        return Question(tree, scope, changed, before, baseline, name, untracked)

    def untracked_sources(self) -> tuple[str, ...]:
        """Source files below the project's root that git neither tracks nor ignores."""
        untracked = self.repo.untracked(self.under) if self.repo is not None else ()
        settings = self.resolved.settings
        return tuple(path for path in untracked if language_in(settings, path))

    def disk_tree(self) -> PartOfTree:
        """The project's own files on disk: those that git tracks; outside git the not ignored."""
        return self.own(self.all_on_disk())

    def staged_tree(self) -> PartOfTree:
        """The project's own files as they are staged."""
        return self.own(self.all_staged())

    def all_on_disk(self) -> WorkingTree:
        """The files on disk, those of projects inside this one included."""
        return WorkingTree(self.root, self.repo, prune=self.path_filter().prunes)

    def all_staged(self) -> SourceTree:
        """The staged files, those of projects inside this one included."""
        assert self.repo is not None
        index = self.index or IndexTree(self.repo, self.repo.top)
        return PartOfTree(index, self.under) if self.under else index

    def own(self, whole: SourceTree) -> PartOfTree:
        """A tree without the files of projects inside this one."""
        return PartOfTree(whole, without=lambda: [p.place for p in self.inner_projects(whole)])

    def inner_projects(self, whole: SourceTree) -> tuple[InnerProject, ...]:
        """The projects inside this one, by place, as a tree has them."""
        paths = [entry.path for entry in whole.entries()]
        return self.inner_projects_among(paths, whole.read)

    def inner_projects_among(self, paths: Iterable[str], read: Read) -> tuple[InnerProject, ...]:
        """The same from the paths of a tree, with what reads them."""
        options = {name: value for name, value in self.options.items() if name != "baseline"}

        def resolved(table: Mapping[str, object], file_name: str) -> Resolved:
            return resolved_settings(Project(self.root, table), options, file_name)

        tracked = self.repo is not None
        return InnerProjects(read, resolved, tracked).among(paths, self.resolved.settings)

    def of_inner(self, inner: InnerProject) -> Session:
        """The session of a project inside this one."""
        return replace(
            self,
            root=self.root / inner.place,
            resolved=inner.resolved,
            explicit_baseline=False,
            place=self.place + inner.place,
            notices=[],
        )

    def path_filter(self) -> PathFilter:
        """What the project leaves out by its location."""
        return PathFilter(self.resolved.settings, tracked=self.repo is not None)


def from_root(root: Path, path: Path) -> str:
    """A path as the settings want it; one elsewhere stays absolute, which they refuse."""
    path = Path.cwd() / path
    path = path.parent.resolve() / path.name
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def resolved_settings(project: Project, options: Options, file_name: str = FILE) -> Resolved:
    """The settings of a project, with limits that suit its embedder where none are given."""
    resolved = resolve(
        project.table,
        environment=os.environ,
        command_line=options,
        choices={
            "languages": language_names(),
            WITHOUT_GRAMMAR: [name for name in language_names() if not has_grammar(name)],
            "chunker": tuple(CHUNKERS),
            "embedder": tuple(EMBEDDERS),
        },
        file_name=file_name,
    )
    settings = resolved.settings
    if resolved.origins["duplicates.min-score"] == DEFAULT:
        score = EMBEDDERS[settings.embedder].min_score
        duplicates = replace(settings.duplicates, min_score=score)
        settings = replace(settings, duplicates=duplicates)
    return replace(resolved, settings=settings)
