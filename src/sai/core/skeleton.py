"""What copies share, laid out once, with numbered holes where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sai.core.alignment import (
    CONNECTORS,
    Gap,
    gaps_between,
    is_word,
    shared_anchors,
    split_at_lines,
)
from sai.core.report import Hole, Skeleton

MAX_COPIES = 5
LEAST_COMMON = 0.30

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")


class PlacedToken(NamedTuple):
    """A token as written. Lines are 0-based and relative to the member, columns are characters."""

    text: str
    line: int
    column: int
    end_line: int
    end_column: int


class MemberSource(NamedTuple):
    """The whole lines of a member, and its tokens in order: no comments, no docstrings."""

    lines: tuple[str, ...]
    tokens: tuple[PlacedToken, ...]


def build_skeleton(sources: Sequence[MemberSource]) -> Skeleton | None:
    """Lay out what the first copies (at most `MAX_COPIES`) share; None if that is next to nothing.

    The lines are those of the first copy without comments, docstrings, blank lines and common
    indentation. A hole stands where the copies differ; holes with equal fills in every copy
    share a number, numbers rise with first use. Put each copy's fills into the holes and its
    tokens come back. Costs one alignment a copy: milliseconds for a thousand lines.
    """
    copies = [_Copy(source) for source in sources[:MAX_COPIES]]
    if len(copies) < 2:
        return None
    texts = [copy.texts for copy in copies]
    line_starts = [copy.line_starts for copy in copies]
    anchors = shared_anchors(texts, line_starts)
    if not anchors or len(anchors) * len(copies) < LEAST_COMMON * sum(map(len, texts)):
        return None
    layout = _Layout(copies)
    numbers: dict[tuple[str, ...], int] = {}
    for gap, anchor in zip(gaps_between(texts, anchors), [*anchors, None], strict=True):
        for piece in split_at_lines(gap, line_starts) if any(gap) else ():
            number = numbers.setdefault(_fills(copies, piece), len(numbers) + 1)
            layout.add_hole(piece, f"⟨{number}⟩")
        if anchor is not None:
            layout.add_shared(anchor[0])
    return Skeleton(
        members=tuple(range(len(copies))),
        lines=layout.lines(),
        holes=tuple(Hole(number, fills) for fills, number in numbers.items()),
    )


def _fills(copies: Sequence[_Copy], gap: Gap) -> tuple[str, ...]:
    return tuple(
        copy.text_of(tokens.start, tokens.stop) for copy, tokens in zip(copies, gap, strict=True)
    )


class _Copy:
    """One member with what the layout asks about its tokens."""

    def __init__(self, source: MemberSource) -> None:
        self._source_lines = source.lines
        self._tokens = tuple(token for token in source.tokens if token.text)
        self._in_brackets = _inside_brackets([token.text for token in self._tokens])
        self.line_starts = _line_starts(self._tokens)
        self.indent = _common_prefix(
            _leading_space(self._line(token.line))
            for token, starts in zip(self._tokens, self.line_starts, strict=False)
            if starts
        )
        self.texts = [token.text for token in self._tokens]

    def indent_of(self, index: int) -> str:
        """Indentation of the token's line beyond what all lines of this copy have."""
        return _leading_space(self._line(self._tokens[index].line))[len(self.indent) :]

    def space_before(self, index: int) -> str:
        """What separates a token from its left neighbour on the line; a comment is one space."""
        left, right = self._tokens[index - 1], self._tokens[index]
        between = self._line(right.line)[left.end_column : right.column]
        return between if not between or between.isspace() else " "

    def text_of(self, start: int, end: int) -> str:
        """Tokens `start` to `end` (exclusive) on one line, statements separated by `; `."""
        parts: list[str] = []
        for index in range(start, end):
            if index > start:
                parts.append(self._separator(index))
            parts.append(self.texts[index])
        return " ".join("".join(parts).split())

    def _separator(self, index: int) -> str:
        if not self.line_starts[index]:
            return self.space_before(index)
        before, after = self.texts[index - 1], self.texts[index]
        if before in _OPENING or after in _CLOSING or after in CONNECTORS:
            return ""
        ends_statement = is_word(before) or before in _CLOSING
        starts_statement = is_word(after) or after in _OPENING or after in ("@", "*")
        if ends_statement and starts_statement and not self._in_brackets[index]:
            return "; "
        return " "

    def _line(self, number: int) -> str:
        return self._source_lines[number] if number < len(self._source_lines) else ""


class _Layout:
    """Writes the first copy's lines, with a hole in place of what is not shared."""

    def __init__(self, copies: Sequence[_Copy]) -> None:
        self._copies = copies
        self._first = copies[0]
        self._lines: list[str] = []
        self._glue: str | None = None  # joins the next token to what stands there; None: as it was

    def lines(self) -> tuple[str, ...]:
        """What was added so far, a line each."""
        return tuple(line.rstrip() for line in "\n".join(self._lines).split("\n"))

    def add_shared(self, index: int) -> None:
        """Add token `index` of the first copy."""
        self._put(index, self._first.texts[index].replace("\n" + self._first.indent, "\n"))

    def add_hole(self, gap: Gap, mark: str) -> None:
        """Add a hole where the first copy has its part of the gap."""
        if gap[0]:
            self._put(gap[0].start, mark)
        else:
            self._insert(gap, mark)

    def _put(self, index: int, text: str) -> None:
        if self._glue is not None:
            self._lines[-1] += self._glue + text
        elif self._first.line_starts[index]:
            self._lines.append(self._first.indent_of(index) + text)
        else:
            self._lines[-1] += self._first.space_before(index) + text
        self._glue = None

    def _insert(self, gap: Gap, mark: str) -> None:
        """Write a hole for what the first copy lacks.

        The first copy that has something there shows where it stands: on lines of its own, or
        within a line.
        """
        copy, tokens = next((c, r) for c, r in zip(self._copies, gap, strict=True) if r)
        here = gap[0].start
        opens_line = self._first.line_starts[here]
        starts, ends = copy.line_starts[tokens.start], copy.line_starts[tokens.stop]
        if opens_line and starts:
            self._lines.append(copy.indent_of(tokens.start) + mark)
            self._glue = None if ends else copy.space_before(tokens.stop)
            return
        after_bracket = "" if self._lines[-1][-1] in _OPENING else " "
        self._lines[-1] += (after_bracket if starts else copy.space_before(tokens.start)) + mark
        if not opens_line:
            self._glue = self._first.space_before(here) if ends else copy.space_before(tokens.stop)


def _line_starts(tokens: Sequence[PlacedToken]) -> list[bool]:
    """Whether each token, and the end after them, opens a line."""
    inner = (left.end_line < right.line for left, right in pairwise(tokens))
    return [True, *inner, True]


def _inside_brackets(texts: Sequence[str]) -> list[bool]:
    """Whether each token stands within round or square brackets that a line break cannot end."""
    open_brackets: list[str] = []
    inside: list[bool] = []
    for text in texts:
        inside.append(bool(open_brackets) and open_brackets[-1] != "{")
        if text in _OPENING:
            open_brackets.append(text)
        elif text in _CLOSING and open_brackets:
            open_brackets.pop()
    return inside


def _leading_space(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _common_prefix(texts: Iterable[str]) -> str:
    ordered = sorted(set(texts))
    if not ordered:
        return ""
    first, last = ordered[0], ordered[-1]
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[:length] if length is not None else first
