"""Chunker `ast`: one chunk per named function, at any depth."""

from __future__ import annotations

import re

from sai.core.markers import assign_markers, find_markers, misspelled_markers
from sai.core.source import Chunk, ChunkKind, Cut, IdleMarker, Suppression
from sai.syntax.functions import FileSource, read_functions
from sai.syntax.trees import UnparsableError

SYNTAX_ERRORS = "syntax not understood in places: checked as far as it could be read"
CONFLICT = "merge conflict markers: checked as far as it could be read"
TOO_DEEP = "functions nested too deeply: some were compared only as parts of those around them"
_CONFLICT_MARK = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)


class FunctionChunker:
    """Cuts a file into its named functions and says what markers ask for each."""

    def __init__(self, *, strip_comments: bool = True) -> None:
        self._strip_comments = strip_comments

    def chunks(self, text: str, language: str) -> Cut:
        """Cut out the functions by start line; broken code gives what can be read of it."""
        try:
            source = read_functions(text, language)
        except UnparsableError as error:
            return Cut((), skipped=str(error))
        lines = (source.stripped if self._strip_comments else text).split("\n")
        suppressions, idle = _suppressions(source)
        chunks = []
        for function, suppression in zip(source.functions, suppressions, strict=True):
            chunks.append(
                Chunk(
                    symbol=function.symbol,
                    kind=ChunkKind.FUNCTION,
                    start_line=function.start_line,
                    end_line=function.end_line,
                    code_lines=function.code_lines,
                    text="\n".join(lines[function.start_line - 1 : function.end_line]),
                    tokens=function.tokens,
                    is_stub=function.is_stub,
                    suppression=suppression,
                    is_test=function.is_test,
                )
            )
        return Cut(tuple(chunks), _problem(text, source), idle=idle)


def _problem(text: str, source: FileSource) -> str:
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


def _suppressions(
    source: FileSource,
) -> tuple[list[Suppression | None], tuple[IdleMarker, ...]]:
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
