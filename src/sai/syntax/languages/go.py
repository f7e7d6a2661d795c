"""The row of Go."""

from __future__ import annotations

from sai.syntax.languages.spec import LanguageSpec, tightness_of

GO = LanguageSpec(
    name="go",
    grammar="go",
    extensions=(".go",),
    comment_prefix="//",
    test_patterns=("*_test.go", "testdata/"),
    functions=frozenset({"function_declaration", "method_declaration", "func_literal"}),
    named_by_itself=frozenset({"function_declaration", "method_declaration"}),
    closures=frozenset({"func_literal"}),
    owners={"method_declaration": "receiver"},
    comments=frozenset({"comment"}),
    dropped_children={
        "function_declaration": ("result!parameter_list",),
        "method_declaration": ("name", "result!parameter_list"),
        "func_literal": ("result!parameter_list",),
        "parameter_declaration": ("type",),
        "variadic_parameter_declaration": ("type",),
        "var_spec": ("type",),
        "const_spec": ("type",),
    },
    dropped_leaves=frozenset(
        {
            ("parameter_list", "("),
            ("parameter_list", ")"),
            ("parameter_list", ","),
            ("parameter_declaration", ","),
            ("variadic_parameter_declaration", "..."),
        }
    ),
    separators=frozenset({";"}),
    separated=frozenset(
        {
            "if_statement", "for_clause", "expression_switch_statement", "type_switch_statement",
        }
    ),
    empty_statements=frozenset({"empty_statement"}),
    bodies=frozenset({"statement_list", "source_file"}),
    completed={
        "return_statement": ("*", (";",)),
        "break_statement": ("*", (";",)),
        "continue_statement": ("*", (";",)),
    },
    parenthesised=frozenset({"parenthesized_expression"}),
    operators={
        "binary_expression": "binary",
        "unary_expression": "unary",
        "selector_expression": "postfix",
        "index_expression": "postfix",
        "slice_expression": "postfix",
        "call_expression": "postfix",
        "type_assertion_expression": "postfix",
    },
    tightness=tightness_of(
        ("||",),
        ("&&",),
        ("==", "!=", "<", "<=", ">", ">="),
        ("+", "-", "|", "^"),
        ("*", "/", "%", "<<", ">>", "&", "&^"),
        ("unary_expression",),
        ("selector_expression", "index_expression", "slice_expression", "call_expression",
         "type_assertion_expression", "type_conversion_expression"),
        ("composite_literal", "func_literal", "interpreted_string_literal", "raw_string_literal"),
    ),
    associative=frozenset({"&&", "||"}),
    # types and variables share their names, and the grammar takes `f[i](a)` for a type
    identifiers=frozenset({"identifier", "type_identifier", "package_identifier", "label_name"}),
    attributes=frozenset({"field_identifier"}),
    attribute_names={
        "qualified_type": ("$",),
        "composite_literal": (
            ">type_identifier", ">qualified_type", ">generic_type", ">slice_type", ">array_type",
            ">implicit_length_array_type", ">struct_type",
        ),
        "literal_element": ("=literal_value",),
    },
    attribute_patterns={
        "literal_value": ("=keyed_element",),
        "keyed_element": ("key",),
        "literal_element": ("=identifier",),
    },
    strings=frozenset({"interpreted_string_literal", "raw_string_literal"}),
    raw_strings=frozenset({"raw_string_literal"}),
    texts=frozenset({"rune_literal"}),
    numbers=frozenset({"int_literal", "float_literal", "imaginary_literal"}),
    binders={
        "parameter_declaration": ("name",),
        "variadic_parameter_declaration": ("name",),
        "type_parameter_declaration": ("name",),
        "short_var_declaration": ("left",),
        "var_spec": ("name",),
        "const_spec": ("name",),
        "type_spec": ("name",),
        "type_alias": ("name",),
        "range_clause": ("left",),
        "receive_statement": ("left",),
        "type_switch_statement": ("alias",),
        "labeled_statement": ("label",),
    },
    bound_after={
        "short_var_declaration": "",
        "var_spec": "",
        "const_spec": "",
        "range_clause": "",
        "receive_statement": "",
        "type_switch_statement": "value",
    },
    patterns={"expression_list": ("*",)},
    stub_statements=frozenset({"empty_statement"}),
    refusals={"call_expression": r"(?i)^panic\(.*(not (yet )?implemented|unimplemented|todo)"},
)  # fmt: skip
