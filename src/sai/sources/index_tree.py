"""The source tree that the next commit would hold: git's index."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sai.core.source import Problem, TreeEntry
from sai.sources.content import read_blobs
from sai.sources.git import GitRepository

UNMERGED = "unmerged: its conflict is not resolved in the index"
LEFT_AT_THE_REMOTE = "outside the sparse checkout of this partial clone"


class IndexTree:
    """Staged files below `root`; the index is listed once.

    A path with an unresolved merge is listed without a blob, and reading it is a `Problem`.
    """

    def __init__(self, repo: GitRepository, root: Path) -> None:
        self._repo = repo
        self._under = repo.under(root)
        self._entries: tuple[TreeEntry, ...] | None = None
        self._left: frozenset[str] | None = None

    @property
    def view(self) -> str:
        """The name of this view in the index."""
        return "staged"

    @property
    def problems(self) -> Sequence[Problem]:
        """None: git lists all or refuses."""
        return ()

    def entries(self) -> Sequence[TreeEntry]:
        """All staged regular files by path, each with its blob."""
        if self._entries is None:
            staged = self._repo.staged(self._under)
            unmerged = (TreeEntry(path) for path in staged.unmerged)
            self._entries = tuple(
                sorted((*staged.entries, *unmerged), key=lambda entry: entry.path)
            )
        return self._entries

    def holds(self, path: str) -> bool:
        """Whether a file is staged at exactly this path, its merge finished or not."""
        entries = self.entries()
        place = bisect_left(entries, path, key=lambda entry: entry.path)
        return place < len(entries) and entries[place].path == path

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        """The staged content of the given paths, through one git process.

        Nothing is fetched that a sparse checkout of a partial clone has left at the remote.
        """
        entries, left = self.entries(), self._left_at_the_remote()
        reasons = {entry.path: UNMERGED for entry in entries if not entry.blob}
        reasons |= dict.fromkeys(left, LEFT_AT_THE_REMOTE)
        return read_blobs(
            self._repo,
            paths,
            [entry for entry in entries if entry.path not in left] if left else entries,
            lambda path: reasons.get(path, "not in the git index"),
        )

    def _left_at_the_remote(self) -> frozenset[str]:
        if self._left is None:
            self._left = self._repo.left_at_the_remote(self._under)
        return self._left
