"""Chunkers `lines` and `tokens`: windows of whole lines over a file, whatever stands in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sai.chunkers.read_text import ReadText, read_text
from sai.core.source import Cut
from sai.core.windows import Window, line_windows, part_symbol, token_windows, window_symbol
from sai.syntax.trees import UnparsableError

TokenCounts = Callable[[Sequence[str]], Sequence[int]]
"""How many tokens each of some texts has, as the embedder counts them."""

_Placed = Sequence[tuple[Window, str]]
"""Windows with their symbols."""


class LineChunker:
    """Cuts a file into windows of at most 60 lines; each has a number for a symbol."""

    def __init__(self, *, strip_comments: bool = True, max_chars: int = 0) -> None:
        self._strip_comments = strip_comments
        self._max_chars = max_chars

    def chunks(self, text: str, language: str) -> Cut:
        """Cut out the windows, first to last."""

        def placed(source: ReadText) -> _Placed:
            windows = line_windows(source.lines, _whole(source), self._max_chars)
            return [(window, window_symbol(n)) for n, window in enumerate(windows, start=1)]

        return _cut(text, language, placed, strip_comments=self._strip_comments)


class TokenChunker:
    """Cuts a file into windows of whole lines with at most 112 tokens of the embedder.

    The symbol of a window is that of the innermost function that holds all of it.
    """

    def __init__(
        self, count: TokenCounts, *, strip_comments: bool = True, max_chars: int = 0
    ) -> None:
        self._count = count
        self._strip_comments = strip_comments
        self._max_chars = max_chars

    def chunks(self, text: str, language: str) -> Cut:
        """Cut out the windows, first to last."""
        return _cut(text, language, self._placed, strip_comments=self._strip_comments)

    def _placed(self, source: ReadText) -> _Placed:
        counts = self._count(source.lines)
        windows = token_windows(source.lines, counts, _whole(source), self._max_chars)
        return list(zip(windows, _symbols(source, windows), strict=True))


def _whole(source: ReadText) -> Window:
    return Window(1, len(source.lines))


def _cut(
    text: str, language: str, placed: Callable[[ReadText], _Placed], *, strip_comments: bool
) -> Cut:
    """Read a text and make chunks of the windows that `placed` finds in it."""
    try:
        source = read_text(text, language, strip_comments=strip_comments)
    except UnparsableError as error:
        return Cut((), skipped=str(error))
    chunks = (source.chunk(window, symbol) for window, symbol in placed(source))
    return Cut(tuple(c for c in chunks if c.tokens), source.problem, idle=source.idle)


def _symbols(source: ReadText, windows: Sequence[Window]) -> list[str]:
    """Each window's function with the number of the part, or the number of the window."""
    parts: Counter[str] = Counter()
    found = []
    open_functions = list(reversed(source.functions))
    around: list[tuple[str, Window]] = []
    for window in windows:
        while open_functions and open_functions[-1][1].first <= window.first:
            around.append(open_functions.pop())
        around = [(s, span) for s, span in around if span.last >= window.first]
        holds = [symbol for symbol, span in around if span.last >= window.last]
        if holds:
            parts[holds[-1]] += 1
            found.append(part_symbol(holds[-1], parts[holds[-1]]))
        else:
            parts[""] += 1
            found.append(window_symbol(parts[""]))
    return found
