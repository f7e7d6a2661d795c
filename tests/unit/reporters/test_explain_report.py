"""What `sai explain` prints, but for what the golden files show."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.unit.reporters.explanations import APART, LINKED

from sai.core.hurdles import Condition
from sai.core.report import LinkKind
from sai.reporters.explain_report import render_text
from sai.reporters.text_report import TextOptions


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Condition.APART, "one stands inside the other"),
        (Condition.NOT_A_STUB, "A is a stub"),
        (Condition.NOT_MARKED, "a marker opts A out"),
        (Condition.LINES, "A has too few lines"),
        (Condition.TOKENS, "A has too few tokens"),
        (
            Condition.ALIGNABLE,
            "A is too long to be compared with anything but equal code",
        ),
        (Condition.INFORMATION, "A is small and tells little"),
        (Condition.SCORE, "the vectors are too far apart"),
        (Condition.STRUCTURE, "the code is not alike enough"),
    ],
)
def test_the_first_line_says_what_is_in_the_way(condition: Condition, said: str) -> None:
    missed = next(h for h in APART.pair.hurdles if h.condition is condition)
    explanation = replace(APART, pair=replace(APART.pair, hurdles=(missed,)))
    assert render_text(explanation, TextOptions()).splitlines()[0] == f"sai: not linked: {said}"


@pytest.mark.parametrize(
    ("symbols", "said"),
    [
        (("parse (part 1)", "parse (part 3)"), "both are parts of one function"),
        (("parse (part 1)", "read (part 1)"), "they share lines"),
        (("window 1", "window 2"), "they share lines"),
        (("parse", "parse (part 2)"), "one stands inside the other"),
    ],
)
def test_windows_are_never_inside_each_other(symbols: tuple[str, str], said: str) -> None:
    a, b = (
        replace(chunk, member=replace(chunk.member, symbol=symbol))
        for chunk, symbol in zip((APART.a, APART.b), symbols, strict=True)
    )
    text = render_text(replace(APART, a=a, b=b), TextOptions())
    assert text.startswith(f"sai: not linked: {said}\n")
    assert f"✗  {said}\n" in re.sub(" +\n", "\n", text)


@pytest.mark.parametrize(
    ("kind", "said", "digests"),
    [
        (LinkKind.EXACT, "the same code", "are equal"),
        (LinkKind.RENAMED, "the same code but for names", "are equal once local names"),
        (LinkKind.EDITED, "83 % alike", "differ, even once local names"),
    ],
)
def test_the_kind_of_a_link_is_said_in_words(kind: LinkKind, said: str, digests: str) -> None:
    verdict = replace(LINKED.pair.verdict, kind=kind)
    text = render_text(replace(LINKED, pair=replace(LINKED.pair, verdict=verdict)), TextOptions())
    assert text.startswith(f"sai: linked: {said}\n")
    assert f"their digests {digests}" in text


def test_an_acceptance_without_a_reason_is_told_without_one() -> None:
    text = render_text(replace(LINKED, accepted_because=""), TextOptions())
    assert "  the baseline accepts it\n" in text
