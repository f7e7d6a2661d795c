"""The source tree of a commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sai.core.source import Problem, TreeEntry
from sai.sources.content import read_blobs
from sai.sources.git import GitRepository


class CommitTree:
    """Files of `commit` below `root`, or only those of `paths` (relative to `root`) that it has.

    The commit is listed once.
    """

    def __init__(
        self, repo: GitRepository, root: Path, commit: str, paths: Iterable[str] | None = None
    ) -> None:
        self._repo = repo
        self._under = repo.under(root)
        self._commit = commit
        self._paths = None if paths is None else sorted(paths)
        self._entries: tuple[TreeEntry, ...] | None = None

    @property
    def view(self) -> str:
        """Nothing: commits are not remembered in the index."""
        return ""

    @property
    def problems(self) -> Sequence[Problem]:
        """None: git lists all or refuses."""
        return ()

    def entries(self) -> Sequence[TreeEntry]:
        """The commit's regular files by path, each with blob and size."""
        if self._entries is None:
            self._entries = self._repo.commit_entries(self._commit, self._under, self._paths)
        return self._entries

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        """The content of the given paths in the commit, through one git process."""
        absent = f"not in commit {self._commit[:12]}"
        return read_blobs(self._repo, paths, self.entries(), lambda _path: absent)
