"""The preselection of pairs: a no is certain, and most pairs get one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core import preselection as module
from sai.core.digests import token_codes
from sai.core.preselection import Preselection
from sai.core.source import Token, TokenKind
from sai.core.structure import compare, limit_of, sequence

any_token = st.builds(Token, st.sampled_from(TokenKind), st.sampled_from("abcde"))
some_tokens = st.lists(any_token, min_size=1, max_size=40)
shares = st.floats(0, 1)


def may_link(a: list[Token], b: list[Token], min_structure: float = 0.70) -> bool:
    chunks = Preselection([token_codes(a), token_codes(b)])
    (answer,) = chunks.may_link(np.array([0]), np.array([1]), min_structure)
    return bool(answer)


def links(a: list[Token], b: list[Token], min_structure: float) -> bool:
    found = compare(sequence(token_codes(a)), sequence(token_codes(b)))
    return found.similarity >= limit_of(found.information, min_structure)


def names(text: str) -> list[Token]:
    return [Token(TokenKind.NAME, word) for word in text]


@given(some_tokens, some_tokens, shares)
def test_a_no_is_never_wrong(a: list[Token], b: list[Token], share: float) -> None:
    if links(a, b, share):
        assert may_link(a, b, share)


@given(some_tokens, st.lists(st.integers(0, 80), max_size=4), shares)
def test_edited_copies_pass(tokens: list[Token], places: list[int], share: float) -> None:
    original, copy = tokens * 2, tokens * 2
    for place in places:
        copy.insert(place, Token(TokenKind.NAME, "foreign"))
    if links(original, copy, share):
        assert may_link(original, copy, share)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("abcdefgh" * 4, "abcdefgh" * 16, id="lengths"),
        pytest.param("abcdefgh" * 4, "ijklmnop" * 4, id="tokens"),
        pytest.param("abcd", "abcx", id="too little in common"),
    ],
)
def test_what_cannot_be_a_copy_is_refused(a: str, b: str) -> None:
    assert not may_link(names(a), names(b))


def test_an_exact_pair_at_the_largest_limit_passes() -> None:
    assert may_link(names("abcdefgh"), names("abcdefgh"), 1.0)


def test_the_answers_do_not_depend_on_the_parts_that_are_summed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(7)
    texts = ["".join(random.choice(list("abcdefghij"), size)) for size in range(1, 60)]
    codes = [token_codes(names(text)) for text in texts]
    left, right = np.triu_indices(len(codes), 1)
    whole = Preselection(codes).may_link(left, right, 0.70)
    monkeypatch.setattr(module, "_CODES_AT_ONCE", 50)
    monkeypatch.setattr(module, "_PAIRS_AT_ONCE", 7)
    pieces = Preselection(codes)
    first = pieces.may_link(left[:10], right[:10], 0.70)
    rest = pieces.may_link(left[10:], right[10:], 0.70)
    assert np.concatenate([first, rest]).tolist() == whole.tolist()
    assert 0 < whole.sum() < len(whole)


def test_no_pairs_have_no_answers() -> None:
    nothing = np.empty(0, dtype=np.int64)
    assert Preselection([]).may_link(nothing, nothing, 0.70).tolist() == []
