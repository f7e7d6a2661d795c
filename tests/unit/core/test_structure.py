"""Structural similarity: bounds, what it is blind to, and the limit that information sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.digests import token_codes
from sai.core.settings import STRUCTURE_FLOOR
from sai.core.source import Token, TokenKind
from sai.core.structure import Structure, TokenSequence, compare, limit_of, sequence

TINY = 1e-9

any_token = st.builds(Token, st.sampled_from(TokenKind), st.sampled_from("abcde"))
token_lists = st.lists(any_token, max_size=40)
some_tokens = st.lists(any_token, min_size=1, max_size=40)
shares = st.floats(0, 1)


def prepared(tokens: list[Token]) -> TokenSequence:
    return sequence(token_codes(tokens))


def compared(a: list[Token], b: list[Token]) -> Structure:
    return compare(prepared(a), prepared(b))


def tokens_of(text: str) -> list[Token]:
    """Tokens by first letter: `_x` a local name, `.` and other signs syntax, else a name."""
    kinds = {"_": TokenKind.LOCAL, "'": TokenKind.STRING}
    return [
        Token(kinds.get(word[0], TokenKind.NAME if word[0].isalpha() else TokenKind.SYNTAX), word)
        for word in text.split()
    ]


# -- similarity


@given(token_lists, token_lists)
def test_similarity_is_a_share_and_information_is_not_negative(
    a: list[Token], b: list[Token]
) -> None:
    found = compared(a, b)
    assert 0.0 <= found.similarity <= 1.0
    assert found.information >= 0.0


@given(some_tokens)
def test_equal_sequences_are_wholly_alike(tokens: list[Token]) -> None:
    assert compared(tokens, tokens).similarity == 1.0


@given(some_tokens, st.permutations("vwxyz"))
def test_consistently_renamed_locals_are_wholly_alike(
    tokens: list[Token], names: list[str]
) -> None:
    new = dict(zip("abcde", names, strict=True))
    other = [Token(k, new[t]) if k is TokenKind.LOCAL else Token(k, t) for k, t in tokens]
    assert compared(tokens, other).similarity == 1.0


def test_sequences_without_a_common_token_share_nothing() -> None:
    assert compared(tokens_of("load ( _x )"), tokens_of("save [ 'x' ]")) == Structure(0.0, 0.0)


@pytest.mark.parametrize(("a", "b"), [("", ""), ("", "load"), ("load", "")])
def test_an_empty_sequence_shares_nothing(a: str, b: str) -> None:
    assert compared(tokens_of(a), tokens_of(b)) == Structure(0.0, 0.0)


@given(some_tokens, st.lists(st.integers(0, 40), min_size=1, max_size=10))
def test_each_token_inserted_into_a_copy_makes_it_less_alike(
    tokens: list[Token], places: list[int]
) -> None:
    copy, similarity = list(tokens), 1.0
    for place in places:
        copy.insert(place, Token(TokenKind.NAME, "foreign"))
        found = compared(tokens, copy).similarity
        assert found < similarity
        similarity = found


def test_other_names_weigh_more_than_other_brackets() -> None:
    base = tokens_of("open ( _path ) . read ( )")
    other_bracket = tokens_of("open [ _path ] . read ( )")
    other_names = tokens_of("close ( _path ) . flush ( )")
    assert compared(base, other_names).similarity < compared(base, other_bracket).similarity


def test_locals_that_are_mixed_up_count_less_than_renamed_ones() -> None:
    base = tokens_of("_a = _b + _c ; _c = _a + _b")
    renamed = tokens_of("_x = _y + _z ; _z = _x + _y")
    mixed_up = tokens_of("_x = _y + _z ; _x = _z + _x")
    assert compared(base, renamed).similarity == 1.0
    assert compared(base, mixed_up).similarity < 0.95


def test_one_local_cannot_stand_for_two() -> None:
    base = tokens_of("use _a use _b use _c")
    merged = tokens_of("use _x use _x use _x")
    assert compared(base, merged) == compared(merged, base)
    assert compared(base, merged).similarity < 0.9


def test_a_local_name_is_not_the_same_as_a_name_from_outside() -> None:
    outside, local = tokens_of("path ( )"), tokens_of("_path ( )")
    assert compared(outside, local).similarity < 0.5


# -- information


@given(some_tokens, st.data())
def test_less_in_common_never_holds_more_information(
    tokens: list[Token], data: st.DataObject
) -> None:
    gone = data.draw(st.integers(0, len(tokens) - 1))
    part = [*tokens[:gone], *tokens[gone + 1 :]]
    shared = compared(tokens, part).information
    assert shared <= compared(tokens, tokens).information + TINY


def test_repetition_adds_little_information() -> None:
    once = tokens_of("parser . add_argument ( 'a' )")
    run = once * 8
    different = [
        token for word in "abcdefgh" for token in tokens_of(f"{word}1 . {word}2 ( '{word}' )")
    ]
    repeated = compared(run, run).information
    assert compared(once, once).information < repeated < 4 * compared(once, once).information
    assert compared(different, different).information > 2 * repeated


def test_a_run_of_one_call_with_other_arguments_is_no_copy() -> None:
    def options(words: str) -> list[Token]:
        calls = (f"_p . add_argument ( '{w}' , default = '{w}1' )" for w in words)
        return tokens_of(" ; ".join(calls))

    found = compared(options("abcdefgh"), options("stuvwxyz"))
    assert found.similarity < limit_of(found.information, 0.7)


# -- the limit

informations = st.floats(0, 1e6)


@given(informations, informations, shares)
def test_the_limit_falls_with_information(a: float, b: float, minimum: float) -> None:
    less, more = sorted((a, b))
    assert limit_of(more, minimum) <= limit_of(less, minimum)


@given(informations, shares)
def test_the_limit_is_never_below_a_minimum_and_never_out_of_reach(
    information: float, minimum: float
) -> None:
    assert max(minimum, STRUCTURE_FLOOR) <= limit_of(information, minimum) <= 1.0


@given(informations, shares, shares)
def test_the_limit_rises_with_its_minimum(information: float, a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert limit_of(information, low) <= limit_of(information, high)


@pytest.mark.parametrize(
    ("information", "limit"),
    [(0.0, 1.0), (6.0, 1.0), (13.0, 0.8), (20.0, 0.73), (26.0, 0.7), (1000.0, 0.7)],
)
def test_limits_of_the_default_settings(information: float, limit: float) -> None:
    assert limit_of(information, 0.7) == pytest.approx(limit)


def test_no_setting_goes_below_the_hard_floor() -> None:
    assert limit_of(1e9, 0.0) == pytest.approx(0.6)
    assert limit_of(1e9, 0.0) >= STRUCTURE_FLOOR


def test_codes_tell_kinds_and_texts_apart() -> None:
    codes = token_codes([Token(kind, "x") for kind in TokenKind])
    assert len(np.unique(codes)) == len(TokenKind)
