"""What the services work with: the settings and adapters of one project, chosen by bootstrap."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sai.core.baseline import Baseline
from sai.core.limits import PathLimits
from sai.core.settings import Settings
from sai.errors import IndexLostError, IndexUnusableError
from sai.ports import Chunker, ChunkStore, Embedder, Progress, SourceTree

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Workspace:
    """One project.

    `limits` are those of the settings, by path. `excluded` says why a path is left out ("" if it
    is not); `is_test` whether it is a test; `private_store` makes an empty store for this run
    alone, for when the index is in use or cannot be written. `notices` collects single lines for
    a person. `clock` gives seconds; only when something is written early rests on it.
    """

    settings: Settings
    limits: PathLimits
    chunker: Chunker
    embedder: Embedder
    store: ChunkStore
    private_store: Callable[[], ChunkStore]
    excluded: Callable[[str], str]
    is_test: Callable[[str], bool]
    progress: Progress
    notices: list[str] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic

    def with_store(self, run: Callable[[ChunkStore], _Result]) -> _Result:
        """What `run` makes of the project's store, or of a private one if that is out of use.

        One that was damaged is tried once more, made anew.
        """
        try:
            try:
                return run(self.store)
            except IndexLostError:
                return run(self.store)
        except IndexUnusableError as error:
            self.notices.append(f"{error.message}; this run made a private index")
            return run(self.private_store())


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be judged.

    `changed` are the paths that may hold findings, None for all. `before` are states of just
    these paths that are accepted as they were: one for each parent of the change. `scope` says
    it in words. With a `semantic_score`, pairs that are not linked but score this are listed, too;
    with `show_suppressed` what markers silenced.
    """

    tree: SourceTree
    scope: str
    changed: frozenset[str] | None = None
    before: Sequence[SourceTree] = ()
    baseline: Baseline | None = None
    baseline_path: str = ""
    untracked: int = 0
    semantic_score: float | None = None
    show_suppressed: bool = False


@dataclass(frozen=True, slots=True)
class TreeFiles:
    """What a sync found out about a tree: content key by path, and what was left out and why."""

    contents: Mapping[str, str]
    unread: Mapping[str, str]  # path -> reason: could not be read
    excluded: Mapping[str, int]  # reason -> number of files
