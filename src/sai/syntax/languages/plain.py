"""Languages without a grammar here: how their comments and strings look, for `lines-fallback`."""

from __future__ import annotations

from dataclasses import dataclass

_C_BLOCKS = (("/*", "*/"),)
_QUOTES = ('"', "'")
_THREE_DOUBLE, _THREE_SINGLE = ('"""', '"""'), ("'''", "'''")
_TESTS = ("test/", "tests/", "spec/")


@dataclass(frozen=True, slots=True)
class PlainSpec:
    """What tells comments and strings from code.

    A string ends with its line at the latest, a long one where its closing mark stands. With
    `word_comments`, the mark of a line comment counts at the start of a word only: `$#` and
    `${a#b}` hold none. `prose` are comments whose marks stand at the start of a line.
    """

    name: str
    extensions: tuple[str, ...]
    line_comments: tuple[str, ...] = ("//",)
    block_comments: tuple[tuple[str, str], ...] = _C_BLOCKS
    quotes: tuple[str, ...] = _QUOTES
    long_strings: tuple[tuple[str, str], ...] = ()
    prose: tuple[tuple[str, str], ...] = ()
    word_comments: bool = False
    test_patterns: tuple[str, ...] = _TESTS


PLAIN_LANGUAGES: tuple[PlainSpec, ...] = (
    PlainSpec("c", (".c", ".h")),
    PlainSpec("cpp", (".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx")),
    PlainSpec("dart", (".dart",), long_strings=(_THREE_DOUBLE, _THREE_SINGLE)),
    PlainSpec("groovy", (".groovy", ".gradle"), long_strings=(_THREE_DOUBLE, _THREE_SINGLE)),
    PlainSpec(
        "kotlin",
        (".kt", ".kts"),
        long_strings=(_THREE_DOUBLE,),
        test_patterns=("**/src/test/", "*Test.kt"),
    ),
    PlainSpec(
        "lua", (".lua",), ("--",), (("--[[", "]]"), ("--[=[", "]=]")), long_strings=(("[[", "]]"),)
    ),
    PlainSpec(
        "perl",
        (".pl", ".pm"),
        ("#",),
        (),
        prose=(("=pod", "=cut"), ("=head", "=cut"), ("=over", "=cut"), ("=begin", "=cut")),
        word_comments=True,
        test_patterns=("t/",),
    ),
    PlainSpec("php", (".php",), ("//", "#"), test_patterns=("tests/", "*Test.php")),
    PlainSpec(
        "ruby",
        (".rb",),
        ("#",),
        (),
        prose=(("=begin", "=end"),),
        word_comments=True,
        test_patterns=(*_TESTS, "*_spec.rb", "*_test.rb"),
    ),
    PlainSpec(
        "scala",
        (".scala",),
        long_strings=(_THREE_DOUBLE,),
        test_patterns=("**/src/test/", "*Spec.scala"),
    ),
    PlainSpec("shell", (".sh", ".bash"), ("#",), (), word_comments=True),
    PlainSpec("sql", (".sql",), ("--",)),
    PlainSpec(
        "swift",
        (".swift",),
        long_strings=(_THREE_DOUBLE,),
        test_patterns=("Tests/", "*Tests.swift"),
    ),
)
"""Rows of languages that are cut into windows of lines, and only where the settings want it."""
