"""Names in the arguments of a macro, of which the grammar knows only that they are leaves.

What stands beside a name tells whether it is a variable, binds one, or names something else. Code
in macros looks like other code in nearly all cases; where it does not, a name is taken as used.
"""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from sai.syntax.rules import ATTRIBUTE, BINDS

_NAME, _TREE = "identifier", "token_tree"
_BEFORE_CLOSURE = frozenset({"(", "[", "{", ",", ";", "=", "=>", "move", "return", ""})
_MODIFIERS = frozenset({"&", "mut", "ref"})
_BINDING = frozenset({"let", "for", "mut", "ref"})
_BEFORE_ITEM = frozenset({"(", "[", "{", ",", ";", "}"})
_AFTER_ITEM = frozenset({")", "]", "}", ",", "@", "|", "if"})


def mark_token_tree(marks: list[int], children: list[Node], *, is_pattern: bool) -> None:
    """Set flags of the names in a tree, and of trees in it that hold a pattern. Linear."""
    tree = _Tree([_text(child) for child in children], [c.type for c in children], is_pattern)
    for index, kind in enumerate(tree.kinds):
        if tree.texts[index] == "|":
            tree.turn(index)
        elif kind == _NAME:
            marks[index] |= tree.flags_of_name(index)
        elif kind == _TREE and tree.holds_pattern(index):
            marks[index] |= BINDS


def _text(node: Node) -> str:
    if node.type == _TREE and node.child_count:
        return node.children[-1].type
    return (node.text or b"").decode("utf-8", "replace") if node.is_named else node.type


@dataclass(slots=True)
class _Tree:
    """The leaves of one tree; a tree among them has its last bracket as text."""

    texts: list[str]
    kinds: list[str]
    is_pattern: bool
    in_parameters: bool = False  # of a closure
    has_arms: bool = False

    def __post_init__(self) -> None:
        self.has_arms = self.texts[0] == "{" and "=>" in self.texts

    def turn(self, index: int) -> None:
        """A bar opens or closes the parameters of a closure."""
        self.in_parameters = not self.in_parameters and self._at(index - 1) in _BEFORE_CLOSURE

    def flags_of_name(self, index: int) -> int:
        before, after = self._at(index - 1), self._at(index + 1)
        if before in (".", "::") or after == "::":
            return ATTRIBUTE
        if after == "!" and self._kind(index + 2) == _TREE:
            return ATTRIBUTE
        if self._binds(index, before, after):
            return BINDS
        is_named = after == "=" and before in ("(", ",") and self.texts[0] == "("
        return ATTRIBUTE if is_named or after == ":" else 0

    def _binds(self, index: int, before: str, after: str) -> bool:
        opening = self._before_modifiers(index)
        if self.in_parameters:
            return opening in ("|", ",")
        if before in _BINDING and opening not in (".", "::"):
            return before != "mut" or self._at(index - 2) != "&"
        if self.has_arms and before in _BEFORE_ITEM and after in ("=", "=>"):
            return self.texts[index] != "else"
        expected = opening in _BEFORE_ITEM or (opening == ":" and self.texts[0] == "{")
        return self.is_pattern and expected and after in _AFTER_ITEM

    def holds_pattern(self, index: int) -> bool:
        """Whether a tree is a pattern, or what a pattern may look like: `Some(a)`."""
        before, opening = self._at(index - 1), self._before_modifiers(index)
        if self._kind(index - 1) == _NAME:
            return before[:1].isupper()
        if self.in_parameters:
            return opening in ("|", ",")
        return before in ("let", "for") or (self.is_pattern and opening in _BEFORE_ITEM)

    def _before_modifiers(self, index: int) -> str:
        index -= 1
        while self._at(index) in _MODIFIERS:
            index -= 1
        return self._at(index)

    def _at(self, index: int) -> str:
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def _kind(self, index: int) -> str:
        return self.kinds[index] if 0 <= index < len(self.kinds) else ""
