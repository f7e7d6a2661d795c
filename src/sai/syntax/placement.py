"""Tokens as they are written and where they stand, for showing code rather than comparing it."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Point

from sai.core.skeleton import PlacedToken
from sai.syntax.languages import spec_of
from sai.syntax.languages.spec import LanguageSpec
from sai.syntax.trees import parse
from sai.syntax.walk import read_leaves


def placed_tokens(text: str, language: str) -> list[PlacedToken]:
    """All tokens of a file with 0-based lines and character columns, no comments or docstrings.

    A string without interpolation is one token.
    """
    spec = spec_of(language)
    source = text.encode("utf-8", "surrogatepass")
    tree = parse(source, language).tree
    docstrings = {(d.start_byte, d.end_byte) for d in read_leaves(tree, source, spec).docstrings}
    columns = _Columns(source)
    return [
        _placed(leaf, source, columns)
        for leaf in _leaves(tree.root_node, spec)
        if (leaf.start_byte, leaf.end_byte) not in docstrings
        and leaf.start_byte < min(leaf.end_byte, len(source))
    ]


class _Columns:
    """Byte columns to character columns; linear when asked in source order."""

    def __init__(self, source: bytes) -> None:
        self._lines = source.split(b"\n")
        self._row = self._column = self._characters = 0

    def characters(self, point: Point) -> int:
        """The number of characters in front of a place in its line."""
        if point.row != self._row or point.column < self._column:
            self._row, self._column, self._characters = point.row, 0, 0
        passed = self._lines[point.row][self._column : point.column]
        self._column = point.column
        self._characters += len(passed.decode("utf-8", "replace"))
        return self._characters

    def within(self, point: Point) -> Point:
        """The place, or the text's end for one behind it: some grammars need a last newline."""
        last = len(self._lines) - 1
        return point if point.row <= last else Point(last, len(self._lines[last]))


def _leaves(root: Node, spec: LanguageSpec) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in spec.comments:
            continue
        whole = node.type in spec.strings and not any(
            child.type in spec.interpolations for child in node.children
        )
        if whole or node.child_count == 0:
            yield node
        else:
            stack.extend(reversed(node.children))


def _placed(leaf: Node, source: bytes, columns: _Columns) -> PlacedToken:
    start, end = leaf.start_point, columns.within(leaf.end_point)
    return PlacedToken(
        source[leaf.start_byte : leaf.end_byte].decode("utf-8", "replace"),
        start.row,
        columns.characters(start),
        end.row,
        columns.characters(end),
    )
