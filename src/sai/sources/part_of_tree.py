"""A part of a source tree: the files of one project, where several lie in one tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from sai.core.source import Problem, TreeEntry
from sai.ports import SourceTree


class PartOfTree:
    """Files of `whole` below `under` ("" or a directory with a final slash), relative to it.

    What lies below the directories that `without` gives (relative to `under`, with a final slash)
    is no part of it; they are asked for when the files are. The whole is listed once.
    """

    def __init__(
        self, whole: SourceTree, under: str = "", without: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._whole = whole
        self._under = under
        self._find_others = without
        self._others: tuple[str, ...] | None = None
        self._entries: Sequence[TreeEntry] | None = None

    @property
    def view(self) -> str:
        """The name of the whole tree's view in the index."""
        return self._whole.view

    @property
    def problems(self) -> Sequence[Problem]:
        """Directories of this part that could not be listed; known after `entries`."""
        return tuple(
            replace(problem, path=problem.path[len(self._under) :])
            for problem in self._whole.problems
            if self._is_inside(problem.path)
        )

    def entries(self) -> Sequence[TreeEntry]:
        """The files of this part, by path."""
        if self._entries is None:
            listed = self._whole.entries()
            if self._under or self.others:
                start = len(self._under)
                listed = tuple(
                    replace(entry, path=entry.path[start:])
                    for entry in listed
                    if self._is_inside(entry.path)
                )
            self._entries = listed
        return self._entries

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        """The content of the given paths of this part."""
        if not self._under:
            return self._whole.read(paths)
        start = len(self._under)
        found = self._whole.read([self._under + path for path in paths])
        return {
            path[start:]: replace(data, path=data.path[start:])
            if isinstance(data, Problem)
            else data
            for path, data in found.items()
        }

    @property
    def others(self) -> tuple[str, ...]:
        """The directories inside that are no part of this one."""
        if self._others is None:
            self._others = tuple(self._find_others())
        return self._others

    def own(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of the paths in the whole tree that lie in this part, relative to it."""
        start = len(self._under)
        return frozenset(path[start:] for path in paths if self._is_inside(path))

    def _is_inside(self, path: str) -> bool:
        start = len(self._under)
        return path.startswith(self._under) and not path.startswith(self.others, start)
