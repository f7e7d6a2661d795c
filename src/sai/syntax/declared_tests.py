"""Which functions the code itself declares to be tests, by decorators. Linear."""

from __future__ import annotations

import re

from tree_sitter import Node

from sai.syntax.languages.spec import LanguageSpec

_BLANKS_AND_TEXTS = re.compile(r'\s+|"(?:\\.|[^"\\])*"?', re.DOTALL)


class DeclaredTests:
    """The nodes of one tree that have a decorator of tests, or stand inside one that has.

    Nodes are asked for one by one; the children of a node are looked through once, at the first
    question about any of them.
    """

    def __init__(self, spec: LanguageSpec) -> None:
        self._spec = spec
        self._pattern = re.compile(spec.test_decorators)
        self._known: dict[int, bool] = {}

    def __contains__(self, node: Node) -> bool:
        if not self._spec.test_decorators:
            return False
        way = [node]
        while way[-1].id not in self._known and (parent := way[-1].parent) is not None:
            way.append(parent)
        for place in reversed(way[1:]):
            self._look_through(place, inherited=self._known.get(place.id, False))
        return self._known.get(node.id, False)

    def _look_through(self, parent: Node, *, inherited: bool) -> None:
        is_test = False
        for child in parent.children:
            if child.type in self._spec.decorators:
                is_test = is_test or self._is_of_tests(child)
            elif child.type not in self._spec.comments:
                self._known[child.id] = inherited or is_test
                is_test = False

    def _is_of_tests(self, decorator: Node) -> bool:
        text = (decorator.text or b"").decode("utf-8", "replace")
        return self._pattern.match(_BLANKS_AND_TEXTS.sub("", text)) is not None
