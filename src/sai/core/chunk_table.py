"""The chunks of a source tree as columns: what links, clusters and the baseline are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sai.core.digests import Codes
from sai.core.matching import Identity, Place
from sai.core.source import Span
from sai.core.windows import function_of

Pair = tuple[int, int]
"""Two rows of a table, the smaller one first."""


@dataclass(frozen=True, slots=True)
class ChunkTable:
    """Parallel columns, one item a chunk, sorted by path, then start line, then ordinal.

    `vectors` has shape (chunks, dimension). `codes[i]` are the token codes of chunk i. `by_file`
    says that a marker silences the whole file, not the chunk by itself.
    """

    paths: Sequence[str]
    symbols: Sequence[str]
    start_lines: npt.NDArray[np.int32]
    end_lines: npt.NDArray[np.int32]
    code_lines: npt.NDArray[np.int32]
    digests: Sequence[str]
    renamed: Sequence[str]
    is_stub: npt.NDArray[np.bool_]
    no_duplicate: npt.NDArray[np.bool_]
    reasons: Sequence[str]
    codes: Sequence[Codes]
    vectors: npt.NDArray[np.int8]
    is_test: npt.NDArray[np.bool_]
    by_file: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.paths)

    def take(self, rows: Sequence[int]) -> ChunkTable:
        """The table of some rows, in the given order."""
        picked = np.array(rows, dtype=np.int64)
        return ChunkTable(
            [self.paths[i] for i in rows],
            [self.symbols[i] for i in rows],
            self.start_lines[picked],
            self.end_lines[picked],
            self.code_lines[picked],
            [self.digests[i] for i in rows],
            [self.renamed[i] for i in rows],
            self.is_stub[picked],
            self.no_duplicate[picked],
            [self.reasons[i] for i in rows],
            [self.codes[i] for i in rows],
            self.vectors[picked],
            self.is_test[picked],
            self.by_file[picked],
        )

    def followed_by(self, other: ChunkTable) -> ChunkTable:
        """Both tables in one; rows of `other` come behind, so the whole is not sorted."""
        return ChunkTable(
            [*self.paths, *other.paths],
            [*self.symbols, *other.symbols],
            np.concatenate([self.start_lines, other.start_lines]),
            np.concatenate([self.end_lines, other.end_lines]),
            np.concatenate([self.code_lines, other.code_lines]),
            [*self.digests, *other.digests],
            [*self.renamed, *other.renamed],
            np.concatenate([self.is_stub, other.is_stub]),
            np.concatenate([self.no_duplicate, other.no_duplicate]),
            [*self.reasons, *other.reasons],
            [*self.codes, *other.codes],
            np.concatenate([self.vectors, other.vectors]),
            np.concatenate([self.is_test, other.is_test]),
            np.concatenate([self.by_file, other.by_file]),
        )

    def span(self, index: int) -> Span:
        """Where a chunk stands."""
        return Span(self.paths[index], int(self.start_lines[index]), int(self.end_lines[index]))

    def identity(self, index: int) -> Identity:
        """What a chunk is recognised by, without line numbers."""
        place = Place(self.paths[index], self.symbols[index])
        return Identity(place, self.digests[index], self.renamed[index])

    def overlap(self, a: int, b: int) -> bool:
        """Whether two chunks are too close to be copies of each other.

        They share a line of one file, as a function and one nested in it do, or are parts of one
        function.
        """
        if self.paths[a] != self.paths[b]:
            return False
        if self.start_lines[a] <= self.end_lines[b] and self.start_lines[b] <= self.end_lines[a]:
            return True
        whole = function_of(self.symbols[a])
        return bool(whole) and whole == function_of(self.symbols[b])
