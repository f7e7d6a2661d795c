"""Source values: spans, tokens, chunks and what a source tree lists."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of lines in a file: `/`-separated relative path, 1-based, both ends inclusive."""

    path: str
    start_line: int
    end_line: int

    def __post_init__(self) -> None:
        if not 1 <= self.start_line <= self.end_line:
            raise ValueError(f"not a line range: {self.start_line}..{self.end_line}")

    def __str__(self) -> str:
        return f"{self.path}:{self.start_line}"


class TokenKind(str, Enum):
    """What a normalised token is; the value is its tag in digests and embedder inputs."""

    SYNTAX = "k"  # keyword, operator, bracket, end of an indented block
    NAME = "n"  # a name from outside the function: called, imported, attribute, property, keyword
    LOCAL = "l"  # a name bound in the function or a function around it
    OWN = "o"  # the function's own name, called by itself
    STRING = "s"
    NUMBER = "d"


class Token(NamedTuple):
    """One normalised leaf of the syntax tree: its kind and its text as written."""

    kind: TokenKind
    text: str


class ChunkKind(str, Enum):
    """How a chunk was cut."""

    FUNCTION = "function"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Suppression:
    """What an opt-out marker asks for, with the reason its author wrote.

    `by_file`: it is a marker for the whole file.
    """

    no_index: bool = False
    no_duplicate: bool = False
    reason: str = ""
    by_file: bool = False

    @property
    def word(self) -> str:
        """The marker as it is written."""
        return marker_word(no_index=self.no_index, by_file=self.by_file)


def marker_word(*, no_index: bool, by_file: bool) -> str:
    """How a marker is written."""
    what = "sai-noindexing" if no_index else "sai-noduplicate"
    return f"{what}-file" if by_file else what


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit we compare, cut from one file's text; it knows no path.

    `start_line` (decorators included) to `end_line` are 1-based and inclusive; `code_lines`
    counts lines that hold at least one compared token. `text` is free of comments.
    `symbol` is qualified (`Class.method`), unique in its file (`name#2` for the second).
    `is_test` says that the code itself calls it a test, wherever the file lies.
    """

    symbol: str
    kind: ChunkKind
    start_line: int
    end_line: int
    code_lines: int
    text: str
    tokens: tuple[Token, ...]
    is_stub: bool = False
    suppression: Suppression | None = None
    is_test: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.start_line <= self.end_line:
            raise ValueError(f"not a line range: {self.start_line}..{self.end_line}")


class IdleMarker(NamedTuple):
    """A marker that speaks of nothing: its 1-based line and what is wrong with it."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Cut:
    """What a chunker made of a text: its chunks, and what was odd about it ("" for nothing).

    `skipped` says why the text could not be cut at all.
    """

    chunks: tuple[Chunk, ...]
    problem: str = ""
    skipped: str = ""
    idle: tuple[IdleMarker, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file that a source tree lists.

    `blob` is the git object id where the tree knows it: equal ids mean equal bytes, in any
    tree. `stamp` is a cheap proof (size and modification time) that holds for this path only;
    empty where it cannot be trusted. `size` is in bytes, None where it is not known.
    """

    path: str
    blob: str = ""
    stamp: str = ""
    size: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A file that was left out (`skipped`) or only partly understood, and why."""

    path: str
    reason: str
    skipped: bool = True
