"""Reads git's NUL-separated answers; pure functions from bytes to values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sai.core.source import Problem, TreeEntry
from sai.sources.unfollowed import LINK, SUBMODULE

REGULAR_MODES = frozenset({"100644", "100755", "100664"})
"""Modes of files; symbolic links (120000) and submodules (160000) are not followed."""

_UNFOLLOWED = {"120000": LINK, "160000": SUBMODULE}

EMPTY_BLOBS = frozenset(
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
"""The object id of no bytes, in SHA-1 and in SHA-256 repositories."""


class IndexRow(NamedTuple):
    """A line of the index; `stage` is "0", or "1" to "3" where a merge is not finished."""

    path: str
    mode: str
    blob: str
    stage: str


class RawRow(NamedTuple):
    """A line of a raw diff; a blob is empty where that side has no regular file.

    `unread` says that git saw only the file's stamp on disk, not its content.
    """

    path: str
    old_blob: str
    new_blob: str
    exists: bool
    unread: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A path whose content differs between two trees.

    `old_blob` is empty where the path is new; `exists` is False where it was deleted.
    """

    path: str
    old_blob: str
    exists: bool


def fields(output: bytes) -> list[bytes]:
    """The NUL-terminated fields of an answer."""
    return output.split(b"\0")[:-1]


def one_line(output: bytes) -> str:
    """An answer of one line; a line break inside it (a directory name) stays."""
    return os.fsdecode(output.removesuffix(b"\n"))


def index_rows(output: bytes, cut: int) -> list[IndexRow]:
    """Regular files of `ls-files --stage -z`, the first `cut` characters of each path dropped."""
    return [
        IndexRow(path[cut:], mode, blob, stage)
        for (mode, blob, stage), path in _regular_files(output)
    ]


def unfollowed(output: bytes, cut: int) -> list[Problem]:
    """What else `ls-files --stage -z` lists, with what it is; paths are cut like those of files."""
    rows = (raw.partition(b"\t") for raw in fields(output))
    return [
        Problem(os.fsdecode(path)[cut:], _UNFOLLOWED[head[:6].decode("ascii")])
        for head, _, path in rows
        if head[:6].decode("ascii") in _UNFOLLOWED
    ]


def tree_entries(output: bytes, cut: int) -> list[TreeEntry]:
    """Regular files of `ls-tree -r -z -l`, the first `cut` characters of each path dropped."""
    return [
        TreeEntry(path[cut:], blob=blob, size=int(size) if size.isdigit() else None)
        for (_, _, blob, size), path in _regular_files(output)
    ]


def _regular_files(output: bytes) -> Iterator[tuple[list[str], str]]:
    """Rows of `mode ... TAB path`: the words before the tabulator, the path."""
    for raw in fields(output):
        head, _, path = raw.partition(b"\t")
        words = head.decode("ascii").split()
        if words[0] in REGULAR_MODES:
            yield words, os.fsdecode(path)


def raw_rows(output: bytes) -> list[RawRow]:
    """Rows of a raw diff without rename detection (`--raw -z --no-renames --no-abbrev`)."""
    parts = fields(output)
    return [
        _raw_row(head.decode("ascii"), os.fsdecode(path))
        for head, path in zip(parts[::2], parts[1::2], strict=True)
    ]


def changes(rows: Iterable[RawRow], cut: int) -> tuple[Change, ...]:
    """What really changed, sorted: no mode bits, no links and submodules, each path once."""
    found: dict[str, Change] = {}
    for row in rows:
        differs = row.unread or row.old_blob != row.new_blob
        if differs and (row.old_blob or row.exists):
            path = row.path[cut:]
            # Git names an unmerged path twice; the row with a blob says more.
            if row.old_blob or path not in found:
                found[path] = Change(path, row.old_blob, row.exists)
    return tuple(found[path] for path in sorted(found))


def quoted(path: str) -> bytes:
    """A path as git reads it from a line: in double quotes, unusual bytes in octal."""
    safe = (
        chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:03o}" for b in os.fsencode(path)
    )
    return f'"{"".join(safe)}"'.encode("ascii")


def _raw_row(head: str, path: str) -> RawRow:
    old_mode, new_mode, old_blob, new_blob, status = head[1:].split()
    exists = new_mode in REGULAR_MODES
    unread = exists and not new_blob.strip("0")
    if status == "U":  # a merge is not finished: git shows neither side
        return RawRow(path, "", "", exists=True, unread=True)
    return RawRow(
        path,
        old_blob if old_mode in REGULAR_MODES else "",
        new_blob if exists and not unread else "",
        exists,
        unread,
    )
