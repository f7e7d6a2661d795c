"""Exact neighbours among int8 vectors, in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_BLOCK_CELLS = 1 << 24  # cells of one block of products: 64 MiB of float32
_SLACK = 1e-5  # float32 preselection; the decision is taken on exact numbers


class Neighbours(NamedTuple):
    """Pairs of rows with their cosine, each of shape (n,); sorted by query, then row."""

    query: npt.NDArray[np.int64]
    row: npt.NDArray[np.int64]
    score: npt.NDArray[np.float64]


def neighbours(
    vectors: npt.NDArray[np.int8], queries: npt.NDArray[np.int64], min_score: float
) -> Iterator[Neighbours]:
    """All rows whose cosine with a query row is at least `min_score`, the query itself excepted.

    They come in blocks of queries, in order: all of them at once may be too many to hold.

    `vectors` has shape (rows, dimension), `queries` are row numbers. Products of int8 vectors up
    to 1,024 dimensions are exact integers in float32, in any order of summation, so the result
    is the same on every machine. A zero vector has no neighbours. O(queries * rows * dimension).
    """
    unit = vectors.astype(np.float32)
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.int64)
    lengths = np.sqrt(squares.astype(np.float64))
    inverse = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    inverse32 = inverse.astype(np.float32)
    step = max(1, _BLOCK_CELLS // max(1, len(vectors)))
    for start in range(0, len(queries), step):
        block = queries[start : start + step]
        products = unit[block] @ unit.T
        scores = products * inverse32[block, None]
        scores *= inverse32[None, :]
        local, row = np.nonzero(scores >= np.float32(min_score - _SLACK))
        query = block[local]
        roots = np.sqrt((squares[query] * squares[row]).astype(np.float64))
        dots, unknown = products[local, row].astype(np.float64), np.full(len(row), -1.0)
        exact = np.divide(dots, roots, out=unknown, where=roots > 0)
        keep = (exact >= min_score) & (query != row) & (roots > 0)
        yield Neighbours(query[keep], row[keep].astype(np.int64), exact[keep])


def cosine(a: npt.NDArray[np.int8], b: npt.NDArray[np.int8]) -> float:
    """Cosine of two int8 vectors from exact integer sums; 0 where one of them is zero."""
    left, right = a.astype(np.int64), b.astype(np.int64)
    squares = int(left @ left) * int(right @ right)
    return float(int(left @ right) / np.sqrt(float(squares))) if squares else 0.0
