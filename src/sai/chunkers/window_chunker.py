"""Chunkers `lines` and `tokens`: windows of whole lines over a file, whatever stands in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sai.chunkers.function_chunker import part_symbol
from sai.chunkers.read_text import ReadText, read_text
from sai.core.source import Cut
from sai.core.windows import Window, line_windows, token_windows
from sai.syntax.trees import UnparsableError

TokenCounts = Callable[[Sequence[str]], Sequence[int]]
"""How many tokens each of some texts has, as the embedder counts them."""


class LineChunker:
    """Cuts a file into windows of at most 60 lines; each has a number for a symbol."""

    def __init__(self, *, strip_comments: bool = True, max_chars: int = 0) -> None:
        self._strip_comments = strip_comments
        self._max_chars = max_chars

    def chunks(self, text: str, language: str) -> Cut:
        """Cut out the windows, first to last."""
        try:
            source = read_text(text, language, strip_comments=self._strip_comments)
        except UnparsableError as error:
            return Cut((), skipped=str(error))
        windows = line_windows(source.lines, _whole(source), self._max_chars)
        return _cut(source, windows, [f"window {n}" for n in range(1, len(windows) + 1)])


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
        try:
            source = read_text(text, language, strip_comments=self._strip_comments)
        except UnparsableError as error:
            return Cut((), skipped=str(error))
        counts = self._count(source.lines)
        windows = token_windows(source.lines, counts, _whole(source), self._max_chars)
        return _cut(source, windows, _symbols(source, windows))


def _whole(source: ReadText) -> Window:
    return Window(1, len(source.lines))


def _cut(source: ReadText, windows: Sequence[Window], symbols: Sequence[str]) -> Cut:
    chunks = (source.chunk(window, symbol) for window, symbol in zip(windows, symbols, strict=True))
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
            found.append(f"window {parts['']}")
    return found
