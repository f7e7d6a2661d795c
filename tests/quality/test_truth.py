"""Pairs with a known answer, judged by the default settings."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from tests.chunk_tables import table_of
from tests.quality.truth import (
    LOOKALIKE,
    TO_FIND,
    Pair,
    is_linked,
    read_pairs,
    renamed_throughout,
)

from sai.core.duplicates import LinkFinder
from sai.core.limits import PathLimits
from sai.core.settings import DuplicateSettings

PAIRS = read_pairs(Path(__file__).parents[1] / "fixtures" / "pairs")
SEEDS = range(8)

every_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.kind}-{pair.id}")


def test_the_pairs_show_copies_and_lookalikes_of_every_kind() -> None:
    kinds = [pair.kind for pair in PAIRS]
    assert set(kinds) == {*TO_FIND, LOOKALIKE}
    assert kinds.count(LOOKALIKE) >= 20
    assert len(kinds) - kinds.count(LOOKALIKE) >= 12


@every_pair
def test_copies_are_linked_and_lookalikes_are_not(pair: Pair) -> None:
    assert is_linked(pair) is (pair.kind in TO_FIND)


@pytest.mark.parametrize("seed", SEEDS)
@every_pair
def test_no_verdict_depends_on_particular_names(pair: Pair, seed: int) -> None:
    assert is_linked(renamed_throughout(pair, seed)) is (pair.kind in TO_FIND)


def test_in_one_project_only_the_copies_of_a_pair_are_linked() -> None:
    placed = sorted(
        (chunk for pair in PAIRS for chunk in (*pair.left, *pair.right)),
        key=lambda item: (item[0], item[1].start_line),
    )
    table = table_of(placed)
    links = LinkFinder(table, PathLimits(DuplicateSettings())).links()
    linked = {frozenset((table.paths[link.a], table.paths[link.b])) for link in links}
    expected = {
        frozenset((pair.left[0][0], pair.right[0][0])) for pair in PAIRS if pair.kind in TO_FIND
    }
    assert linked == expected


def test_renaming_keeps_equal_texts_equal_and_different_texts_different() -> None:
    for pair in PAIRS:
        tokens = [token for _, chunk in (*pair.left, *pair.right) for token in chunk.tokens]
        other = renamed_throughout(pair, 1)
        new = [token for _, chunk in (*other.left, *other.right) for token in chunk.tokens]
        for (a, b), (c, d) in zip(combinations(tokens, 2), combinations(new, 2), strict=True):
            assert (a == b) is (c == d)
