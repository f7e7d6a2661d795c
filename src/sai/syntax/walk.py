"""One walk over a syntax tree: what counts of it, in source order, and the functions in it.

Everything that SAI compares is cut from the stream it writes. The walk uses a stack, not
recursion, so that nesting a thousand levels deep is no danger; it is linear in the number of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node, Tree

from sai.core.source import TokenKind
from sai.syntax.blocks import discards_value, is_bare
from sai.syntax.languages.spec import LanguageSpec
from sai.syntax.leaves import BLOCK_END, FunctionLeaves, LeafStream, LeafWriter
from sai.syntax.literals import dedented_text, string_text
from sai.syntax.macros import mark_token_tree
from sai.syntax.marks import mark_children
from sai.syntax.naming import Declarations
from sai.syntax.parentheses import parentheses_count
from sai.syntax.rules import (
    ATTRIBUTE,
    BINDS,
    CALLED,
    GONE,
    NOT_LOCAL,
    OUTER,
    SINGLE,
    UNSAID,
    Action,
    Rule,
    rules_of,
)

DEEPEST = 30
"""A function in so many named functions is no chunk of its own: each of them holds its tokens, so
that time and memory would grow with the square of the depth. A symbol has no more names, either."""

_PASSED_ON = BINDS | NOT_LOCAL | ATTRIBUTE
_CLOSERS = frozenset(")]}")
_ROOT = Rule("", Action.OTHER, frozenset(), (), (), (), is_tuple=False)

_Later = Callable[[], None]
_Item = tuple[Node | None, int, Rule, Node | _Later]


class _Visit(NamedTuple):
    """A node, what nodes above it say of it, its rule, its parent's rule and its parent.

    The parent of what stands in parentheses or casts that do not count is that around them.
    """

    node: Node
    flags: int
    rule: Rule
    outer: Rule
    above: Node


def read_leaves(tree: Tree, source: bytes, spec: LanguageSpec) -> LeafStream:
    """Walk the tree once and return its leaves, functions, comments and docstrings."""
    walk = _Walk(source, spec)
    walk.run(tree.root_node)
    return walk.out.finish()


class _Walk:
    """The state of one walk.

    A stack item is a node with its flags, its parent's rule and its parent; or None and, in the
    parent's place, an action to run.
    """

    def __init__(self, source: bytes, spec: LanguageSpec) -> None:
        self.spec = spec
        constants = spec.capitals_are_constants
        self.out = out = LeafWriter(source, capitals_are_constants=constants)
        self.path: list[str] = []
        self.depth = 0  # named functions around
        self.declared = Declarations(source, spec)
        self.stack: list[_Item] = []
        self.handlers: dict[Action, Callable[[_Visit], None]] = {
            Action.MARKED: self._marked,
            Action.INNER: self._inner,
            Action.DROPPED: self._dropped,
            Action.EMPTY: self._empty,
            Action.STRING: self._string,
            Action.RAW: self._raw,
            Action.COMMENT: lambda at: out.comment(at.node),
            Action.ATTRIBUTE: lambda at: out.attribute(at.node),
            Action.SHORTHAND: lambda at: out.shorthand(at.node, at.flags),
            Action.NUMBER: lambda at: out.number(at.node),
            Action.TEXT: lambda at: out.folded(at.node),
            Action.LETTERS: lambda at: out.letters(at.node),
        }

    def run(self, root: Node) -> None:  # noqa: C901, PLR0912 - the frequent kinds, without a call
        """Visit every node that counts, in source order."""
        rules, handlers, stack = rules_of(self.spec.name), self.handlers, self.stack
        out, leaves, use = self.out, self.out.leaves, self.out.uses.append
        source, emit = out.source, leaves.append
        syntax_kind, name_kind = TokenKind.SYNTAX, TokenKind.NAME
        syntax, other, name, edges = Action.SYNTAX, Action.OTHER, Action.NAME, Action.EDGES
        separator = Action.SEPARATOR
        stack.append((root, 0, _ROOT, root))
        while stack:
            node, flags, outer, above = stack.pop()
            if node is None:
                above()  # type: ignore[operator]
                continue
            rule = rules[node.kind_id]
            action = rule.action
            if action is syntax:
                text = rule.kind
                if text in _CLOSERS and not flags & SINGLE:
                    out.take_back_comma()
                if not flags & UNSAID and text not in outer.dropped:
                    emit((syntax_kind, text, node.start_byte))
            elif action is name:
                start = node.start_byte
                text = source[start : node.end_byte].decode("utf-8", "replace")
                if flags:
                    out.name(text, start, flags)
                else:
                    use((len(leaves), out.scope, text))
                    emit((name_kind, text, start))
            elif action is other:
                children = node.children
                if children:
                    children.reverse()
                    stack.extend([(child, 0, rule, node) for child in children])
                else:
                    out.plain(node)
            elif action is edges:
                items: list[_Item] = [(child, 0, rule, node) for child in node.children]
                if rule.first:
                    items[0] = (items[0][0], rule.first, rule, node)
                if rule.last:
                    items[-1] = (items[-1][0], rule.last, rule, node)
                stack.extend(reversed(items))
            elif action is separator:
                if outer.separated:
                    emit((syntax_kind, rule.kind, node.start_byte))
            else:
                handlers[action](_Visit(node, flags, rule, outer, above))  # type: ignore[arg-type]

    def _later(self, action: _Later) -> None:
        self.stack.append((None, 0, _ROOT, action))

    def _later_part(self, start: int, end: int) -> None:
        self._later(lambda: self.out.part(start, end))

    # -- nodes that are more or less than their children

    def _string(self, at: _Visit) -> None:
        """A plain string is one leaf; an interpolated one is text and code in turn."""
        spec, node, children = self.spec, at.node, at.node.children
        if not any(child.type in spec.interpolations for child in children):
            if at.outer.kind in spec.token_trees and self.out.format_string(node):
                return
            kind = TokenKind.NAME if at.flags & ATTRIBUTE else TokenKind.STRING
            self.out.emit(kind, self._string_text(node, at.rule.kind), node.start_byte)
            return
        self.out.emit(TokenKind.SYNTAX, '"', node.start_byte)
        self._later(self.out.closing('"'))
        for child in reversed(children):
            if child.type in spec.string_parts:
                self._later_part(child.start_byte, child.end_byte)
            elif child.type in spec.interpolations:
                self.stack.append((child, 0, at.rule, node))

    def _string_text(self, node: Node, kind: str) -> str:
        text = self.out.text_of(node)
        if kind in self.spec.dedented:
            text = dedented_text(text)
        return string_text(f"r{text}" if kind in self.spec.raw_strings else text)

    def _raw(self, at: _Visit) -> None:
        """Children and the text between them."""
        end = at.node.end_byte
        for child in reversed(at.node.children):
            self._later_part(child.end_byte, end)
            self.stack.append((child, 0, at.rule, at.node))
            end = child.start_byte

    def _dropped(self, at: _Visit) -> None:
        self._comments_in(at.node)

    def _comments_in(self, node: Node) -> None:
        """Nothing in the node is compared, but its comments are comments."""
        waiting = [node]
        while waiting:
            found = waiting.pop()
            if found.type in self.spec.comments:
                self.out.comment(found)
            elif found.is_named:
                waiting.extend(found.children)

    def _empty(self, at: _Visit) -> None:
        if at.outer.kind not in self.spec.bodies:
            self.out.emit(TokenKind.SYNTAX, ";", at.node.start_byte)

    def _marked(self, at: _Visit) -> None:
        children = at.node.children
        if children:
            marks = self._marks(at, children)
            if at.rule.gone:
                children, marks = self._without_gone(at, children, marks)
            items = zip(reversed(children), reversed(marks), strict=True)
            self.stack.extend([(child, mark, at.rule, at.node) for child, mark in items])
        else:
            self.out.plain(at.node)

    def _inner(self, at: _Visit) -> None:
        spec, node, kind, children = self.spec, at.node, at.rule.kind, at.node.children
        if not children:
            self.out.plain(node)
        elif kind in spec.kept_child:
            self._cast(at)
        elif kind in spec.parenthesised and not parentheses_count(
            node, at.above, at.outer.kind, spec
        ):
            self._unsaid_parentheses(at)
        else:
            self._compound(at, children)

    def _cast(self, at: _Visit) -> None:
        children = at.node.children
        kept = children.pop(self.spec.kept_child[at.rule.kind])
        for child in children:
            self._comments_in(child)
        self.stack.append((kept, at.flags & _PASSED_ON, at.outer, at.above))

    def _unsaid_parentheses(self, at: _Visit) -> None:
        """Go on with what stands in parentheses, as if they were not there."""
        node, inner = at.node, [at.node]
        while len(inner) == 1 and inner[0].type in self.spec.parenthesised:
            node, inner = inner[0], []
            for child in node.children:
                if child.type in self.spec.comments:
                    self.out.comment(child)
                elif child.is_named:
                    inner.append(child)
        flags = at.flags & _PASSED_ON
        self.stack.extend([(child, flags, at.outer, at.above) for child in reversed(inner)])

    def _compound(self, at: _Visit, children: list[Node]) -> None:
        node, kind, rule = at.node, at.rule.kind, at.rule
        marks = self._marks(at, children)
        if rule.gone:
            children, marks = self._without_gone(at, children, marks)
        docstring = self._docstring(at, children)
        lent_name = self.declared.note(node, kind, children)
        after, before = self._around(at, lent_name)
        if after is not None:
            self._later(after)
        if kind in self.spec.completed:
            self._complete(node, kind, children)
        elif kind in self.spec.valued_blocks and discards_value(children, self.spec):
            self._later(self.out.closing(";"))
        start_at = self._token_start(node) if before is not None else None
        for child, mark in zip(reversed(children), reversed(marks), strict=True):
            if child != docstring:
                self.stack.append((child, mark, rule, node))
            if before is not None and child == start_at:
                self._later(before)

    def _without_gone(
        self, at: _Visit, children: list[Node], marks: list[int]
    ) -> tuple[list[Node], list[int]]:
        """The children that count; a placeholder stands for the others."""
        gone = [child for child, mark in zip(children, marks, strict=True) if mark & GONE]
        for child in gone:
            self._comments_in(child)
        if gone and at.rule.placeholder:
            self.out.emit(TokenKind.SYNTAX, at.rule.placeholder, gone[0].start_byte)
        kept = [index for index, mark in enumerate(marks) if not mark & GONE]
        return [children[index] for index in kept], [marks[index] for index in kept]

    def _complete(self, node: Node, kind: str, children: list[Node]) -> None:
        """Say what is missing, so that `return; f()` is not read as `return f()`."""
        needed, texts = self.spec.completed[kind]
        if not (self._items(children) if needed == "*" else node.child_by_field_name(needed)):
            for text in reversed(texts):
                self._later(self.out.closing(text))

    def _docstring(self, at: _Visit, children: list[Node]) -> Node | None:
        """The docstring that opens this block or file, noted, if there is one."""
        spec, kind = self.spec, at.rule.kind
        owner = at.above.type if kind in spec.indented_blocks else kind
        if owner not in spec.docstring_owners or (owner == kind and owner != "module"):
            return None
        first = next((c for c in children if c.type not in spec.comments), None)
        if first is None:
            return None
        inner = first.children if first.type == "expression_statement" else [first]
        if len(inner) != 1 or inner[0].type not in spec.strings:
            return None
        self.out.stream.docstrings.append(first)
        return first

    # -- marks

    def _marks(self, at: _Visit, children: list[Node]) -> list[int]:
        """Flags for the children: who binds, who is only a name, what is formatting."""
        rule, node = at.rule, at.node
        marks = [0] * len(children)
        if rule.binds:
            mark_children(marks, rule.binds, BINDS, node)
            self.out.since = self._since(node, rule)
        if rule.names:
            mark_children(marks, rule.names, ATTRIBUTE, node)
        if rule.passes and at.flags & BINDS:
            mark_children(marks, rule.passes, BINDS, node)
        if rule.names_passed and at.flags & ATTRIBUTE:
            mark_children(marks, rule.names_passed, ATTRIBUTE, node)
        if rule.gone:
            mark_children(marks, rule.gone, GONE, node)
        if rule.receiver:
            called_on = node.child_by_field_name(rule.receiver) is not None
            mark_children(marks, ("name",), ATTRIBUTE if called_on else CALLED, node)
        self._mark_special(at, children, marks)
        return marks

    def _since(self, node: Node, rule: Rule) -> int:
        """The byte from which names that a node binds hold."""
        after = self.spec.bound_after.get(rule.kind)
        if after is None:
            return 0
        return (node.child_by_field_name(after) or node).end_byte if after else node.end_byte

    def _mark_special(self, at: _Visit, children: list[Node], marks: list[int]) -> None:
        spec, rule, node = self.spec, at.rule, at.node
        if rule.is_tuple:
            self._mark_tuple(at.outer, children, marks)
        elif rule.kind in spec.not_local:
            mark_children(marks, ("*",), NOT_LOCAL, node)
        elif rule.kind in spec.outer_binders:
            mark_children(marks, ("name",), BINDS | OUTER, node)
        elif rule.kind in spec.lone_parameters and self._items(children) == 1:
            mark_children(marks, ("^", "$"), UNSAID, node)
        elif rule.kind in spec.token_trees:
            self.out.since = 0
            mark_token_tree(marks, children, is_pattern=bool(at.flags & BINDS))
        elif rule.kind in spec.valued_blocks and is_bare(children, at.outer.kind, spec):
            mark_children(marks, ("^", "$"), UNSAID, node)

    def _mark_tuple(self, outer: Rule, children: list[Node], marks: list[int]) -> None:
        """The comma makes a tuple of one item; parentheses say nothing where none are needed."""
        items, has_comma = self._items(children), any(c.type == "," for c in children)
        if items == 1 and has_comma:
            marks[:] = [mark | SINGLE for mark in marks]
        if children[0].type != "(":
            if items > 1 and children[-1].type == ",":
                marks[-1] |= UNSAID
        elif items and (outer.kind in self.spec.bare_tuples or not has_comma):
            marks[0] |= UNSAID
            marks[-1] |= UNSAID

    def _items(self, children: list[Node]) -> int:
        return sum(child.is_named and child.type not in self.spec.comments for child in children)

    # -- functions and containers

    def _around(self, at: _Visit, lent_name: str) -> tuple[_Later | None, _Later | None]:
        """What to do after a node's children, and (functions) just before its parameters."""
        spec, kind = self.spec, at.rule.kind
        if kind in spec.containers:
            return self._enter_container(at.node, kind), None
        if kind in spec.functions:
            return self._enter_function(at)
        if kind in spec.indented_blocks:
            return self.out.closing(BLOCK_END), None
        return (self._enter_path(lent_name), None) if lent_name else (None, None)

    def _enter_path(self, name: str) -> _Later:
        if not name:
            return lambda: None
        self.path.append(name)
        return lambda: self.path.__delitem__(-1)

    def _enter_container(self, node: Node, kind: str) -> _Later:
        leave_path = self._enter_path(self.declared.symbol(node, kind))
        return self._enter_scope(has_locals=kind in self.spec.functions, leave_path=leave_path)

    def _enter_scope(self, *, has_locals: bool, leave_path: _Later) -> _Later:
        out, around = self.out, self.out.scope
        out.scope = out.scopes.open(around, has_locals=has_locals)

        def leave() -> None:
            out.scope = around
            leave_path()

        return leave

    def _enter_function(self, at: _Visit) -> tuple[_Later, _Later | None]:
        declaration = self.declared.function(at.node, at.rule.kind, at.outer.kind, at.above)
        if self.depth >= DEEPEST:
            self.out.stream.has_deeper |= declaration is not None
            declaration = None
        if declaration is None:
            return self._enter_scope(has_locals=True, leave_path=lambda: None), None
        out, (name, display, decorators) = self.out, declaration
        names = (*self.path[-DEEPEST:], name)
        leave_scope = self._enter_scope(has_locals=True, leave_path=self._enter_path(name))
        function = FunctionLeaves(at.node, names, display, decorators, out.scope)
        out.stream.functions.append(function)
        self.depth += 1

        def start() -> None:
            function.start = len(out.leaves)

        def leave() -> None:
            function.end = len(out.leaves)
            self.depth -= 1
            leave_scope()

        return leave, start

    def _token_start(self, node: Node) -> Node:
        """The child at which the comparison of a function starts: its parameters."""
        for name in ("receiver", "parameters", "parameter", "body"):
            child = node.child_by_field_name(name)
            if child is not None:
                return child
        return node.children[0]
