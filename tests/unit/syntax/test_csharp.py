"""C#: its functions, what counts of them, what a rename may change, and its directives."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.unit.syntax.reading import exact, in_method, in_methods, read, renamed, shown, spans

from sai.chunkers.function_chunker import SYNTAX_ERRORS, FunctionChunker
from sai.core.text import is_generated
from sai.syntax.languages import language_of

FUNCTIONS = {
    "methods": ("class A { void F() { a(); } static int G() => 1; }", ["A.F", "A.G"]),
    "overloads": ("class A { void F() { a(); } void F(int b) { a(b); } }", ["A.F", "A.F#2"]),
    "constructors": (
        "class A { static A() { a(); } A(int b) : this() { b(); } ~A() { c(); } }",
        ["A.A", "A.A#2", "A.~A"],
    ),
    "operators": (
        "class A { public static A operator +(A a, A b) => a; public static bool operator ==(A a, A b) { return c; } "
        "public static implicit operator B.C<int>(A a) => b; public static explicit operator int[](A a) { return b; } }",
        ["A.operator+", "A.operator==", "A.operator(B.C<int>)", "A.operator(int[])"],
    ),
    "properties": (
        "class A { int P { get; set; } = 1; int Q => a; int R { get { return a; } private set => a = value; } "
        "int S { get; init { a = value; } } }",
        ["A.Q.get", "A.R.get", "A.R.set", "A.S.init"],
    ),
    "indexers": (
        "class A { int this[int i] { get { return a; } set { a = value; } } int this[string s] => a; }",
        ["A.this[].get", "A.this[].set", "A.this[].get#2"],
    ),
    "events": (
        "class A { event E F; event E G { add { a(value); } remove { b(value); } } }",
        ["A.G.add", "A.G.remove"],
    ),
    "local functions": ("class A { void F() { void G() { int H() => 1; H(); } G(); } }", ["A.F", "A.F.G", "A.F.G.H"]),
    "nested types": (
        "namespace N { class A { struct B { void F() { a(); } } record C(int D) { void F() { a(); } } } } "
        "enum E { F }",
        ["A.B.F", "A.C.F"],
    ),
    "a namespace for the file": ("namespace N.M; class A { void F() { a(); } }", ["A.F"]),
    "interfaces": ("interface I { void F(); int P { get; } void G() { a(); } }", ["I.G"]),
    "explicit interfaces": ("class A : I { void I.F() { a(); } int I<int>.P => a; }", ["A.F", "A.P.get"]),
    "declarations": (
        "abstract class A { abstract void F(); extern void G(); partial void H(); delegate void I(); }",
        [],
    ),
    "lambdas": (
        "class A { F f = x => a(x); void G() { F h = () => { a(); }; b(delegate { c(); }); } }",
        ["A.G"],
    ),
    "without a class": ("using B; a(); int F(int b) { return c(b); }", ["F"]),
    "generics": ("class A<T> where T : new() { U F<U>(U a) where U : T { return a; } }", ["A.F"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_csharp_functions(text: str, symbols: list[str]) -> None:
    source = read(text, "csharp")
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


def test_a_csharp_file_is_known_by_its_ending() -> None:
    assert language_of("src/A.cs") == "csharp"


def test_a_csharp_function_starts_at_its_first_attribute() -> None:
    text = """
        class A {
          /// <summary>Says.</summary>
          [One]
          #region between
          [Two(3)]
          public void F()
          {
            a();
          }
          #endregion

          [One]
          int P
            => 1;

          int Q {
            get { return 1; }
            [One]
            set { a(); }
          }
        }
    """
    assert spans(text, "csharp") == {
        "A.F": (3, 9),
        "A.P.get": (12, 14),
        "A.Q.get": (17, 17),
        "A.Q.set": (18, 19),
    }


EQUAL = {
    "comments": ("void F() { a(1); }", "/// <x/>\nvoid F() /* one */ { // two\n /* three */ a(/* four */ 1); }"),
    "modifiers": ("void F(T a) { G(a); }", "public static async override unsafe void F(this in T a) { G(a); }"),
    "attributes": ("void F(T a) { G(a); }", "[One, Two(3)] [return: Four] void F([Five] T a) { G(a); }"),
    "types": ("void F(T a) { G(a); }", "Task<K?[]> F((int X, N.M<V> Y)[]? a) { G(a); }"),
    "generics": ("void F(T a) { G(a); }", "U F<U>(U a) where U : class, T { G(a); }"),
    "varying parameters": ("void F(T[] a, U[] b) { G(a, b); }", "void F(T[] a, params U[] b) { G(a, b); }"),
    "explicit interfaces": ("void F(T a) { G(a); }", "void I<T>.F(T a) { G(a); }"),
    "own name": ("int F(int a) { return F(a - 1); }", "int G(int a) { return G(a - 1); }"),
    "own name on itself": ("int F(int a) { return this.F(a - 1); }", "int G(int a) { return this.G(a - 1); }"),
    "forms of a property": ("int P { get => a; }", "int P => a;"),
}  # fmt: skip

BODIES_EQUAL = {
    "declared types": ("int x = 1; g(x);", "var x = 1; g(x);"),
    "nullable types": ("T x = a; g(x!.y);", "T? x = a; g(x.y);"),
    "constants": ("int x = 1; g(x);", "const int x = 1; g(x);"),
    "out variables": ("g(out int x); h(x);", "g(out var x); h(x);"),
    "deconstruction": ("(int x, T y) = a; g(x, y);", "(var x, var y) = a; g(x, y);"),
    "type arguments": ("g(a); b.h(c); new A(d);", "g<K>(a); b.h<K, V>(c); new A<K>(d);"),
    "casts": ("return (a + b).c() + a;", "return ((T)(a + b)).c() + (int)a;"),
    "loops over values": ("foreach (var x in a) g(x);", "foreach (KeyValuePair<K, V> x in (a)) g(x);"),
    "lambda parameters": ("g(x => x + 1); h((x, y) => x);", "g((x) => (x + 1)); h((int x, T y) => x);"),
    "queries": ("var x = from y in a select y; g(x);", "var x = from T y in (a) select (y); g(x);"),
    "local functions": ("int h(int x) { return x; } g(h);", "[One] static T h<T>(T x) where T : U { return x; } g(h);"),
    "numbers": ("return g(0xff, 1000L, 0.5, 1e5f);", "return g(0XFF, 1_000l, .50, 1E+5F);"),
    "verbatim text": ('g("a", "b");', 'g(@"a", $"b");'),
    "raw text": ('g("""\n    a\n      b\n    """);', 'g("""\n        a\n          b\n        """);'),
    "raw text in one line": ('g("a");', 'g("""a""");'),
    "redundant parentheses": ("return a + b * c;", "return (a + (b * c));"),
    "tests": ("return a is T && b != c;", "return (a is T) && (b != c);"),
    "chains": ("return new A().b(c)[0].d;", "return ((new A()).b(c)[0]).d;"),
    "one kind of logic": ("return a ?? b ?? c;", "return a ?? (b ?? c);"),
    "trailing commas": ("g(new[] { 1, 2 }); h(new A { B = 1 });", "g(new[] { 1, 2, }); h(new A { B = 1, });"),
    "trailing commas of arms": ("return a switch { 1 => b, _ => c };", "return a switch { 1 => b, _ => c, };"),
    "empty statements": ("g(a); g(b);", "g(a);; ;g(b);"),
    "regions and pragmas": ("g(a);\nh(b);", "#region x\ng(a);\n#endregion\n#pragma warning disable 1\nh(b);\n#nullable disable\n"),
}  # fmt: skip

BODIES_DIFFERENT = {
    "a character and a string": ("return 'a';", 'return "a";'),
    "a string and a name": ("return a;", 'return "a";'),
    "raw and cooked": ('return """\\n""";', 'return "\\n";'),
    "verbatim and cooked": ('return @"\\n";', 'return "\\n";'),
    "text and a hole": ('return $"{b}";', 'return "{b}";'),
    "text around a hole": ('return $"x{b}";', 'return $"y{b}";'),
    "formats": ('return $"{b:N1}";', 'return $"{b:N2}";'),
    "alignments": ('return $"{b,4}";', 'return $"{b,5}";'),
    "raw text with other indentation": ('g("""\n    a\n      b\n    """);', 'g("""\n    a\n    b\n    """);'),
    "another type to test": ("return a is T;", "return a is U;"),
    "another type to try": ("return a as T;", "return a as U;"),
    "another type to make": ("return new A(b);", "return new B(b);"),
    "another type of": ("return typeof(A);", "return typeof(B);"),
    "another type to catch": ("try { g(); } catch (A x) { h(); }", "try { g(); } catch (B x) { h(); }"),
    "another type in a case": ("switch (a) { case A x: g(x); break; }", "switch (a) { case B x: g(x); break; }"),
    "another property in a case": ("return a is { B: 1 };", "return a is { C: 1 };"),
    "another call": ("g(a);", "h(a);"),
    "another method": ("a.g();", "a.h();"),
    "another member": ("return a?.g;", "return a?.h;"),
    "another argument name": ("g(x: a);", "g(y: a);"),
    "another initialized property": ("return new A { B = 1 };", "return new A { C = 1 };"),
    "another property of an anonymous type": ("return new { B = 1 };", "return new { C = 1 };"),
    "another copied property": ("return a with { B = 1 };", "return a with { C = 1 };"),
    "declared and assigned": ("int x = 1; g(x);", "x = 1; g(x);"),
    "using and not": ("using var x = a; g(x);", "var x = a; g(x);"),
    "precedence": ("return (a + b) * c;", "return a + b * c;"),
    "negated tests": ("return !(a is T);", "return !a is T;"),
    "members of sums": ("return (a + b).c();", "return a + b.c();"),
    "conditional chains": ("return (a?.b).c;", "return a?.b.c;"),
    "switched sums": ("return (a + b) switch { _ => c };", "return a + b switch { _ => c };"),
    "lambdas with blocks": ("g(() => h());", "g(() => { h(); });"),
    "early return": ("if (a) return; g(b);", "if (a) return g(b);"),
    "thrown again": ("throw; g(b);", "throw g(b);"),
    "empty bodies": ("if (a); g();", "if (a) g();"),
    "parts of loops": ("for (a;;) g();", "for (;a;) g();"),
    "sizes of arrays": ("return new int[3];", "return new int[4];"),
    "references": ("g(ref a);", "g(a);"),
    "conditions": ("#if A\ng();\n#endif", "#if B\ng();\n#endif"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), EQUAL.values(), ids=list(EQUAL))
def test_equal_csharp_methods(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert exact(one, "csharp") == exact(other, "csharp"), (
        f"{shown(one, 'csharp')}\n{shown(other, 'csharp')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_EQUAL.values(), ids=list(BODIES_EQUAL))
def test_equal_csharp_bodies(one: str, other: str) -> None:
    one, other = in_method(one), in_method(other)
    assert exact(one, "csharp") == exact(other, "csharp"), (
        f"{shown(one, 'csharp')}\n{shown(other, 'csharp')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_DIFFERENT.values(), ids=list(BODIES_DIFFERENT))
def test_different_csharp_bodies(one: str, other: str) -> None:
    one, other = in_method(one), in_method(other)
    assert exact(one, "csharp") != exact(other, "csharp"), shown(one, "csharp")


RENAMED = {
    "parameters": ("void F(A a, ref B b, params C[] c) { G(a, b, c); }", "void F(A p, ref B q, params C[] r) { G(p, q, r); }"),
    "variables": ("void F() { int a = 1, b = a; G(a, b); }", "void F() { int p = 1, q = p; G(p, q); }"),
    "deconstruction": (
        "void F() { var (a, (b, _)) = G(); (int c, d) = (a, b); foreach (var (e, f) in d) G(c, e, f); int d = 0; }",
        "void F() { var (p, (q, _)) = G(); (int r, s) = (p, q); foreach (var (t, u) in s) G(r, t, u); int s = 0; }",
    ),
    "out variables": ("void F() { G(out var a, out int b); H(a, b); }", "void F() { G(out var p, out int q); H(p, q); }"),
    "variables named like a property": ("void F(A a) { this.a = new B { a = a.a }; }", "void F(A p) { this.a = new B { a = p.a }; }"),
    "loops": (
        "void F() { for (int a = 0, b = 9; a < b; a++) G(a); foreach (A c in d) G(c); }",
        "void F() { for (int p = 0, q = 9; p < q; p++) G(p); foreach (A r in d) G(r); }",
    ),
    "caught": ("void F() { try { G(); } catch (A a) when (a.B) { H(a); } }", "void F() { try { G(); } catch (A p) when (p.B) { H(p); } }"),
    "resources": (
        "void F() { using (var a = G()) H(a); using var b = G(); fixed (int* c = &d) H(b, c); }",
        "void F() { using (var p = G()) H(p); using var q = G(); fixed (int* r = &d) H(q, r); }",
    ),
    "lambdas": (
        "void F() { G(a => a); G((b, c) => b + c); G((int d) => { return d; }); G(delegate (int e) { return e; }); }",
        "void F() { G(p => p); G((q, r) => q + r); G((int s) => { return s; }); G(delegate (int t) { return t; }); }",
    ),
    "called variables": ("int F(G a) { return a(1); }", "int F(G p) { return p(1); }"),
    "tests": (
        "bool F(object o) => o is A a && a.B || o is C { D: var d, E: { F: int e } } c && G(c, d, e) || o is (1, var f) && f;",
        "bool F(object o) => o is A p && p.B || o is C { D: var q, E: { F: int r } } s && G(s, q, r) || o is (1, var t) && t;",
    ),
    "cases": (
        "int F(object o) { switch (o) { case A a when a.B: return a.C; case var (b, c): return b + c; } return o switch { D d => d.E, _ => 0 }; }",
        "int F(object o) { switch (o) { case A p when p.B: return p.C; case var (q, r): return q + r; } return o switch { D s => s.E, _ => 0 }; }",
    ),
    "labels": ("void F() { a: G(); goto a; }", "void F() { p: G(); goto p; }"),
    "queries": (
        "object F() => from a in b join c in d on a.E equals c.F into g let h = a.I where h > 1 orderby h select new { J = g, h };",
        "object F() => from p in b join q in d on p.E equals q.F into r let s = p.I where s > 1 orderby s select new { J = r, s };",
    ),
    "continued queries": (
        "object F() => from A a in b group a by a.C into d select d;",
        "object F() => from A p in b group p by p.C into q select q;",
    ),
    "local functions": ("int F(int a) { int G(int b) => a + G(b); return G(a); }", "int F(int p) { int H(int q) => p + H(q); return H(p); }"),
    "text": ('string F(A a, int b) => $"x{a.B,4:N1}{b}";', 'string F(A p, int q) => $"x{p.B,4:N1}{q}";'),
    "indexers": ("int this[int a] { get { return b[a]; } }", "int this[int p] { get { return b[p]; } }"),
}  # fmt: skip

OTHER = {
    "swapped": ("int F(int a, int b) { return a - b; }", "int F(int a, int b) { return b - a; }"),
    "inconsistent": ("int F(int a, int b) { return a + a; }", "int F(int a, int b) { return a + b; }"),
    "another function called": ("void F(A a) { G(a); }", "void F(A a) { H(a); }"),
    "another method": ("void F(A a) { a.G(); }", "void F(A a) { a.H(); }"),
    "a generic method": ("void F(A a) { a.G<B>(); }", "void F(A a) { a.H<B>(); }"),
    "a field": ("int F() { return a; }", "int F() { return b; }"),
    "an initialized property": ("A F(B b) { return new A { C = b }; }", "A F(B b) { return new A { D = b }; }"),
    "a local and a field": ("int F(int a) { return a; }", "int F(int a) { return b; }"),
    "a string": ('void F(A a) { G("a"); }', 'void F(A b) { G("b"); }'),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), RENAMED.values(), ids=list(RENAMED))
def test_renamed_csharp_methods(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert renamed(one, "csharp") == renamed(other, "csharp"), (
        f"{shown(one, 'csharp')}\n{shown(other, 'csharp')}"
    )
    assert exact(one, "csharp") != exact(other, "csharp")


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=list(OTHER))
def test_csharp_methods_that_are_not_renames(one: str, other: str) -> None:
    one, other = in_methods(one), in_methods(other)
    assert renamed(one, "csharp") != renamed(other, "csharp"), shown(one, "csharp")


@pytest.mark.parametrize(
    ("text", "is_stub"),
    [
        ("void F() { }", True),
        ("C(int a) : base(a) { /* later */ ; }", True),
        ("int P { get { throw new NotImplementedException(); } }", True),
        ("void F() => throw new NotSupportedException();", True),
        ("int P => throw new NotImplementedException();", True),
        ("void F() { throw new InvalidOperationException(); }", False),
        ("void F() { a(); throw new NotImplementedException(); }", False),
        ("int P => 1;", False),
    ],
)
def test_csharp_stubs(text: str, is_stub: bool) -> None:
    (function,) = read(in_methods(text), "csharp").functions
    assert function.is_stub is is_stub


def test_markers_stand_above_between_and_in_csharp_methods() -> None:
    text = """class A {
  // sai-noduplicate: above
  #region x
  [One]
  void F() { a(); }
  #endregion

  [One]
  /* sai-noduplicate: between */
  [Two]
  void G() { a(); }

  int P {
    get { // sai-noduplicate: inside
      return a;
    }
    set { a("// sai-noduplicate"); }
  }
}
"""
    reasons = {
        chunk.symbol: chunk.suppression.reason if chunk.suppression else None
        for chunk in FunctionChunker().chunks(text, "csharp").chunks
    }
    assert reasons == {"A.F": "above", "A.G": "between", "A.P.get": "inside", "A.P.set": None}


def test_directives_are_comments_that_end_with_their_line() -> None:
    source = read("#region a\nclass A { }\n#endregion\n#nullable enable", "csharp")
    assert [(c.line, c.end_line, c.text, c.own_line) for c in source.comments] == [
        (1, 1, "#region a", True),
        (3, 3, "#endregion", True),
        (4, 4, "#nullable enable", True),
    ]
    assert source.stripped == "\nclass A { }\n\n\n"


def test_the_header_of_generated_csharp_code_is_known() -> None:
    assert is_generated(b"// <auto-generated>\n// by a tool\n// </auto-generated>\n")


CONDITIONS = {
    "around usings": ("#if A\nusing B;\n#else\nusing C;\n#endif\nclass D {{ void F() {{ {body} }} }}", True),
    "around members": ("class D {{\n#if A\nvoid F() {{ {body} }}\n#endif\n}}", True),
    "in an expression": ("class D {{ void F() {{ {body} }} T P =>\n#if A\n  a[1..];\n#else\n  b.c(d, 2);\n#endif\n}}", False),
    "in an argument list": ("class D {{ void F() {{ {body} }} void G() {{ g(a\n#if A\n, b\n#endif\n); }} }}", True),
    "around a head": ("class D {{\n#if A\npublic void F()\n#else\nvoid F()\n#endif\n{{ {body} }} }}", False),
    "at the end": ("class D {{ void F() {{ {body} }} }}\n#pragma warning restore 1", True),
}  # fmt: skip


@pytest.mark.parametrize(("text", "is_whole"), CONDITIONS.values(), ids=list(CONDITIONS))
def test_conditions_leave_functions_whole(text: str, is_whole: bool) -> None:
    """Where a branch had to be left out, that is said."""
    cut = FunctionChunker().chunks(text.format(body="x(); y();"), "csharp")
    plain = FunctionChunker().chunks("class D { void F() { x(); y(); } }", "csharp")
    assert [c.tokens for c in cut.chunks if c.symbol == "D.F"] == [plain.chunks[0].tokens]
    assert cut.problem == ("" if is_whole else SYNTAX_ERRORS)


def test_lines_stay_where_they_are_under_conditions() -> None:
    text = dedent(
        """\
        class A {
        #if B
          void F()
        #else
          void F(int b)
        #endif
          {
            a();
          }

          void G() { a(); }
        }
        """
    )
    assert spans(text, "csharp") == {"A.F": (5, 9), "A.G": (11, 11)}
