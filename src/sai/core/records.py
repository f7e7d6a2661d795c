"""What the index keeps: the chunks of a content, the contents of a tree, new vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sai.core.digests import Codes
from sai.core.source import IdleMarker


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
    is_test: bool = False
    by_file: bool = False


class Unindexed(NamedTuple):
    """A function that `sai-noindexing` left out: its lines, symbol and the reason.

    `by_file`: the marker is one for the whole file.
    """

    start_line: int
    end_line: int
    symbol: str
    reason: str
    by_file: bool = False


@dataclass(frozen=True, slots=True)
class ContentRecord:
    """All that is known of one content (bytes in a language, cut by one pipeline).

    `skipped` says why it has no chunks, `problem` what was odd about it though it has some;
    `unindexed` are the functions that `sai-noindexing` left out, `idle` the markers that speak of
    no function.
    """

    key: str
    chunks: tuple[ChunkRecord, ...] = ()
    skipped: str = ""
    problem: str = ""
    unindexed: tuple[Unindexed, ...] = ()
    idle: tuple[IdleMarker, ...] = ()


class Oddity(NamedTuple):
    """What is odd about a content; see `ContentRecord`."""

    skipped: str
    problem: str
    unindexed: tuple[Unindexed, ...] = ()
    idle: tuple[IdleMarker, ...] = ()


class ViewEntry(NamedTuple):
    """A file of a view: the proof by which it is recognised unread, and its content key."""

    proof: str
    content: str


@dataclass(frozen=True, slots=True)
class SyncBatch:
    """What one write adds. `vectors` has shape (len(vector_keys), dimension)."""

    contents: Sequence[ContentRecord]
    vector_keys: Sequence[str]
    vectors: npt.NDArray[np.int8]
    blobs: Mapping[str, str]  # proof by git object id -> content key
