"""Conditional compilation: other readings of a file in which `#if` splits what belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_DIRECTIVE = re.compile(rb"(?m)^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*")
_INK = re.compile(rb"[^\n]")


class Reading(NamedTuple):
    """A text as long as the source, line by line; `left_out`: the bytes of blanked code."""

    text: bytes
    left_out: int


def readings(source: bytes) -> Iterator[Reading]:
    """The source as it is, without its conditions, and with the first branch of each alone.

    A grammar takes a condition around whole statements and members, but not one that begins in
    the middle of an expression, and not two signatures for one body.
    """
    yield Reading(source, 0)
    directives = list(_DIRECTIVE.finditer(source))
    if not directives:
        return
    lines = [match.span() for match in directives]
    yield Reading(_blanked(source, lines), 0)
    others = _other_branches(directives)
    left_out = sum(len(b"".join(source[start:end].split())) for start, end in others)
    yield Reading(_blanked(source, lines + others), left_out)


def _other_branches(directives: list[re.Match[bytes]]) -> list[tuple[int, int]]:
    """What stands between `#else` or `#elif` and the end of its condition."""
    found = []
    begun: list[int] = []  # for each open condition: where its second branch begins, or -1
    for match in directives:
        word = match[1]
        if word == b"if":
            begun.append(-1)
        elif not begun:
            continue
        elif word == b"endif":
            start = begun.pop()
            if start >= 0:
                found.append((start, match.start()))
        elif begun[-1] < 0:
            begun[-1] = match.end()
    return found


def _blanked(source: bytes, spans: list[tuple[int, int]]) -> bytes:
    parts, position = [], 0
    for start, end in sorted(spans):
        if end <= position:
            continue
        begin = max(start, position)
        parts += [source[position:begin], _INK.sub(b" ", source[begin:end])]
        position = end
    return b"".join([*parts, source[position:]])
