"""What the index keeps: the chunks of a content, the contents of a tree, new vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sai.core.digests import Codes


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """A chunk as it is kept, under its content; see `Chunk` and `ChunkTable` for the fields."""

    symbol: str
    start_line: int
    end_line: int
    code_lines: int
    digest: str
    renamed: str
    vector_key: str
    codes: Codes
    is_stub: bool
    no_duplicate: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ContentRecord:
    """All that is known of one content (bytes in a language, cut by one pipeline).

    `skipped` says why it has no chunks, `problem` what was odd about it though it has some;
    `unindexed` counts the functions that `sai-noindexing` left out.
    """

    key: str
    chunks: tuple[ChunkRecord, ...] = ()
    skipped: str = ""
    problem: str = ""
    unindexed: int = 0


class Oddity(NamedTuple):
    """What is odd about a content; see `ContentRecord`."""

    skipped: str
    problem: str
    unindexed: int


class ViewEntry(NamedTuple):
    """A file of a view: the proof by which it is recognised unread ("" for none), its content."""

    proof: str
    content: str


@dataclass(frozen=True, slots=True)
class SyncBatch:
    """What one write adds. `vectors` has shape (len(vector_keys), dimension)."""

    contents: Sequence[ContentRecord]
    vector_keys: Sequence[str]
    vectors: npt.NDArray[np.int8]
    blobs: Mapping[str, str]  # proof by git object id -> content key
