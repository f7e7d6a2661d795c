"""The row of C#."""

from __future__ import annotations

from sai.syntax.languages.spec import LanguageSpec, tightness_of

_DIRECTIVES = frozenset(
    {
        "preproc_region", "preproc_endregion", "preproc_pragma", "preproc_nullable",
        "preproc_line", "preproc_warning", "preproc_error", "preproc_define", "preproc_undef",
    }
)  # fmt: skip
"""Lines for the reader or the compiler; they are noise like comments, unlike `#if`."""

CSHARP = LanguageSpec(
    name="csharp",
    grammar="csharp",
    extensions=(".cs",),
    comment_prefix="//",
    test_patterns=(
        "/test/", "/tests/", "*.Tests/", "*.Test/", "*UnitTests/", "*IntegrationTests/",
        "*Tests.cs", "*Test.cs",
    ),
    functions=frozenset(
        {
            "method_declaration", "constructor_declaration", "destructor_declaration",
            "operator_declaration", "conversion_operator_declaration", "local_function_statement",
            "accessor_declaration", "arrow_expression_clause", "indexer_declaration",
            "lambda_expression", "anonymous_method_expression",
        }
    ),
    named_by_itself=frozenset(
        {
            "method_declaration", "constructor_declaration", "destructor_declaration",
            "operator_declaration", "conversion_operator_declaration", "local_function_statement",
            "accessor_declaration",
        }
    ),
    closures=frozenset({"lambda_expression", "anonymous_method_expression"}),
    default_names={"property_declaration": "get", "indexer_declaration": "get"},
    symbol_forms={
        "destructor_declaration": ("name", "~{}"),
        "operator_declaration": ("operator", "operator{}"),
        "conversion_operator_declaration": ("type", "operator({})"),
        "indexer_declaration": ("type", "this[]"),
    },
    containers=frozenset(
        {
            "class_declaration", "struct_declaration", "interface_declaration",
            "record_declaration", "enum_declaration", "property_declaration",
            "indexer_declaration", "event_declaration",
        }
    ),
    comments=_DIRECTIVES | {"comment", "shebang_directive"},
    dropped=frozenset(
        {
            "attribute_list", "global_attribute", "modifier", "type_parameter_list",
            "type_argument_list", "type_parameter_constraints_clause",
            "explicit_interface_specifier",
        }
    ),
    dropped_children={
        "parameter": ("type",),
        "parameter_list": ("type",),
        "bracketed_parameter_list": ("type",),
        "variable_declaration": ("type",),
        "declaration_expression": ("type",),
        "foreach_statement": ("type",),
        "from_clause": ("type",),
        "join_clause": ("type",),
        "lambda_expression": ("type",),
        "local_function_statement": ("type",),
    },
    placeholders={"variable_declaration": "var", "declaration_expression": "var"},
    kept_child={"cast_expression": -1, "generic_name": 0, "nullable_type": 0},
    dropped_leaves=frozenset(
        {
            ("parameter_list", "params"),
            ("bracketed_parameter_list", "params"),
            ("postfix_unary_expression", "!"),
        }
    ),
    separators=frozenset({";"}),
    separated=frozenset({"for_statement"}),
    empty_statements=frozenset({"empty_statement"}),
    bodies=frozenset({"block", "switch_section", "compilation_unit", "global_statement"}),
    completed={"return_statement": ("*", (";",)), "throw_statement": ("*", (";",))},
    parenthesised=frozenset({"parenthesized_expression"}),
    operators={
        "binary_expression": "binary",
        "is_expression": "binary",
        "is_pattern_expression": "binary",
        "as_expression": "binary",
        "range_expression": "binary",
        "prefix_unary_expression": "unary",
        "await_expression": "unary",
        "postfix_unary_expression": "postfix",
        "member_access_expression": "postfix",
        "element_access_expression": "postfix",
        "invocation_expression": "postfix",
        "conditional_access_expression": "postfix",
        "switch_expression": "postfix",
        "with_expression": "postfix",
        "conditional_expression": "conditional",
    },
    tightness=tightness_of(
        ("conditional_expression",),
        ("??",),
        ("||",),
        ("&&",),
        ("|",),
        ("^",),
        ("&",),
        ("==", "!="),
        ("<", ">", "<=", ">=", "is_expression", "is_pattern_expression", "as_expression"),
        ("<<", ">>", ">>>"),
        ("+", "-"),
        ("*", "/", "%"),
        ("switch_expression", "with_expression"),
        ("range_expression",),
        ("prefix_unary_expression", "await_expression"),
        ("postfix_unary_expression", "member_access_expression", "element_access_expression",
         "invocation_expression", "conditional_access_expression", "object_creation_expression",
         "implicit_object_creation_expression"),
        ("string_literal", "verbatim_string_literal", "raw_string_literal",
         "interpolated_string_expression", "character_literal", "typeof_expression",
         "default_expression", "sizeof_expression", "tuple_expression"),
    ),
    associative=frozenset({"&&", "||", "??"}),
    lone_parameters=frozenset({"parameter_list"}),
    identifiers=frozenset({"identifier", "implicit_parameter"}),
    attribute_names={
        "member_access_expression": ("$",),
        "member_binding_expression": ("$",),
        "qualified_name": ("*",),
        "alias_qualified_name": ("*",),
        "array_type": ("type",),
        "pointer_type": ("*",),
        "tuple_element": ("*",),
        "object_creation_expression": ("type",),
        "typeof_expression": ("type",),
        "default_expression": ("type",),
        "sizeof_expression": ("type",),
        "is_expression": ("right",),
        "as_expression": ("right",),
        "declaration_pattern": ("type",),
        "recursive_pattern": ("type",),
        "type_pattern": ("*",),
        "catch_declaration": ("type",),
        "argument": ("name",),
        "subpattern": ("^",),
        "with_initializer": ("^",),
        "initializer_expression": ("=assignment_expression",),
        "anonymous_object_creation_expression": ("<=",),
        "preproc_if": ("condition",),
        "preproc_elif": ("condition",),
        "class_declaration": ("name",),
    },
    attribute_patterns={"assignment_expression": ("^",)},
    receivers=frozenset({"this"}),
    strings=frozenset(
        {
            "string_literal", "verbatim_string_literal", "raw_string_literal",
            "interpolated_string_expression",
        }
    ),
    raw_strings=frozenset({"raw_string_literal"}),
    dedented=frozenset({"raw_string_literal"}),
    string_parts=frozenset({"string_content", "escape_sequence"}),
    interpolations=frozenset({"interpolation"}),
    texts=frozenset({"character_literal"}),
    raw=frozenset({"interpolation_format_clause"}),
    numbers=frozenset({"integer_literal", "real_literal"}),
    binders={
        "parameter": ("name",),
        "parameter_list": ("name",),
        "bracketed_parameter_list": ("name",),
        "lambda_expression": ("parameters",),
        "variable_declarator": ("^",),
        "declaration_expression": ("name",),
        "declaration_pattern": ("name",),
        "recursive_pattern": ("name",),
        "parenthesized_variable_designation": ("*",),
        "foreach_statement": ("left",),
        "catch_declaration": ("name",),
        "labeled_statement": ("^",),
        "from_clause": ("name",),
        "join_clause": ("<in",),
        "join_into_clause": ("$",),
        "let_clause": ("<=",),
        "query_expression": (">into",),
    },
    patterns={"tuple_pattern": ("*",)},
    outer_binders=frozenset({"local_function_statement"}),
    conditional=True,
    stub_statements=frozenset({"empty_statement"}),
    refusals={
        "throw_statement": "Not(Implemented|Supported)Exception",
        "throw_expression": "Not(Implemented|Supported)Exception",
    },
    expression_bodies=frozenset({"arrow_expression_clause"}),
)  # fmt: skip
