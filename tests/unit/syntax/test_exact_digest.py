"""What formatting, comments, types and a function's own name do to its exact digest: nothing."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import exact, in_def, in_function, read, shown

from sai.core.digests import exact_digest
from sai.core.text import decode

PYTHON_EQUAL = {
    "comments": (
        "def f(a):\n    return a + 1",
        "def f(a):  # one\n    # two\n    return a + 1  # three\n    # four",
    ),
    "docstring": (
        "def f(a):\n    return a",
        'def f(a):\n    """Say.\n\n    More."""\n    return a',
    ),
    "raw docstring": ("def f(a):\n    return a", "def f(a):\n    r'Say.'\n    return a"),
    "docstring of a nested class": (
        "def f():\n    class A:\n        x = 1\n    return A",
        'def f():\n    class A:\n        """Say."""\n        x = 1\n    return A',
    ),
    "annotations": (
        "def f(a, b=1, *c, d, **e):\n    g = a",
        "def f(a: int, b: 'T' = 1, *c: tuple[int, ...], d: A | B, **e: C) -> D[E]:\n    g: int = a",
    ),
    "generics": ("def f(a):\n    return a", "def f[T: int, *U, **P](a: T) -> T:\n    return a"),
    "async": ("def f(a):\n    return a", "async def f(a):\n    return a"),
    "decorators": ("def f(a):\n    return a", "@one\n@two(3)\ndef f(a):\n    return a"),
    "own name": ("def f(a):\n    return f(a - 1)", "def other(a):\n    return other(a - 1)"),
    "quotes": ("def f():\n    return 'a\"b', \"c'd\"", "def f():\n    return \"a\\\"b\", 'c\\'d'"),
    "triple quotes": ("def f():\n    return 'ab'", 'def f():\n    return """ab"""'),
    "prefixes": (
        "def f():\n    return 'a', b'b', r'\\d'",
        "def f():\n    return u'a', B'b', R'\\d'",
    ),
    "raw without escapes": ("def f():\n    return 'a'", "def f():\n    return r'a'"),
    "f without holes": ("def f():\n    return 'a {b}'", "def f():\n    return f'a {{b}}'"),
    "quotes of f-strings": (
        "def f(a):\n    return f'it\\'s {a[\"k\"]!r:>{a}}'",
        "def f(a):\n    return f\"it's {a['k']!r:>{a}}\"",
    ),
    "nested quotes of f-strings": (
        "def f(a):\n    return f'{a['k']}'",
        "def f(a):\n    return f\"{a['k']}\"",
    ),
    "hexadecimal escapes": ("def f():\n    return '\\x1D'", "def f():\n    return '\\x1d'"),
    "numbers": (
        "def f():\n    return 0xFF, 1000, 1e5, 1.0, 0.5, 1j",
        "def f():\n    return 0XfF, 1_000, 1E5, 1., .50, 1J",
    ),
    "semicolons": ("def f():\n    a()\n    b()", "def f(): a(); b();"),
    "tabs and blank lines": (
        "def f(a):\n    if a:\n        b()\n\n\n    c()",
        "def f(a):\n\tif a:\n\t\tb()\n\tc()",
    ),
    "backslashes": ("def f(a):\n    return a + 1", "def f(a):\n    return a \\\n        + 1"),
    "one line": ("def f(a):\n    if a:\n        b()", "def f(a):\n    if a: b()"),
}

PYTHON_BODIES_EQUAL = {
    "trailing commas of calls": ("g(a, b)", "g(\n    a,\n    b,\n)"),
    "trailing commas of collections": ("x = [a], {a}, {a: b}", "x = [a,], {a,}, {a: b,}"),
    "trailing commas of tuples": ("g((a, b))", "g((a, b,))"),
    "trailing commas of imports": ("from m import p, q", "from m import (\n    p,\n    q,\n)"),
    "trailing commas of subscripts": ("g(x[a, b])", "g(x[a, b,])"),
    "trailing commas of bare tuples": ("return a, b", "return a, b,"),
    "redundant parentheses": ("return a", "return (((a)))"),
    "conditions": ("if a and b:\n    g()", "if (\n    a\n    and b\n):\n    g()"),
    "not, in and is": ("return not a in b", "return not (a in b)"),
    "loops": ("while a:\n    g()", "while (a):\n    g()"),
    "loop targets": ("for x, y in a:\n    g()", "for (x, y) in (a):\n    g()"),
    "one loop target": ("for x in a:\n    g()", "for (x) in a:\n    g()"),
    "loops over tuples": ("for x in a, b:\n    g()", "for x in (a, b):\n    g()"),
    "comprehension targets": ("return [x for x, y in a]", "return [x for (x, y) in (a)]"),
    "with": (
        "with g(a) as x, g(b) as y:\n    h()",
        "with (\n    g(a) as x,\n    g(b) as y,\n):\n    h()",
    ),
    "returned tuples": ("return a, b", "return (a, b)"),
    "one-element tuples": ("return a,", "return (a,)"),
    "yielded tuples": ("yield a, b", "yield (a, b)"),
    "assigned tuples": ("x, y = a, b", "(x, y) = (a, b)"),
    "assigned one-element tuples": ("x, = a", "(x,) = a"),
    "deleted names": ("del a, b", "del (a, b)"),
    "assert, raise and await": (
        "assert a, b\nawait g(a)\nraise a from b",
        "assert (a), (b)\nawait (g(a))\nraise (a) from (b)",
    ),
    "arguments": ("g(a + b, k=a or b, *a, **b)", "g((a + b), k=(a or b), *(a), **(b))"),
    "subscripts and slices": ("return a[b + 1 : c]", "return a[(b + 1) : (c)]"),
    "tighter operands": ("return a * b + c ** 2", "return (a * b) + (c ** 2)"),
    "left to right": ("return a - b - c", "return (a - b) - c"),
    "powers": ("return a ** b ** c", "return a ** (b ** c)"),
    "logic": ("return a and b or not c", "return (a and b) or (not c)"),
    "one kind of logic": ("return a and b and c", "return a and (b and c)"),
    "comparisons": ("return a + 1 < b and b < c", "return ((a + 1) < b) and (b < c)"),
    "chains": ("return a.b(c)[0].d", "return ((a.b)(c)[0]).d"),
    "conditional values": (
        "return a if b or c else b if c else a",
        "return (a) if (b or c) else (b if c else a)",
    ),
    "joined strings": ('return "a" "b" % c', 'return ("a"\n    "b") % c'),
    "awaited": ("return await a + b", "return (await a) + b"),
    "walrus": ("if x := a:\n    g(x)", "if (x := a):\n    g(x)"),
    "match": (
        "match a:\n    case 1 | 2:\n        g()",
        "match (a):\n    case (1 | 2):  # one\n        g()",
    ),
    "yielding": ("x = yield a\nreturn x", "x = (yield a)\nreturn (x)"),
}

PYTHON_DIFFERENT = {
    "a string and a name": ("return a", "return 'a'"),
    "a number and a string": ("return 1", "return '1'"),
    "bytes and text": ("return b'a'", "return 'a'"),
    "bytes and text that looks like it": ("return b'a'", "return 'b:a'"),
    "raw and cooked": ("return r'\\n'", "return '\\n'"),
    "an escaped backslash": ("return '\\\\\\''", "return '\\\\'"),
    "precedence": ("return (a + b) * c", "return a + b * c"),
    "right operands": ("return a - (b - c)", "return a - b - c"),
    "powers of negatives": ("return (-a) ** b", "return -a ** b"),
    "left powers": ("return (a ** b) ** c", "return a ** b ** c"),
    "chained comparisons": ("return (a < b) < c", "return a < b < c"),
    "negated comparisons": ("return (not a) == b", "return not a == b"),
    "negated logic": ("return not (a and b)", "return not a and b"),
    "calls of results": ("return (a or b)(c)", "return a or b(c)"),
    "attributes of sums": ("return (a + b).c", "return a + b.c"),
    "nested conditions": ("return (a if b else c) if c else a", "return a if b else c if c else a"),
    "lambdas in conditions": ("return (lambda: a) if b else c", "return lambda: a if b else c"),
    "awaited attributes": ("return (await a).b", "return await a.b"),
    "yields in arguments": ("g((yield a), b)", "g((yield a, b))"),
    "a bare yield": ("yield\ng(a)", "yield g(a)"),
    "dedented return": (
        "for x in a:\n    g(x)\n    return b",
        "for x in a:\n    g(x)\nreturn b",
    ),
    "dedented else": (
        "for x in a:\n    if x:\n        g()\n    else:\n        h()",
        "for x in a:\n    if x:\n        g()\nelse:\n    h()",
    ),
    "another call": ("return g(a)", "return h(a)"),
    "another attribute": ("return a.b", "return a.c"),
    "another argument name": ("return g(k=a)", "return g(m=a)"),
    "another order": ("return a, b", "return b, a"),
    "another operator": ("return a + b", "return a - b"),
    "a tuple of one": ("return (a,)", "return (a)"),
    "a tuple of one to unpack": ("(x,) = a", "(x) = a"),
    "tuples in tuples": ("return (a, b), c", "return a, b, c"),
    "tuples as arguments": ("g((a, b))", "g(a, b)"),
    "an empty tuple": ("return ()", "return"),
    "sets and dictionaries": ("return {a: b}", "return {a, b}"),
    "f-string text": ("return f'a {b}'", "return f'c {b}'"),
    "f-string formats": ("return f'{b:>10}'", "return f'{b:<20}'"),
    "f-string nested formats": ("return f'{b:{c}.2}'", "return f'{b:{c}.3}'"),
    "f-string conversions": ("return f'{b!r}'", "return f'{b!s}'"),
    "f-strings and their text": ("return f'{b}'", "return '{b}'"),
    "star and no star": ("return g(*a)", "return g(a)"),
    "except and except*": (
        "try:\n    g()\nexcept E:\n    h()",
        "try:\n    g()\nexcept* E:\n    h()",
    ),
    "match values": ("match a:\n    case 1: g()", "match a:\n    case 2: g()"),
    "another class in a match": ("match a:\n    case B(): g()", "match a:\n    case C(): g()"),
    "another local": ("x = a\nreturn x", "y = a\nreturn y"),
}


@pytest.mark.parametrize(("one", "other"), PYTHON_EQUAL.values(), ids=list(PYTHON_EQUAL))
def test_equal_python_functions(one: str, other: str) -> None:
    assert exact(one) == exact(other), f"{shown(one)}\n{shown(other)}"


@pytest.mark.parametrize(
    ("one", "other"), PYTHON_BODIES_EQUAL.values(), ids=list(PYTHON_BODIES_EQUAL)
)
def test_equal_python_bodies(one: str, other: str) -> None:
    one, other = in_def(one), in_def(other)
    assert exact(one) == exact(other), f"{shown(one)}\n{shown(other)}"


@pytest.mark.parametrize(("one", "other"), PYTHON_DIFFERENT.values(), ids=list(PYTHON_DIFFERENT))
def test_different_python_bodies(one: str, other: str) -> None:
    one, other = in_def(one), in_def(other)
    assert exact(one) != exact(other), shown(one)


def test_the_parameters_of_python_functions_count() -> None:
    texts = ("a, b", "a, /, b", "a, *, b", "a, *b", "a, **b", "a, b=1", "b, a", "")
    digests = {exact(f"def f({text}):\n    return 1") for text in texts}
    assert len(digests) == len(texts)


JAVASCRIPT_EQUAL = {
    "comments": (
        "function f(a) { return a + 1; }",
        "function f(a /* one */) { // two\n /* three */ return a + /** four */ 1; }",
    ),
    "own name": (
        "function f(a) { return f(a - 1); }",
        "function other(a) { return other(a - 1); }",
    ),
    "function and arrow": ("function f(a, b) { return a(b); }", "const f = (a, b) => { return a(b); };"),
    "function and function expression": (
        "function f(a) { return f(a); }",
        "const g = function (a) { return g(a); };",
    ),
    "arrow without parentheses": ("const f = (a) => { g(a); };", "const f = a => { g(a); }"),
    "arrows inside": ("const f = () => g((a) => a + 1);", "const f = () => g(a => a + 1);"),
    "async and generators": ("function f(a) { return a; }", "async function* f(a) { return a; }"),
    "exported": ("function f(a) { return a; }", "export function f(a) { return a; }"),
    "method and function": ("function f(a) { return a; }", "class A { f(a) { return a; } }"),
    "getter and method": ("class A { f() { return b; } }", "class A { static get f() { return b; } }"),
    "field and function": ("function f(a) { return a; }", "class A { f = (a) => { return a; }; }"),
    "method that calls itself": (
        "class A { f(a) { return this.f(a); } }",
        "const o = { g(a) { return this.g(a); } };",
    ),
    "private method that calls itself": (
        "class A { #f(a) { return this.#f(a); } }",
        "class A { #g(a) { return this.#g(a); } }",
    ),
}  # fmt: skip

JAVASCRIPT_BODIES_EQUAL = {
    "semicolons": ("g(a); let x = b; return x;", "g(a)\nlet x = b\nreturn x"),
    "empty statements": ("g(a); g(b);", "g(a);; ;g(b);"),
    "quotes": ("return ['a\"b', \"c'd\", 'e'];", "return [\"a\\\"b\", 'c\\'d', `e`];"),
    "quoted keys": ("return {a: 1, 'b-c': 2, d() {}};", 'return {"a": 1, "b-c": 2, d() {}};'),
    "quoted pattern keys": ("const {a: x} = b; g(x);", 'const {"a": x} = b; g(x);'),
    "shorthand": ("return {a, b};", "return {a: a, b: b};"),
    "shorthand patterns": ("const {x, y = 1} = a;", "const {x: x, y: y = 1} = a;"),
    "numbers": ("return [0xff, 1000, 1e5, 0.5, 10n];", "return [0XFF, 1_000, 1E+5, .50, 10n];"),
    "trailing commas": ("g(a, [b], {c});", "g(\n  a,\n  [b,],\n  {c,},\n);"),
    "trailing commas of parameters": ("g((x, y) => x);", "g((\n  x,\n  y,\n) => x);"),
    "redundant parentheses": ("return a;", "return ((a));"),
    "tighter operands": ("return a * b + c % 2 || a && b;", "return ((a * b) + (c % 2)) || (a && b);"),
    "left to right": ("return a * b / c - a - b;", "return (((a * b) / c) - a) - b;"),
    "one kind of logic": ("return a && b && c;", "return a && (b && c);"),
    "powers": ("return a ** b ** c;", "return a ** (b ** c);"),
    "shifts and bits": ("return a << 1 | b & c;", "return (a << 1) | (b & c);"),
    "conditional values": ("return a || b ? c : b ? a : c;", "return (a || b) ? (c) : (b ? a : c);"),
    "chains": ("return a.b(c)[0].d;", "return ((a.b)(c)[0]).d;"),
    "calls on literals": ("return [a].concat(b);", "return ([a]).concat(b);"),
    "new": ("return new A().b;", "return (new A()).b;"),
    "new without arguments": ("return new A;", "return new A();"),
    "awaited": ("return !await a || await b;", "return !(await a) || (await b);"),
    "types of": ("return typeof a.b === 'c';", "return (typeof (a.b)) === 'c';"),
    "assignments": ("while (x = g()) h(x);", "while ((x = g())) h(x);"),
    "templates": ("return `a${b + 1}c`;", "return `a${(b + 1)}c`;"),
    "spreads": ("return [...a || b];", "return [...(a || b)];"),
    "regex flags": ("return /a/gi.test(b);", "return /a/ig.test(b);"),
    "JSX": ("return <A b='c'>{a && <B />} d  e</A>;",
            "return (\n  <A b=\"c\">\n    {a && (\n      <B />\n    )}{\" \"}\n    d e\n  </A>\n);"
            .replace('{" "}', "")),
    "JSX in conditions": ("return a ? <A /> : <B />;", "return a ? (<A />) : (<B />);"),
    "arrow bodies": ("return g(x => x + 1);", "return g((x) => (x + 1));"),
    "arrows of objects": ("return g(x => ({x}));", "return g((x) => ({ x: x, }));"),
    "function expressions": ("(function () { g(); })();", "(function () { g(); }());"),
}  # fmt: skip

JAVASCRIPT_DIFFERENT = {
    "a string and a name": ("return a;", "return 'a';"),
    "precedence": ("return (a + b) * c;", "return a + b * c;"),
    "right operands": ("return a - (b - c);", "return a - b - c;"),
    "mixed logic": ("return a && (b || c);", "return a && b || c;"),
    "negated logic": ("return !(a && b);", "return !a && b;"),
    "nested conditions": ("return (a ? b : c) ? b : a;", "return a ? b : c ? b : a;"),
    "assignments in comparisons": ("if ((x = a) === b) g();", "if (x = a === b) g();"),
    "sequences": ("return g((a, b));", "return g(a, b);"),
    "arrow parameters": ("g(a, b => c);", "g((a, b) => c);"),
    "arrow bodies": ("g(() => ({}));", "g(() => {});"),
    "arrow bodies that return": ("g(() => a);", "g(() => { a; });"),
    "arrows in logic": ("return (() => a) || b;", "return () => a || b;"),
    "awaited members": ("return (await a).b;", "return await a.b;"),
    "optional chains": ("return (a?.b).c;", "return a?.b.c;"),
    "optional and plain": ("return a?.b;", "return a.b;"),
    "nullish and or": ("return a ?? b;", "return a || b;"),
    "constructed members": ("return new (g().A)();", "return new g().A();"),
    "constructed results": ("return new (g())();", "return new g()();"),
    "early return": ("if (a) return; g(b);", "if (a) return g(b);"),
    "bare yield": ("yield; g(b);", "yield g(b);"),
    "for parts": ("for (a;;) g();", "for (;a;) g();"),
    "empty bodies": ("if (a); g();", "if (a) g();"),
    "dedented return": (
        "for (const x of a) { g(x); return b; }",
        "for (const x of a) { g(x); } return b;",
    ),
    "of and in": ("for (const x of a) g(x);", "for (const x in a) g(x);"),
    "another property": ("return {a};", "return {b};"),
    "another key": ("return {a: c};", "return {b: c};"),
    "another call": ("return g(a);", "return h(a);"),
    "another attribute": ("return a.b;", "return a.c;"),
    "another private field": ("return this.#b;", "return this.#c;"),
    "another label": ("x: for (;;) break x;", "y: for (;;) break y;"),
    "regex and another": ("return /a/.test(b);", "return /c/.test(b);"),
    "template text": ("return `a${b}`;", "return `c${b}`;"),
    "template and string": ("return `${b}`;", "return '${b}';"),
    "nested templates": ("return `a${`b${c}`}`;", "return `a${`c${c}`}`;"),
    "JSX text": ("return <A>b</A>;", "return <A>c</A>;"),
    "JSX attributes": ("return <A b='c' />;", "return <A b={c} />;"),
    "let and const": ("let x = a; return x;", "const x = a; return x;"),
    "holes in arrays": ("return [a, , b];", "return [a, b];"),
    "increments": ("return a++ + b;", "return a + ++b;"),
    "yield and yield*": ("yield a;", "yield* a;"),
}


@pytest.mark.parametrize("language", ["javascript", "tsx"])
@pytest.mark.parametrize(("one", "other"), JAVASCRIPT_EQUAL.values(), ids=list(JAVASCRIPT_EQUAL))
def test_equal_javascript_functions(one: str, other: str, language: str) -> None:
    assert exact(one, language) == exact(other, language), (
        f"{shown(one, language)}\n{shown(other, language)}"
    )


@pytest.mark.parametrize("language", ["javascript", "tsx"])
@pytest.mark.parametrize(
    ("one", "other"), JAVASCRIPT_BODIES_EQUAL.values(), ids=list(JAVASCRIPT_BODIES_EQUAL)
)
def test_equal_javascript_bodies(one: str, other: str, language: str) -> None:
    one, other = in_function(one), in_function(other)
    assert exact(one, language) == exact(other, language), (
        f"{shown(one, language)}\n{shown(other, language)}"
    )


@pytest.mark.parametrize("language", ["javascript", "tsx"])
@pytest.mark.parametrize(
    ("one", "other"), JAVASCRIPT_DIFFERENT.values(), ids=list(JAVASCRIPT_DIFFERENT)
)
def test_different_javascript_bodies(one: str, other: str, language: str) -> None:
    one, other = in_function(one), in_function(other)
    assert exact(one, language) != exact(other, language), shown(one, language)


def test_the_parameters_of_javascript_functions_count() -> None:
    texts = ("a, b", "a, b = 1", "a, ...b", "{ a, b }", "[a, b]", "b, a", "a", "")
    digests = {exact(f"function f({text}) {{ return 1; }}", "javascript") for text in texts}
    assert len(digests) == len(texts)


TYPESCRIPT_AND_JAVASCRIPT = {
    "parameters": (
        "function f(a: string, b?: number, c: T[] = [], ...d: readonly U[]): void { g(a, b, c, d); }",
        "function f(a, b, c = [], ...d) { g(a, b, c, d); }",
    ),
    "generics": (
        "const f = <T extends U, V = T>(a: T): V => { return new Map<T, V>(g<T>(a)); };",
        "const f = (a) => { return new Map(g(a)); };",
    ),
    "arrow with one parameter": ("const f = (a: T): U => { g(a); };", "const f = a => { g(a); };"),
    "casts": (
        "function f(a: any) { return (a as T).b + (<U>a).c + (a satisfies V) + a!.d!.e; }",
        "function f(a) { return a.b + a.c + a + a.d.e; }",
    ),
    "casts of sums": (
        "function f(a, b) { return ((a + b) as number) * 2; }",
        "function f(a, b) { return (a + b) * 2; }",
    ),
    "const": ("function f() { return ['a'] as const; }", "function f() { return ['a']; }"),
    "variables": (
        "function f(a) { let b: T, c!: U; const d: V = a; b = d; }",
        "function f(a) { let b, c; const d = a; b = d; }",
    ),
    "predicates": (
        "function f(a: unknown): a is T { return g(a); }",
        "function f(a) { return g(a); }",
    ),
    "assertions": ("function f(a): asserts a is T { g(a); }", "function f(a) { g(a); }"),
    "modifiers": (
        "class A { private static override async f?(readonly: T): Promise<U> { await g(readonly); } }",
        "class A { static async f(readonly) { await g(readonly); } }",
    ),
    "parameter properties": (
        "class A { constructor(private readonly a: T, public b?: U) { g(a, b); } }",
        "class A { constructor(a, b) { g(a, b); } }",
    ),
    "local classes": (
        "function f() { class A<T> extends B<T> implements C { private readonly a: T = 1; b?: U; "
        "declare c: V; d!: W; } return A; }",
        "function f() { class A extends B { a = 1; b; c; d; } return A; }",
    ),
    "local types": (
        "function f(a) { type T = { b: string }; interface I { c(): void } return a; }",
        "function f(a) { return a; }",
    ),
    "caught errors": (
        "function f() { try { g(); } catch (e: unknown) { h(e); } }",
        "function f() { try { g(); } catch (e) { h(e); } }",
    ),
    "overloads inside": (
        "function f() { function g(a: T): void; function g(a) { h(a); } return g; }",
        "function f() { function g(a) { h(a); } return g; }",
    ),
    "destructuring": (
        "const f = ({ a, b = 1 }: Props<T>, [c]: U) => { g(a, b, c); };",
        "const f = ({ a, b = 1 }, [c]) => { g(a, b, c); };",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("typescript", "javascript"),
    TYPESCRIPT_AND_JAVASCRIPT.values(),
    ids=list(TYPESCRIPT_AND_JAVASCRIPT),
)
def test_a_javascript_copy_of_a_typescript_function(typescript: str, javascript: str) -> None:
    one, other = exact(typescript, "typescript"), exact(javascript, "javascript")
    assert one == other, f"{shown(typescript, 'typescript')}\n{shown(javascript, 'javascript')}"


@pytest.mark.parametrize(
    "own",
    ["def f(self):\n        return self.f() + 1", "def g(self):\n        return self.g() + 1"],
)
def test_a_method_that_calls_itself(own: str) -> None:
    reference = exact("class A:\n    def h(self):\n        return self.h() + 1")
    assert exact(f"class B:\n    {own}") == reference


def test_a_nested_function_that_calls_itself() -> None:
    digests = {
        exact_digest(
            read(f"def f(a):\n    def {name}(b):\n        return {name}(b - 1)\n    return a")
            .functions[1]
            .tokens
        )
        for name in ("g", "h")
    }
    assert len(digests) == 1


def test_a_parameter_named_like_its_function_is_not_the_function() -> None:
    assert exact("def a(a):\n    return a") != exact("def b(a):\n    return b")
    assert exact("def a(a):\n    return a") == exact("def c(a):\n    return a")


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_marks(newline: str, mark: bytes) -> None:
    text = "def f(a):\n    if a:\n        return '''x\ny'''\n    return a\n"
    data = mark + text.replace("\n", newline).encode()
    assert exact(decode(data, "python")) == exact(text)
