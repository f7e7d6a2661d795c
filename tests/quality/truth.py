"""Evaluation pairs: read them, rename everything in them, ask whether they are linked."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase

from tests.chunk_tables import PlacedChunk, chunks_of, table_of

from sai.core.duplicates import LinkFinder
from sai.core.limits import PathLimits
from sai.core.settings import DuplicateSettings
from sai.core.source import Chunk, Token, TokenKind

TO_FIND = ("T1", "T2", "T3")
LOOKALIKE = "HN"

_IDENTIFIERS = (TokenKind.NAME, TokenKind.LOCAL, TokenKind.OWN)
_LITERALS = (TokenKind.STRING, TokenKind.NUMBER)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files and what their functions are to each other: T1, T2, T3, T4 or HN."""

    id: str
    kind: str
    left: tuple[PlacedChunk, ...]
    right: tuple[PlacedChunk, ...]


def read_pairs(root: Path) -> list[Pair]:
    """The pairs that `truth.json` in `root` lists."""
    rows = json.loads((root / "truth.json").read_text(encoding="utf-8"))
    return [
        Pair(row["id"], row["kind"], _cut(root, row["left"]), _cut(root, row["right"]))
        for row in rows
    ]


def _cut(root: Path, side: Mapping[str, str]) -> tuple[PlacedChunk, ...]:
    name = side["file"]
    return tuple(chunks_of({name: (root / name).read_text(encoding="utf-8")}))


def is_linked(pair: Pair) -> bool:
    """Whether default settings link any function of the left with any of the right."""
    table = table_of((*pair.left, *pair.right))
    border = len(pair.left)
    links = LinkFinder(table, PathLimits(DuplicateSettings())).links()
    return any(link.a < border <= link.b for link in links)


def renamed_throughout(pair: Pair, seed: int) -> Pair:
    """The pair with other identifiers, strings and numbers: equal ones stay equal, others do not.

    One mapping for both sides. Syntax stays as it is; so do the lengths in tokens and lines.
    """
    naming = _Naming(seed)
    return replace(pair, left=naming.side(pair.left), right=naming.side(pair.right))


class _Naming:
    """Invents a new text for every identifier and literal, always the same for the same one."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()

    def side(self, placed: Sequence[PlacedChunk]) -> tuple[PlacedChunk, ...]:
        return tuple((path, self._chunk(chunk)) for path, chunk in placed)

    def _chunk(self, chunk: Chunk) -> Chunk:
        return replace(chunk, tokens=tuple(self._token(token) for token in chunk.tokens))

    def _token(self, token: Token) -> Token:
        if token.kind in _IDENTIFIERS:
            return Token(token.kind, self._new("identifier", token.text, "_"))
        if token.kind in _LITERALS:
            return Token(token.kind, self._new(token.kind.value, token.text, " "))
        return token

    def _new(self, sort: str, text: str, separator: str) -> str:
        if (sort, text) not in self._given:
            invented = self._invented(sort, separator)
            while invented in self._taken:
                invented = self._invented(sort, separator)
            self._taken.add(invented)
            self._given[sort, text] = invented
        return self._given[sort, text]

    def _invented(self, sort: str, separator: str) -> str:
        if sort == TokenKind.NUMBER.value:
            return str(self._random.randrange(10**6))
        words = range(self._random.randint(1, 3))
        return separator.join("".join(self._random.choices(ascii_lowercase, k=5)) for _ in words)
