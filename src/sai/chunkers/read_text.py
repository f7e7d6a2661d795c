"""A text as windows are cut from it: lines without noise, tokens, functions, what is silenced."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from sai.chunkers.function_chunker import marked, problem_of
from sai.core.markers import LATE, find_markers, idle_marker, join, misspelled_markers
from sai.core.source import Chunk, ChunkKind, IdleMarker, Suppression, Token
from sai.core.windows import Window
from sai.syntax.comments import CommentText
from sai.syntax.functions import FunctionSource, read_functions
from sai.syntax.languages import has_grammar
from sai.syntax.plain_text import read_plain

_ALL = 2**31 - 1  # more lines than a file has


@dataclass(frozen=True, slots=True)
class Silenced:
    """Lines of which a marker speaks."""

    lines: Window
    suppression: Suppression


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text made ready to be cut into windows; `lines` are its lines, without comments.

    `token_lines` are the 1-based lines of the tokens. `functions` are symbols with their lines,
    outer ones first. `test_lines` are those of functions that call themselves tests, and
    `other_lines` those of other functions; both are empty without tests.
    """

    lines: Sequence[str]
    tokens: Sequence[Token]
    token_lines: Sequence[int]
    functions: Sequence[tuple[str, Window]]
    silenced: Sequence[Silenced]
    problem: str
    idle: tuple[IdleMarker, ...]
    test_lines: frozenset[int] = frozenset()
    other_lines: frozenset[int] = frozenset()

    def chunk(self, window: Window, symbol: str) -> Chunk:
        """The chunk of a window."""
        start, end = _slice(self.token_lines, window)
        suppression: Suppression | None = None
        for each in self.silenced:
            if each.lines.first <= window.last and window.first <= each.lines.last:
                suppression = join(suppression, each.suppression)
        own_lines = set(self.token_lines[start:end])
        return Chunk(
            symbol=symbol,
            kind=ChunkKind.WINDOW,
            start_line=window.first,
            end_line=window.last,
            code_lines=len(own_lines),
            text="\n".join(self.lines[window.first - 1 : window.last]),
            tokens=tuple(self.tokens[start:end]),
            suppression=suppression,
            is_test=not own_lines.isdisjoint(self.test_lines)
            and own_lines.isdisjoint(self.other_lines),
        )


def _slice(lines: Sequence[int], window: Window) -> tuple[int, int]:
    """The tokens of a window; their lines rise, but for what broken code lacks."""
    return bisect_left(lines, window.first), bisect_right(lines, window.last)


def read_text(text: str, language: str, *, strip_comments: bool) -> ReadText:
    """Read a text by its grammar, or without one.

    Raises `UnparsableError` where the parser would not come to an end.
    """
    if not has_grammar(language):
        plain = read_plain(text, language)
        silenced, idle = _marked_lines(plain.comments, plain.lines)
        lines = (plain.stripped if strip_comments else text).split("\n")
        return ReadText(lines, plain.tokens, plain.lines, (), silenced, "", idle)
    source = read_functions(text, language)
    silenced, idle = _marked_lines(source.comments, source.lines)
    suppressions, _ = marked(source)
    spans = [Window(f.start_line, f.end_line) for f in source.functions]
    silenced += [
        Silenced(span, suppression)
        for span, suppression in zip(spans, suppressions, strict=True)
        if suppression
    ]
    symbols = [function.symbol for function in source.functions]
    lines = (source.stripped if strip_comments else text).split("\n")
    return ReadText(
        lines,
        source.tokens,
        source.lines,
        tuple(zip(symbols, spans, strict=True)),
        silenced,
        problem_of(text, source),
        idle,
        *_test_lines(source.functions),
    )


def _test_lines(
    functions: Sequence[FunctionSource],
) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of functions that are tests, and of others; nothing where none is a test."""
    tests = frozenset(line for f in functions if f.is_test for line in f.lines)
    if not tests:
        return tests, tests
    return tests, frozenset(line for f in functions if not f.is_test for line in f.lines)


def _marked_lines(
    comments: Sequence[CommentText], code_lines: Sequence[int]
) -> tuple[list[Silenced], tuple[IdleMarker, ...]]:
    """The lines of which markers speak, and the markers that speak of none.

    A marker speaks of its own lines and of the first line of code below, one for a file of all.
    """
    silenced, idle = [], []
    for comment in comments:
        idle += misspelled_markers(comment.line, comment.text)
        for marker in find_markers(comment.line, comment.end_line, comment.text):
            if not marker.suppression.by_file:
                below = bisect_right(code_lines, marker.end_line)
                last = code_lines[below] if below < len(code_lines) else marker.end_line
                silenced.append(Silenced(Window(marker.line, last), marker.suppression))
            elif code_lines and marker.line >= code_lines[0]:
                idle.append(idle_marker(marker, LATE))
            else:
                silenced.append(Silenced(Window(1, _ALL), marker.suppression))
    return silenced, tuple(sorted(idle))
