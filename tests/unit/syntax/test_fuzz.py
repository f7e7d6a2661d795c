"""Random bytes, random text, random edits of real files in every language: nothing raises."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.syntax.invariants import check_file

from sai.core.text import UndecodableError, decode
from sai.syntax.languages import LANGUAGES, language_of

pytestmark = pytest.mark.slow

NAMES = [spec.name for spec in LANGUAGES]
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
REAL_FILES = sorted(
    path for path in FIXTURES.rglob("*") if path.is_file() and language_of(path.name)
)
BY_LANGUAGE = {
    name: [path for path in REAL_FILES if language_of(path.name) == name] for name in NAMES
}
PIECES = (
    *"()[]{}<>'\"`\\#$@;:,.?!=+-*/%&|^~\n\t\f\v \x00\x1c\x85",
    "\u2028", "\u200b", "\u202e", "\ufeff", "\u00e9", "\U0001f600", "e\u0301", "\u0130",
    "'''", '"""', "/*", "*/", "//", "<!--", "${", "#{", "{{", "}}", "=>", "->", "::", "?.", "...",
    "\n\n", "\n    ", "\n}", "r\"", "f'", "R\"(", "<<EOF\n", "@\"", "#if X\n", "#endif\n", "%w[",
    "def ", "class ", "fn ", "func ", "function ", "if ", "return ", "else ", "case ", "import ",
    "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "sai-noduplicate", "# sai-noindexing\n",
)  # fmt: skip


def test_every_language_has_real_files() -> None:
    assert [name for name, paths in BY_LANGUAGE.items() if not paths] == []


@given(data=st.binary(max_size=400), language=st.sampled_from(NAMES))
def test_random_bytes(data: bytes, language: str) -> None:
    with suppress(UndecodableError):
        check_file(decode(data, language), language)


@given(text=st.text(max_size=200), language=st.sampled_from(NAMES))
def test_random_text(text: str, language: str) -> None:
    check_file(decode(text.encode("utf-8", "replace").replace(b"\0", b""), language), language)


@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=60),
    language=st.sampled_from(NAMES),
)
def test_random_pieces(pieces: list[str], language: str) -> None:
    check_file("".join(pieces), language)


@pytest.mark.parametrize("language", NAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_random_edits_of_real_files(data: st.DataObject, language: str) -> None:
    text: str = data.draw(st.sampled_from(BY_LANGUAGE[language])).read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 5))):
        text = _edited(data, text)
    check_file(text, language)


def _edited(data: st.DataObject, text: str) -> str:
    """The text with a slice deleted, doubled, moved, or replaced by a piece of code."""
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 200)))
    to = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.sampled_from(PIECES))
    rest = text[:start] + text[end:]
    edited: str = data.draw(
        st.sampled_from(
            (
                rest,
                text[:end] + text[start:],
                rest[:to] + text[start:end] + rest[to:],
                text[:start] + piece + text[end:],
                text[:start] + piece * 40 + text[start:],
            )
        )
    )
    return edited


AROUND = (
    *(("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("'", "'"), ('"', '"'), ("`", "`")),
    *(("/*", "*/"), ("${", "}"), ("f(", ")"), ("if (a) {", "}"), ("fn f() {", "}")),
    *(("function f() {", "}"), ("class A {", "}"), ("def f():\n ", "\n"), ("(a) => ", "")),
    *(("a + ", ""), ('f"{', '}"'), ("!", "")),
)


@pytest.mark.parametrize("language", NAMES)
@settings(max_examples=15)
@given(around=st.lists(st.sampled_from(AROUND), min_size=1, max_size=3), depth=st.integers(1, 400))
def test_deep_nesting(language: str, around: list[tuple[str, str]], depth: int) -> None:
    text = "a"
    for _ in range(depth):
        for left, right in around:
            text = f"{left}{text}{right}"
    check_file(text, language)


FOUND = {
    "a raw string that ends with the file": ("csharp", 'e\nox""""""""fu'),
    "a brace that is missing behind a function": ("javascript", "class{static{}e(){{}},\n}"),
}
"""Shortened from what a coverage-guided fuzzer found."""


@pytest.mark.parametrize(("language", "text"), FOUND.values(), ids=list(FOUND))
def test_what_a_fuzzer_found(language: str, text: str) -> None:
    check_file(text, language)
