"""Which parentheses say something: those without which an expression would be read differently."""

from __future__ import annotations

from tree_sitter import Node

from sai.syntax.languages.spec import LanguageSpec, Operator

_DEEPEST = 50
_LONGEST_CHAIN = 10_000  # bytes


def content(node: Node, spec: LanguageSpec) -> Node | None:
    """What stands in parentheses and casts, None for nothing; the node itself if it is neither."""
    found: Node | None = node
    for _ in range(_DEEPEST):
        if found is None:
            return None
        if found.type in spec.parenthesised:
            found = next((c for c in found.children if _counts(c, spec)), None)
        elif found.type in spec.kept_child and found.child_count:
            found = found.children[spec.kept_child[found.type]]
        else:
            break
    return found


def _counts(child: Node, spec: LanguageSpec) -> bool:
    return child.is_named and child.type not in spec.comments


def parentheses_count(node: Node, outer: Node, outer_kind: str, spec: LanguageSpec) -> bool:
    """Whether the parentheses `node` inside `outer` change what the code means.

    A question of which operator binds tighter; where the table does not tell, they count.
    """
    inner = content(node, spec)
    if inner is None:
        return False
    kind = inner.type
    if kind in spec.loose or (outer_kind, kind) in spec.kept_parentheses:
        return outer_kind not in spec.bare_tuples
    role = spec.operators.get(outer_kind)
    if role is None or inner.child_count == 0 or _is_delimited(node, outer, role):
        return False
    operator = _operator(outer, spec)
    loosest = spec.tightness.get(operator, spec.tightness.get(outer_kind, -1))
    tightness = spec.tightness.get(kind, spec.tightness.get(_operator(inner, spec)))
    if tightness is None or tightness < loosest:
        return True
    if role == "postfix":
        # `(a?.b).c` is not `a?.b.c`
        return spec.operators.get(kind) == "postfix" and _may_break_off(inner)
    if tightness > loosest or role == "unary":
        return False
    if role == "conditional":
        return node.start_byte == outer.start_byte
    return _regroups(node, operator, outer, inner, spec)


def _may_break_off(chain: Node) -> bool:
    """Whether a chain of accesses may end early at a `?.`; of an endless one we do not ask.

    Chains nest: to search each of them whole would take quadratic time.
    """
    return chain.end_byte - chain.start_byte > _LONGEST_CHAIN or b"?." in (chain.text or b"")


def _is_delimited(node: Node, outer: Node, role: Operator) -> bool:
    """Whether something else than parentheses tells where the operand begins and ends."""
    if role == "postfix":
        return node.start_byte != outer.start_byte
    inside = outer.start_byte < node.start_byte and node.end_byte < outer.end_byte
    return role == "conditional" and inside


def _regroups(node: Node, operator: str, outer: Node, inner: Node, spec: LanguageSpec) -> bool:
    """Whether parentheses around an equally tight operand change the grouping."""
    if not operator:
        return True  # comparisons chain
    if operator in spec.associative and _operator(inner, spec) == operator:
        return False
    on_left = node.start_byte == outer.start_byte
    return on_left == (operator == "**")


def _operator(node: Node, spec: LanguageSpec) -> str:
    """Text of a binary operator, "" for other nodes and for chains of comparisons."""
    if spec.operators.get(node.type) != "binary":
        return ""
    child = node.child_by_field_name("operator")
    return child.type if child is not None else ""
