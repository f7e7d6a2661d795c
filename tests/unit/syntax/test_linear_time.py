"""Twice the input takes about twice the time, in every language, or is refused for its size."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from sai.chunkers.function_chunker import TOO_DEEP, FunctionChunker
from sai.core.source import Cut
from sai.syntax.languages import LANGUAGES
from sai.syntax.trees import parse

pytestmark = pytest.mark.slow

NAMES = [spec.name for spec in LANGUAGES]

UNPARSABLE = "parsing would take too long: endless comments, continued lines or errors"

GROWING: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "x = " + "(" * n + "1" + ")" * n,
    "brackets": lambda n: "x = " + "[" * n + "1" + "]" * n,
    "braces": lambda n: "{" * n + "}" * n,
    "open brackets": lambda n: "f([{" * (n // 2),
    "closing brackets": lambda n: "])}" * (n // 2),
    "calls": lambda n: "x = " + "f(" * n + "1" + ")" * n,
    "operators": lambda n: "x = a" + " + a" * n,
    "comparisons": lambda n: "x = a" + " < a" * n,
    "conditions": lambda n: "x = " + "a ? b : " * n + "c",
    "accesses": lambda n: "x = a" + ".b()" * n,
    "optional accesses": lambda n: "x = " + "(" * (n // 4) + "a" + "?.b).c" * (n // 4),
    "negations": lambda n: "x = " + "!" * n + "a",
    "closures": lambda n: "x = " + "".join(f"a{i} => " for i in range(n // 4)) + "b",
    "lambdas": lambda n: "x = " + "".join(f"lambda a{i}: " for i in range(n // 4)) + "b",
    "blocks": lambda n: "if (a) {\n" * n + "}\n" * n,
    "nested functions": lambda n: "function f() {\n" * (n // 4) + "}\n" * (n // 4),
    "nested classes": lambda n: "class A { f() {\n" * (n // 4) + "}}\n" * (n // 4),
    "functions in a line": lambda n: "function f() { g(); } " * (n // 4),
    "methods in a line": lambda n: "class A { " + "void f() { g(); } " * (n // 4) + "}",
    "decorators": lambda n: "@d\n" * n + "class A {}",
    "attributes": lambda n: "#[a]\n" * n + "mod m {\n" + "fn f() { g(); }\n" * (n // 4) + "}\n",
    "statements": lambda n: "f(); " * n,
    "items": lambda n: "x = [" + "1, " * n + "]",
    "names": lambda n: "x = [" + ", ".join(f"a{i}" for i in range(n)) + "]",
    "a string": lambda n: 'x = "' + "\\'a" * 20 * n + '"',
    "an open string": lambda n: "x = '''" + "a'" * 20 * n,
    "strings": lambda n: "x = " + "'a' " * n,
    "a name": lambda n: "x" * 50 * n,
    "templates": lambda n: "x = `" + "${a}" * n + "`",
    "line comments": lambda n: "f();\n" + "// c\n" * n,
    "hash comments": lambda n: "if a:\n  f()\n" + "  # c\n" * n,
    "block comments": lambda n: "x = a " + "/*c*/ " * n + "+ b",
    "comments in a declaration": lambda n: "function /*c*/" + " /*c*/" * n + " f() { g(); }",
    "markers": lambda n: "# sai-noduplicate\n// sai-noduplicate-file\n" * n + "def f(): g()\n",
    "a marker of blanks": lambda n: "# sai-noduplicate: a" + " " * 20 * n + "b\n",
    "continued lines": lambda n: "x = a" + " \\\n" * n,
    "blank lines": lambda n: "f()\n" + " \n" * n + "g()\n",
    "directives": lambda n: "#if A\nf();\n#endif\n" * (n // 4),
    "open directives": lambda n: "#if A\n" * n,
    "angle brackets": lambda n: "A<" * (n // 8) + "B" + ">" * (n // 8),
}  # fmt: skip
"""Made for one family of languages each, read in all of them: broken code counts, too."""

KNOWN = {
    # The scanner looks ahead over a whole block at each of its lines: bounded by a refusal.
    ("python", "hash comments"),
    ("python", "attributes"),  # comments there
    ("python", "continued lines"),
    ("javascript", "block comments"),
    # So does the recovery from errors.
    ("javascript", "lambdas"),
    # The grammar cannot tell `a < b < c` from type arguments.
    ("java", "comparisons"),
    ("csharp", "comparisons"),
}
"""Where the parser itself takes quadratic time."""

SIZE = 3000
SLACK_S = 0.02
ATTEMPTS = 6


def cut(text: str, language: str) -> tuple[float, Cut]:
    """CPU time, without the collector: what it visits depends on the tests before."""
    gc.disable()
    try:
        start = time.process_time()
        found = FunctionChunker().chunks(text, language)
        return time.process_time() - start, found
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("language", "kind"),
    [(name, kind) for name in NAMES for kind in GROWING if (name, kind) not in KNOWN],
)
def test_twice_the_input_takes_less_than_three_times_as_long(language: str, kind: str) -> None:
    """Quadratic time would be four times as long."""
    make = GROWING[kind]
    small, large = make(SIZE), make(2 * SIZE)
    shortest = large_s = float("inf")
    for _ in range(ATTEMPTS):
        shortest = min(shortest, cut(small, language)[0])
        large_s = min(large_s, cut(large, language)[0])
        if large_s < 3 * shortest + SLACK_S:
            return
    pytest.fail(f"{shortest:.3f} s, twice the input {large_s:.3f} s")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "if a:\n    g()\n" + "    #\n" * 100_000),
        ("python", "a = b" + " \\\n" * 150_000),
        ("javascript", "x = a " + "/**/" * 100_000 + "+ b"),
        ("javascript", "x = " + "".join(f"lambda a{i}: " for i in range(30_000)) + "b"),
    ],
)
def test_what_the_parser_gets_lost_in_is_refused(language: str, text: str) -> None:
    seconds, found = cut(text, language)
    assert found == Cut((), skipped=UNPARSABLE)
    assert seconds < 30


def test_counting_what_is_read_changes_no_tree() -> None:
    text = "def f(a):\n    '''ä'''\n    return g(a, 'ö')\n\n\n" * 2000
    whole = parse(text.encode(), "python").tree.root_node
    part = parse(text[: len(text) // 2000].encode(), "python").tree.root_node
    assert [str(node) for node in whole.children] == [str(part.children[0])] * 2000
    assert [node.text for node in whole.children] == [part.children[0].text] * 2000


@pytest.mark.parametrize("language", ["javascript", "typescript", "tsx"])
def test_functions_in_functions_are_chunks_down_to_a_depth(language: str) -> None:
    """Each of them holds all that is in it: without an end that is quadratic memory."""
    _, deep = cut("function f(a) { g(a);\n" * 5000 + "}" * 5000, language)
    _, sound = cut("function f(a) { g(a);\n" * 30 + "}" * 30, language)
    assert (len(deep.chunks), deep.problem) == (30, TOO_DEEP)
    assert (len(sound.chunks), sound.problem) == (30, "")


def test_a_function_deep_in_objects_and_classes_is_a_chunk() -> None:
    _, objects = cut("const a = " + "{ b: " * 1000 + "() => 1" + " }" * 1000, "javascript")
    _, classes = cut("class A { static B = " * 500 + "class { f() {} }" + "}" * 500, "javascript")
    assert [len(found.chunks) for found in (objects, classes)] == [1, 1]


def test_long_names_are_cut_and_not_lost() -> None:
    names = ["a" * 500, "a" * 600, "b" * 100_000]
    _, found = cut("".join(f"def {name}(x):\n    return g(x)\n" for name in names), "python")
    assert [chunk.symbol for chunk in found.chunks] == [
        "a" * 200 + "…",
        "a" * 200 + "…#2",
        "b" * 200 + "…",
    ]


def test_of_a_long_symbol_the_end_is_kept() -> None:
    name = "A" * 150
    inside = f"class {name} {{ f() {{ g(); }} }}"
    text = f"class {name} {{ static B = class {name} {{ static C = {inside} }} }}"
    _, found = cut(text, "javascript")
    assert len(found.chunks) == 1
    assert found.chunks[0].symbol.endswith(f".{name}.f")
    assert len(found.chunks[0].symbol) == 400
