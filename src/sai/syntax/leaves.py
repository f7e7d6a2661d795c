"""One walk over a syntax tree: the stream of compared leaves, the functions in it, the comments.

Everything that SAI compares is cut from this stream. The walk uses a stack, not recursion, so
that nesting a thousand levels deep is no danger; it is linear in the number of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node, Tree

from sai.core.source import Token, TokenKind
from sai.syntax.languages import LanguageSpec
from sai.syntax.literals import number_text, string_text
from sai.syntax.scopes import Scopes

_BINDS, _ATTRIBUTE, _OUTER, _NOT_LOCAL, _SINGLE = 1, 2, 4, 8, 16
_PASSED_ON = _BINDS | _NOT_LOCAL | _ATTRIBUTE
_CLOSERS = frozenset(")]}")
_LONGEST_NAME = 200
BLOCK_END = "\u21e4"
"""Text of the leaf that closes a block which layout alone closes."""


class Comment(NamedTuple):
    """Where a comment stands: 0-based first and last row, byte offsets."""

    row: int
    end_row: int
    start_byte: int
    end_byte: int


@dataclass(slots=True)
class FunctionLeaves:
    """A named function: its node, its qualified name's parts, its slice of the leaf stream."""

    node: Node
    names: tuple[str, ...]
    display: Node
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class LeafStream:
    """Parallel lists, one item a leaf: kind, text, 0-based row; names are resolved on `finish`."""

    kinds: list[TokenKind] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    bare: dict[int, int] = field(default_factory=dict)  # index of an unresolved name -> its scope
    functions: list[FunctionLeaves] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    docstrings: list[Node] = field(default_factory=list)

    def tokens(self, start: int, end: int) -> list[Token]:
        """The leaves of a slice as tokens."""
        kinds, texts = self.kinds[start:end], self.texts[start:end]
        return [Token(k, t) for k, t in zip(kinds, texts, strict=True)]


def read_leaves(tree: Tree, source: bytes, spec: LanguageSpec) -> LeafStream:
    """Walk the tree once and return its leaves, functions, comments and docstrings."""
    walk = _Walk(source, spec)
    walk.run(tree.root_node)
    return walk.stream


class _Walk:
    """The state of one walk. Stack items are a node with flags, or an action to run."""

    def __init__(self, source: bytes, spec: LanguageSpec) -> None:
        self.source = source
        self.spec = spec
        self.stream = LeafStream()
        self.scopes = Scopes()
        self.scope = 0
        self.names: list[str] = []
        self.bound_function: dict[int, tuple[str, Node]] = {}
        self.dropped_leaves: dict[str, set[str]] = {}
        for parent, text in spec.dropped_leaves:
            self.dropped_leaves.setdefault(parent, set()).add(text)
        self.special = self._special_parents()

    def _special_parents(self) -> frozenset[str]:
        """Node types whose children need more than being visited in order."""
        spec = self.spec
        return frozenset().union(
            spec.functions, spec.containers, spec.kept_child, spec.parenthesised,
            spec.indented_blocks, spec.binders, spec.patterns, spec.not_local, spec.wrappers,
            spec.binders_of_functions, spec.docstring_owners, spec.outer_binders, {"tuple"},
            (parent for parent, _ in spec.attribute_fields),
        )  # fmt: skip

    def run(self, root: Node) -> None:
        spec, stream = self.spec, self.stream
        stack: list[tuple[Node | None, int, object]] = [(root, 0, "")]
        while stack:
            node, flags, parent = stack.pop()
            if node is None:
                parent()  # type: ignore[operator]
                continue
            kind = node.type
            if kind in spec.comments:
                start, end = node.start_point, node.end_point
                stream.comments.append(Comment(start.row, end.row, node.start_byte, node.end_byte))
            elif kind in spec.dropped:
                continue
            elif kind in spec.strings:
                self._string(node, stack)
            elif node.child_count == 0:
                self._leaf(node, kind, flags, str(parent))
            elif kind in self.special:
                self._expand(node, kind, flags, str(parent), stack)
            else:
                stack.extend([(child, 0, kind) for child in reversed(node.children)])
        self._resolve()

    # -- leaves

    def _emit(self, kind: TokenKind, text: str, row: int) -> None:
        stream = self.stream
        stream.kinds.append(kind)
        stream.texts.append(text)
        stream.rows.append(row)

    def _leaf(self, node: Node, kind: str, flags: int, parent: str) -> None:
        spec = self.spec
        if not node.is_named:
            self._syntax(kind, node.start_point.row, flags, parent)
            return
        text = self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        row = node.start_point.row
        if kind in spec.identifiers:
            self._identifier(text, row, flags)
        elif kind in spec.shorthand:
            self._emit(TokenKind.NAME, text, row)
            self._emit(TokenKind.SYNTAX, ":", row)
            self._identifier(text, row, flags)
        elif kind in spec.attributes:
            self._emit(TokenKind.NAME, text, row)
        elif kind in spec.numbers:
            self._emit(TokenKind.NUMBER, number_text(text), row)
        elif kind in spec.texts:
            folded = " ".join(text.split())
            if folded:
                self._emit(TokenKind.STRING, folded, row)
        elif text:
            self._emit(TokenKind.SYNTAX, text, row)

    def _syntax(self, text: str, row: int, flags: int, parent: str) -> None:
        if text in self.spec.separators:
            return
        stream = self.stream
        if text in _CLOSERS and not flags & _SINGLE and stream.texts and stream.texts[-1] == ",":
            self._take_back_comma()
        dropped = self.dropped_leaves.get(parent)
        if dropped is None or text not in dropped:
            self._emit(TokenKind.SYNTAX, text, row)

    def _take_back_comma(self) -> None:
        """Forget a trailing comma: it is formatting."""
        stream = self.stream
        if stream.kinds[-1] is TokenKind.SYNTAX:
            del stream.kinds[-1], stream.texts[-1], stream.rows[-1]

    def _identifier(self, text: str, row: int, flags: int) -> None:
        scope = self.scopes.parent(self.scope) if flags & _OUTER else self.scope
        if flags & _NOT_LOCAL:
            self.scopes.declare_outer(scope, text)
        elif flags & _BINDS:
            self.scopes.bind(scope, text)
        if not flags & _ATTRIBUTE:
            self.stream.bare[len(self.stream.texts)] = scope
        self._emit(TokenKind.NAME, text, row)

    def _string(self, node: Node, stack: list[tuple[Node | None, int, object]]) -> None:
        """A plain string is one leaf; an interpolated one is text and code in turn."""
        spec, row = self.spec, node.start_point.row
        children = node.children
        if not any(child.type in spec.interpolations for child in children):
            text = self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")
            self._emit(TokenKind.STRING, string_text(text), row)
            return
        self._emit(TokenKind.SYNTAX, '"', row)
        stack.append((None, 0, lambda: self._emit(TokenKind.SYNTAX, '"', node.end_point.row)))
        for child in reversed(children):
            if child.type in spec.string_parts:
                stack.append((None, 0, lambda part=child: self._string_part(part)))
            elif child.type in spec.interpolations:
                stack.append((child, 0, node.type))

    def _string_part(self, node: Node) -> None:
        text = self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")
        self._emit(TokenKind.STRING, text, node.start_point.row)

    # -- inner nodes

    def _expand(
        self, node: Node, kind: str, flags: int, parent: str,
        stack: list[tuple[Node | None, int, object]],
    ) -> None:  # fmt: skip
        spec = self.spec
        children = node.children
        if kind in spec.kept_child:
            stack.append((children[spec.kept_child[kind]], flags & _PASSED_ON, parent))
            return
        if kind in spec.parenthesised and not self._parentheses_count(node, parent):
            inner = [c for c in children if c.is_named]
            stack.extend([(c, flags & _PASSED_ON, parent) for c in reversed(inner)])
            return
        marks = self._marks(node, kind, flags, children)
        docstring = self._docstring(node, kind)
        if docstring is not None:
            self.stream.docstrings.append(docstring)
            children = [child for child in children if child != docstring]
        after, before = self._around(node, kind)
        if after is not None:
            stack.append((None, 0, after))
        start_at = self._token_start(node) if before is not None else None
        for child in reversed(children):
            stack.append((child, marks.get(child.id, 0), kind))
            if before is not None and child == start_at:
                stack.append((None, 0, before))

    def _marks(self, node: Node, kind: str, flags: int, children: list[Node]) -> dict[int, int]:
        """Flags for the children: who binds, who is only a name of something else."""
        spec = self.spec
        marks: dict[int, int] = {}

        def mark(fields: tuple[str, ...], flag: int) -> None:
            for name in fields:
                found = children if name == "*" else node.children_by_field_name(name)
                for child in found:
                    marks[child.id] = marks.get(child.id, 0) | flag

        if kind in spec.binders:
            mark(spec.binders[kind], _BINDS)
        if flags & _BINDS and kind in spec.patterns:
            mark(spec.patterns[kind], _BINDS)
        if kind in spec.not_local:
            mark(("*",), _NOT_LOCAL)
        if kind in spec.outer_binders:
            mark(("name",), _BINDS | _OUTER)
        for parent, name in spec.attribute_fields:
            if parent == kind:
                mark((name or "*",), _ATTRIBUTE)
        if kind == "tuple" and node.named_child_count == 1:
            mark(("*",), _SINGLE)
        return marks

    def _parentheses_count(self, node: Node, parent: str) -> bool:
        if parent not in self.spec.operators:
            return False
        inner = next((c for c in node.children if c.is_named), None)
        while inner is not None and inner.type in self.spec.kept_child:
            inner = inner.children[self.spec.kept_child[inner.type]]
        return inner is None or (inner.child_count > 0 and inner.type not in self.spec.strings)

    def _docstring(self, node: Node, kind: str) -> Node | None:
        """The docstring that opens this block or file, if it is one."""
        owners = self.spec.docstring_owners
        if not owners:
            return None
        owner = node.parent if kind in self.spec.indented_blocks else node
        if owner is None or owner.type not in owners:
            return None
        if kind not in self.spec.indented_blocks and owner.type != "module":
            return None
        first = next((c for c in node.children if c.type not in self.spec.comments), None)
        if first is not None and first.type == "expression_statement" and first.child_count == 1:
            return first if first.children[0].type in self.spec.strings else None
        return first if first is not None and first.type in self.spec.strings else None

    # -- functions and containers

    def _around(
        self, node: Node, kind: str
    ) -> tuple[Callable[[], None] | None, Callable[[], None] | None]:
        """What to do after a node's children, and (functions) just before its parameters."""
        spec = self.spec
        if kind in spec.functions:
            return self._enter_function(node, kind)
        if kind in spec.containers:
            return self._enter_container(self._field_text(node, "name")), None
        if kind in spec.indented_blocks:
            return self._close_block, None
        binder = spec.binders_of_functions.get(kind)
        if binder is None:
            return None, None
        name, value = self._field_text(node, binder[0]), node.child_by_field_name(binder[1])
        if value is not None and name and value.type in spec.functions:
            self.bound_function[value.id] = (name, node)
        elif value is not None and name and value.type in spec.named_values:
            return self._enter_names(name), None
        return None, None

    def _close_block(self) -> None:
        rows = self.stream.rows
        self._emit(TokenKind.SYNTAX, BLOCK_END, rows[-1] if rows else 0)

    def _enter_names(self, name: str) -> Callable[[], None]:
        self.names.append(name)
        return lambda: self.names.__delitem__(-1)

    def _enter_container(self, name: str) -> Callable[[], None]:
        outer, leave_names = self.scope, self._enter_names(name)
        self.scope = self.scopes.open(outer, has_locals=False)

        def leave() -> None:
            self.scope = outer
            leave_names()

        return leave

    def _enter_function(
        self, node: Node, kind: str
    ) -> tuple[Callable[[], None], Callable[[], None] | None]:
        outer = self.scope
        self.scope = self.scopes.open(outer, has_locals=True)
        name, display = self._function_name(node, kind)
        if not name:

            def leave_closure() -> None:
                self.scope = outer

            return leave_closure, None
        stream = self.stream
        function = FunctionLeaves(node, (*self.names, name), display)
        stream.functions.append(function)
        leave_names = self._enter_names(name)

        def start() -> None:
            function.start = len(stream.texts)

        def leave() -> None:
            function.end = len(stream.texts)
            self.scope = outer
            leave_names()

        return leave, start

    def _token_start(self, node: Node) -> Node:
        """The child at which the comparison of a function starts: its parameters."""
        for name in ("parameters", "parameter", "body"):
            child = node.child_by_field_name(name)
            if child is not None:
                return child
        return node.children[0]

    def _function_name(self, node: Node, kind: str) -> tuple[str, Node]:
        """Name of a function (empty: a bare closure) and the node where its display starts."""
        bound = self.bound_function.get(node.id)
        if bound is not None:
            return bound
        name = self._field_text(node, "name") if kind in self.spec.named_by_itself else ""
        parent = node.parent
        if not name and parent is not None and parent.type == "export_statement":
            name = "default"
        return name, node

    def _field_text(self, node: Node, name: str) -> str:
        child = node.child_by_field_name(name)
        if child is None:
            return ""
        text = self.source[child.start_byte : child.end_byte].decode("utf-8", "replace")
        return "".join(text.split()) if len(text) <= _LONGEST_NAME else ""

    def _resolve(self) -> None:
        """Turn the names that a scope binds into locals, now that all bindings are known."""
        stream, is_local = self.stream, self.scopes.is_local
        for index, scope in stream.bare.items():
            if is_local(scope, stream.texts[index]):
                stream.kinds[index] = TokenKind.LOCAL
