"""Opt-out comments: which functions `sai-noindexing` and `sai-noduplicate` speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from sai.core.source import IdleMarker, Suppression, marker_word

_MARKER = re.compile(
    r"(?<![\w-])sai-(?P<what>noindexing|noduplicate)(?P<file>-file)?(?![\w-])(?:\s*:\s*(?P<reason>.*))?",
    re.IGNORECASE,
)
_CLOSING = ("*/", "-->")
_LIKE_ONE = re.compile(r"(?<![\w-])sai-(?P<word>[a-z][\w-]{,30})(?![\w-])", re.IGNORECASE)
_FOREIGN = ("ignore", "skip", "disable")  # what other tools write
_ENDING = re.compile(r"(?:files?|(?:next)?lines?|functions?)$")
_CLOSE = 0.8


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker: the 1-based lines of its comment and what it asks for."""

    line: int
    end_line: int
    suppression: Suppression


def misspelled_markers(line: int, comment: str) -> list[IdleMarker]:
    """What stands in a comment where a marker was meant."""
    return [
        IdleMarker(line + offset, f"{match[0]} is no marker: write {meant}")
        for offset, text in enumerate(comment.split("\n"))
        for match in _LIKE_ONE.finditer(text)
        if (meant := _meant(match["word"].lower())) not in (None, match[0].lower())
    ]


def _meant(word: str) -> str | None:
    """The marker that a word after `sai-` is close to."""
    stem = _ENDING.sub("", word.replace("-", "").replace("_", ""))
    by_file = "file" in word
    if stem in _FOREIGN or _is_close(stem, "noduplicate"):
        return marker_word(no_index=False, by_file=by_file)
    return marker_word(no_index=True, by_file=by_file) if _is_close(stem, "noindexing") else None


def _is_close(stem: str, word: str) -> bool:
    """Whether a word was meant; `duplicates`, a word of ours as well, is not `noduplicate`."""
    if stem.startswith(word[:5]):
        return True
    return stem[:1] == word[:1] and SequenceMatcher(None, stem, word).ratio() >= _CLOSE


def find_markers(line: int, end_line: int, comment: str) -> list[Marker]:
    """The markers in the text of one comment; case does not matter."""
    markers = []
    for offset, text in enumerate(comment.split("\n")):
        for match in _MARKER.finditer(text):
            no_index = match["what"].lower() == "noindexing"
            reason = _without_closing(match["reason"] or "")
            suppression = Suppression(no_index, not no_index, reason, match["file"] is not None)
            markers.append(Marker(line + offset, end_line, suppression))
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
        if marker.suppression.by_file:
            if first_code_line and marker.line >= first_code_line:
                idle.append(idle_marker(marker, LATE))
            elif not functions:
                idle.append(idle_marker(marker, _NO_FUNCTIONS))
            else:
                whole_file = join(whole_file, marker.suppression)
            continue
        target = starts.get(after.get(marker.line, 0))
        if target is None:
            target = around.get(marker.line)
        if target is None:
            idle.append(idle_marker(marker, _ALONE))
        else:
            found[target] = join(found[target], marker.suppression)
    if whole_file is not None:
        found = [whole_file if own is None else join(whole_file, own) for own in found]
    return found, idle


LATE = "it must stand before the first line of code"
_ALONE = "no function starts right below it, or holds it"
_NO_FUNCTIONS = "there is no function in this file"


def idle_marker(marker: Marker, why: str) -> IdleMarker:
    """A marker that does nothing."""
    return IdleMarker(marker.line, f"{marker.suppression.word} has no effect: {why}")


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
    """What two markers ask for together; the first reason stays.

    It is `by_file` where no marker of its own asks for the stronger of both.
    """
    if old is None:
        return new
    no_index = old.no_index or new.no_index
    return Suppression(
        no_index=no_index,
        no_duplicate=old.no_duplicate or new.no_duplicate,
        reason=old.reason or new.reason,
        by_file=all(each.by_file for each in (old, new) if each.no_index == no_index),
    )
