"""The row of Java."""

from __future__ import annotations

from sai.syntax.languages.spec import LanguageSpec, tightness_of

JAVA = LanguageSpec(
    name="java",
    grammar="java",
    extensions=(".java",),
    comment_prefix="//",
    test_patterns=("**/src/test/", "*Test.java", "*Tests.java", "*IT.java"),
    functions=frozenset(
        {
            "method_declaration", "constructor_declaration", "compact_constructor_declaration",
            "lambda_expression",
        }
    ),
    named_by_itself=frozenset(
        {"method_declaration", "constructor_declaration", "compact_constructor_declaration"}
    ),
    closures=frozenset({"lambda_expression"}),
    binders_of_functions={"variable_declarator": ("name", "value")},
    named_values=frozenset({"object_creation_expression"}),
    containers=frozenset(
        {
            "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
            "annotation_type_declaration", "enum_constant", "class_body",
        }
    ),
    comments=frozenset({"line_comment", "block_comment"}),
    dropped=frozenset(
        {
            "modifiers", "annotation", "marker_annotation", "type_parameters", "type_arguments",
            "throws", "super_interfaces", "extends_interfaces", "permits", "receiver_parameter",
        }
    ),
    dropped_children={
        "method_declaration": ("type", "dimensions"),
        "formal_parameter": ("type", "dimensions"),
        "spread_parameter": ("<...",),
        "local_variable_declaration": ("type",),
        "field_declaration": ("type",),
        "variable_declarator": ("dimensions",),
        "enhanced_for_statement": ("type", "dimensions"),
        "resource": ("type",),
    },
    placeholders={"local_variable_declaration": "var"},
    kept_child={"cast_expression": -1, "generic_type": 0, "annotated_type": -1},
    dropped_leaves=frozenset(
        {
            ("spread_parameter", "..."),
            ("instanceof_expression", "final"),
        }
    ),
    separators=frozenset({";"}),
    separated=frozenset(
        {
            "for_statement", "enhanced_for_statement", "if_statement", "while_statement",
            "labeled_statement",
        }
    ),
    completed={"return_statement": ("*", (";",))},
    parenthesised=frozenset({"parenthesized_expression"}),
    operators={
        "binary_expression": "binary",
        "instanceof_expression": "binary",
        "unary_expression": "unary",
        "update_expression": "unary",
        "field_access": "postfix",
        "method_invocation": "postfix",
        "array_access": "postfix",
        "ternary_expression": "conditional",
    },
    tightness=tightness_of(
        ("ternary_expression",),
        ("||",),
        ("&&",),
        ("|",),
        ("^",),
        ("&",),
        ("==", "!="),
        ("<", ">", "<=", ">=", "instanceof_expression"),
        ("<<", ">>", ">>>"),
        ("+", "-"),
        ("*", "/", "%"),
        ("unary_expression",),
        ("update_expression",),
        ("field_access", "method_invocation", "array_access", "object_creation_expression"),
        ("string_literal", "character_literal", "class_literal"),
    ),
    associative=frozenset({"&&", "||"}),
    lone_parameters=frozenset({"formal_parameters", "inferred_parameters"}),
    identifiers=frozenset({"identifier"}),
    attributes=frozenset({"type_identifier"}),
    attribute_names={
        "field_access": ("$",),
        "method_reference": ("$",),
        "scoped_identifier": ("*",),
        "method_declaration": ("name",),
        "constructor_declaration": ("name",),
        "compact_constructor_declaration": ("name",),
        "class_declaration": ("name",),
        "interface_declaration": ("name",),
        "enum_declaration": ("name",),
        "record_declaration": ("name",),
        "enum_constant": ("name",),
        "record_pattern": ("^",),
    },
    method_calls={"method_invocation": "object"},
    receivers=frozenset({"this"}),
    strings=frozenset({"string_literal"}),
    dedented=frozenset({"string_literal"}),
    string_parts=frozenset({"string_fragment", "multiline_string_fragment", "escape_sequence"}),
    interpolations=frozenset({"string_interpolation"}),
    texts=frozenset({"character_literal"}),
    numbers=frozenset(
        {
            "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal",
            "binary_integer_literal", "decimal_floating_point_literal",
            "hex_floating_point_literal",
        }
    ),
    binders={
        "formal_parameter": ("name",),
        "lambda_expression": ("parameters",),
        "inferred_parameters": ("*",),
        "variable_declarator": ("^",),
        "enhanced_for_statement": ("name",),
        "resource": ("name",),
        "catch_formal_parameter": ("name",),
        "labeled_statement": ("^",),
        "instanceof_expression": ("name",),
        "type_pattern": ("$",),
        "record_pattern_component": ("$",),
    },
    refusals={"throw_statement": "UnsupportedOperationException|NotImplementedException"},
)  # fmt: skip
