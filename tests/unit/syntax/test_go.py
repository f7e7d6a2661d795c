"""Go: its functions, what counts of them, and what a rename may change."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import exact, in_go, read, renamed, shown, spans

from sai.chunkers.function_chunker import FunctionChunker
from sai.syntax.languages import language_of

FUNCTIONS = {
    "functions": ("func f() { a() }\nfunc G(b int) int { return b }", ["f", "G"]),
    "init": ("func init() { a() }\nfunc init() { b() }", ["init", "init#2"]),
    "methods": ("func (t T) f() { a() }\nfunc (t *T) g() { a() }\nfunc (T) h() { a() }", ["T.f", "T.g", "T.h"]),
    "generic methods": ("func (t *T[K, V]) f() { a() }\nfunc (T[_]) g() { a() }", ["T.f", "T.g"]),
    "methods in parentheses": ("func (t (*T)) f() { a() }", ["T.f"]),
    "one name, two types": ("func (a A) f() { g() }\nfunc (b B) f() { g() }", ["A.f", "B.f"]),
    "generic functions": ("func f[T any, U ~int | ~string](a T) U { return g(a) }", ["f"]),
    "literals": ("var f = func() { a() }\nfunc g() { h := func() { a() }; h() }", ["g"]),
    "without a body": ("func f(a int) int", []),
    "interfaces": ("type I interface { f(a int) int }", []),
    "types in functions": ("func f() { type t struct{ a int }; g(t{}) }", ["f"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_go_functions(text: str, symbols: list[str]) -> None:
    source = read(f"package p\n{text}", "go")
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


def test_a_go_file_is_known_by_its_ending() -> None:
    assert language_of("cmd/main.go") == "go"


def test_a_go_function_starts_at_its_first_word() -> None:
    text = """
        package p

        // f does it.
        //
        //go:noinline
        func f() {
            a()
        }

        func (t *T) g() { b() }
    """
    assert spans(text, "go") == {"f": (6, 8), "T.g": (10, 10)}


EQUAL = {
    "comments": ("func f(a T) { g(1) }", "// f says.\nfunc f(a T) /* one */ { // two\n /* three */ g(/* four */ 1) }"),
    "build tags": ("func f(a T) { g(a) }", "//go:nosplit\nfunc f(a T) { g(a) }"),
    "types of parameters": ("func f(a T, b U) { g(a, b) }", "func f(a *pkg.T, b map[string][]U) { g(a, b) }"),
    "grouped parameters": ("func f(a T, b T) { g(a, b) }", "func f(a, b T) { g(a, b) }"),
    "varying parameters": ("func f(a []T) { g(a) }", "func f(a ...T) { g(a) }"),
    "types of results": ("func f() { g() }", "func f() (int, *pkg.T, error) { g() }"),
    "one type of a result": ("func f() { g() }", "func f() chan<- func(int) error { g() }"),
    "types of named results": ("func f() (a int, err error) { return }", "func f() (a string, err *E) { return }"),
    "type parameters": ("func f(a T) { g(a) }", "func f[T any, U comparable](a T) { g(a) }"),
    "types of receivers": ("func (a T) f() { g(a) }", "func (a *U[K]) f() { g(a) }"),
    "own name": ("func f(a int) int { return f(a - 1) }", "func g(a int) int { return g(a - 1) }"),
    "own name on itself": ("func (a T) f(b int) int { return a.f(b - 1) }", "func (a T) g(b int) int { return a.g(b - 1) }"),
    "a method and a function": ("func (a T) f(b int) { g(a, b) }", "func f(a T, b int) { g(a, b) }"),
}  # fmt: skip

BODIES_EQUAL = {
    "declared types": ("var x int = 1; g(x)", "var x = 1; g(x)"),
    "types of constants": ("const x int = 1; g(x)", "const x = 1; g(x)"),
    "types of literals' parameters": ("g(func(x int) error { return h(x) })", "g(func(x T) *U { return h(x) })"),
    "semicolons": ("g(a)\ng(b)", "g(a); g(b);"),
    "trailing commas": ("g(a, b)", "g(\na,\nb,\n)"),
    "trailing commas of values": ("g(T{a, b})", "g(T{\na,\nb,\n})"),
    "raw strings": (r'g("a.b")', "g(`a.b`)"),
    "quotes in raw strings": (r'g("a\"b")', 'g(`a"b`)'),
    "numbers": ("g(0xff, 1000, 0.5, 1e5, 2i)", "g(0XFF, 1_000, .50, 1E+5, 2i)"),
    "redundant parentheses": ("return a + b*c", "return ((a) + (b * c))"),
    "parentheses around conditions": ("if a == b { g() }", "if (a == b) { g() }"),
    "one kind of logic": ("return a && b && c", "return a && (b && c)"),
    "chains": ("a.b(c)[0].d()", "((a.b)(c)[0]).d()"),
    "parentheses around literals": ("if a == (T{b}) { g() }", "if a == ((T{b})) { g() }"),
}  # fmt: skip

BODIES_DIFFERENT = {
    "a rune and a string": ("g('a')", 'g("a")'),
    "a string and a name": ('g("a")', "g(a)"),
    "a string key and a field": ('g(T{"k": a})', "g(T{k: a})"),
    "backslashes in raw strings": (r'g("a\n")', r"g(`a\n`)"),
    "another literal's type": ("g(T{a})", "g(U{a})"),
    "another literal's package": ("g(p.T{a})", "g(q.T{a})"),
    "a value and a pointer": ("g(T{a})", "g(&T{a})"),
    "another conversion": ("g([]byte(a))", "g([]rune(a))"),
    "another assertion": ("g(a.(T))", "g(a.(U))"),
    "another case of a type": ("switch a.(type) { case T: g() }", "switch a.(type) { case U: g() }"),
    "another made type": ("g(make([]T, 3))", "g(make([]U, 3))"),
    "another type argument": ("g[T](a)", "g[U](a)"),
    "another call": ("g(a)", "h(a)"),
    "another field": ("g(a.b)", "g(a.c)"),
    "another key": ("g(T{x: a})", "g(T{y: a})"),
    "another package": ("p.g(a)", "q.g(a)"),
    "declared and assigned": ("x := g(); h(x)", "x = g(); h(x)"),
    "precedence": ("return (a + b) * c", "return a + b*c"),
    "a converted pointer": ("g((*T)(a))", "g(*T(a))"),
    "received and called": ("g((<-a).b)", "g(<-a.b)"),
    "sent and received": ("a <- b", "g(<-a, b)"),
    "parts of loops": ("for a := g(); ; { h(a) }", "for ; ; a = g() { h(a) }"),
    "statements of a condition": ("if g(); a { h() }", "if a { g(); h() }"),
    "early return": ("if a { return }\ng(b)", "if a { return g(b) }"),
    "go and defer": ("go g(a)", "defer g(a)"),
    "a loop over values": ("for x := range a { g(x) }", "for _, x := range a { g(x) }"),
    "a fall through": ("switch a { case b: g(); fallthrough; default: h() }", "switch a { case b: g(); default: h() }"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), EQUAL.values(), ids=list(EQUAL))
def test_equal_go_functions(one: str, other: str) -> None:
    one, other = f"package p\n{one}", f"package p\n{other}"
    assert exact(one, "go") == exact(other, "go"), f"{shown(one, 'go')}\n{shown(other, 'go')}"


@pytest.mark.parametrize(("one", "other"), BODIES_EQUAL.values(), ids=list(BODIES_EQUAL))
def test_equal_go_bodies(one: str, other: str) -> None:
    one, other = in_go(one), in_go(other)
    assert exact(one, "go") == exact(other, "go"), f"{shown(one, 'go')}\n{shown(other, 'go')}"


@pytest.mark.parametrize(("one", "other"), BODIES_DIFFERENT.values(), ids=list(BODIES_DIFFERENT))
def test_different_go_bodies(one: str, other: str) -> None:
    one, other = in_go(one), in_go(other)
    assert exact(one, "go") != exact(other, "go"), shown(one, "go")


RENAMED = {
    "parameters": ("func f(a, b T, c ...U) { g(a, b, c) }", "func f(p, q T, r ...U) { g(p, q, r) }"),
    "receivers": ("func (a T) f() { a.b = a.g() }", "func (p T) f() { p.b = p.g() }"),
    "named results": ("func f() (a int, err error) { a = 1; return }", "func f() (p int, q error) { p = 1; return }"),
    "short declarations": ("func f() { a, b := g(); h(a, b) }", "func f() { p, q := g(); h(p, q) }"),
    "variables": ("func f() { var a, b = 1, 2; var (\nc int\nd = 3\n); g(a, b, c, d) }", "func f() { var p, q = 1, 2; var (\nr int\ns = 3\n); g(p, q, r, s) }"),
    "constants": ("func f() { const a = 1; g(a) }", "func f() { const p = 1; g(p) }"),
    "loops": ("func f() { for a := 0; a < 9; a++ { g(a) }; for b, c := range d { g(b, c) } }", "func f() { for p := 0; p < 9; p++ { g(p) }; for q, r := range d { g(q, r) } }"),
    "conditions": ("func f() { if a, ok := g(); ok { h(a) } }", "func f() { if p, q := g(); q { h(p) } }"),
    "type switches": ("func f(o any) { switch a := o.(type) { case T: g(a) } }", "func f(o any) { switch p := o.(type) { case T: g(p) } }"),
    "received": ("func f(c chan T) { select { case a, ok := <-c: g(a, ok) } }", "func f(c chan T) { select { case p, q := <-c: g(p, q) } }"),
    "labels": ("func f() { a: for { if g() { continue a }; break a } }", "func f() { p: for { if g() { continue p }; break p } }"),
    "jumps": ("func f() { if g() { goto a }; h(); a: i() }", "func f() { if g() { goto p }; h(); p: i() }"),
    "literals": ("func f(a T) { g(func(b T) T { return a + b }) }", "func f(p T) { g(func(q T) T { return p + q }) }"),
    "values of keys": ("func f(a T) { g(T{b: a, c: []T{{d: a}}}) }", "func f(p T) { g(T{b: p, c: []T{{d: p}}}) }"),
    "named like a key": ("func f(a T) { g(T{a: a}) }", "func f(p T) { g(T{a: p}) }"),
    "keys of maps": ("func f(a T) { g(map[string]T{a: b}) }", "func f(p T) { g(map[string]T{p: b}) }"),
    "types": ("func f() { type a struct{ b T }; g(a{b: 1}) }", "func f() { type p struct{ b T }; g(p{b: 1}) }"),
    "type parameters": ("func f[A any](b []A) { g([]A{}, b) }", "func f[P any](q []P) { g([]P{}, q) }"),
    "calls out of a list": ("func f(a []func(T), b int) { a[b](c) }", "func f(p []func(T), q int) { p[q](c) }"),
    "calls out of a list in something": ("func f(a T, b int) { a.d[b](c) }", "func f(p T, q int) { p.d[q](c) }"),
    "named like what it is made of": ("func f() { url, err := url.Parse(a); g(url, err) }", "func f() { p, err := url.Parse(a); g(p, err) }"),
    "named like its type": ("func f() { node := node{a}; g(node) }", "func f() { p := node{a}; g(p) }"),
    "a loop variable named like what is looped over": ("func f() { for _, list := range list { g(list) } }", "func f() { for _, p := range list { g(p) } }"),
    "what a literal shadows": ("func f(a T) { g(func() { a := a.b; h(a) }) }", "func f(p T) { g(func() { p := p.b; h(p) }) }"),
}  # fmt: skip

OTHER = {
    "swapped": ("func f(a, b T) T { return a - b }", "func f(a, b T) T { return b - a }"),
    "inconsistent": ("func f(a, b T) T { return a + a }", "func f(a, b T) T { return a + b }"),
    "another function called": ("func f(a T) { g(a) }", "func f(a T) { h(a) }"),
    "another method": ("func (a T) f() { a.g() }", "func (a T) f() { a.h() }"),
    "a variable of the package": ("func f() T { return a }", "func f() T { return b }"),
    "a local and one of the package": ("func f(a T) T { return a }", "func f(a T) T { return b }"),
    "a string": ('func f(a T) { g("a") }', 'func f(b T) { g("b") }'),
    "a key": ("func f(a T) { g(T{a: a}) }", "func f(b T) { g(T{b: b}) }"),
    "the field of a method's name": ("func (a T) f() T { return a.a.f() }", "func (a T) g() T { return a.a.g() }"),
    "a method on a parameter": ("func f(a T) { a.f() }", "func g(a T) { a.g() }"),
    "the package after its name is taken": ("func f() { a := g(); a.b() }", "func f() { p := g(); a.b() }"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), RENAMED.values(), ids=list(RENAMED))
def test_renamed_go_functions(one: str, other: str) -> None:
    one, other = f"package p\n{one}", f"package p\n{other}"
    assert renamed(one, "go") == renamed(other, "go"), f"{shown(one, 'go')}\n{shown(other, 'go')}"
    assert exact(one, "go") != exact(other, "go")


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=list(OTHER))
def test_go_functions_that_are_not_renames(one: str, other: str) -> None:
    one, other = f"package p\n{one}", f"package p\n{other}"
    assert renamed(one, "go") != renamed(other, "go"), shown(one, "go")


@pytest.mark.parametrize(
    ("text", "is_stub"),
    [
        ("func f() {}", True),
        ("func f() { /* later */ }", True),
        ("func f() {\n;\n}", True),
        ('func f() { panic("not implemented") }', True),
        ('func f() { panic("TODO: write it") }', True),
        ('func f() error { panic(errors.New("f: not yet implemented")) }', True),
        ('func f() { panic("lost") }', False),
        ('func f() { a(); panic("not implemented") }', False),
        ("func f() int { return 1 }", False),
    ],
)
def test_go_stubs(text: str, is_stub: bool) -> None:
    (function,) = read(f"package p\n{text}", "go").functions
    assert function.is_stub is is_stub


def test_markers_stand_above_and_in_go_functions() -> None:
    text = """package p

// f does it.
// sai-noduplicate: above
//
//go:noinline
func f() { a() }

func (t T) g() { // sai-noduplicate: inside
\ta()
}

/* sai-noduplicate: not above */

func h() { a("// sai-noduplicate", `
// sai-noduplicate: in a string
`) }
"""
    reasons = {
        chunk.symbol: chunk.suppression.reason if chunk.suppression else None
        for chunk in FunctionChunker().chunks(text, "go").chunks
    }
    assert reasons == {"f": "above", "T.g": "inside", "h": None}


def test_comments_of_go_are_blanked_and_lines_kept() -> None:
    text = "//go:build a\n\npackage p\n\n/* one\n two */\nfunc f() {\n\ta(`//`) // b\n}"
    assert read(text, "go").stripped == "\n\npackage p\n\n\n\nfunc f() {\n\ta(`//`)\n}\n"
