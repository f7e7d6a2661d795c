"""Turns what was read for a path into its bytes, or into the `Problem` that says why not."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Sequence

from sai.core.source import Problem, TreeEntry
from sai.sources.git import GitRepository

LFS_POINTER = b"version https://git-lfs.github.com/spec/"
REASONS = {
    errno.EACCES: "no permission to read it",
    errno.EPERM: "no permission to read it",
    errno.ENOENT: "vanished while being read",
    errno.ENOTDIR: "vanished while being read",
    errno.EISDIR: "not a regular file",
    errno.ELOOP: "symbolic links in a circle",
    errno.ENAMETOOLONG: "name too long",
}


def read_blobs(
    repo: GitRepository,
    paths: Iterable[str],
    entries: Sequence[TreeEntry],
    absence: Callable[[str], str],
) -> dict[str, bytes | Problem]:
    """Content of `paths`, whose blobs `entries` list; each blob is asked for once.

    A path without a blob is a `Problem` with the reason that `absence` gives for it.
    """
    blobs = {entry.path: entry.blob for entry in entries}
    wanted = {path: blobs.get(path, "") for path in paths}
    contents = dict(repo.blobs(dict.fromkeys(filter(None, wanted.values()))))
    return {
        path: text_of(path, contents[blob]) if blob else Problem(path, absence(path))
        for path, blob in wanted.items()
    }


def text_of(path: str, content: bytes | None) -> bytes | Problem:
    """`content` itself, unless it is missing or only points to a text kept elsewhere."""
    if content is None:
        return Problem(path, "content missing from the git repository")
    if content.startswith(LFS_POINTER):
        return Problem(path, "Git LFS pointer")
    return content


def unreadable(path: str, error: OSError) -> Problem:
    """The problem with a file that the operating system does not hand out."""
    reason = REASONS.get(error.errno or 0)
    return Problem(path, reason or f"cannot be read: {error.strerror or error}")
