"""Chunk tables for tests: from source texts, or from chunks made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.chunk_table import ChunkTable
from sai.core.digests import exact_digest, renamed_digest, token_codes
from sai.core.source import Chunk, ChunkKind, Suppression, Token, TokenKind
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.syntax.languages import language_of

PlacedChunk = tuple[str, Chunk]


def chunks_of(files: Mapping[str, str]) -> list[PlacedChunk]:
    """The functions of files (path to text) with their paths, in the order of a table."""
    chunker = FunctionChunker()
    return [
        (path, chunk)
        for path in sorted(files)
        for chunk in chunker.chunks(files[path], language_of(path)).chunks
    ]


def chunk_of(
    words: Sequence[str],
    *,
    symbol: str = "f",
    start: int = 1,
    lines: int = 10,
    stub: bool = False,
    mark: Suppression | None = None,
) -> Chunk:
    """A chunk whose tokens are names from outside: each weighs 1, so shares are easy to count."""
    return Chunk(
        symbol=symbol,
        kind=ChunkKind.FUNCTION,
        start_line=start,
        end_line=start + lines - 1,
        code_lines=lines,
        text=" ".join(words),
        tokens=tuple(Token(TokenKind.NAME, word) for word in words),
        is_stub=stub,
        suppression=mark,
    )


def words(count: int, changed: int = 0, *, family: str = "w", edit: str = "x") -> list[str]:
    """`count` different words, the last `changed` of them others than without."""
    kept = count - changed
    return [_word(family, n) if n < kept else _word(edit, n) for n in range(count)]


def _word(family: str, number: int) -> str:
    return family + chr(97 + number // 26) + chr(97 + number % 26)


def table_of(
    placed: Iterable[PlacedChunk], vectors: npt.NDArray[np.int8] | None = None
) -> ChunkTable:
    """The table of some chunks, in the given order; sketched unless `vectors` are given."""
    rows = list(placed)
    chunks = [chunk for _, chunk in rows]
    embedder = SketchEmbedder()
    if vectors is None:
        vectors = embedder.embed([embedder.input_of(chunk) for chunk in chunks])
    marks = [chunk.suppression for chunk in chunks]
    return ChunkTable(
        paths=[path for path, _ in rows],
        symbols=[chunk.symbol for chunk in chunks],
        start_lines=_integers([chunk.start_line for chunk in chunks]),
        end_lines=_integers([chunk.end_line for chunk in chunks]),
        code_lines=_integers([chunk.code_lines for chunk in chunks]),
        digests=[exact_digest(chunk.tokens) for chunk in chunks],
        renamed=[renamed_digest(chunk.tokens) for chunk in chunks],
        is_stub=np.array([chunk.is_stub for chunk in chunks], dtype=np.bool_),
        no_duplicate=np.array([bool(m and m.no_duplicate) for m in marks], dtype=np.bool_),
        reasons=[m.reason if m else "" for m in marks],
        codes=[token_codes(chunk.tokens) for chunk in chunks],
        vectors=vectors,
        is_test=np.array([chunk.is_test for chunk in chunks], dtype=np.bool_),
        by_file=np.array([bool(m and m.by_file) for m in marks], dtype=np.bool_),
    )


def table_from(files: Mapping[str, str]) -> ChunkTable:
    """The table of files (path to text), as a project would have it."""
    return table_of(chunks_of(files))


def _integers(values: Sequence[int]) -> npt.NDArray[np.int32]:
    return np.array(values, dtype=np.int32)
