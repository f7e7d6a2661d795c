"""The explanation of a pair: it agrees with the links, and names what is in the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.chunk_tables import PlacedChunk, chunk_of, table_of, words

from sai.core import duplicates as module
from sai.core import hurdles as hurdles_module
from sai.core.duplicates import LinkFinder
from sai.core.hurdles import Condition, PairExplanation, explained
from sai.core.limits import PathLimits
from sai.core.report import LinkKind
from sai.core.settings import DuplicateSettings, Override
from sai.core.source import Suppression

STRICT = Override(("strict/",), (("min_structure", 0.95), ("min_lines", 12)))
LIMITS = PathLimits(DuplicateSettings(), [(lambda path: path.startswith("strict/"), STRICT)])

placed_chunks = st.builds(
    lambda path, start, size, changed, lines, stub, mark: (
        path,
        chunk_of(
            words(size, min(changed, size)),
            symbol=f"f{start}",
            start=start,
            lines=lines,
            stub=stub,
            mark=Suppression(no_duplicate=True) if mark else None,
        ),
    ),
    st.sampled_from(["a.py", "b.py", "strict/c.py"]),
    st.integers(1, 60),
    st.sampled_from([10, 20, 30, 50, 60]),
    st.integers(0, 20),
    st.sampled_from([3, 4, 6, 8, 12]),
    st.sampled_from([False, False, False, True]),
    st.sampled_from([False, False, False, True]),
)


def explanation(a: PlacedChunk, b: PlacedChunk) -> PairExplanation:
    return explained(LinkFinder(table_of([a, b]), LIMITS), 0, 1)


def unmet(a: PlacedChunk, b: PlacedChunk) -> list[tuple[str, str]]:
    return [(h.condition.value, h.of) for h in explanation(a, b).hurdles if not h.is_met]


@given(st.lists(placed_chunks, min_size=2, max_size=7))
def test_a_pair_is_linked_exactly_where_every_condition_is_met(placed: list[PlacedChunk]) -> None:
    finder = LinkFinder(table_of(placed), LIMITS)
    found = {link.pair: link for link in finder.links()}
    for a, b in combinations(range(len(placed)), 2):
        told = explained(finder, a, b)
        assert told.linked is ((a, b) in found)
        if told.linked:
            link, verdict = found[a, b], told.verdict
            assert (link.kind, link.structure, link.limit) == (
                verdict.kind,
                verdict.structure,
                verdict.limit,
            )
            assert link.score == pytest.approx(verdict.score)


WHOLE = chunk_of(words(60))


@pytest.mark.parametrize(
    ("other", "missing"),
    [
        pytest.param(("b.py", WHOLE), [], id="an equal copy"),
        pytest.param(("b.py", replace(WHOLE, is_stub=True)), [("not-a-stub", "b")], id="a stub"),
        pytest.param(
            ("b.py", replace(WHOLE, suppression=Suppression(no_duplicate=True))),
            [("not-marked", "b")],
            id="a marker",
        ),
        pytest.param(("a.py", WHOLE), [("apart", "")], id="one inside the other"),
        pytest.param(
            ("b.py", chunk_of(words(60, changed=30))),
            [("structure", "")],
            id="too different",
        ),
        pytest.param(
            ("b.py", chunk_of(words(60, changed=5), lines=5)), [("lines", "b")], id="few lines"
        ),
        pytest.param(
            ("b.py", chunk_of(words(60, family="u", edit="v"))),
            [("score", ""), ("structure", "")],
            id="unrelated",
        ),
        pytest.param(
            ("strict/b.py", chunk_of(words(60, changed=9))),
            [("lines", "b"), ("structure", "")],
            id="stricter limits there",
        ),
    ],
)
def test_what_is_in_the_way_is_named(other: PlacedChunk, missing: list[tuple[str, str]]) -> None:
    assert unmet(("a.py", WHOLE), other) == missing


def test_a_small_equal_copy_must_tell_enough() -> None:
    small = chunk_of(["a", "b"] * 11, lines=4)
    told = explanation(("a.py", small), ("b.py", small))
    assert told.verdict.kind is LinkKind.EXACT
    assert [(h.of, h.value < h.limit) for h in told.hurdles if not h.is_met] == [
        ("a", True),
        ("b", True),
    ]
    assert {h.condition for h in told.hurdles if not h.is_met} == {Condition.INFORMATION}


def test_what_is_too_long_to_be_aligned_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (module, hurdles_module):
        monkeypatch.setattr(each, "MAX_ALIGNED_TOKENS", 50)
    told = explanation(("a.py", WHOLE), ("b.py", chunk_of(words(60, changed=1))))
    assert [(h.condition.value, h.of) for h in told.hurdles if not h.is_met] == [
        ("alignable", "a"),
        ("alignable", "b"),
        ("structure", ""),
    ]


def test_limits_that_overrides_turn_around_are_explained_too() -> None:
    few = Override(("*",), (("min_lines", 4),))
    exact = Override(("a.py",), (("min_exact_lines", 6),))
    limits = PathLimits(
        DuplicateSettings(), [(lambda _: True, few), (lambda path: path == "a.py", exact)]
    )
    placed = [("a.py", chunk_of(words(60), lines=5)), ("b.py", chunk_of(words(60, 2), lines=5))]
    told = explained(LinkFinder(table_of(placed), limits), 0, 1)
    assert not told.linked
    assert [(h.condition, h.of) for h in told.hurdles if not h.is_met] == [(Condition.LINES, "a")]
