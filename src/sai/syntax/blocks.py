"""What begin and end of a block say where the value of a block is that of its last expression."""

from __future__ import annotations

from tree_sitter import Node

from sai.syntax.languages.spec import LanguageSpec

_NOT_EXPRESSIONS = ("_item", "_declaration", "_definition", "_statement")


def discards_value(children: list[Node], spec: LanguageSpec) -> bool:
    """Whether a `;` takes the value of the block's last expression away."""
    last = next((child for child in reversed(children[:-1]) if _counts(child, spec)), None)
    if last is None:
        return False
    if last.type in spec.empty_statements:
        return True
    if last.type != "expression_statement" or not last.child_count:
        return False
    return last.children[-1].type == ";" and last.children[0].type not in spec.leaving


def is_bare(children: list[Node], outer_kind: str, spec: LanguageSpec) -> bool:
    """Whether the braces say nothing: they hold one expression, where one may stand without."""
    if outer_kind not in spec.bare_blocks or children[0].type != "{":
        return False
    items = [child for child in children if _counts(child, spec)]
    if len(items) != 1 or discards_value(children, spec):
        return False
    kind = items[0].type
    return kind == "expression_statement" or not kind.endswith(_NOT_EXPRESSIONS)


def _counts(child: Node, spec: LanguageSpec) -> bool:
    return child.is_named and child.type not in spec.comments
