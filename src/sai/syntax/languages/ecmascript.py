"""The rows of JavaScript, TypeScript and TSX: one form, so that copies across them link."""

from __future__ import annotations

from sai.syntax.languages.spec import LanguageSpec, tightness_of

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
        default_names={"export_statement": "default"},
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
        tightness=tightness_of(
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


JAVASCRIPT = _ecmascript("javascript", "javascript", (".js", ".jsx", ".mjs", ".cjs"), sound=True)
TYPESCRIPT = _ecmascript("typescript", "typescript", (".ts", ".mts", ".cts"), sound=False)
TSX = _ecmascript("tsx", "tsx", (".tsx",), sound=False)
