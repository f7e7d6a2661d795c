"""What declarations say about the functions in them: names, decorators, where they start."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from sai.syntax.languages import LanguageSpec
from sai.syntax.parentheses import content

_LONGEST_NAME = 200
_QUOTES = "'\""


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
        self._bound: dict[int, tuple[str, Node]] = {}
        self._displays: dict[int, Node] = {}
        self._decorators: dict[int, tuple[Node, ...]] = {}

    def note(self, node: Node, kind: str, children: list[Node]) -> None:
        """Take down what `node` says about its children; each node once, parents first."""
        spec = self._spec
        if kind in spec.wrappers:
            self._note_wrapper(node, children)
        elif kind in spec.decorated_members:
            self._note_members(children)
        elif kind in spec.binders_of_functions:
            name, value = self._binding(node, kind)
            if name and value is not None and value.type in spec.functions:
                self._bound[value.id] = (name, node)

    def lent_name(self, node: Node, kind: str) -> str:
        """The name that a binding lends to the functions inside its value; "" for none."""
        if kind not in self._spec.binders_of_functions:
            return ""
        name, value = self._binding(node, kind)
        return name if value is not None and value.type in self._spec.named_values else ""

    def function(self, node: Node, kind: str, outer_kind: str) -> Declaration | None:
        """What was declared about a function node; None for a bare closure."""
        name, declared = self._bound.get(node.id, ("", node))
        if not name and kind in self._spec.named_by_itself:
            name = self.text(node, "name")
        if not name and outer_kind == "export_statement":
            name = "default"
        if not name:
            return None
        display = self._displays.get(declared.id, declared)
        return Declaration(name, display, self._decorators.get(declared.id, ()))

    def text(self, node: Node, name: str) -> str:
        """Text of a node's field without white space and quotes; "" where there is none."""
        child = node.child_by_field_name(name)
        if child is None or child.end_byte - child.start_byte > _LONGEST_NAME:
            return ""
        text = self._source[child.start_byte : child.end_byte].decode("utf-8", "replace")
        text = "".join(text.split())
        return text.strip(_QUOTES) if child.type in self._spec.strings else text

    def _binding(self, node: Node, kind: str) -> tuple[str, Node | None]:
        name, value = self._spec.binders_of_functions[kind]
        child = node.child_by_field_name(value)
        return self.text(node, name), None if child is None else content(child, self._spec)

    def _note_wrapper(self, node: Node, children: list[Node]) -> None:
        """The first declaration in a wrapper starts where the wrapper does."""
        decorators = tuple(child for child in children if child.type == "decorator")
        for child in children:
            if child.is_named and child.type not in self._spec.comments | {"decorator"}:
                self._displays[child.id] = self._displays.get(node.id, node)
                self._decorators[child.id] = decorators or self._decorators.get(node.id, ())
                break

    def _note_members(self, children: list[Node]) -> None:
        """A member starts at the first of the decorators right above it."""
        first: Node | None = None
        for child in children:
            if child.type == "decorator":
                first = first or child
            elif child.is_named and child.type not in self._spec.comments:
                if first is not None:
                    self._displays[child.id] = first
                first = None
