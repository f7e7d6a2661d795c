"""Opt-out comments: which functions `sai-noindexing` and `sai-noduplicate` speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sai.core.source import IdleMarker, Suppression

_MARKER = re.compile(
    r"(?<![\w-])sai-(?P<what>noindexing|noduplicate)(?P<file>-file)?(?![\w-])(?:\s*:\s*(?P<reason>.*))?",
    re.IGNORECASE,
)
_CLOSING = ("*/", "-->")
_NEAR_MISS = re.compile(r"(?<![\w-])sai-(?:no|ignore|skip|disable)[\w-]*", re.IGNORECASE)
_WORDS = ("sai-noduplicate", "sai-noduplicate-file", "sai-noindexing", "sai-noindexing-file")


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker: the 1-based lines of its comment, what it asks for, and for whom."""

    line: int
    end_line: int
    suppression: Suppression
    whole_file: bool

    @property
    def word(self) -> str:
        """The marker as it is written."""
        what = "sai-noindexing" if self.suppression.no_index else "sai-noduplicate"
        return f"{what}-file" if self.whole_file else what


def misspelled_markers(line: int, comment: str) -> list[IdleMarker]:
    """What stands in a comment where a marker was meant."""
    return [
        IdleMarker(line + offset, f"{match[0]} is no marker: write {_meant(match[0])}")
        for offset, text in enumerate(comment.split("\n"))
        for match in _NEAR_MISS.finditer(text)
        if match[0].lower() not in _WORDS
    ]


def _meant(word: str) -> str:
    low = word.lower()
    suffix = "-file" if low.endswith("file") else ""
    return f"sai-noindexing{suffix}" if "index" in low else f"sai-noduplicate{suffix}"


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
) -> tuple[list[Suppression | None], list[IdleMarker]]:
    """Return for each function (first and last line) what its markers ask for, or None.

    The second value are the markers that speak of no function.

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
    idle = []
    for marker in markers:
        if marker.whole_file:
            if first_code_line and marker.line >= first_code_line:
                idle.append(IdleMarker(marker.line, f"{marker.word} {LATE}"))
            else:
                whole_file = join(whole_file, marker.suppression)
            continue
        target = starts.get(after.get(marker.line, 0))
        if target is None:
            target = around.get(marker.line)
        if target is None:
            idle.append(IdleMarker(marker.line, f"{marker.word} {_ALONE}"))
        else:
            found[target] = join(found[target], marker.suppression)
    if whole_file is not None:
        found = [whole_file if own is None else join(whole_file, own) for own in found]
    return found, idle


LATE = "has no effect: it must stand before the first line of code"
_ALONE = "has no effect: no function starts right below it, or holds it"


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


def join(old: Suppression | None, new: Suppression) -> Suppression:
    """What two markers ask for together; the first reason stays."""
    if old is None:
        return new
    return Suppression(
        no_index=old.no_index or new.no_index,
        no_duplicate=old.no_duplicate or new.no_duplicate,
        reason=old.reason or new.reason,
    )
