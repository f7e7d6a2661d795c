"""Comments of a file: their texts for markers, and the source without them, lines kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sai.syntax.leaves import Comment, LeafStream

_REST_OF_LINE = re.compile(rb"[^\S\n]*(?:\n|\Z)")


class CommentText(NamedTuple):
    """A comment with 1-based lines; `own_line` where nothing but comments stands beside it."""

    line: int
    end_line: int
    text: str
    own_line: bool


def comment_texts(comments: Sequence[Comment], source: bytes) -> tuple[CommentText, ...]:
    """The comments, which are given and returned in source order."""
    found: list[CommentText] = []
    alone, last_row, last_end = True, -1, 0
    for comment in comments:
        if comment.row != last_row:
            alone, last_end = True, source.rfind(b"\n", 0, comment.start_byte) + 1
        alone = alone and not source[last_end : comment.start_byte].strip()
        last_row, last_end = comment.end_row, comment.end_byte
        text = source[comment.start_byte : comment.end_byte].decode("utf-8", "replace")
        own_line = alone and _REST_OF_LINE.match(source, comment.end_byte) is not None
        found.append(CommentText(comment.row + 1, comment.end_row + 1, text, own_line))
    return tuple(found)


def without_noise(source: bytes, stream: LeafStream) -> str:
    """The source with comments and docstrings blanked; every line stays where it was."""
    spans = [(c.start_byte, c.end_byte) for c in stream.comments]
    spans += [(d.start_byte, d.end_byte) for d in stream.docstrings]
    parts, position = [], 0
    for start, end in sorted(spans):
        if start < position:
            continue
        parts += [source[position:start], b"\n" * source.count(b"\n", start, end)]
        position = end
    parts.append(source[position:])
    text = b"".join(parts).decode("utf-8", "replace")
    return "\n".join(line.rstrip() for line in text.split("\n"))
