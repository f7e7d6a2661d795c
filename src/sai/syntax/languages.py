"""The language table: one row says all that SAI knows about a language's syntax.

Node and field names are those of the tree-sitter grammars. A row is data; adding a language
means adding a row and a fixture project.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Operator = Literal["binary", "unary", "postfix", "conditional"]
Children = tuple[str, ...]
"""Which children: a field's name, or `*` all, `^` the first, `$` the last, `!` the only one."""


@dataclass(frozen=True, slots=True)
class LanguageSpec:
    """How to find functions, names, literals and noise in the syntax trees of one language."""

    name: str
    grammar: str
    extensions: tuple[str, ...]
    comment_prefix: str  # opens a line comment, for the marker that a report suggests
    test_patterns: tuple[str, ...]  # gitignore form: where tests conventionally lie

    functions: frozenset[str]  # nodes with parameters and a body: a scope of their own
    named_by_itself: frozenset[str]  # functions whose `name` field is their symbol
    binders_of_functions: dict[str, tuple[str, str]]  # node -> (name field, value field)
    named_values: frozenset[
        str
    ]  # values that lend the functions in them the name they are bound to
    containers: frozenset[str]  # classes and such: part of the symbol, not a scope of locals
    wrappers: frozenset[str]  # node around a declaration whose first line is where it starts
    decorated_members: frozenset[str]  # nodes in which decorators stand before their member

    comments: frozenset[str]
    dropped: frozenset[str]  # subtrees that never enter the comparison (types, modifiers)
    kept_child: dict[str, int]  # nodes of which one child counts (casts): its index
    dropped_leaves: frozenset[tuple[str, str]]  # (parent, leaf text)
    separators: frozenset[str]  # leaf texts without meaning of their own (`;`)
    empty_statements: frozenset[str]  # count only where a statement is required
    bodies: frozenset[str]  # lists of statements or members
    completed: dict[str, tuple[str, tuple[str, ...]]]  # node -> child (`*`: any), texts if missing
    indented_blocks: frozenset[str]  # blocks closed by layout: an end mark is added

    parenthesised: frozenset[str]
    operators: dict[str, Operator]  # parents in which parentheses may change the meaning
    tightness: dict[str, int]  # operator text or node type -> how tightly it binds
    associative: frozenset[str]  # operators whose grouping does not matter
    loose: frozenset[str]  # keep their parentheses, except as a whole statement
    kept_parentheses: frozenset[tuple[str, str]]  # (parent, content) that need them
    tuples: frozenset[str]  # with or without parentheses of their own
    bare_tuples: frozenset[str]  # parents in which a tuple needs no parentheses
    lone_parameters: frozenset[str]  # parameter lists that need no parentheses around one name

    identifiers: frozenset[str]  # names that scopes resolve
    attributes: frozenset[str]  # leaf types that are never local
    attribute_names: dict[str, Children]  # node -> children that hold a name, not a variable
    shorthand: frozenset[str]  # `{a}` for `{a: a}`: key and variable at once
    receivers: frozenset[str]  # what a method calls itself through
    strings: frozenset[str]  # string nodes, with or without interpolation
    string_parts: frozenset[str]  # leaf types that hold the text of a string
    interpolations: frozenset[str]
    texts: frozenset[str]  # leaf types that are text on their own, white space folded
    unordered: frozenset[str]  # leaf types whose letters come in any order
    raw: frozenset[str]  # nodes of which the text between children counts
    numbers: frozenset[str]

    binders: dict[str, Children]  # node -> children whose names it binds
    patterns: dict[str, Children]  # node -> children to which it passes a binding on
    outer_binders: frozenset[str]  # nodes whose `name` is bound in the scope around them
    not_local: frozenset[str]  # statements that declare names as not local (`global`)

    sound: bool = True  # False: the grammar finds errors in valid code outside functions
    docstring_owners: frozenset[str] = frozenset()  # nodes whose body may open with a docstring
    stub_statements: frozenset[str] = frozenset()  # a body of only these is a stub
    refusals: dict[str, str] = field(default_factory=dict)  # statement -> text it must hold
    overload_decorators: frozenset[str] = frozenset()


def _tightness(*levels: tuple[str, ...]) -> dict[str, int]:
    """Number the levels, loosest first."""
    return {name: number for number, level in enumerate(levels) for name in level}


_PYTHON = LanguageSpec(
    name="python",
    grammar="python",
    extensions=(".py",),
    comment_prefix="#",
    test_patterns=("tests/", "test_*.py", "*_test.py", "conftest.py"),
    functions=frozenset({"function_definition", "lambda"}),
    named_by_itself=frozenset({"function_definition"}),
    decorated_members=frozenset(),
    binders_of_functions={},
    named_values=frozenset(),
    containers=frozenset({"class_definition"}),
    wrappers=frozenset({"decorated_definition"}),
    comments=frozenset({"comment"}),
    dropped=frozenset({"comment", "type", "type_parameter", "line_continuation"}),
    kept_child={},
    dropped_leaves=frozenset(
        {
            ("typed_parameter", ":"),
            ("typed_default_parameter", ":"),
            ("function_definition", "->"),
            ("assignment", ":"),
            ("parameters", "("),
            ("parameters", ")"),
            ("import_from_statement", "("),
            ("import_from_statement", ")"),
            ("with_clause", "("),
            ("with_clause", ")"),
        }
    ),
    separators=frozenset({";"}),
    empty_statements=frozenset(),
    bodies=frozenset(),
    completed={"yield": ("*", (";",)), "return_statement": ("*", (";",))},
    indented_blocks=frozenset({"block"}),
    parenthesised=frozenset({"parenthesized_expression"}),
    operators={
        "binary_operator": "binary",
        "boolean_operator": "binary",
        "comparison_operator": "binary",
        "not_operator": "unary",
        "unary_operator": "unary",
        "await": "unary",
        "attribute": "postfix",
        "subscript": "postfix",
        "call": "postfix",
        "conditional_expression": "conditional",
    },
    tightness=_tightness(
        ("lambda",),
        ("conditional_expression",),
        ("or",),
        ("and",),
        ("not_operator",),
        ("comparison_operator",),
        ("|",),
        ("^",),
        ("&",),
        ("<<", ">>"),
        ("+", "-"),
        ("*", "/", "//", "%", "@"),
        ("unary_operator",),
        ("**",),
        ("await",),
        ("attribute", "subscript", "call"),
        (
            "string",
            "concatenated_string",
            "list",
            "dictionary",
            "set",
            "list_comprehension",
            "dictionary_comprehension",
            "set_comprehension",
            "generator_expression",
            "tuple",
        ),
    ),
    associative=frozenset({"and", "or"}),
    loose=frozenset({"yield"}),
    kept_parentheses=frozenset(),
    tuples=frozenset({"tuple", "tuple_pattern", "expression_list", "pattern_list"}),
    bare_tuples=frozenset(
        {
            "return_statement",
            "assignment",
            "augmented_assignment",
            "yield",
            "for_statement",
            "for_in_clause",
            "expression_statement",
            "delete_statement",
            "block",
            "module",
        }
    ),
    lone_parameters=frozenset(),
    identifiers=frozenset({"identifier"}),
    attributes=frozenset(),
    attribute_names={
        "attribute": ("$",),
        "keyword_argument": ("^",),
        "keyword_pattern": ("^",),
        "dotted_name": ("*",),
        "class_definition": ("name",),
    },
    shorthand=frozenset(),
    receivers=frozenset({"self", "cls"}),
    strings=frozenset({"string"}),
    string_parts=frozenset({"string_content"}),
    interpolations=frozenset({"interpolation"}),
    texts=frozenset(),
    unordered=frozenset(),
    raw=frozenset({"format_specifier"}),
    numbers=frozenset({"integer", "float"}),
    binders={
        "parameters": ("*",),
        "lambda_parameters": ("*",),
        "assignment": ("^",),
        "augmented_assignment": ("^",),
        "named_expression": ("^",),
        "for_statement": ("left",),
        "for_in_clause": ("left",),
        "as_pattern": ("$",),
        "case_pattern": ("*",),
        "keyword_pattern": ("$",),
        "splat_pattern": ("$",),
    },
    patterns={
        "pattern_list": ("*",),
        "tuple_pattern": ("*",),
        "list_pattern": ("*",),
        "list_splat_pattern": ("*",),
        "dictionary_splat_pattern": ("*",),
        "as_pattern_target": ("*",),
        "tuple": ("*",),
        "default_parameter": ("^",),
        "typed_default_parameter": ("^",),
        "typed_parameter": ("*",),
        "dotted_name": ("!",),
    },
    outer_binders=frozenset({"function_definition"}),
    not_local=frozenset({"global_statement"}),
    docstring_owners=frozenset({"function_definition", "class_definition", "module"}),
    stub_statements=frozenset({"pass_statement", "ellipsis"}),
    refusals={"raise_statement": "NotImplementedError"},
    overload_decorators=frozenset({"overload", "typing.overload", "t.overload", "te.overload"}),
)

_JS_TESTS = ("tests/", "test/", "__tests__/", "__mocks__/", "spec/", "e2e/")


def _ecmascript(
    name: str, grammar: str, extensions: tuple[str, ...], *, sound: bool
) -> LanguageSpec:
    """One row serves JavaScript and TypeScript, so that their copies of one function link."""
    suffixes = tuple(f"*.{kind}{ext}" for ext in extensions for kind in ("test", "spec"))
    return LanguageSpec(
        name=name,
        grammar=grammar,
        extensions=extensions,
        comment_prefix="//",
        test_patterns=_JS_TESTS + suffixes,
        functions=frozenset(
            {
                "function_declaration", "generator_function_declaration", "function_expression",
                "generator_function", "arrow_function", "method_definition",
            }
        ),
        named_by_itself=frozenset(
            {"function_declaration", "generator_function_declaration", "method_definition"}
        ),
        decorated_members=frozenset({"class_body"}),
        binders_of_functions={
            "variable_declarator": ("name", "value"),
            "assignment_expression": ("left", "right"),
            "pair": ("key", "value"),
            "public_field_definition": ("name", "value"),
            "field_definition": ("property", "value"),
        },
        named_values=frozenset({"object", "class"}),
        containers=frozenset(
            {
                "class_declaration", "class", "abstract_class_declaration",
                "internal_module", "module",
            }
        ),
        wrappers=frozenset({"export_statement", "lexical_declaration", "variable_declaration"}),
        comments=frozenset({"comment", "html_comment", "hash_bang_line"}),
        dropped=frozenset(
            {
                "comment", "html_comment", "hash_bang_line", "type_annotation", "type_parameters",
                "type_arguments", "accessibility_modifier", "override_modifier",
                "type_predicate_annotation", "asserts_annotation", "implements_clause",
                "type_alias_declaration", "interface_declaration", "function_signature",
                "method_signature", "abstract_method_signature", "ambient_declaration",
                "opting_type_annotation", "omitting_type_annotation",
            }
        ),
        kept_child={
            "as_expression": 0,
            "satisfies_expression": 0,
            "non_null_expression": 0,
            "instantiation_expression": 0,
            "type_assertion": -1,
        },
        dropped_leaves=frozenset(
            {
                ("optional_parameter", "?"),
                ("required_parameter", "readonly"),
                ("public_field_definition", "readonly"),
                ("public_field_definition", "declare"),
                ("public_field_definition", "?"),
                ("public_field_definition", "!"),
                ("variable_declarator", "!"),
                ("arrow_function", "=>"),
            }
        ),
        separators=frozenset({";"}),
        empty_statements=frozenset({"empty_statement"}),
        bodies=frozenset(
            {"program", "statement_block", "class_body", "switch_case", "switch_default"}
        ),
        completed={
            "return_statement": ("*", (";",)),
            "yield_expression": ("*", (";",)),
            "new_expression": ("arguments", ("(", ")")),
        },
        indented_blocks=frozenset(),
        parenthesised=frozenset({"parenthesized_expression"}),
        operators={
            "binary_expression": "binary",
            "unary_expression": "unary",
            "update_expression": "unary",
            "await_expression": "unary",
            "member_expression": "postfix",
            "subscript_expression": "postfix",
            "call_expression": "postfix",
            "ternary_expression": "conditional",
        },
        tightness=_tightness(
            ("ternary_expression",),
            ("??", "||"),
            ("&&",),
            ("|",),
            ("^",),
            ("&",),
            ("==", "!=", "===", "!=="),
            ("<", ">", "<=", ">=", "in", "instanceof"),
            ("<<", ">>", ">>>"),
            ("+", "-"),
            ("*", "/", "%"),
            ("**",),
            ("unary_expression", "await_expression"),
            ("update_expression",),
            ("member_expression", "subscript_expression", "call_expression", "new_expression"),
            ("string", "template_string", "regex", "array", "object", "jsx_element",
             "jsx_self_closing_element", "function_expression", "generator_function", "class"),
        ),
        associative=frozenset({"&&", "||", "??"}),
        loose=frozenset({"sequence_expression"}),
        kept_parentheses=frozenset(
            {
                ("arrow_function", "object"),
                ("new_expression", "call_expression"),
                ("new_expression", "member_expression"),
            }
        ),
        tuples=frozenset(),
        bare_tuples=frozenset({"expression_statement", "return_statement"}),
        lone_parameters=frozenset({"formal_parameters"}),
        identifiers=frozenset({"identifier", "statement_identifier"}),
        attributes=frozenset(
            {"property_identifier", "private_property_identifier", "type_identifier"}
        ),
        attribute_names={"pair": ("^",), "pair_pattern": ("^",)},
        shorthand=frozenset(
            {"shorthand_property_identifier", "shorthand_property_identifier_pattern"}
        ),
        receivers=frozenset({"this"}),
        strings=frozenset({"string", "template_string"}),
        string_parts=frozenset({"string_fragment", "escape_sequence"}),
        interpolations=frozenset({"template_substitution"}),
        texts=frozenset({"jsx_text"}),
        unordered=frozenset({"regex_flags"}),
        raw=frozenset(),
        numbers=frozenset({"number"}),
        binders={
            "formal_parameters": ("*",),
            "arrow_function": ("parameter",),
            "variable_declarator": ("^",),
            "for_in_statement": ("left",),
            "catch_clause": ("parameter",),
            "labeled_statement": ("^",),
        },
        patterns={
            "required_parameter": ("pattern",),
            "optional_parameter": ("pattern",),
            "rest_pattern": ("*",),
            "object_pattern": ("*",),
            "array_pattern": ("*",),
            "assignment_pattern": ("^",),
            "object_assignment_pattern": ("^",),
            "pair_pattern": ("$",),
        },
        outer_binders=frozenset({"function_declaration", "generator_function_declaration"}),
        not_local=frozenset(),
        sound=sound,
        stub_statements=frozenset({"empty_statement"}),
        refusals={"throw_statement": ""},
    )  # fmt: skip


LANGUAGES: tuple[LanguageSpec, ...] = (
    _PYTHON,
    _ecmascript("javascript", "javascript", (".js", ".jsx", ".mjs", ".cjs"), sound=True),
    _ecmascript("typescript", "typescript", (".ts", ".mts", ".cts"), sound=False),
    _ecmascript("tsx", "tsx", (".tsx",), sound=False),
)

_BY_NAME = {spec.name: spec for spec in LANGUAGES}
_BY_EXTENSION = {ext: spec for spec in LANGUAGES for ext in spec.extensions}


def language_names() -> tuple[str, ...]:
    """Names of all known languages, in table order."""
    return tuple(_BY_NAME)


def language_of(path: str) -> str:
    """Name of the language of a file by its extension; "" where it has none that we know."""
    dot = path.rfind(".")
    spec = _BY_EXTENSION.get(path[dot:].lower()) if dot > path.rfind("/") + 1 else None
    return spec.name if spec else ""


def spec_of(language: str) -> LanguageSpec:
    """The row of a language; `KeyError` for an unknown name."""
    return _BY_NAME[language]


def conventional_tests() -> dict[str, tuple[str, ...]]:
    """Where tests conventionally lie, per language, in gitignore form."""
    return {spec.name: spec.test_patterns for spec in LANGUAGES}


def source_pattern() -> str:
    """The regular expression by which pre-commit decides whether our hook has work to do."""
    extensions = "|".join(sorted(ext[1:] for ext in _BY_EXTENSION))
    return rf"(?i)(\.({extensions})$)|(^|/)(pyproject\.toml|sai-baseline\.json)$"
