"""Neighbours among int8 vectors: exact, whatever the blocks and the order of rows."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from sai.core import vectors as module
from sai.core.vectors import Neighbours, cosine, neighbours

Vectors = npt.NDArray[np.int8]
Found = list[tuple[int, int, float]]

small_vectors = st.integers(1, 5).flatmap(
    lambda width: st_numpy.arrays(
        np.int8, st.tuples(st.integers(1, 12), st.just(width)), elements=st.integers(-3, 3)
    )
)
scores = st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0])


def brute_force(vectors: Vectors, queries: list[int], min_score: float) -> Found:
    rows = vectors.astype(np.int64)
    found = []
    for query in queries:
        for row in range(len(rows)):
            squares = int(rows[query] @ rows[query]) * int(rows[row] @ rows[row])
            if query == row or not squares:
                continue
            score = int(rows[query] @ rows[row]) / math.sqrt(squares)
            if score >= min_score:
                found.append((query, row, score))
    return found


def listed(blocks: Iterable[Neighbours]) -> Found:
    return [
        item
        for found in blocks
        for item in zip(found.query.tolist(), found.row.tolist(), found.score.tolist(), strict=True)
    ]


def random_vectors(rows: int, dimension: int, seed: int) -> Vectors:
    """Vectors in families, so that cosines of all sizes occur."""
    random = np.random.default_rng(seed)
    centres = random.integers(-100, 100, (5, dimension))
    noise = random.integers(-60, 60, (rows, dimension))
    values = np.clip(centres[random.integers(0, 5, rows)] + noise, -128, 127)
    return np.array(values, dtype=np.int8)


@given(small_vectors, scores)
def test_neighbours_are_those_of_a_brute_force(vectors: Vectors, min_score: float) -> None:
    queries = np.arange(len(vectors))
    found = listed(neighbours(vectors, queries, min_score))
    assert found == brute_force(vectors, queries.tolist(), min_score)


@pytest.mark.parametrize("dimension", [256, 1024])
def test_long_vectors_are_compared_exactly(dimension: int) -> None:
    vectors = random_vectors(120, dimension, seed=dimension)
    queries = np.arange(0, 120, 3)
    found = listed(neighbours(vectors, queries, 0.5))
    assert found == brute_force(vectors, queries.tolist(), 0.5)
    assert found


def test_the_largest_sums_stay_exact() -> None:
    vectors = np.full((3, 1024), -128, dtype=np.int8)
    vectors[1, 0] = -127
    assert listed(neighbours(vectors, np.arange(3), 0.0)) == brute_force(vectors, [0, 1, 2], 0.0)


@pytest.mark.parametrize("cells", [1, 40, 41, 300])
def test_the_size_of_blocks_does_not_matter(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, queries = random_vectors(40, 16, seed=1), np.arange(0, 40, 2)
    whole = listed(neighbours(vectors, queries, 0.4))
    monkeypatch.setattr(module, "_BLOCK_CELLS", cells)
    assert listed(neighbours(vectors, queries, 0.4)) == whole


@pytest.mark.parametrize("seed", range(5))
def test_shuffled_rows_give_the_same_bits(seed: int) -> None:
    vectors = random_vectors(150, 64, seed=3)
    order = np.random.default_rng(seed).permutation(len(vectors))
    shuffled = listed(neighbours(vectors[order], np.arange(len(vectors)), 0.45))
    back = sorted((int(order[query]), int(order[row]), score) for query, row, score in shuffled)
    assert back == listed(neighbours(vectors, np.arange(len(vectors)), 0.45))


@given(small_vectors, scores)
def test_neighbours_are_mutual(vectors: Vectors, min_score: float) -> None:
    found = listed(neighbours(vectors, np.arange(len(vectors)), min_score))
    assert set(found) == {(row, query, score) for query, row, score in found}


@given(small_vectors)
def test_the_cosine_of_two_rows_is_the_score_of_the_pair(vectors: Vectors) -> None:
    for query, row, score in listed(neighbours(vectors, np.arange(len(vectors)), 0.0)):
        assert cosine(vectors[query], vectors[row]) == score


def test_a_zero_vector_has_no_neighbours() -> None:
    vectors = np.array([[0, 0], [0, 0], [1, 0]], dtype=np.int8)
    assert listed(neighbours(vectors, np.arange(3), 0.0)) == []
    assert cosine(vectors[0], vectors[2]) == 0.0


def test_a_score_at_the_limit_counts() -> None:
    vectors = np.array([[3, 4], [4, 3], [-4, 3]], dtype=np.int8)
    assert listed(neighbours(vectors, np.arange(1), 24 / 25)) == [(0, 1, 24 / 25)]


@pytest.mark.parametrize("rows", [0, 4])
def test_no_queries_find_nothing(rows: int) -> None:
    vectors = np.ones((rows, 8), dtype=np.int8)
    assert listed(neighbours(vectors, np.empty(0, dtype=np.int64), 0.0)) == []
