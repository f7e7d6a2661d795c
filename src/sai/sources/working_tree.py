"""The source tree as it lies on disk: the files that git tracks, or all that are not ignored."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sai.core.source import Problem, TreeEntry
from sai.sources.content import text_of, unreadable
from sai.sources.git import GitRepository
from sai.sources.unfollowed import ABSENT, LINK, NO_FILE

RACY_NS = 2_000_000_000
"""A file this young can change again without a new time stamp (coarse file systems)."""


class WorkingTree:
    """Files on disk below `root`: those tracked by `repo`, or found by walking where it is None.

    Symbolic links are not followed, neither files nor directories. `prune` says of a directory
    (relative path) that walking need not enter it. The tree is listed once.
    """

    def __init__(
        self,
        root: Path,
        repo: GitRepository | None,
        *,
        clock: Callable[[], float] = time.time,
        prune: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._root = str(root)
        self._tracked = None if repo is None else lambda: repo.tracked(repo.under(root))
        self._clock = clock
        self._prune = prune
        self._entries: tuple[TreeEntry, ...] | None = None
        self._problems: list[Problem] = []
        self._aside: list[Problem] = []
        self._unfollowed = None if repo is None else lambda: repo.unfollowed(repo.under(root))

    @property
    def view(self) -> str:
        """The name of this view in the index."""
        return "disk"

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Directories that could not be listed; known after `entries`."""
        return tuple(sorted(self._problems))

    def aside(self) -> tuple[Problem, ...]:
        """What lies here and is no file of this tree, by path, with what it is.

        Where git lists the files: links, submodules, and tracked files that are not on disk. Else
        links, and directories that were not entered, with a final slash.
        """
        present = {entry.path for entry in self.entries()}
        if self._tracked is None or self._unfollowed is None:
            return tuple(sorted(self._aside))
        missing = [Problem(p, self._absence(p)) for p in self._tracked() if p not in present]
        return tuple(sorted((*self._unfollowed(), *missing)))

    def entries(self) -> Sequence[TreeEntry]:
        """All regular files by path, each with its size and, unless it is too young, a stamp."""
        if self._entries is None:
            youngest = int(self._clock() * 1e9) - RACY_NS
            found = self._walked() if self._tracked is None else self._present(self._tracked())
            entries = (_entry(path, status, youngest) for path, status in found)
            self._entries = tuple(sorted(entries, key=lambda entry: entry.path))
        return self._entries

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        """The content of the given paths on disk now."""
        return {path: self._read_one(path) for path in paths}

    def _read_one(self, path: str) -> bytes | Problem:
        try:
            return text_of(path, Path(f"{self._root}/{path}").read_bytes())
        except OSError as error:
            return unreadable(path, error)

    def _absence(self, path: str) -> str:
        """Why a file that git tracks is no file here."""
        place = Path(f"{self._root}/{path}")
        below = place.parents[: path.count("/")]
        if any(os.path.islink(each) for each in (place, *below)):  # noqa: PTH114 - never raises
            return LINK
        return NO_FILE if os.path.lexists(place) else ABSENT

    def _walked(self) -> Iterator[tuple[str, os.stat_result | None]]:
        from sai.sources.disk_walk import walk_files  # loads pathspec, 30 ms

        return walk_files(self._root, self._prune, self._problems, self._aside)

    def _present(self, paths: Iterable[str]) -> Iterator[tuple[str, os.stat_result | None]]:
        """The tracked files that are there; None for the state of one that hides it."""
        real: dict[str, bool] = {"": True}
        for path in paths:
            if not self._is_real_directory(path.rpartition("/")[0], real):
                continue
            try:
                status = os.lstat(f"{self._root}/{path}")
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                yield path, None
                continue
            if stat.S_ISREG(status.st_mode):
                yield path, status

    def _is_real_directory(self, directory: str, known: dict[str, bool]) -> bool:
        """Whether no part of `directory` is a symbolic link: git tracks nothing behind one."""
        if directory not in known:
            parent = directory.rpartition("/")[0]
            # Path.is_symlink would raise below a directory that may not be entered.
            link = os.path.islink(f"{self._root}/{directory}")  # noqa: PTH114
            known[directory] = not link and self._is_real_directory(parent, known)
        return known[directory]


def _entry(path: str, status: os.stat_result | None, youngest: int) -> TreeEntry:
    if status is None:
        return TreeEntry(path)
    # Modification times can be set back (`touch -r`, unpackers), those of a change of status not.
    settled = max(status.st_mtime_ns, status.st_ctime_ns) <= youngest
    stamp = f"{status.st_size}:{status.st_mtime_ns}:{status.st_ctime_ns}" if settled else ""
    return TreeEntry(path, stamp=stamp, size=status.st_size)
