"""Pairs with close vectors that are not linked: which are listed, in which order."""

from __future__ import annotations

import numpy as np
from tests.chunk_tables import PlacedChunk, chunk_of, table_of, words

from sai.core.duplicates import LinkFinder
from sai.core.limits import PathLimits
from sai.core.semantic import SemanticPair, semantic_pairs
from sai.core.settings import DuplicateSettings
from sai.core.source import Suppression

ONE, TWO, THREE = (chunk_of(words(60, family=family)) for family in ("a", "b", "c"))


def found(
    placed: list[PlacedChunk], vectors: list[list[int]], score: float = 0.8, top_k: int = 10
) -> list[SemanticPair]:
    table = table_of(placed, np.array(vectors, dtype=np.int8).reshape(-1, 2))
    finder = LinkFinder(table, PathLimits(DuplicateSettings()))
    return semantic_pairs(finder, finder.links(), score, top_k)


def pairs(
    placed: list[PlacedChunk], vectors: list[list[int]], top_k: int = 10
) -> list[tuple[int, int]]:
    return [(pair.a, pair.b) for pair in found(placed, vectors, top_k=top_k)]


def test_close_vectors_of_different_code_are_listed_closest_first() -> None:
    placed = [("a.py", ONE), ("b.py", TWO), ("c.py", THREE)]
    listed = found(placed, [[100, 0], [100, 40], [100, 10]])
    assert [(pair.a, pair.b) for pair in listed] == [(0, 2), (1, 2), (0, 1)]
    assert listed[0].score > listed[1].score > listed[2].score


def test_what_is_linked_is_not_listed_and_copies_are_told_once() -> None:
    placed = [("a.py", ONE), ("b.py", ONE), ("c.py", TWO)]
    assert pairs(placed, [[100, 0], [100, 0], [100, 10]]) == [(0, 2)]


def test_a_chunk_is_in_at_most_top_k_pairs() -> None:
    placed = [("a.py", ONE), ("b.py", TWO), ("c.py", THREE)]
    assert pairs(placed, [[100, 0], [100, 40], [100, 10]], top_k=1) == [(0, 2)]


def test_small_marked_and_overlapping_functions_are_left_out() -> None:
    marked = chunk_of(words(60, family="d"), mark=Suppression(no_duplicate=True))
    small = chunk_of(words(60, family="e"), lines=3)
    placed = [("a.py", ONE), ("a.py", TWO), ("b.py", marked), ("c.py", small)]
    assert pairs(placed, [[100, 0]] * 4) == []


def test_nothing_to_compare_gives_nothing() -> None:
    assert found([], []) == []


def test_what_is_not_wanted_takes_no_place_from_what_is() -> None:
    placed = [("a.py", ONE), ("b.py", TWO), ("c.py", THREE)]
    table = table_of(placed, np.array([[100, 0], [100, 40], [100, 10]], dtype=np.int8))
    finder = LinkFinder(table, PathLimits(DuplicateSettings()))
    found = semantic_pairs(finder, [], 0.8, 1, lambda a, b: 1 in (a, b))
    assert [(pair.a, pair.b) for pair in found] == [(1, 2)]
