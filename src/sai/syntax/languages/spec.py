"""What a language's row says: data about its grammar, read by the walk.

Node and field names are those of the tree-sitter grammars.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Operator = Literal["binary", "unary", "postfix", "conditional"]
Kinds = frozenset[str]
NONE: Kinds = frozenset()
Children = tuple[str, ...]
"""Which children: a field's name, or `*` all, `^` the first, `$` the last, `!` the only one;
`<x` those right before the leaf `x`, `>x` right after it, `=x` those of kind `x`;
`x!y` the field `x` unless it is of kind `y`."""


@dataclass(frozen=True, slots=True)
class LanguageSpec:
    """How to find functions, names, literals and noise in the syntax trees of one language."""

    name: str
    grammar: str
    extensions: tuple[str, ...]
    comment_prefix: str  # opens a line comment, for the marker that a report suggests
    test_patterns: tuple[str, ...]  # gitignore form: where tests conventionally lie

    functions: Kinds  # nodes with parameters and a body: a scope of their own
    named_by_itself: Kinds = NONE  # functions whose `name` field is their symbol
    closures: Kinds = NONE  # functions that no binding names (lambdas)
    # node around a function without a name -> the name that it gives
    default_names: dict[str, str] = field(default_factory=dict)
    # node -> (field, form): symbols that are not just a name
    symbol_forms: dict[str, tuple[str, str]] = field(default_factory=dict)
    # node -> field of the type that it belongs to, which is part of its symbol
    owners: dict[str, str] = field(default_factory=dict)
    # node -> (name field, value field)
    binders_of_functions: dict[str, tuple[str, str]] = field(default_factory=dict)
    named_values: Kinds = NONE  # values that lend the functions in them their name
    # classes and such: part of the symbol, no scope of locals unless they are functions, too
    containers: Kinds = NONE
    wrappers: Kinds = NONE  # node around a declaration whose first line is where it starts
    decorated_members: Kinds = NONE  # nodes in which decorators stand before their member
    decorators: Kinds = frozenset({"decorator"})

    comments: Kinds = NONE
    dropped: Kinds = NONE  # subtrees that never enter the comparison (types, modifiers)
    # node -> children that never enter the comparison, where their kind does not tell (types)
    dropped_children: dict[str, Children] = field(default_factory=dict)
    # node -> text that stands for its dropped children: `int x` is read like `var x`
    placeholders: dict[str, str] = field(default_factory=dict)
    # nodes of which one child counts (casts): its index
    kept_child: dict[str, int] = field(default_factory=dict)
    dropped_leaves: frozenset[tuple[str, str]] = frozenset()  # (parent, leaf text)
    separators: Kinds = NONE  # leaf texts without meaning of their own (`;`)
    separated: Kinds = NONE  # nodes directly in which separators do have one (`for (;;)`)
    empty_statements: Kinds = NONE  # count only where a statement is required
    bodies: Kinds = NONE  # lists of statements or members
    # node -> child (`*`: any), texts if missing
    completed: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    indented_blocks: Kinds = NONE  # blocks closed by layout: an end mark is added
    valued_blocks: Kinds = NONE  # blocks whose last expression is their value, unless `;` follows
    leaving: Kinds = NONE  # expressions after which that `;` says nothing
    bare_blocks: Kinds = NONE  # parents in which a block around one expression says nothing

    parenthesised: Kinds = NONE
    # parents in which parentheses may change the meaning
    operators: dict[str, Operator] = field(default_factory=dict)
    # operator text or node type -> how tightly it binds
    tightness: dict[str, int] = field(default_factory=dict)
    associative: Kinds = NONE  # operators whose grouping does not matter
    loose: Kinds = NONE  # keep their parentheses, except as a whole statement
    kept_parentheses: frozenset[tuple[str, str]] = frozenset()  # (parent, content) that need them
    tuples: Kinds = NONE  # with or without parentheses of their own
    bare_tuples: Kinds = NONE  # parents in which a tuple needs no parentheses
    lone_parameters: Kinds = NONE  # parameter lists that need no parentheses around one name

    identifiers: Kinds = NONE  # names that scopes resolve
    attributes: Kinds = NONE  # leaf types that are never local
    # node -> children that hold a name, not a variable
    attribute_names: dict[str, Children] = field(default_factory=dict)
    # node -> children that hold a name if the node stands where one is expected
    attribute_patterns: dict[str, Children] = field(default_factory=dict)
    # calls whose `name` is a method's and never a variable's -> field of the receiver
    method_calls: dict[str, str] = field(default_factory=dict)
    shorthand: Kinds = NONE  # `{a}` for `{a: a}`: key and variable at once
    receivers: Kinds = NONE  # what a method calls itself through
    strings: Kinds = NONE  # string nodes, with or without interpolation
    raw_strings: Kinds = NONE  # of these, those without escapes that no prefix tells
    dedented: Kinds = NONE  # of these, those whose indentation is formatting in triple quotes
    string_parts: Kinds = NONE  # leaf types that hold the text of a string
    interpolations: Kinds = NONE
    texts: Kinds = NONE  # leaf types that are text on their own, white space folded
    unordered: Kinds = NONE  # leaf types whose letters come in any order
    raw: Kinds = NONE  # nodes of which the text between children counts
    numbers: Kinds = NONE
    token_trees: Kinds = NONE  # arguments of macros: leaves of which the grammar knows no more

    # node -> children whose names it binds
    binders: dict[str, Children] = field(default_factory=dict)
    # binder -> field behind which its names hold, "" for the whole: before, `a := a.b()` means
    # another `a`; without a line here they hold in all of their function
    bound_after: dict[str, str] = field(default_factory=dict)
    # node -> children to which it passes a binding on
    patterns: dict[str, Children] = field(default_factory=dict)
    capitals_are_constants: bool = False  # a pattern binds no name with a capital
    outer_binders: Kinds = NONE  # nodes whose `name` is bound in the scope around them
    not_local: Kinds = NONE  # statements that declare names as not local (`global`)

    misread: bytes = b""  # expression for names that the grammar takes for something else
    conditional: bool = False  # has `#if`, which may split what the grammar must see whole
    sound: bool = True  # False: the grammar finds errors in valid code outside functions
    docstring_owners: Kinds = NONE  # nodes whose body may open with a docstring
    stub_statements: Kinds = NONE  # a body of only these is a stub
    # statement -> regular expression of text it must hold
    refusals: dict[str, str] = field(default_factory=dict)
    expression_bodies: Kinds = NONE  # bodies of one expression; some are a function by themselves
    overload_decorators: Kinds = NONE
    # expression for decorators of tests, or of what holds tests, without their blanks and texts
    test_decorators: str = ""


def tightness_of(*levels: tuple[str, ...]) -> dict[str, int]:
    """Number the levels, loosest first."""
    return {name: number for number, level in enumerate(levels) for name in level}
