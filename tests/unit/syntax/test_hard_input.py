"""Deep, long, broken and random input: nothing raises, time stays linear."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.syntax.reading import FIXTURES, fixture_text

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.digests import exact_digest, renamed_digest
from sai.syntax.functions import FileSource, read_functions
from sai.syntax.languages import LANGUAGES
from sai.syntax.placement import placed_tokens

NAMES = [spec.name for spec in LANGUAGES]

DEEP = 1000


def check(text: str, language: str) -> FileSource:
    """Read the text in all ways and check what holds for any input."""
    source = read_functions(text, language)
    lines = text.count("\n") + 1
    assert source.stripped.count("\n") == text.count("\n")
    assert len({f.symbol for f in source.functions}) == len(source.functions)
    for function in source.functions:
        assert 1 <= function.start_line <= function.end_line <= lines
        assert 0 <= function.code_lines <= function.end_line - function.start_line + 1
    for function in source.functions[:20]:
        assert exact_digest(function.tokens) != renamed_digest(function.tokens)
    assert len(FunctionChunker().chunks(text, language).chunks) == len(source.functions)
    placed_tokens(text, language)
    return source


DEEPLY_NESTED = {
    "parentheses": ("python", "def f(a):\n    return " + "(" * DEEP + "a" + ")" * DEEP + "\n"),
    "lists": ("python", "def f(a):\n    return " + "[" * DEEP + "a" + "]" * DEEP + "\n"),
    "calls": ("python", "def f(a):\n    return " + "g(" * DEEP + "a" + ")" * DEEP + "\n"),
    "sums": ("python", "def f(a):\n    return " + "(a + " * DEEP + "a" + ")" * DEEP + "\n"),
    "not": ("python", "def f(a):\n    return " + "not " * DEEP + "a\n"),
    "elif": ("python", "def f(a):\n    if a: pass\n" + "    elif a: g()\n" * DEEP),
    "functions": ("javascript", "function f() {\n" * DEEP + "g();\n" + "}\n" * DEEP),
    "closures": ("javascript", "const f = " + "(a) => " * DEEP + "a;\n"),
    "else if": ("javascript", "function f(a) { " + "if (a) { g(); } else " * DEEP + "h(); }\n"),
    "casts": ("typescript", "const f = (a) => " + "(" * DEEP + "a" + " as T)" * DEEP + ";\n"),
    "sequences": ("javascript", "function f(a) { return " + "(" * DEEP + "a" + ")" * DEEP + "; }\n"),
    "objects": ("javascript", "const a = " + "{ b: " * DEEP + "() => 1" + " }" * DEEP + ";\n"),
    "JSX": ("tsx", "const f = () => " + "<A>" * DEEP + "</A>" * DEEP + ";\n"),
    "templates": ("javascript", "const f = (a) => " + "`${" * DEEP + "a" + "}`" * DEEP + ";\n"),
    "anonymous classes": ("java", "class A { void f() { " + "g(new A() { void h() { " * DEEP + "}}); " * DEEP + "} }\n"),
    "Java casts": ("java", "class A { T f(T a) { return " + "(T) (" * DEEP + "a" + ")" * DEEP + "; } }\n"),
    "Java lambdas": ("java", "class A { T f() { return " + "a -> " * DEEP + "a; } }\n"),
    "C# casts": ("csharp", "class A { T f(T a) { return " + "(T)(" * DEEP + "a" + ")" * DEEP + "; } }\n"),
    "local functions": ("csharp", "class A { void f() { " + "void g() { " * DEEP + "a(); " + "} " * DEEP + "} }\n"),
    "conditions": ("csharp", "class A { void f() {\n" + "#if B\n" * DEEP + "a();\n" + "#endif\n" * DEEP + "} }\n"),
    "Go literals": ("go", "func f(a T) { g(T" + "{b: T" * DEEP + "{a}" + "}" * DEEP + ") }\n"),
    "func literals": ("go", "func f(a T) { " + "func() { " * DEEP + "a()" + " }()" * DEEP + " }\n"),
    "macros": ("rust", "fn f(a: T) { " + "g!(" * DEEP + "a" + ")" * DEEP + " }\n"),
    "Rust blocks": ("rust", "fn f(a: T) { " + "{" * DEEP + "a" + "}" * DEEP + " }\n"),
    "Rust closures": ("rust", "fn f(a: T) { " + "|a| " * DEEP + "a }\n"),
    "patterns": ("rust", "fn f(a: T) { let " + "Some(" * DEEP + "b" + ")" * DEEP + " = a; }\n"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), DEEPLY_NESTED.values(), ids=list(DEEPLY_NESTED))
def test_deep_nesting(language: str, text: str) -> None:
    assert check(text, language).functions


def test_more_indentation_than_the_grammar_can_count_is_said() -> None:
    blocks = "".join(" " * (level + 1) + "if a:\n" for level in range(DEEP))
    assert check(f"def f(a):\n{blocks}{' ' * (DEEP + 1)}g()\n", "python").has_errors


def test_redundant_parentheses_are_redundant_at_any_depth() -> None:
    plain = read_functions("def f(a):\n    return a\n", "python").functions[0]
    (deep,) = read_functions(DEEPLY_NESTED["parentheses"][1], "python").functions
    assert deep.tokens == plain.tokens


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize(
    "line",
    ["x" * 200_000, "x = 1; " * 10_000, "'" + "a" * 200_000 + "'", "# " + "a" * 200_000, "(" * 50_000,
     "/* a */ " * 10_000, "\0" * 1000, "`${" * 1000, "<" * 5000],
    ids=["name", "statements", "string", "comment", "open", "comments", "nul", "template", "less"],
)  # fmt: skip
def test_one_long_line(language: str, line: str) -> None:
    check(line, language)


@pytest.mark.parametrize(("language", "path"), FIXTURES)
def test_unfinished_code(language: str, path: str) -> None:
    text = fixture_text(path)
    for end in range(0, len(text), 97):
        check(text[:end], language)
        check(text[end:], language)


@given(data=st.binary(max_size=300), language=st.sampled_from(NAMES))
def test_random_bytes(data: bytes, language: str) -> None:
    check(data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n"), language)


PIECES = [
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "`",
    '"""',
    "\n#if A\n",
    "\n#else\n",
    "\n#endif\n",
    "/*",
    "*/",
    "#",
    "//",
    "\n",
    "\n\n    ",
    "def ",
    "=> ",
    "\\",
]


@settings(deadline=None)
@given(data=st.data(), fixture=st.sampled_from(FIXTURES))
def test_random_edits(data: st.DataObject, fixture: tuple[str, str]) -> None:
    language, path = fixture
    text = fixture_text(path)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        text = text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:]
    check(text, language)


def test_code_with_errors_says_so_and_gives_what_can_be_read() -> None:
    source = read_functions("def f(a):\n    return a\n\ndef g(:\n    return (\n", "python")
    assert source.has_errors
    assert source.functions[0].symbol == "f"


GROWING: dict[str, tuple[str, Callable[[int], str]]] = {
    "functions": ("python", lambda n: "".join(f"def f{i}(a):\n    return a\n" for i in range(n))),
    "methods": (
        "python",
        lambda n: "class A:\n" + "".join(f"    def f{i}(self):\n        g({i})\n" for i in range(n)),
    ),
    "decorators": ("python", lambda n: "@d\n" * n + "def f(a):\n    return a\n"),
    "decorated": ("python", lambda n: "".join(f"@d\ndef f{i}(a): g()\n" for i in range(n))),
    "items": ("python", lambda n: "def f():\n    return [" + "1, " * 4 * n + "]\n"),
    "tuple": ("python", lambda n: "def f():\n    return (" + "1, " * 4 * n + ")\n"),
    "statements": ("python", lambda n: "def f():\n" + "    x = g()\n" * n),
    "sums": ("python", lambda n: "def f(a):\n    return a" + " + (a)" * n + "\n"),
    "comparisons": ("python", lambda n: "def f(a):\n    return a" + " < (a)" * n + "\n"),
    "markers": ("python", lambda n: "".join(f"# sai-noduplicate\ndef f{i}(): g()\n" for i in range(n))),
    "comments": ("python", lambda n: "# sai-noduplicate\n" * n + "def f(): g()\n"),
    "markers inside": ("python", lambda n: "def f():\n" + "    g()  # sai-noindexing\n" * n),
    "comments in a line": ("javascript", lambda n: "function f() { " + "/* a */ g(); " * n + "}\n"),
    "object": ("javascript", lambda n: "const o = {" + "".join(f"f{i}(a) {{ g(a); }},\n" for i in range(n)) + "};"),
    "declarators": ("javascript", lambda n: "const " + ",\n".join(f"f{i} = () => g()" for i in range(n)) + ";"),
    "class": ("typescript", lambda n: "class A {\n" + "".join(f"@d() f{i}(a: T) {{}}\n" for i in range(n)) + "}"),
    "template": ("javascript", lambda n: "function f(a) { return `" + "x${a}" * n + "`; }"),
    "overloads": ("java", lambda n: "class A {" + "".join(f"@B T f(T a{i}) {{ g(); }}\n" for i in range(n)) + "}"),
    "Java declarators": ("java", lambda n: "class A { void f() { int " + ", ".join(f"a{i} = 1" for i in range(n)) + "; } }"),
    "Java parameters": ("java", lambda n: "class A { void f(" + ", ".join(f"T a{i}" for i in range(n)) + ") { g(); } }"),
    "properties": ("csharp", lambda n: "class A {" + "".join(f"T P{i} {{ get => a; set {{ a = value; }} }}\n" for i in range(n)) + "}"),
    "initializers": ("csharp", lambda n: "class A { T f() => new T { " + ", ".join(f"P{i} = {i}" for i in range(n)) + " }; }"),
    "directives": ("csharp", lambda n: "class A { void f() {\n" + "#if B\na();\n#else\nb();\n#endif\n" * n + "} }"),
    "split directives": ("csharp", lambda n: "class A { T f() =>\n" + "#if B\na +\n#else\nb +\n#endif\n" * n + "c; }"),
    "open directives": ("csharp", lambda n: "class A { void f() {\n" + "#if B\n#else\na(;\n" * n + "} }"),
    "Go results": ("go", lambda n: "func f() (" + ", ".join(f"a{i} T" for i in range(n)) + ") { g() }"),
    "Go literal": ("go", lambda n: "func f() { g(T{" + "".join(f"a{i}: {i}, " for i in range(n)) + "}) }"),
    "Go shadows": ("go", lambda n: "func f() { " + "func() { a(); " * n + "a := b" + " }(); a := b" * n + " }"),
    "macro": ("rust", lambda n: "fn f(a: T) { g!{" + "a => a, & & &a, |b, c| b.d, " * n + "} }"),
    "format string": ("rust", lambda n: 'fn f(a: T) { g!("' + "{a} {{ {:a$} " * n + '"); }'),
    "attributes": ("rust", lambda n: "#[d]\n" * n + "fn f(a: T) { g(); }"),
    "arms": ("rust", lambda n: "fn f(a: T) { match a {" + "Some(b) => { b }\n" * n + "} }"),
    "types": ("typescript", lambda n: "function f(a: " + " | ".join(f"{{ b{i}: T }}" for i in range(n)) + ") {}"),
}  # fmt: skip


def seconds(text: str, language: str) -> float:
    """CPU time, without the collector: what it visits depends on the tests before."""
    gc.disable()
    try:
        start = time.process_time()
        FunctionChunker().chunks(text, language)
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize(("language", "make"), GROWING.values(), ids=list(GROWING))
def test_time_is_linear(language: str, make: Callable[[int], str]) -> None:
    """Eight times the input may take 24 times as long; quadratic time would be 64."""
    small, large = make(250), make(2000)
    shortest = max(min(seconds(small, language) for _ in range(3)), 0.002)
    assert any(seconds(large, language) < 24 * shortest for _ in range(5))
