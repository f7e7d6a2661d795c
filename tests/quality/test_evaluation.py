"""Pairs that lie beside the project, written by others: nothing here was ever tuned on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.quality.truth import LOOKALIKE, TO_FIND, is_linked, read_pairs, renamed_throughout

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "eval" / "truth"

TOO_FAR = {
    "py04_renamed_literals": "called functions, attributes and strings were renamed as well",
    "py05_reordered": "most statements stand in another order",
    "ts03_reordered": "its statements stand in reverse order",
}

pytestmark = pytest.mark.evaluation


def test_no_lookalike_is_linked() -> None:
    assert [
        pair.id for pair in read_pairs(FOLDER) if pair.kind == LOOKALIKE and is_linked(pair)
    ] == []


def test_every_copy_is_linked_except_those_that_are_too_far() -> None:
    copies = [pair for pair in read_pairs(FOLDER) if pair.kind in TO_FIND]
    assert {pair.id for pair in copies if not is_linked(pair)} <= set(TOO_FAR)


@pytest.mark.parametrize("seed", range(8))
def test_no_verdict_depends_on_particular_names(seed: int) -> None:
    pairs = read_pairs(FOLDER)
    changed = [p.id for p in pairs if is_linked(renamed_throughout(p, seed)) != is_linked(p)]
    assert changed == []
