"""Readings of a text with conditions: every line stays, and what is left out is counted."""

from __future__ import annotations

from sai.syntax.directives import Reading, readings


def test_a_text_without_conditions_has_one_reading() -> None:
    text = b"a();\n#region b\n#pragma c\n// #if d\n"
    assert list(readings(text)) == [Reading(text, 0)]


def test_conditions_are_blanked_and_then_all_branches_but_the_first() -> None:
    text = b"a\n # if B\nb\n#elif C\nc d\n#else\ne\n#endif\nf"
    assert list(readings(text)) == [
        Reading(text, 0),
        Reading(b"a\n       \nb\n       \nc d\n     \ne\n      \nf", 0),
        Reading(b"a\n       \nb\n       \n   \n     \n \n      \nf", 8),
    ]


def test_conditions_in_branches_are_left_out_with_them() -> None:
    text = b"#if A\n#if B\na\n#else\nb\n#endif\n#else\n#if C\nc\n#endif\n#endif\nd"
    *_, last = readings(text)
    assert last.text.split() == [b"a", b"d"]
    assert len(last.text) == len(text)


def test_ends_and_branches_without_a_beginning_blank_nothing_else() -> None:
    text = b"#else\na\n#endif\nb\n#if C\nc\n#else\nd"
    *_, last = readings(text)
    assert last.text.split() == [b"a", b"b", b"c", b"d"]
