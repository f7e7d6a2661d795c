"""Languages without a grammar here: how their comments and strings look, for `lines-fallback`."""

from __future__ import annotations

from dataclasses import dataclass

_C_BLOCKS = (("/*", "*/"),)
_QUOTES = ('"', "'")
_TESTS = ("test/", "tests/", "spec/")


@dataclass(frozen=True, slots=True)
class PlainSpec:
    """What tells comments and strings from code. A string ends with its line at the latest."""

    name: str
    extensions: tuple[str, ...]
    line_comments: tuple[str, ...] = ("//",)
    block_comments: tuple[tuple[str, str], ...] = _C_BLOCKS
    quotes: tuple[str, ...] = _QUOTES
    test_patterns: tuple[str, ...] = _TESTS


PLAIN_LANGUAGES: tuple[PlainSpec, ...] = (
    PlainSpec("c", (".c", ".h")),
    PlainSpec("cpp", (".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx")),
    PlainSpec("dart", (".dart",)),
    PlainSpec("groovy", (".groovy", ".gradle")),
    PlainSpec("kotlin", (".kt", ".kts"), test_patterns=("**/src/test/", "*Test.kt")),
    PlainSpec("lua", (".lua",), ("--",), (("--[[", "]]"),)),
    PlainSpec("perl", (".pl", ".pm"), ("#",), (), test_patterns=("t/",)),
    PlainSpec("php", (".php",), ("//", "#"), test_patterns=("tests/", "*Test.php")),
    PlainSpec("ruby", (".rb",), ("#",), (), test_patterns=(*_TESTS, "*_spec.rb", "*_test.rb")),
    PlainSpec("scala", (".scala",), test_patterns=("**/src/test/", "*Spec.scala")),
    PlainSpec("shell", (".sh", ".bash"), ("#",), ()),
    PlainSpec("sql", (".sql",), ("--",)),
    PlainSpec("swift", (".swift",), test_patterns=("Tests/", "*Tests.swift")),
)
"""Rows of languages that are cut into windows of lines, and only where the settings want it."""
