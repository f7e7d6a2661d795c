"""The stream of compared leaves of a file, and how a node's text becomes one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

from sai.core.source import TokenKind
from sai.syntax.literals import inline_names, number_text, part_text
from sai.syntax.rules import ATTRIBUTE, BINDS, CALLED, NOT_LOCAL, OUTER
from sai.syntax.scopes import Scopes

BLOCK_END = "\u21e4"
"""Text of the leaf that closes a block which layout alone closes."""

METHOD = -2
"""Home of a method's bare name where methods and variables do not share their names."""

_COMMA = (TokenKind.SYNTAX, ",")


class Comment(NamedTuple):
    """Where a comment stands: 0-based first and last row, byte offsets."""

    row: int
    end_row: int
    start_byte: int
    end_byte: int


@dataclass(slots=True)
class FunctionLeaves:
    """A named function: its node, qualified name's parts, scope, slice of the leaf stream.

    `display` is the node at which it is shown to start: its first decorator or declaration.
    """

    node: Node
    names: tuple[str, ...]
    display: Node
    decorators: tuple[Node, ...]
    scope: int
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class LeafStream:
    """Parallel lists, one item a leaf: kind, text, byte offset at which it starts.

    `homes` maps the index of a name that scopes resolve to the scope that binds it, -1 for none,
    and that of a bare call to `METHOD` where no variable can be meant.
    """

    kinds: list[TokenKind] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    homes: dict[int, int] = field(default_factory=dict)
    functions: list[FunctionLeaves] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    docstrings: list[Node] = field(default_factory=list)
    has_deeper: bool = False  # whether there are functions in too many others


class LeafWriter:
    """Collects leaves while a walk goes on; names wait until all bindings are known."""

    def __init__(self, source: bytes, *, capitals_are_constants: bool = False) -> None:
        self.source = source
        self.capitals_are_constants = capitals_are_constants
        self.stream = LeafStream()
        self.scopes = Scopes()
        self.scope = 0
        self.leaves: list[tuple[TokenKind, str, int]] = []
        self.uses: list[tuple[int, int, str]] = []  # index, scope, name
        self.since = 0  # byte from which names hold that are bound now
        self.bound: dict[int, int] = {}  # index of a name bound here -> byte from which it holds

    def text_of(self, node: Node) -> str:
        """A node's text as written."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def emit(self, kind: TokenKind, text: str, start: int) -> None:
        """Add a leaf."""
        self.leaves.append((kind, text, start))

    def close(self, text: str) -> None:
        """Add a leaf that is not written in the source."""
        self.emit(TokenKind.SYNTAX, text, self.leaves[-1][2] if self.leaves else 0)

    def closing(self, text: str) -> Callable[[], None]:
        """`close` for later."""
        return lambda: self.close(text)

    def take_back_comma(self) -> None:
        """Forget a trailing comma: it is formatting."""
        if self.leaves and self.leaves[-1][:2] == _COMMA:
            del self.leaves[-1]

    def plain(self, node: Node) -> None:
        """A leaf as written."""
        text = self.text_of(node)
        if text:
            self.emit(TokenKind.SYNTAX, text, node.start_byte)

    def name(self, text: str, start: int, flags: int) -> None:
        """A name: bound or used in the scope at hand, or (`ATTRIBUTE`) a part of something."""
        scope = self.scopes.parent(self.scope) if flags & OUTER else self.scope
        if flags & NOT_LOCAL:
            self.scopes.declare_outer(scope, text)
        elif flags & BINDS and not (self.capitals_are_constants and text[:1].isupper()):
            self._bind(scope, text, 0 if flags & OUTER else self.since)
        if flags & CALLED:
            self.stream.homes[len(self.leaves)] = METHOD
        elif not flags & ATTRIBUTE:
            self.uses.append((len(self.leaves), scope, text))
        self.emit(TokenKind.NAME, text, start)

    def _bind(self, scope: int, name: str, since: int) -> None:
        self.scopes.bind(scope, name, since)
        if since:
            self.bound[len(self.leaves)] = since

    def attribute(self, node: Node) -> None:
        """A name that no scope binds."""
        self.emit(TokenKind.NAME, self.text_of(node), node.start_byte)

    def shorthand(self, node: Node, flags: int) -> None:
        """`{a}` is read as `{a: a}`."""
        name = node.children[-1] if node.child_count else node
        text, start = self.text_of(name), name.start_byte
        self.emit(TokenKind.NAME, text, start)
        self.emit(TokenKind.SYNTAX, ":", start)
        self.name(text, start, flags)

    def number(self, node: Node) -> None:
        """A number without its formatting."""
        self.emit(TokenKind.NUMBER, number_text(self.text_of(node)), node.start_byte)

    def folded(self, node: Node) -> None:
        """Text in which white space is formatting."""
        text = " ".join(self.text_of(node).split())
        if text:
            self.emit(TokenKind.STRING, text, node.start_byte)

    def letters(self, node: Node) -> None:
        """Letters of which the order is formatting."""
        self.emit(TokenKind.SYNTAX, "".join(sorted(self.text_of(node))), node.start_byte)

    def part(self, start: int, end: int) -> None:
        """Text between the code of an interpolated string."""
        text = self.source[start:end].decode("utf-8", "replace")
        if text:
            self.emit(TokenKind.STRING, part_text(text), start)

    def format_string(self, node: Node) -> bool:
        """A string in which variables are named; False, and nothing done, if none are."""
        start, end = node.start_byte, node.end_byte
        names = inline_names(self.source[start:end])
        if not names:
            return False
        self.emit(TokenKind.SYNTAX, '"', start)
        position = start
        for first, last in names:
            self.part(position, start + first)
            position = start + last
            self.name(self.source[start + first : position].decode("utf-8"), start + first, 0)
        self.part(position, end)
        return True

    def comment(self, node: Node) -> None:
        """Note a comment."""
        row, end, end_byte = node.start_point.row, node.end_point, node.end_byte
        end_row = end.row
        if end.column == 0 and end_row > row:  # the line's end is not part of what it says
            end_row, end_byte = end_row - 1, end_byte - 1
        self.stream.comments.append(Comment(row, end_row, node.start_byte, end_byte))

    def finish(self) -> LeafStream:
        """The stream, comments in source order, names that a function binds turned into locals."""
        stream = self.stream
        stream.comments.sort()
        if self.leaves:
            kinds, texts, starts = zip(*self.leaves, strict=True)
            stream.kinds, stream.texts, stream.starts = list(kinds), list(texts), list(starts)
        places, bound = stream.starts, self.bound
        homes = self.scopes.homes(
            [(scope, text, bound.get(index) or places[index]) for index, scope, text in self.uses]
        )
        for (index, _, _), home in zip(self.uses, homes, strict=True):
            stream.homes[index] = home
            if home >= 0:
                stream.kinds[index] = TokenKind.LOCAL
        return stream
