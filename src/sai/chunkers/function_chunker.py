"""Chunker `ast`: one chunk per named function, at any depth."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sai.core.markers import assign_markers, find_markers, misspelled_markers
from sai.core.source import Chunk, ChunkKind, Cut, IdleMarker, Suppression
from sai.core.windows import Window, line_windows, part_symbol
from sai.syntax.functions import FileSource, FunctionSource, read_functions
from sai.syntax.trees import UnparsableError

SYNTAX_ERRORS = "syntax not understood in places: checked as far as it could be read"
CONFLICT = "merge conflict markers: checked as far as it could be read"
TOO_DEEP = "functions nested too deeply: some were compared only as parts of those around them"
_CONFLICT_MARK = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)


class FunctionChunker:
    """Cuts a file into its named functions and says what markers ask for each.

    A function of more than `max_chars` characters (0: any number) is cut into windows of lines.
    """

    def __init__(self, *, strip_comments: bool = True, max_chars: int = 0) -> None:
        self._strip_comments = strip_comments
        self._max_chars = max_chars

    def chunks(self, text: str, language: str) -> Cut:
        """Cut out the functions by start line; broken code gives what can be read of it."""
        try:
            source = read_functions(text, language)
        except UnparsableError as error:
            return Cut((), skipped=str(error))
        lines = (source.stripped if self._strip_comments else text).split("\n")
        suppressions, idle = marked(source)
        chunks: list[Chunk] = []
        for function, suppression in zip(source.functions, suppressions, strict=True):
            own = "\n".join(lines[function.start_line - 1 : function.end_line])
            whole = _chunk(function, own, suppression)
            if self._max_chars and len(own) > self._max_chars:
                chunks += self._parts(whole, function, lines)
            else:
                chunks.append(whole)
        return Cut(tuple(chunks), problem_of(text, source), idle=idle)

    def _parts(
        self, whole: Chunk, function: FunctionSource, lines: Sequence[str]
    ) -> Iterator[Chunk]:
        """A large function in windows of lines, each with its symbol."""
        within = Window(function.start_line, function.end_line)
        number = 0
        for window in line_windows(lines, within, self._max_chars):
            start = bisect_left(function.lines, window.first)
            end = bisect_right(function.lines, window.last)
            if start == end:
                continue  # nothing but comments
            number += 1
            yield replace(
                whole,
                symbol=part_symbol(function.symbol, number),
                start_line=window.first,
                end_line=window.last,
                code_lines=len(set(function.lines[start:end])),
                text="\n".join(lines[window.first - 1 : window.last]),
                tokens=function.tokens[start:end],
            )


def _chunk(function: FunctionSource, text: str, suppression: Suppression | None) -> Chunk:
    return Chunk(
        symbol=function.symbol,
        kind=ChunkKind.FUNCTION,
        start_line=function.start_line,
        end_line=function.end_line,
        code_lines=function.code_lines,
        text=text,
        tokens=function.tokens,
        is_stub=function.is_stub,
        suppression=suppression,
        is_test=function.is_test,
    )


def problem_of(text: str, source: FileSource) -> str:
    """What is odd about a file that was read; "" for nothing."""
    if _has_conflict(text):
        return CONFLICT
    if source.has_errors:
        return SYNTAX_ERRORS
    return TOO_DEEP if source.has_deeper else ""


def _has_conflict(text: str) -> bool:
    """Whether the three marks of a conflict follow each other. Linear."""
    wanted = "<=>"
    for mark in _CONFLICT_MARK.finditer(text):
        if mark[0][0] == wanted[0]:
            wanted = wanted[1:]
        if not wanted:
            return True
    return False


def marked(
    source: FileSource,
) -> tuple[list[Suppression | None], tuple[IdleMarker, ...]]:
    """What markers ask for each function, and the markers without effect."""
    markers = [
        marker for c in source.comments for marker in find_markers(c.line, c.end_line, c.text)
    ]
    own_lines = frozenset(
        line for c in source.comments if c.own_line for line in range(c.line, c.end_line + 1)
    )
    lines = [(f.start_line, f.end_line) for f in source.functions]
    found, idle = assign_markers(markers, lines, own_lines, source.first_code_line)
    wrong = [m for c in source.comments for m in misspelled_markers(c.line, c.text)]
    return found, tuple(sorted((*idle, *wrong)))
