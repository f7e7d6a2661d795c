"""Which children of a node the row of a language means, as flags for the walk. Linear."""

from __future__ import annotations

from itertools import pairwise

from tree_sitter import Node

from sai.syntax.languages.spec import Children


def mark_children(marks: list[int], which: Children, flag: int, node: Node) -> None:
    """Set a flag for the children of `node` that a row names."""
    for child in which:
        if child == "*":
            marks[:] = [mark | flag for mark in marks]
        elif child == "^":
            marks[0] |= flag
        elif child == "$":
            marks[-1] |= flag
        elif child == "!":
            marks[:] = [flag] if len(marks) == 1 else marks
        else:
            chosen = _chosen(child, node)
            for index, found in enumerate(node.children):
                if found.id in chosen:
                    marks[index] |= flag


def _chosen(which: str, node: Node) -> set[int]:
    """Ids of the children that a selector names: by field, by kind or by what stands beside."""
    if which[0] == "=":
        return {child.id for child in node.children if child.type == which[1:]}
    if which[0] in "<>":
        children = [child for child in node.children if not child.is_extra]
        if which[0] == "<":
            return {left.id for left, right in pairwise(children) if right.type == which[1:]}
        return {right.id for left, right in pairwise(children) if left.type == which[1:]}
    name, _, excepted = which.partition("!")
    return {c.id for c in node.children_by_field_name(name) if c.type != excepted}
