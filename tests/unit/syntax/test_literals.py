"""Literals: what of them is formatting and what is not."""

from __future__ import annotations

import doctest

import pytest

from sai.syntax import literals
from sai.syntax.literals import (
    dedented_text,
    inline_names,
    number_text,
    part_text,
    string_text,
)


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
        ('@"a"', "a"),
        ('@"a""b"', 'a"b'),
        ('$"a{{"', "a{"),
        ('$@"a""{{"', 'a"{'),
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


def test_verbatim_text_with_backslashes_is_not_cooked_text() -> None:
    assert string_text('@"\\a"') != string_text('"\\a"')
    assert string_text('@"\\a"') == string_text('r"\\a"')


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ('"""\n  a\n    b\n  """', '"""\na\n  b\n"""'),
        ('"""  \n    a\n\n  b"""', '"""\n  a\n\nb"""'),
        ('"""\n  a\n"""', '"""\n  a\n"""'),
        ('"""a"""', '"""a"""'),
        ('"a"', '"a"'),
    ],
)
def test_the_indentation_of_text_blocks(literal: str, text: str) -> None:
    assert dedented_text(literal) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [('r"a"', '"a"'), ('r##"a"##', '"a"'), ('r#"a"b"#', "'a\\\"b'"), ('br#"a"#', 'b"a"')],
)
def test_the_quotes_of_raw_strings(one: str, other: str) -> None:
    assert string_text(one) == string_text(other)


@pytest.mark.parametrize(
    ("literal", "names"),
    [
        ('"{a}"', ["a"]),
        ('"{a:?} {b_1:>5}"', ["a", "b_1"]),
        ('"{:>a$.b$}"', ["a", "b"]),
        ('"{a:b$}"', ["a", "b"]),
        ('"{} {0} {{a}} {A} { a }"', []),
        ('"a$ {"', []),
        ('"{{{a}}}"', ["a"]),
    ],
)
def test_names_in_format_strings(literal: str, names: list[str]) -> None:
    source = literal.encode()
    assert [source[start:end].decode() for start, end in inline_names(source)] == names


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
