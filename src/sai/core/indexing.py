"""What the commands of the index tell: changes, freshness, decisions, the state of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

NOTHING_TO_INDEX = "nothing to index"
NO_LANGUAGE = "no language that is read"


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a sync changed in a view; `files` is how many it shows now.

    `added` are paths with their number of chunks, `removed` paths with the reason; both sorted.
    """

    added: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, str], ...]
    files: int


@dataclass(frozen=True, slots=True)
class Freshness:
    """How many files of a tree the index knows as they are, knows otherwise, lacks, or has left."""

    current: int
    changed: int
    new: int
    gone: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one file. `note` is why it is left out, or what is odd about it."""

    path: str
    is_indexed: bool
    chunks: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The index file and what a run would make of it.

    `size` is in bytes, None where there is no file; `format` None where there is no index;
    `is_usable` says that it is that of this version. `rows` counts by table. `shared` says that
    git tracks `named`, so that `path` is this place's own copy. `dimension` is that of the vectors,
    0 where it is not known yet.
    """

    path: str
    named: str
    shared: bool
    size: int | None
    format: int | None
    is_usable: bool
    rows: Mapping[str, int]
    embedder: str
    embedder_id: str
    dimension: int
    chunker: str
    freshness: Freshness
