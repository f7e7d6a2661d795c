"""A language's row compiled for the walk: one rule for each node kind of its grammar."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from sai.syntax.languages import spec_of
from sai.syntax.languages.spec import Children, LanguageSpec
from sai.syntax.trees import language_of_grammar

_ERROR_KIND = 65535


class Action(IntEnum):
    """What the walk does with a node."""

    SYNTAX = 0  # a keyword, operator or bracket: its kind is its text
    OTHER = 1  # its children, or its text where it has none
    NAME = 2
    MARKED = 3  # its children, some of which bind or are only names of something else
    COMMENT = 4
    DROPPED = 5
    SEPARATOR = 6
    EMPTY = 7
    ATTRIBUTE = 8
    SHORTHAND = 9
    NUMBER = 10
    TEXT = 11
    STRING = 12
    RAW = 13
    INNER = 14  # anything that needs a closer look
    LETTERS = 15
    EDGES = 16  # MARKED in its simplest form: only first and last child, whatever is above


BINDS, ATTRIBUTE, OUTER, NOT_LOCAL, SINGLE, UNSAID, CALLED, GONE = 1, 2, 4, 8, 16, 32, 64, 128
"""Flags that a node gets from the nodes above it."""
_EDGES = frozenset("^$")


@dataclass(frozen=True, slots=True)
class Rule:
    """All that the walk asks about a node kind, looked up once."""

    kind: str
    action: Action
    dropped: frozenset[str]  # texts of its leaves that do not count
    binds: Children
    passes: Children  # children that get a binding which comes from above
    names: Children
    is_tuple: bool
    first: int = 0  # flags of its first and last child, where these are all
    last: int = 0
    names_passed: Children = ()  # children that are names only if the node itself is one
    gone: Children = ()  # children that do not count
    placeholder: str = ""  # what is read in their place
    receiver: str = ""  # the field that tells a method called on something from a bare call
    separated: bool = False  # separators directly in it count


@cache
def rules_of(language: str) -> dict[int, Rule]:
    """The rules of a language by the grammar's number of a node kind."""
    spec = spec_of(language)
    grammar = language_of_grammar(spec.grammar)
    actions = _actions(spec)
    rules = {_ERROR_KIND: _rule("ERROR", Action.OTHER, spec)}
    for number in range(grammar.node_kind_count):
        kind = grammar.node_kind_for_id(number) or ""
        if grammar.node_kind_is_named(number):
            action = actions.get(kind, Action.OTHER)
        else:
            action = Action.SEPARATOR if kind in spec.separators else Action.SYNTAX
        rules[number] = _rule(kind, action, spec)
    return rules


def _rule(kind: str, action: Action, spec: LanguageSpec) -> Rule:
    dropped = frozenset(text for parent, text in spec.dropped_leaves if parent == kind)
    binds = spec.binders.get(kind, ())
    passes = spec.patterns.get(kind, ())
    names = spec.attribute_names.get(kind, ())
    first = BINDS * ("^" in binds) | ATTRIBUTE * ("^" in names)
    last = BINDS * ("$" in binds) | ATTRIBUTE * ("$" in names)
    names_passed = spec.attribute_patterns.get(kind, ())
    gone = spec.dropped_children.get(kind, ())
    receiver = spec.method_calls.get(kind, "")
    plain = not (passes or names_passed or gone or receiver or kind in spec.token_trees)
    plain = plain and not (binds and spec.bound_after)
    if action is Action.MARKED and plain and _EDGES.issuperset(binds + names):
        action = Action.EDGES
    return Rule(
        kind, action, dropped, binds, passes, names, kind in spec.tuples, first, last,
        names_passed, gone, spec.placeholders.get(kind, ""), receiver, kind in spec.separated,
    )  # fmt: skip


def _actions(spec: LanguageSpec) -> dict[str, Action]:
    """Actions by kind; where two apply, the later one wins."""
    marked = {
        *spec.binders, *spec.patterns, *spec.attribute_names, *spec.attribute_patterns,
        *spec.dropped_children, *spec.method_calls, *spec.token_trees,
    }  # fmt: skip
    inner = spec.functions.union(
        spec.containers, spec.kept_child, spec.parenthesised, spec.indented_blocks, spec.not_local,
        spec.wrappers, spec.binders_of_functions, spec.docstring_owners, spec.outer_binders,
        spec.completed, spec.tuples, spec.decorated_members, spec.lone_parameters,
        spec.valued_blocks,
    )  # fmt: skip
    table = [
        (Action.MARKED, marked),
        (Action.INNER, inner),
        (Action.NAME, spec.identifiers),
        (Action.ATTRIBUTE, spec.attributes),
        (Action.SHORTHAND, spec.shorthand),
        (Action.NUMBER, spec.numbers),
        (Action.TEXT, spec.texts),
        (Action.RAW, spec.raw),
        (Action.LETTERS, spec.unordered),
        (Action.STRING, spec.strings),
        (Action.EMPTY, spec.empty_statements),
        (Action.DROPPED, spec.dropped),
        (Action.COMMENT, spec.comments),
    ]
    return {kind: action for action, kinds in table for kind in kinds}
