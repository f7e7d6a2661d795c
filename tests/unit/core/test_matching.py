"""Matching of chunks over time."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.baseline_worlds import digest, identity

from sai.core.matching import Identity, IdentityIndex, Place, Related, match_identities

OLD_PAIR = {"a.py::f": "x", "b.py::g": "x"}


def always(_old: int, _new: int) -> bool:
    return True


def never(_old: int, _new: int) -> bool:
    return False


def matched(
    old: Mapping[str, str], new: Mapping[str, str], related: Related = never
) -> dict[str, tuple[str, str]]:
    olds, news = list(old), list(new)
    found = match_identities(
        [identity(p, c) for p, c in old.items()],
        [identity(p, c) for p, c in new.items()],
        related,
    )
    return {olds[o]: (news[m.new], m.kind.value) for o, m in found.items()}


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param(
            OLD_PAIR,
            {"a.py::f": ("a.py::f", "same"), "b.py::g": ("b.py::g", "same")},
            id="nothing happened",
        ),
        pytest.param(
            {"b.py::g": "x", "c.py::f": "x"},
            {"a.py::f": ("c.py::f", "moved"), "b.py::g": ("b.py::g", "same")},
            id="a file was renamed",
        ),
        pytest.param(
            {"a.py::f2": "x", "b.py::g": "x"},
            {"a.py::f": ("a.py::f2", "moved"), "b.py::g": ("b.py::g", "same")},
            id="a function was renamed",
        ),
        pytest.param(
            {**OLD_PAIR, "c.py::h": "x"},
            {"a.py::f": ("a.py::f", "same"), "b.py::g": ("b.py::g", "same")},
            id="a further copy matches nothing",
        ),
        pytest.param(
            {"a.py::f": "x~2", "b.py::g": "x"},
            {"a.py::f": ("a.py::f", "edited"), "b.py::g": ("b.py::g", "same")},
            id="locals were renamed in place",
        ),
        pytest.param(
            {"b.py::g": "x", "c.py::f": "x~2"},
            {"a.py::f": ("c.py::f", "moved"), "b.py::g": ("b.py::g", "same")},
            id="moved with renamed locals",
        ),
        pytest.param(
            {"a.py::f": "other", "b.py::g": "x"},
            {"b.py::g": ("b.py::g", "same")},
            id="an unrelated edit is no match",
        ),
        pytest.param(
            {"a.py::f": "other", "b.py::g": "x", "c.py::f": "x"},
            {"a.py::f": ("c.py::f", "moved"), "b.py::g": ("b.py::g", "same")},
            id="moved away and the old place reused",
        ),
        pytest.param({}, {}, id="all gone"),
    ],
)
def test_unrelated_chunks_are_matched_by_digest(
    new: dict[str, str], expected: dict[str, tuple[str, str]]
) -> None:
    assert matched(OLD_PAIR, new) == expected


def test_an_edited_chunk_keeps_its_claim_before_a_copy_of_its_old_text() -> None:
    new = {"a.py::f": "x+1", "b.py::g": "x", "c.py::f": "x"}
    assert matched(OLD_PAIR, new, always)["a.py::f"] == ("a.py::f", "edited")


def test_moved_and_edited_at_once_is_found_by_symbol() -> None:
    new = {"b.py::g": "x", "c/d.py::f": "x+1", "c.py::f": "x+1"}
    assert matched(OLD_PAIR, new, always)["a.py::f"] == ("c.py::f", "edited")


def test_moved_and_edited_is_not_searched_while_the_old_place_is_in_use() -> None:
    new = {"a.py::f": "other", "c.py::f": "x+1"}
    assert matched({"a.py::f": "x"}, new, lambda _, n: n == 1) == {}


@pytest.mark.parametrize(
    ("candidates", "chosen"),
    [
        (["z/z.py::f", "a.py::a"], "z/z.py::f"),
        (["a/z.py::f", "d/z.py::f"], "d/z.py::f"),
        (["a.py::a", "d/a.py::z"], "d/a.py::z"),
        (["a.py::a", "d/b.py::z"], "d/b.py::z"),
        (["b.py::z", "b.py::y"], "b.py::y"),
    ],
    ids=["same symbol", "same symbol, then directory", "same file", "same directory", "sorted"],
)
def test_a_moved_chunk_goes_to_the_nearest_place(candidates: list[str], chosen: str) -> None:
    assert matched({"d/a.py::f": "x"}, dict.fromkeys(candidates, "x")) == {
        "d/a.py::f": (chosen, "moved")
    }


def test_an_empty_old_digest_is_matched_by_place_only() -> None:
    old = [Identity(Place("a.py", "f"), "", ""), Identity(Place("b.py", "g"), "", "")]
    new = [identity("a.py::f", "x"), identity("c.py::g", "x")]
    found = match_identities(old, new, lambda o, _: o == 0)
    assert [(o, m.new, m.kind.value, m.by_digest) for o, m in found.items()] == [
        (0, 0, "edited", False)
    ]


def test_two_chunks_at_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match=r"two chunks at a\.py::f"):
        IdentityIndex([identity("a.py::f", "x"), identity("a.py::f", "y")])


codes = st.sampled_from(["x", "x~2", "x+1", "y", "z"])
worlds = st.dictionaries(
    st.builds("{}.py::{}".format, st.sampled_from("abc"), st.sampled_from("fgh")), codes, max_size=9
)


@given(worlds, worlds, st.randoms(use_true_random=False), st.booleans())
def test_matching_is_one_to_one_and_independent_of_order(
    old: dict[str, str], new: dict[str, str], rng: random.Random, related: bool
) -> None:
    expected = matched(old, new, always if related else never)
    assert len({n for n, _ in expected.values()}) == len(expected)
    olds, news = list(old.items()), list(new.items())
    rng.shuffle(olds)
    rng.shuffle(news)
    assert matched(dict(olds), dict(news), always if related else never) == expected


@given(worlds, worlds)
def test_no_digest_is_matched_more_often_than_it_is_there(
    old: dict[str, str], new: dict[str, str]
) -> None:
    found = matched(old, new)
    for code in ("x", "y", "z"):
        olds = sum(c.partition("~")[0] == code for c in old.values())
        news = sum(c.partition("~")[0] == code for c in new.values())
        hits = sum(new[n].partition("~")[0] == code for n, _ in found.values())
        assert hits == min(olds, news)


def test_a_prebuilt_index_gives_the_same_as_a_list() -> None:
    new = [
        Identity(Place(f"{i}.py", "f"), digest(str(i % 3)), digest(str(i % 3))) for i in range(9)
    ]
    assert match_identities(new[2:5], IdentityIndex(new)) == match_identities(new[2:5], new)
