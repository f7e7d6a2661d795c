"""Opt-out comments: which functions `sai-noindexing` and `sai-noduplicate` speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sai.core.source import Suppression

_MARKER = re.compile(
    r"(?<![\w-])sai-(?P<what>noindexing|noduplicate)(?P<file>-file)?(?![\w-])(?:\s*:\s*(?P<reason>.*))?",
    re.IGNORECASE,
)
_CLOSING = ("*/", "-->")


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker: the 1-based lines of its comment, what it asks for, and for whom."""

    line: int
    end_line: int
    suppression: Suppression
    whole_file: bool


def find_markers(line: int, end_line: int, comment: str) -> list[Marker]:
    """The markers in the text of one comment; case does not matter."""
    markers = []
    for offset, text in enumerate(comment.split("\n")):
        for match in _MARKER.finditer(text):
            no_index = match["what"].lower() == "noindexing"
            reason = _without_closing(match["reason"] or "")
            markers.append(
                Marker(
                    line + offset,
                    end_line,
                    Suppression(no_index=no_index, no_duplicate=not no_index, reason=reason),
                    match["file"] is not None,
                )
            )
    return markers


def _without_closing(reason: str) -> str:
    """A reason without what ends its comment. No regular expression: long blanks cost it hours."""
    reason = reason.strip()
    for closing in _CLOSING:
        if reason.endswith(closing):
            return reason.removesuffix(closing).rstrip()
    return reason


def assign_markers(
    markers: Sequence[Marker],
    functions: Sequence[tuple[int, int]],
    comment_lines: frozenset[int],
    first_code_line: int,
) -> list[Suppression | None]:
    """Return for each function (first and last line) what its markers ask for, or None.

    A marker speaks of the function that starts right below it (only comment lines, all of
    `comment_lines`, between) or else of the innermost function around it, so a marker in a
    nested function does not reach the outer one. A `-file` marker covers all functions if it
    stands before the first line of code (0: there is none).
    """
    found: list[Suppression | None] = [None] * len(functions)
    starts = {start: index for index, (start, _) in reversed(list(enumerate(functions)))}
    after = _lines_after(comment_lines)
    around = _innermost({marker.line for marker in markers}, functions)
    whole_file: Suppression | None = None
    for marker in markers:
        if marker.whole_file:
            if not first_code_line or marker.line < first_code_line:
                whole_file = _join(whole_file, marker.suppression)
            continue
        target = starts.get(after.get(marker.line, 0))
        if target is None:
            target = around.get(marker.line)
        if target is not None:
            found[target] = _join(found[target], marker.suppression)
    if whole_file is None:
        return found
    return [whole_file if own is None else _join(whole_file, own) for own in found]


def _lines_after(comment_lines: frozenset[int]) -> dict[int, int]:
    """For each comment line the first line below it that is none."""
    after: dict[int, int] = {}
    for line in sorted(comment_lines, reverse=True):
        after[line] = after.get(line + 1, line + 1)
    return after


def _innermost(lines: set[int], functions: Sequence[tuple[int, int]]) -> dict[int, int]:
    """For each line the innermost function around it: the last to start that has not ended."""
    order = sorted(range(len(functions)), key=lambda i: (-functions[i][0], functions[i][1]))
    open_functions: list[int] = []
    found = {}
    for line in sorted(lines):
        while order and functions[order[-1]][0] <= line:
            open_functions.append(order.pop())
        while open_functions and functions[open_functions[-1]][1] < line:
            open_functions.pop()
        if open_functions:
            found[line] = open_functions[-1]
    return found


def _join(old: Suppression | None, new: Suppression) -> Suppression:
    if old is None:
        return new
    return Suppression(
        no_index=old.no_index or new.no_index,
        no_duplicate=old.no_duplicate or new.no_duplicate,
        reason=old.reason or new.reason,
    )
