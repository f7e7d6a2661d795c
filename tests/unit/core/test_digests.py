"""Digests, codes, keys and ids: what goes into them, and the values that must not move."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.digests import (
    content_key,
    exact_digest,
    point_id,
    renamed_digest,
    token_codes,
    vector_key,
)
from sai.core.source import Token, TokenKind

KINDS = {kind.value: kind for kind in TokenKind}


def tokens(text: str) -> list[Token]:
    """Tokens from words such as `l:name`."""
    return [Token(KINDS[word[0]], word[2:]) for word in text.split()]


EXAMPLE = tokens("k:( l:a k:) k:: k:return o:f k:( l:a k:. n:b k:, s:x d:1 k:) k:⇤")


def test_pinned_digests() -> None:
    """Baselines hold these values: a change needs a new DIGEST_VERSION."""
    assert exact_digest(EXAMPLE) == "21b801e1dec50ff046c1af84d3796d45"
    assert renamed_digest(EXAMPLE) == "f7e533e0e68f01825c68e24adbdbc1e8"


@pytest.mark.parametrize(
    ("one", "other", "equal_exact", "equal_renamed"),
    [
        ("l:a k:+ l:a", "l:b k:+ l:b", False, True),
        ("l:a k:+ l:b", "l:b k:+ l:a", False, True),
        ("l:a k:+ l:b", "l:a k:+ l:a", False, False),
        ("o:f k:( k:)", "o:g k:( k:)", True, True),
        ("o:f", "n:f", False, False),
        ("n:f", "n:g", False, False),
        ("n:x", "s:x", False, False),
        ("d:1", "s:1", False, False),
        ("n:x", "l:x", True, False),
        ("s:a s:b", "s:ab", False, False),
        ("l:a n:a", "l:b n:b", False, False),
        ("k:o", "o:f", False, False),
        ("n:l0", "l:a", False, False),
    ],
)
def test_equal_digests(one: str, other: str, equal_exact: bool, equal_renamed: bool) -> None:
    left, right = tokens(one), tokens(other)
    assert (exact_digest(left) == exact_digest(right)) is equal_exact
    assert (renamed_digest(left) == renamed_digest(right)) is equal_renamed


def test_the_two_digests_of_one_function_never_agree() -> None:
    assert exact_digest([]) != renamed_digest([])
    assert exact_digest(tokens("k:return")) != renamed_digest(tokens("k:return"))


def test_digests_of_text_that_is_not_unicode() -> None:
    assert len(exact_digest([Token(TokenKind.STRING, "\udcff")])) == 32


NAMES = st.sampled_from("abcdef")
TOKENS = st.lists(
    st.one_of(
        st.builds(Token, st.just(TokenKind.LOCAL), NAMES),
        st.builds(Token, st.sampled_from([TokenKind.NAME, TokenKind.STRING]), NAMES),
    ),
    max_size=20,
)


@given(TOKENS, st.permutations("abcdef"))
def test_consistent_renames_keep_renamed_digest_and_codes(
    before: list[Token], names: list[str]
) -> None:
    new = dict(zip("abcdef", names, strict=True))
    after = [Token(k, new[t]) if k is TokenKind.LOCAL else Token(k, t) for k, t in before]
    assert renamed_digest(after) == renamed_digest(before)
    assert np.array_equal(token_codes(after), token_codes(before))


@given(TOKENS, TOKENS)
def test_codes_are_equal_exactly_where_renamed_digests_are(
    one: list[Token], other: list[Token]
) -> None:
    same_codes = np.array_equal(token_codes(one), token_codes(other))
    assert same_codes == (renamed_digest(one) == renamed_digest(other))


def test_codes_are_one_number_a_token() -> None:
    codes = token_codes(EXAMPLE)
    assert codes.shape == (len(EXAMPLE),)
    assert codes.dtype == np.uint32
    assert token_codes([]).shape == (0,)


def test_content_keys_depend_on_bytes_language_and_pipeline() -> None:
    keys = {
        content_key(b"a", "python", "1"),
        content_key(b"b", "python", "1"),
        content_key(b"a", "typescript", "1"),
        content_key(b"a", "python", "2"),
    }
    assert len(keys) == 4
    assert content_key(b"a", "python", "1") == content_key(b"a", "python", "1")


def test_vector_keys_depend_on_embedder_and_text() -> None:
    assert len({vector_key("e", "a"), vector_key("e", "b"), vector_key("f", "a")}) == 3


def test_point_ids() -> None:
    assert point_id("src/a.py", 10) == 15162093989296024323
    assert point_id("src/a.py", 10, 1) != point_id("src/a.py", 10)
    generator = random.Random(1)
    places = {(f"d{generator.randrange(99)}.py", generator.randrange(10**6)) for _ in range(5000)}
    assert len({point_id(*place) for place in places}) == len(places)
    assert 0 <= point_id("na\udce9me.py", 1) < 2**64
