"""What declarations say about the functions in them: names, decorators, where they start."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from sai.syntax.languages.spec import LanguageSpec
from sai.syntax.parentheses import content

_LONGEST_NAME = 200
_QUOTES = "'\""
_DEEPEST_TYPE = 20
_TYPE_FIELDS = ("type", "name", "element", "trait")
_WRAPPED_TYPES = frozenset({"parameter_list", "pointer_type", "parenthesized_type"})


class Declaration(NamedTuple):
    """Name of a function, the node at which it is shown to start, its decorators."""

    name: str
    display: Node
    decorators: tuple[Node, ...]


class Declarations:
    """Notes on nodes already entered, looked up when the walk reaches what they declare."""

    def __init__(self, source: bytes, spec: LanguageSpec) -> None:
        self._source = source
        self._spec = spec
        self._values = spec.functions.union(spec.named_values, spec.parenthesised, spec.kept_child)
        self._bound: dict[int, tuple[str, Node]] = {}
        self._displays: dict[int, Node] = {}
        self._decorators: dict[int, tuple[Node, ...]] = {}

    def note(self, node: Node, kind: str, children: list[Node]) -> str:
        """Take down what `node` says about its children; each node once, parents first.

        Returns the name that it lends to the functions deeper in its value, "" for none.
        """
        spec = self._spec
        if kind in spec.wrappers:
            self._note_wrapper(node, children)
        elif kind in spec.decorated_members:
            self._note_members(children)
        elif kind in spec.binders_of_functions:
            return self._note_binding(node, kind)
        return ""

    def function(self, node: Node, kind: str, outer_kind: str, above: Node) -> Declaration | None:
        """What was declared about a function node; None for a bare closure or without a body."""
        spec = self._spec
        if kind in spec.closures:
            return None
        name, declared = self._bound.get(node.id, ("", node))
        if not name and kind in spec.named_by_itself and node.child_by_field_name("body"):
            name = self.symbol(node, kind)
        if not name and outer_kind in spec.default_names:
            name, declared = spec.default_names[outer_kind], above
        if not name:
            return None
        display = self._displays.get(declared.id, declared)
        return Declaration(name, display, self._decorators.get(declared.id, ()))

    def symbol(self, node: Node, kind: str) -> str:
        """What a declaration is called in a symbol; "" where it has no name."""
        name, form = self._spec.symbol_forms.get(kind, ("name", "{}"))
        text = self.text(node, name)
        if kind in self._spec.owners:
            owner = node.child_by_field_name(self._spec.owners[kind])
            return ".".join(filter(None, (self._bare_type(owner), text)))
        return form.replace("{}", text) if text else ""

    def _bare_type(self, node: Node | None) -> str:
        """Name of a type without its path, its arguments and what points to it."""
        for _ in range(_DEEPEST_TYPE):
            if node is None:
                break
            fields = map(node.child_by_field_name, _TYPE_FIELDS)
            inner = next(filter(None, fields), None)
            if inner is None and node.type in _WRAPPED_TYPES:
                inner = next((c for c in node.named_children if not c.is_extra), None)
            if inner is None:
                break
            node = inner
        return self._text_of(node)

    def text(self, node: Node, name: str) -> str:
        """Text of a node's field without white space and quotes; "" where there is none.

        Of a text that is longer than any name its beginning.
        """
        return self._text_of(node.child_by_field_name(name))

    def _text_of(self, child: Node | None) -> str:
        if child is None:
            return ""
        end = min(child.end_byte, child.start_byte + _LONGEST_NAME)
        text = self._source[child.start_byte : end].decode("utf-8", "ignore")
        text = "".join(text.split()) + "…" * (end < child.end_byte)
        return text.strip(_QUOTES) if child.type in self._spec.strings else text

    def _note_binding(self, node: Node, kind: str) -> str:
        spec = self._spec
        name_field, value_field = spec.binders_of_functions[kind]
        value = node.child_by_field_name(value_field)
        if value is None or value.type not in self._values:
            return ""
        bound = content(value, spec)
        name = self.text(node, name_field)
        if not name or bound is None:
            return ""
        if bound.type in spec.functions:
            self._bound[bound.id] = (name, node)
        return name if bound.type in spec.named_values else ""

    def _note_wrapper(self, node: Node, children: list[Node]) -> None:
        """The first declaration in a wrapper starts where the wrapper does."""
        decorators = tuple(child for child in children if child.type in self._spec.decorators)
        for child in children:
            if child.is_named and child.type not in self._spec.comments | self._spec.decorators:
                self._displays[child.id] = self._displays.get(node.id, node)
                self._decorators[child.id] = decorators or self._decorators.get(node.id, ())
                break

    def _note_members(self, children: list[Node]) -> None:
        """A member starts at the first of the decorators right above it."""
        first: Node | None = None
        for child in children:
            if child.type in self._spec.decorators:
                first = first or child
            elif child.is_named and child.type not in self._spec.comments:
                if first is not None:
                    self._displays[child.id] = first
                first = None
