"""The lexer for languages without a grammar: comments, strings, lines, any text in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.source import TokenKind
from sai.syntax.languages import any_language_of, language_of
from sai.syntax.languages.plain import PLAIN_LANGUAGES
from sai.syntax.plain_text import placed_plain_tokens, read_plain

NAMES = [spec.name for spec in PLAIN_LANGUAGES]


def shown(text: str, language: str = "c") -> list[str]:
    return [f"{token.kind.value}:{token.text}" for token in read_plain(text, language).tokens]


def test_words_numbers_strings_and_signs_are_told_apart() -> None:
    assert shown('int f(x) { return x + 0x1F; } // "no"') == [
        "k:int", "n:f", "k:(", "n:x", "k:)", "k:{", "k:return", "n:x", "k:+", "d:0x1F", "k:;",
        "k:}",
    ]  # fmt: skip
    assert shown("puts \"a # b\" + 'c\\'d' # done", "ruby") == [
        "n:puts", 's:"a # b"', "k:+", "s:'c\\'d'",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "stripped"),
    [
        ("c", "a; /* one\ntwo */ b; // c\nd;", "a;\n b;\nd;"),
        ("lua", "a = 1 -- b\n--[[ c\nd ]] e = 2", "a = 1\n\n e = 2"),
        ("shell", 'echo "# no" # yes\nls', 'echo "# no"\nls'),
        ("sql", "select 1 -- one\n/* two */ from t", "select 1\n from t"),
        ("c", "a /* never\nclosed", "a\n"),
        ("c", "char c = '", "char c = '"),
        ("shell", "[ $# -gt 1 ] && a=${b#c} # d", "[ $# -gt 1 ] && a=${b#c}"),
        ("shell", "a;# b", "a;"),
        ("perl", "$#rows; # a\n=pod\nb\n=cut\nc", "$#rows;\n\n\n\nc"),
        ("ruby", "=begin\na =end\n=end\nb = c\n  =begin", "\n\n\nb = c\n  =begin"),
        ("lua", "a = [[ -- b\nc ]] -- d", "a = [[ -- b\nc ]]"),
        ("kotlin", 'a = """ // b\n"c" """ // d', 'a = """ // b\n"c" """'),
        ("dart", "a = ''' // b\nc'''; // d", "a = ''' // b\nc''';"),
    ],
)
def test_comments_are_blanked_and_lines_stay(language: str, text: str, stripped: str) -> None:
    assert read_plain(text, language).stripped == stripped


def test_comments_have_their_lines() -> None:
    comments = read_plain("// a\nx; /* b\nc */\n", "c").comments
    assert [(c.line, c.end_line, c.text) for c in comments] == [
        (1, 1, "// a"),
        (2, 3, "/* b\nc */"),
    ]
    assert read_plain("// a\nx;\n", "c").lines == (2, 2)


@given(st.text(alphabet="ab1 \"'\\/*#-[]=$\n\t\u00e9\ud800", max_size=200), st.sampled_from(NAMES))
def test_any_text_is_read_and_nothing_is_lost(text: str, language: str) -> None:
    plain = read_plain(text, language)
    assert plain.stripped.count("\n") == text.count("\n")
    assert all(1 <= line <= text.count("\n") + 1 for line in plain.lines)
    lines = text.split("\n")
    for token in placed_plain_tokens(text, language):
        if token.line == token.end_line:
            assert lines[token.line][token.column : token.end_column] == token.text
    assert [t.text for t in placed_plain_tokens(text, language)] == [t.text for t in plain.tokens]


@pytest.mark.parametrize("piece", ["/**/", '"', "'\\", "/*", "a", "\n", "--[[", "#", " #"])
@pytest.mark.parametrize("language", ["c", "kotlin", "lua", "perl"])
def test_hard_texts_take_linear_time(piece: str, language: str) -> None:
    started = time.monotonic()
    read_plain(piece * 60_000, language)
    assert time.monotonic() - started < 5


def test_a_keyword_says_no_more_than_a_sign() -> None:
    assert read_plain("while", "c").tokens[0].kind is TokenKind.SYNTAX


def test_such_languages_are_known_only_where_they_are_asked_for() -> None:
    assert (language_of("a.c"), any_language_of("a.c")) == ("", "c")
    assert (language_of("a.py"), any_language_of("a.py")) == ("python", "python")
    extensions = [extension for spec in PLAIN_LANGUAGES for extension in spec.extensions]
    assert len(extensions) == len(set(extensions))
    assert all(language_of(f"a{extension}") == "" for extension in extensions)
