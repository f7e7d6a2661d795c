"""Literals: what of them is formatting and what is not."""

from __future__ import annotations

import doctest

import pytest

from sai.syntax import literals
from sai.syntax.literals import number_text, part_text, string_text


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ('"a"', "a"),
        ("'a'", "a"),
        ('"""a\nb"""', "a\nb"),
        ("`a`", "a"),
        (r"'it\'s'", "it's"),
        (r'"it\'s"', "it's"),
        (r"'a\\'", r"a\\"),
        (r"'a\n'", r"a\n"),
        (r"'\X'", r"\X"),
        (r"'\xAB\u00AB'", r"\xab\u00ab"),
        ("''", ""),
        ("'open", "'open"),
    ],
)
def test_string_text(literal: str, text: str) -> None:
    assert string_text(literal) == text


@pytest.mark.parametrize("literal", ["b'a'", "rb'\\a'", "r'\\a'", "'b:a'", "'a'", "'r\\\\a'"])
def test_prefixes_that_change_a_string_stay(literal: str) -> None:
    others = {"b'a'", "rb'\\a'", "r'\\a'", "'b:a'", "'a'", "'r\\\\a'"} - {literal}
    assert string_text(literal) not in {string_text(other) for other in others}


def test_the_order_of_prefixes_is_formatting() -> None:
    assert string_text("rb'\\a'") == string_text("BR'\\a'")


def test_parts_of_interpolated_strings() -> None:
    assert part_text("it\\'s \\x1D \\\\") == "it's \\x1d \\\\"


@pytest.mark.parametrize(
    ("literal", "text"),
    [("1", "1"), ("1_0", "10"), ("0XFF", "0xff"), ("1.", "1.0"), (".5", "0.5"),
     ("1.50E+10", "1.5e10"), ("1E-5J", "1e-5j"), ("10N", "10n"), ("0.0", "0.0")],
)  # fmt: skip
def test_number_text(literal: str, text: str) -> None:
    assert number_text(literal) == text


def test_the_examples_hold() -> None:
    assert doctest.testmod(literals).failed == 0
