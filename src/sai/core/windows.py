"""Windows of whole lines over a text: bounded, overlapping, none of them blank. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

MAX_LINES = 60
LINE_OVERLAP = 8
MAX_TOKENS = 112
TOKEN_OVERLAP = 16
_PART = re.compile(r"(?P<whole>.+) \(part \d+\)", re.DOTALL)
_NUMBERED = re.compile(r"window \d+")


class Window(NamedTuple):
    """A range of lines, 1-based and inclusive."""

    first: int
    last: int


def window_symbol(number: int) -> str:
    """The name of a window outside functions: no line numbers, so that it lasts."""
    return f"window {number}"


def part_symbol(symbol: str, number: int) -> str:
    """The name of a window inside a function."""
    return f"{symbol} (part {number})"


def function_of(symbol: str) -> str:
    """The function that a part is of; "" for what is no part."""
    match = _PART.fullmatch(symbol)
    return match["whole"] if match else ""


def names_window(symbol: str) -> bool:
    """Whether this is the name of a window, in a function or not."""
    return bool(function_of(symbol) or _NUMBERED.fullmatch(symbol))


def line_windows(lines: Sequence[str], within: Window, max_chars: int = 0) -> list[Window]:
    """Windows of at most 60 lines, and `max_chars` characters (0: any number), over `within`.

    The next begins 8 lines before the previous ended. A line longer than the limit is a window of
    its own. Blank lines at either end are not part of a window, and none is blank. Linear.
    """
    chars = _upto(len(line) + 1 for line in lines)

    def fits(first: int, last: int) -> bool:
        return last - first < MAX_LINES and _few(chars, first, last, max_chars)

    return _windows(lines, within, fits, lambda _first, last: last - LINE_OVERLAP + 1)


def token_windows(
    lines: Sequence[str], tokens: Sequence[int], within: Window, max_chars: int = 0
) -> list[Window]:
    """Windows of whole lines with at most 112 tokens, of which each line has so many.

    The next begins with the last lines that hold 16 tokens or less together. A line with more
    tokens is a window of its own. Otherwise as `line_windows`.
    """
    chars, upto = _upto(len(line) + 1 for line in lines), _upto(tokens)

    def fits(first: int, last: int) -> bool:
        few = _few(chars, first, last, max_chars)
        return few and upto[last] - upto[first - 1] <= MAX_TOKENS

    def next_start(first: int, last: int) -> int:
        start = last + 1
        while start - 1 > first and upto[last] - upto[start - 2] <= TOKEN_OVERLAP:
            start -= 1
        return start

    return _windows(lines, within, fits, next_start)


def _upto(sizes: Iterable[int]) -> list[int]:
    """Sums of the first lines: none, one, two …"""
    return [0, *accumulate(sizes)]


def _few(chars: Sequence[int], first: int, last: int, most: int) -> bool:
    return not most or chars[last] - chars[first - 1] <= most


def _windows(
    lines: Sequence[str],
    within: Window,
    fits: Callable[[int, int], bool],
    next_start: Callable[[int, int], int],
) -> list[Window]:
    found: list[Window] = []
    first = within.first
    while first <= within.last:
        last = first
        while last < within.last and fits(first, last + 1):
            last += 1
        window = _without_blank_ends(lines, first, last)
        if window is not None and (not found or window.last > found[-1].last):
            found.append(window)
        if last == within.last:
            break
        first = max(first + 1, next_start(first, last))
        while first <= last and not fits(first, last + 1):
            first += 1  # a window that ends where the last one did says nothing new
    return found


def _without_blank_ends(lines: Sequence[str], first: int, last: int) -> Window | None:
    while first <= last and not lines[first - 1].strip():
        first += 1
    while last >= first and not lines[last - 1].strip():
        last -= 1
    return Window(first, last) if first <= last else None
