"""Consistent renames of local names keep the renamed digest; anything else changes it."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import exact, read, renamed, shown

from sai.core.digests import renamed_digest

PYTHON_RENAMED = {
    "parameters": (
        "def f(a, /, b=1, *c, d, **e):\n    return g(a, b, c, d, e)",
        "def f(p, /, q=1, *r, s, **t):\n    return g(p, q, r, s, t)",
    ),
    "annotated parameters": (
        "def f(a: T, b: U = 1, *c: V, **d: W):\n    return g(a, b, c, d)",
        "def f(p: T, q: U = 1, *r: V, **s: W):\n    return g(p, q, r, s)",
    ),
    "assignments": (
        "def f():\n    a = b = g()\n    (c, [d, *e]) = a, b\n    c += d\n    h: int = e\n    return c, h",
        "def f():\n    p = q = g()\n    (r, [s, *t]) = p, q\n    r += s\n    u: int = t\n    return r, u",
    ),
    "a declared name": ("def f():\n    a: int\n    a = g()\n    return a", "def f():\n    b: int\n    b = g()\n    return b"),
    "loops": (
        "def f(a):\n    for b, (c, *d) in a:\n        g(b, c, d)",
        "def f(p):\n    for q, (r, *s) in p:\n        g(q, r, s)",
    ),
    "comprehensions": (
        "def f(a):\n    return [b for b, c in a if c], {d: e for d, e in a}, (h for h in a)",
        "def f(p):\n    return [q for q, r in p if r], {s: t for s, t in p}, (u for u in p)",
    ),
    "with": (
        "def f():\n    with g() as a, h() as (b, c):\n        return a, b, c",
        "def f():\n    with g() as p, h() as (q, r):\n        return p, q, r",
    ),
    "except": (
        "def f():\n    try:\n        g()\n    except E as a:\n        h(a)",
        "def f():\n    try:\n        g()\n    except E as p:\n        h(p)",
    ),
    "except*": (
        "def f():\n    try:\n        g()\n    except* (E, F) as a:\n        h(a)",
        "def f():\n    try:\n        g()\n    except* (E, F) as p:\n        h(p)",
    ),
    "walrus": (
        "def f(a):\n    if (b := g(a)) and [c := d for d in b]:\n        return b, c",
        "def f(p):\n    if (q := g(p)) and [r := s for s in q]:\n        return q, r",
    ),
    "lambdas": (
        "def f(a):\n    return map(lambda b, *c, k=1, **e: (b, c, k, e), a)",
        "def f(p):\n    return map(lambda q, *r, t=1, **s: (q, r, t, s), p)",
    ),
    "nested functions": (
        "def f(a):\n    def g(b):\n        return a + b\n    return g",
        "def f(p):\n    def h(q):\n        return p + q\n    return h",
    ),
    "global names stay, others move": (
        "def f(a):\n    global b\n    b = a",
        "def f(p):\n    global b\n    b = p",
    ),
    "nonlocal": (
        "def f():\n    a = 0\n    def g():\n        nonlocal a\n        a += 1\n    return g",
        "def f():\n    p = 0\n    def h():\n        nonlocal p\n        p += 1\n    return h",
    ),
    "match": (
        "def f(a):\n    match a:\n        case [b, *c]: g(b, c)\n        case {'k': d, **e}: g(d, e)\n"
        "        case C(x, y=h) as i: g(x, h, i)\n        case (j, k): g(j, k)\n        case l: g(l)",
        "def f(p):\n    match p:\n        case [q, *r]: g(q, r)\n        case {'k': s, **t}: g(s, t)\n"
        "        case C(u, y=v) as w: g(u, v, w)\n        case (m, n): g(m, n)\n        case o: g(o)",
    ),
    "formatted": ("def f(a, b):\n    return f'{a:>{b}} {b=}'", "def f(p, q):\n    return f'{p:>{q}} {q=}'"),
    "loops of async functions": (
        "async def f(a):\n    async for b in a:\n        async with b as c:\n            await c",
        "async def f(p):\n    async for q in p:\n        async with q as r:\n            await r",
    ),
}  # fmt: skip
PYTHON_OTHER = {
    "swapped": ("def f(a, b):\n    return a - b", "def f(a, b):\n    return b - a"),
    "inconsistent": ("def f(a, b):\n    return a + a", "def f(a, b):\n    return a + b"),
    "merged": ("def f(a):\n    b = a\n    return b", "def f(a):\n    a = a\n    return a"),
    "another function called": ("def f(a):\n    return g(a)", "def f(a):\n    return h(a)"),
    "another attribute": ("def f(a):\n    return a.b", "def f(a):\n    return a.c"),
    "another method": ("def f(a):\n    a.b()", "def f(a):\n    a.c()"),
    "an argument's name": ("def f(a):\n    return g(a=a)", "def f(b):\n    return g(b=b)"),
    "a global": ("def f():\n    global a\n    a = 1", "def f():\n    global b\n    b = 1"),
    "a class in a match": (
        "def f(a):\n    match a:\n        case B(): g()",
        "def f(a):\n    match a:\n        case C(): g()",
    ),
    "a class attribute in a match": (
        "def f(a):\n    match a:\n        case B(c=1): g()",
        "def f(a):\n    match a:\n        case B(d=1): g()",
    ),
    "a constant in a match": (
        "def f(a):\n    match a:\n        case m.B: g()",
        "def f(a):\n    match a:\n        case m.C: g()",
    ),
    "an import": ("def f():\n    import a", "def f():\n    import b"),
    "a local and a global": ("def f(a):\n    return a", "def f(a):\n    return b"),
    "a string": ("def f(a):\n    return 'a'", "def f(b):\n    return 'b'"),
    "a class body": (
        "def f():\n    class A:\n        a = 1\n    return A.a",
        "def f():\n    class A:\n        b = 1\n    return A.b",
    ),
}


@pytest.mark.parametrize(("one", "other"), PYTHON_RENAMED.values(), ids=list(PYTHON_RENAMED))
def test_renamed_python_functions(one: str, other: str) -> None:
    assert renamed(one) == renamed(other), f"{shown(one)}\n{shown(other)}"
    assert exact(one) != exact(other)


@pytest.mark.parametrize(("one", "other"), PYTHON_OTHER.values(), ids=list(PYTHON_OTHER))
def test_python_functions_that_are_not_renames(one: str, other: str) -> None:
    assert renamed(one) != renamed(other), shown(one)


JAVASCRIPT_RENAMED = {
    "parameters": (
        "function f(a, b = 1, ...c) { return g(a, b, c); }",
        "function f(p, q = 1, ...r) { return g(p, q, r); }",
    ),
    "arrows": ("const f = a => g(b => a + b);", "const f = (p) => g((q) => p + q);"),
    "declarations": (
        "function f() { var a = g(), b; let c = a; const d = c; return [a, b, c, d]; }",
        "function f() { var p = g(), q; let r = p; const s = r; return [p, q, r, s]; }",
    ),
    "patterns": (
        "function f(x) { const { a, b: c, d = 1, ...e } = x; const [h, , [i = 2], ...j] = x; "
        "return g(a, c, d, e, h, i, j); }",
        "function f(y) { const { a: k, b: l, d: m = 1, ...n } = y; const [o, , [p = 2], ...q] = y; "
        "return g(k, l, m, n, o, p, q); }",
    ),
    "patterns of parameters": (
        "function f({ a, b: { c }, ...d }, [e, h = 1]) { return g(a, c, d, e, h); }",
        "function f({ a: p, b: { c: q }, ...r }, [s, t = 1]) { return g(p, q, r, s, t); }",
    ),
    "assigned patterns": (
        "function f(a, b) { ({ a, c: b } = g()); [a, b] = [b, a]; return a; }",
        "function f(p, q) { ({ a: p, c: q } = g()); [p, q] = [q, p]; return p; }",
    ),
    "shorthand": ("function f(a) { return { a, b: 1 }; }", "function f(p) { return { a: p, b: 1 }; }"),
    "loops": (
        "function f(a) { for (const b of a) g(b); for (let c in a) g(c); for (let i = 0; i < a; i++) g(i); }",
        "function f(p) { for (const q of p) g(q); for (let r in p) g(r); for (let s = 0; s < p; s++) g(s); }",
    ),
    "loops with patterns": (
        "function f(a) { for (const [b, { c }] of a) g(b, c); }",
        "function f(p) { for (const [q, { c: r }] of p) g(q, r); }",
    ),
    "caught": (
        "function f() { try { g(); } catch (a) { h(a); } try { g(); } catch ({ b }) { h(b); } }",
        "function f() { try { g(); } catch (p) { h(p); } try { g(); } catch ({ b: q }) { h(q); } }",
    ),
    "labels": (
        "function f() { a: for (;;) { if (g()) continue a; break a; } }",
        "function f() { p: for (;;) { if (g()) continue p; break p; } }",
    ),
    "nested functions": (
        "function f(a) { function g(b) { return g(a + b); } return g; }",
        "function f(p) { function h(q) { return h(p + q); } return h; }",
    ),
    "templates": ("function f(a) { return `x${a}y${`z${a}`}`; }", "function f(p) { return `x${p}y${`z${p}`}`; }"),
    "JSX": (
        "const f = ({ a, ...b }) => <A c={a} {...b}>{a}</A>;",
        "const f = ({ a: p, ...q }) => <A c={p} {...q}>{p}</A>;",
    ),
    "computed": ("function f(a) { return { [a]: 1, [`b${a}`]() {} }; }", "function f(p) { return { [p]: 1, [`b${p}`]() {} }; }"),
}  # fmt: skip

JAVASCRIPT_OTHER = {
    "swapped": ("function f(a, b) { return a - b; }", "function f(a, b) { return b - a; }"),
    "inconsistent": ("function f(a, b) { return a + a; }", "function f(a, b) { return a + b; }"),
    "another function called": ("function f(a) { g(a); }", "function f(a) { h(a); }"),
    "another member": ("function f(a) { a.b(); }", "function f(a) { a.c(); }"),
    "a shorthand key": ("function f(a) { return { a }; }", "function f(b) { return { b }; }"),
    "a shorthand pattern's key": (
        "function f(x) { const { a } = x; g(a); }",
        "function f(x) { const { b } = x; g(b); }",
    ),
    "a property": ("function f(a) { return { b: a }; }", "function f(a) { return { c: a }; }"),
    "a JSX element": ("const f = (a) => <A b={a} />;", "const f = (a) => <B b={a} />;"),
    "a JSX attribute": ("const f = (a) => <A b={a} />;", "const f = (a) => <A c={a} />;"),
    "a private field": ("class A { f() { return this.#a; } }", "class A { f() { return this.#b; } }"),
    "a local and a global": ("function f(a) { return a; }", "function f(a) { return b; }"),
}  # fmt: skip


@pytest.mark.parametrize("language", ["javascript", "tsx"])
@pytest.mark.parametrize(
    ("one", "other"), JAVASCRIPT_RENAMED.values(), ids=list(JAVASCRIPT_RENAMED)
)
def test_renamed_javascript_functions(one: str, other: str, language: str) -> None:
    assert renamed(one, language) == renamed(other, language), (
        f"{shown(one, language)}\n{shown(other, language)}"
    )
    assert exact(one, language) != exact(other, language)


@pytest.mark.parametrize("language", ["javascript", "tsx"])
@pytest.mark.parametrize(("one", "other"), JAVASCRIPT_OTHER.values(), ids=list(JAVASCRIPT_OTHER))
def test_javascript_functions_that_are_not_renames(one: str, other: str, language: str) -> None:
    assert renamed(one, language) != renamed(other, language), shown(one, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "python",
            "def f({0}):\n    {1} = {0}\n    def g():\n        return {0} + {1}\n    return g",
        ),
        ("javascript", "function f({0}) {{ let {1} = {0}; function g() {{ return {0} + {1}; }} }}"),
    ],
)
def test_a_closure_may_rename_the_variables_around_it(language: str, text: str) -> None:
    digests = {
        renamed_digest(read(text.format(*names), language).functions[1].tokens)
        for names in (("a", "b"), ("p", "q"))
    }
    assert len(digests) == 1


def test_a_module_variable_is_not_local() -> None:
    one = renamed("def f():\n    return a\na = 1")
    assert one != renamed("def f():\n    return b\nb = 1")


def test_a_class_variable_is_not_seen_by_its_methods() -> None:
    text = "def f():\n    class A:\n        {0} = 1\n        def g(self):\n            return {0}\n"
    one, other = (read(text.format(name)).functions[1].tokens for name in "ab")
    assert renamed_digest(one) != renamed_digest(other)
