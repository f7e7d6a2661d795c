"""Java: its functions, what counts of them, and what a rename may change."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import exact, in_method, in_methods, read, renamed, shown, spans

from sai.chunkers.function_chunker import FunctionChunker
from sai.syntax.languages import language_of

FUNCTIONS = {
    "methods": ("class A { void f() { a(); } static int g() { return 1; } }", ["A.f", "A.g"]),
    "overloads": ("class A { void f() { a(); } void f(int b) { a(b); } }", ["A.f", "A.f#2"]),
    "constructors": ("class A { A() { a(); } A(int b) { this(); } }", ["A.A", "A.A#2"]),
    "nested classes": (
        "class A { static class B { void f() { a(); } class C { void f() { a(); } } } }",
        ["A.B.f", "A.B.C.f"],
    ),
    "interfaces": (
        "interface I { void f(); default void g() { a(); } static void h() { a(); } private void i() { a(); } }",
        ["I.g", "I.h", "I.i"],
    ),
    "abstract and native methods": ("abstract class A { abstract void f(); native void g(); void h() { a(); } }", ["A.h"]),
    "records": ("record R(int a) { R { b(); } R() { this(1); } int f() { return a; } }", ["R.R", "R.R#2", "R.f"]),
    "enums": (
        "enum E { X { void f() { a(); } }, Y(1); E() { a(); } void f() { b(); } }",
        ["E.X.f", "E.E", "E.f"],
    ),
    "annotation types": ("@interface A { int f() default 1; }", []),
    "anonymous classes": (
        "class A { void f() { g(new B() { void h() { a(); } }); } B c = new B() { void h() { a(); } }; }",
        ["A.f", "A.f.h", "A.c.h"],
    ),
    "local classes": ("class A { void f() { class B { void g() { a(); } } } }", ["A.f", "A.f.B.g"]),
    "lambdas": ("class A { F f = x -> { a(x); }; G g = (x) -> x; void h() { i(() -> a()); } }", ["A.h"]),
    "initializers": ("class A { static { a(); } { b(); } }", []),
    "without a class": ("void main() { a(); }", ["main"]),
    "generic methods": ("class A<T> { <U extends T> U f(U a) throws E { return a; } }", ["A.f"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_java_functions(text: str, symbols: list[str]) -> None:
    source = read(text, "java")
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


def test_a_java_file_is_known_by_its_ending() -> None:
    assert language_of("src/main/java/A.java") == "java"


def test_a_java_function_starts_at_its_first_annotation() -> None:
    text = """
        class A {
          /** Says. */
          @One
          // between
          @Two(3)
          public void f() {
            a();
          }

          private
          int g() { return 1; }
        }
    """
    assert spans(text, "java") == {"A.f": (3, 8), "A.g": (10, 11)}


EQUAL = {
    "comments": ("void f() { a(1); }", "/** Says. */ void f() /* one */ { // two\n /* three */ a(/* four */ 1); }"),
    "modifiers": ("void f(T a) { g(a); }", "public static final synchronized strictfp void f(final T a) { g(a); }"),
    "annotations": ("void f(T a) { g(a); }", "@Override @X(y = 1) void f(@N @M(2) T a) { g(a); }"),
    "types": ("void f(T a) { g(a); }", "Map<K, int[]> f(Map.Entry<? super K, V>[] a) { g(a); }"),
    "generics": ("void f(T a) { g(a); }", "<U extends T & V> U f(U a) throws E, F { g(a); }"),
    "old array types": ("int f(int a) { int b = a; return b; }", "int f(int a[])[] { int b[] = a; return b; }"),
    "varying parameters": ("void f(T[] a) { g(a); }", "void f(T... a) { g(a); }"),
    "own name": ("int f(int a) { return f(a - 1); }", "int g(int a) { return g(a - 1); }"),
    "own name on itself": ("int f(int a) { return this.f(a - 1); }", "int g(int a) { return this.g(a - 1); }"),
}  # fmt: skip

BODIES_EQUAL = {
    "declared types": ("int x = 1; g(x);", "var x = 1; g(x);"),
    "final locals": ("String x = a; g(x);", "final @N String x = a; g(x);"),
    "type arguments": ("g(new A()); b.h(c);", "g(new A<K, V>()); b.<K>h(c);"),
    "diamonds": ("g(new A());", "g(new A<>());"),
    "casts": ("return (a + b).c() + a;", "return ((T) (a + b)).c() + (int) a;"),
    "casts to several types": ("return a;", "return (A & B) a;"),
    "loops over values": ("for (var x : a) g(x);", "for (final Map.Entry<K, V> x : (a)) g(x);"),
    "resources": ("try (A x = g()) { x.h(); }", "try (final var x = g();) { x.h(); }"),
    "lambda parameters": ("g(x -> x + 1); h((x, y) -> x);", "g((x) -> (x + 1)); h((int x, var y) -> x);"),
    "local types": ("class L extends M { void h() { i(); } }", "final class L<T> extends M<T> implements N { @Override protected void h() throws E { i(); } }"),
    "numbers": ("return g(0xff, 1000L, 0.5, 1e5f);", "return g(0XFF, 1_000l, .50, 1E+5F);"),
    "text blocks": ('g("""\n    a\n      b\n    """);', 'g("""\n        a\n          b\n        """);'),
    "redundant parentheses": ("return a + b * c;", "return ((a) + (b * c));"),
    "instanceof": ("return a instanceof T && b != c;", "return (a instanceof T) && (b != c);"),
    "chains": ("return new A().b(c)[0].d;", "return ((new A()).b(c)[0]).d;"),
    "one kind of logic": ("return a && b && c;", "return a && (b && c);"),
    "trailing commas": ("int[] x = {1, 2}; g(x);", "int[] x = {1, 2,}; g(x);"),
    "needless semicolons": ("g(a); g(b);", "g(a);; ;g(b);"),
    "pattern variables": ("if (a instanceof T x) g(x);", "if (a instanceof final T x) g(x);"),
}  # fmt: skip

BODIES_DIFFERENT = {
    "a character and a string": ("return 'a';", 'return "a";'),
    "a string and a name": ("return a;", 'return "a";'),
    "another type to test": ("return a instanceof T;", "return a instanceof U;"),
    "another type to make": ("return new A(b);", "return new B(b);"),
    "another class literal": ("return A.class;", "return B.class;"),
    "another type to catch": ("try { g(); } catch (A x) { h(); }", "try { g(); } catch (B x) { h(); }"),
    "another type in a case": ("switch (a) { case A x -> g(x); }", "switch (a) { case B x -> g(x); }"),
    "another record in a case": ("switch (a) { case A(var x) -> g(x); }", "switch (a) { case B(var x) -> g(x); }"),
    "another constant": ("switch (a) { case A -> g(); }", "switch (a) { case B -> g(); }"),
    "another call": ("g(a);", "h(a);"),
    "another method": ("a.g();", "a.h();"),
    "another field": ("return a.g;", "return a.h;"),
    "another reference": ("g(A::b);", "g(A::c);"),
    "declared and assigned": ("int x = 1; g(x);", "x = 1; g(x);"),
    "precedence": ("return (a + b) * c;", "return a + b * c;"),
    "negated tests": ("return !(a instanceof T);", "return !a instanceof T;"),
    "members of sums": ("return (a + b).c();", "return a + b.c();"),
    "lambdas with blocks": ("g(() -> h());", "g(() -> { h(); });"),
    "early return": ("if (a) return; g(b);", "if (a) return g(b);"),
    "empty bodies": ("if (a); g();", "if (a) g();"),
    "parts of loops": ("for (a;;) g();", "for (;a;) g();"),
    "text blocks with other indentation": ('g("""\n    a\n      b\n    """);', 'g("""\n    a\n    b\n    """);'),
    "increments": ("a++; g();", "++a; g();"),
    "sizes of arrays": ("return new int[3];", "return new int[4];"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), EQUAL.values(), ids=list(EQUAL))
def test_equal_java_methods(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert exact(one, "java") == exact(other, "java"), (
        f"{shown(one, 'java')}\n{shown(other, 'java')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_EQUAL.values(), ids=list(BODIES_EQUAL))
def test_equal_java_bodies(one: str, other: str) -> None:
    one, other = in_method(one), in_method(other)
    assert exact(one, "java") == exact(other, "java"), (
        f"{shown(one, 'java')}\n{shown(other, 'java')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_DIFFERENT.values(), ids=list(BODIES_DIFFERENT))
def test_different_java_bodies(one: str, other: str) -> None:
    one, other = in_method(one), in_method(other)
    assert exact(one, "java") != exact(other, "java"), shown(one, "java")


RENAMED = {
    "parameters": ("void f(A a, B... b) { g(a, b); }", "void f(A p, B... q) { g(p, q); }"),
    "variables": ("void f() { int a = 1, b[] = {a}; g(a, b); }", "void f() { int p = 1, q[] = {p}; g(p, q); }"),
    "variables named like what is called": ("void f() { int size = size(); g(size); }", "void f() { int n = size(); g(n); }"),
    "variables named like a field": ("void f(A a) { this.a = a.a; }", "void f(A p) { this.a = p.a; }"),
    "loops": (
        "void f() { for (int a = 0, b = 9; a < b; a++) g(a); for (A c : d) g(c); }",
        "void f() { for (int p = 0, q = 9; p < q; p++) g(p); for (A r : d) g(r); }",
    ),
    "caught": ("void f() { try { g(); } catch (A | B a) { h(a); } }", "void f() { try { g(); } catch (A | B p) { h(p); } }"),
    "resources": ("void f() { try (A a = g(); a.b) { h(a); } }", "void f() { try (A p = g(); p.b) { h(p); } }"),
    "lambdas": (
        "void f() { g(a -> a); g((b, c) -> b + c); g((int d) -> { return d; }); }",
        "void f() { g(p -> p); g((q, r) -> q + r); g((int s) -> { return s; }); }",
    ),
    "tests": ("boolean f(Object o) { return o instanceof A a && a.b(); }", "boolean f(Object o) { return o instanceof A p && p.b(); }"),
    "records in tests": (
        "void f(Object o) { if (o instanceof A(int a, B(var b))) g(a, b); }",
        "void f(Object o) { if (o instanceof A(int p, B(var q))) g(p, q); }",
    ),
    "cases": (
        "int f(Object o) { return switch (o) { case A a when a.b() -> a.c(); default -> 0; }; }",
        "int f(Object o) { return switch (o) { case A p when p.b() -> p.c(); default -> 0; }; }",
    ),
    "labels": ("void f() { a: while (g()) { if (h()) continue a; break a; } }", "void f() { p: while (g()) { if (h()) continue p; break p; } }"),
    "what an anonymous class sees": (
        "A f(B a) { return new A() { void g(C b) { h(a, b); } }; }",
        "A f(B p) { return new A() { void g(C q) { h(p, q); } }; }",
    ),
}  # fmt: skip

OTHER = {
    "swapped": ("int f(int a, int b) { return a - b; }", "int f(int a, int b) { return b - a; }"),
    "inconsistent": ("int f(int a, int b) { return a + a; }", "int f(int a, int b) { return a + b; }"),
    "another function called": ("void f(A a) { g(a); }", "void f(A a) { h(a); }"),
    "another method": ("void f(A a) { a.g(); }", "void f(A a) { a.h(); }"),
    "a field": ("int f() { return a; }", "int f() { return b; }"),
    "a field named like its method": ("int f() { return f; }", "int g() { return g; }"),
    "a method of an anonymous class": ("A f() { return new A() { void g() { i(); } }; }", "A f() { return new A() { void h() { i(); } }; }"),
    "a field of an anonymous class": ("A f() { return new A() { int a = 1; }; }", "A f() { return new A() { int b = 1; }; }"),
    "a local and a field": ("int f(int a) { return a; }", "int f(int a) { return b; }"),
    "a string": ('void f(A a) { g("a"); }', 'void f(A b) { g("b"); }'),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), RENAMED.values(), ids=list(RENAMED))
def test_renamed_java_methods(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert renamed(one, "java") == renamed(other, "java"), (
        f"{shown(one, 'java')}\n{shown(other, 'java')}"
    )
    assert exact(one, "java") != exact(other, "java")


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=list(OTHER))
def test_java_methods_that_are_not_renames(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert renamed(one, "java") != renamed(other, "java"), shown(one, "java")


@pytest.mark.parametrize(
    ("text", "is_stub"),
    [
        ("void f() {}", True),
        ("C() { /* later */ }", True),
        ("void f() { ; }", True),
        ("void f() { throw new UnsupportedOperationException(); }", True),
        ('void f() { throw new NotImplementedException("later"); }', True),
        ("void f() { throw new IllegalStateException(); }", False),
        ("void f() { a(); throw new UnsupportedOperationException(); }", False),
        ("int f() { return 1; }", False),
    ],
)
def test_java_stubs(text: str, is_stub: bool) -> None:
    (function,) = read(in_methods(text), "java").functions
    assert function.is_stub is is_stub


def test_markers_stand_above_between_and_in_java_methods() -> None:
    text = """class A {
  // sai-noduplicate: above
  @One
  void f() { a(); }

  @One
  /* sai-noduplicate: between */
  @Two
  void g() { a(); }

  void h() { // sai-noduplicate: inside
    a();
  }

  /** sai-noduplicate: not above */

  void i() { a("// sai-noduplicate"); }
}
"""
    reasons = {
        chunk.symbol: chunk.suppression.reason if chunk.suppression else None
        for chunk in FunctionChunker().chunks(text, "java").chunks
    }
    assert reasons == {"A.f": "above", "A.g": "between", "A.h": "inside", "A.i": None}
