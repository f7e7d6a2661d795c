"""Rust: its functions, what counts of them, and what a rename may change."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import exact, in_rust, read, renamed, shown, spans

from sai.chunkers.function_chunker import FunctionChunker
from sai.syntax.functions import read_functions
from sai.syntax.languages import language_of

FUNCTIONS = {
    "functions": ("fn f() { a(); } pub(crate) const unsafe fn g() { a(); }", ["f", "g"]),
    "async and foreign functions": ('async fn f() { a(); } extern "C" fn g() { a(); }', ["f", "g"]),
    "methods": ("impl T { fn f(&self) { a(); } pub fn new() -> Self { T } }", ["T.f", "T.new"]),
    "traits for types": ("impl U for T { fn f(&self) { a(); } } impl<'a, K: V> U<K> for m::T<'a, K> { fn f(&self) { a(); } }", ["T.f", "T.f#2"]),
    "traits for references": ("impl U for &'a mut T<K> { fn f(&self) { a(); } } impl U for dyn T { fn g(&self) { a(); } }", ["T.f", "T.g"]),
    "traits for lists and primitive types": ("impl U for [u8] { fn f(&self) { a(); } } impl U for u8 { fn g(&self) { a(); } }", ["u8.f", "u8.g"]),
    "traits for tuples": ("impl U for (A, B) { fn f(&self) { a(); } }", ["(A,B).f"]),
    "traits": ("trait U { fn f(&self); fn g(&self) { a(); } }", ["U.g"]),
    "modules": ("mod m { fn f() { a(); } mod n { impl T { fn g() { a(); } } } } mod o;", ["m.f", "m.n.T.g"]),
    "functions in functions": ("fn f() { fn g() { a(); } impl T { fn h() { a(); } } }", ["f", "f.g", "f.T.h"]),
    "closures": ("fn f() { let g = |a| a + 1; h(move || { g(1) }); } const C: fn() = || a();", ["f"]),
    "foreign declarations": ('extern "C" { fn f(a: u8); }', []),
    "macros": ("macro_rules! m { () => { fn f() { a(); } } } m! { fn g() { a(); } }", []),
    "raw names": ("fn r#type() { a(); }", ["r#type"]),
    "names for two platforms": ("#[cfg(unix)] fn f() { a(); } #[cfg(windows)] fn f() { b(); }", ["f", "f#2"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_rust_functions(text: str, symbols: list[str]) -> None:
    source = read(text, "rust")
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


def test_a_rust_file_is_known_by_its_ending() -> None:
    assert language_of("src/lib.rs") == "rust"


def test_a_rust_function_starts_at_its_first_attribute() -> None:
    text = """
        #![deny(warnings)]

        /// Says.
        #[inline]
        // between
        #[cfg(
            feature = "std"
        )]
        pub fn f() {
            a();
        }

        impl T {
            #[must_use] fn g() -> u8 { 1 }

            pub
            fn h() -> u8 { 1 }
        }
    """
    assert spans(text, "rust") == {"f": (4, 11), "T.g": (14, 14), "T.h": (16, 17)}


EQUAL = {
    "comments": ("fn f(a: T) { g(1); }", "/// Says.\n/** So. */ fn f(/* one */ a: T) { // two\n //! three\n g(/* four /* five */ */ 1); }"),
    "attributes": ("fn f(a: T) { g(a); }", "#[inline] #[cfg(b)] fn f(#[c] a: T) { #![d] #[e] g(a); }"),
    "visibility": ("fn f(a: T) { g(a); }", "pub(in crate::b) fn f(a: T) { g(a); }"),
    "what is said before fn": ("fn f(a: T) { g(a); }", 'pub const async unsafe extern "C" fn f(a: T) { g(a); }'),
    "types of parameters": ("fn f(a: T, b: U) { g(a, b); }", "fn f(a: &'static mut [T; 3], b: impl Fn(T) -> U + 'b) { g(a, b); }"),
    "types of results": ("fn f() { g(); }", "fn f() -> Result<Option<T>, Box<dyn E>> { g(); }"),
    "generics": ("fn f(a: T) { g(a); }", "fn f<'b, T: U + 'b, const N: usize>(a: T) where T: V<'b> { g(a); }"),
    "mutable parameters": ("fn f(a: T) { g(a); }", "fn f(mut a: T) { g(a); }"),
    "forms of self": ("impl T { fn f(&self) { self.g(); } }", "impl T { fn f<'a>(&'a mut self) { self.g(); } }"),
    "types of self": ("impl T { fn f(self) { self.g(); } }", "impl T { fn f(mut self: Pin<Box<Self>>) { self.g(); } }"),
    "own name": ("fn f(a: u8) -> u8 { f(a - 1) }", "fn g(a: u8) -> u8 { g(a - 1) }"),
    "own name on itself": ("impl T { fn f(&self) { self.f(); Self::f(self); } }", "impl T { fn g(&self) { self.g(); Self::g(self); } }"),
}  # fmt: skip

BODIES_EQUAL = {
    "declared types": ("let x: Vec<u8> = a; x", "let x = a; x"),
    "mutable variables": ("let mut x = a; x.b(); x", "let x = a; x.b(); x"),
    "mutable in patterns": ("let (mut x, T { mut y, .. }) = a; g(x, y)", "let (x, T { y, .. }) = a; g(x, y)"),
    "borrowed in patterns": ("match *a { Some(ref x) => x, T { ref y, z: ref mut w } => g(y, w) }", "match *a { Some(x) => x, T { y, z: w } => g(y, w) }"),
    "types of closures": ("g(|x: u8, y: &mut T| -> u8 { x + y })", "g(|x, y| { x + y })"),
    "types of constants": ("const X: u8 = 1; static Y: &str = b; X", "const X: u16 = 1; static Y: String = b; X"),
    "fields in short": ("T { a, b: 1 }", "T { a: a, b: 1 }"),
    "fields in short in patterns": ("let T { x, .. } = a; x", "let T { x: x, .. } = a; x"),
    "trailing commas": ("g(a, b, [a, b], T { a, b })", "g(a, b, [a, b,], T { a, b, },)"),
    "trailing commas in macros": ("vec![a, b]", "vec![\na,\nb,\n]"),
    "commas after arms": ("match a { B => { g(); } C => d }", "match a { B => { g(); }, C => d, }"),
    "braces around arms": ("match a { B => c.d(), E => return b }", "match a { B => { c.d() } E => { return b; } }"),
    "braces around closures": ("g(|x| x + 1)", "g(|x| { x + 1 })"),
    "a semicolon after return": ("if a { return b; } c", "if a { return b } c"),
    "needless semicolons": ("if a { b(); } c()", "if a { b(); }; c()"),
    "redundant parentheses": ("a + b * c", "((a) + (b * c))"),
    "parentheses around conditions": ("if a == b { c } else { a }", "if (a == b) { c } else { a }"),
    "parentheses around casts": ("(a + b) as u8 + c as u8 as u16", "((a + b) as u8) + ((c as u8) as u16)"),
    "chains": ("a.b(c)?[0].d.await?.e()", "((((a.b(c))?)[0].d).await?).e()"),
    "one kind of logic": ("a && b && c", "a && (b && c)"),
    "numbers": ("g(0xff, 1_000u32, 0.5, 1e5, 1.)", "g(0xFF, 1000_u32, 0.50, 1E+5, 1.0)"),
    "raw strings": (r'g("a.b", "a\"b")', '''g(r"a.b", r#"a"b"#)'''),
    "raw bytes": ('g(b"ab")', '''g(br##"ab"##)'''),
    "lifetimes": ("let x: &'a T = a; g::<U>(x)", "let x: &'b T = a; g::<U>(x)"),
    "binding of lifetimes": ("g(a as fn(&u8))", "g(a as fn(&'b u8))"),
}  # fmt: skip

BODIES_DIFFERENT = {
    "a character and a string": ("g('a')", 'g("a")'),
    "a string and its bytes": ('g("a")', 'g(b"a")'),
    "a string and a name": ('g("a")', "g(a)"),
    "backslashes in raw strings": (r'g("a\n")', r'g(r"a\n")'),
    "a value and none": ("g(a)", "g(a);"),
    "another cast": ("a as u8", "a as u16"),
    "another type argument": ("g::<T>(a)", "g::<U>(a)"),
    "another type argument of a method": ("a.g::<Vec<T>>()", "a.g::<Vec<U>>()"),
    "another struct": ("T { a }", "U { a }"),
    "another path": ("m::g(a)", "n::g(a)"),
    "another function of a type": ("T::new(a)", "T::from(a)"),
    "another variant": ("match a { T::A => 1, _ => 2 }", "match a { T::B => 1, _ => 2 }"),
    "another constant": ("match a { A => 1, _ => 2 }", "match a { B => 1, _ => 2 }"),
    "another struct in a pattern": ("let T { x } = a; x", "let U { x } = a; x"),
    "another field in a pattern": ("let T { b: x } = a; x", "let T { c: x } = a; x"),
    "another call": ("g(a)", "h(a)"),
    "another method": ("a.g()", "a.h()"),
    "another field": ("a.b", "a.c"),
    "another item of a tuple": ("a.0", "a.1"),
    "another macro": ("g!(a)", "h!(a)"),
    "another call in a macro": ("g!(h(a))", "g!(i(a))"),
    "another field in a macro": ("g!(a.b)", "g!(a.c)"),
    "another string in a macro": ('g!("a {}", a)', 'g!("b {}", a)'),
    "another name in a string": ('g!("{a}")', 'g!("{b}")'),
    "a shared and a mutable borrow": ("g(&a)", "g(&mut a)"),
    "a value and a borrow": ("g(a)", "g(&a)"),
    "moved into a closure": ("g(|| a)", "g(move || a)"),
    "precedence": ("(a + b) * c", "a + b * c"),
    "a called field": ("(a.b)(c)", "a.b(c)"),
    "a cast of a sum": ("(a + b) as u8", "a + b as u8"),
    "members of borrows": ("(&a).b()", "&a.b()"),
    "ranges": ("g(a..b)", "g(a..=b)"),
    "a question mark": ("g(a?)", "g(a)"),
    "a repeated value": ("[a; 3]", "[a, 3]"),
    "a value of one": ("g((a,))", "g(a)"),
    "declared and assigned": ("let x = a; x", "x = a; x"),
    "early return": ("if a { return; } g(b)", "if a { return g(b); }"),
    "unsafe": ("unsafe { a.b() }", "{ a.b() }"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), EQUAL.values(), ids=list(EQUAL))
def test_equal_rust_functions(one: str, other: str) -> None:
    assert exact(one, "rust") == exact(other, "rust"), (
        f"{shown(one, 'rust')}\n{shown(other, 'rust')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_EQUAL.values(), ids=list(BODIES_EQUAL))
def test_equal_rust_bodies(one: str, other: str) -> None:
    one, other = in_rust(one), in_rust(other)
    assert exact(one, "rust") == exact(other, "rust"), (
        f"{shown(one, 'rust')}\n{shown(other, 'rust')}"
    )


@pytest.mark.parametrize(("one", "other"), BODIES_DIFFERENT.values(), ids=list(BODIES_DIFFERENT))
def test_different_rust_bodies(one: str, other: str) -> None:
    one, other = in_rust(one), in_rust(other)
    assert exact(one, "rust") != exact(other, "rust"), shown(one, "rust")


RENAMED = {
    "parameters": ("fn f(a: T, (b, [c, ..]): U) { g(a, b, c); }", "fn f(p: T, (q, [r, ..]): U) { g(p, q, r); }"),
    "variables": ("fn f() { let (a, mut b); let c = 1; g(a, b, c); }", "fn f() { let (p, mut q); let r = 1; g(p, q, r); }"),
    "fields in patterns": ("fn f(t: T) { let T { a, b: c } = t; g(a, c); }", "fn f(t: T) { let T { a: p, b: q } = t; g(p, q); }"),
    "fields in short": ("fn f(a: T) -> U { U { a, b: a } }", "fn f(p: T) -> U { U { a: p, b: p } }"),
    "loops": ("fn f(t: T) { for (a, b) in t { g(a, b); } }", "fn f(t: T) { for (p, q) in t { g(p, q); } }"),
    "conditions": ("fn f(t: T) { if let Some(a) | Ok(a) = t { g(a); } }", "fn f(t: T) { if let Some(p) | Ok(p) = t { g(p); } }"),
    "chains of conditions": ("fn f(t: T) { while let Some(a) = t && a > 1 { g(a); } }", "fn f(t: T) { while let Some(p) = t && p > 1 { g(p); } }"),
    "or else": ("fn f(t: T) { let Some(a) = t else { return }; g(a); }", "fn f(t: T) { let Some(p) = t else { return }; g(p); }"),
    "arms": (
        "fn f(t: T) { match t { A(a) if a > 1 => g(a), B { b, .. } => g(b), c @ 1..=9 => g(c), &d => g(d), [e, h @ ..] => g(e, h), i => g(i) } }",
        "fn f(t: T) { match t { A(p) if p > 1 => g(p), B { b: q, .. } => g(q), r @ 1..=9 => g(r), &s => g(s), [u, v @ ..] => g(u, v), w => g(w) } }",
    ),
    "closures": ("fn f(a: T) { g(|b, &(c, _)| a + b + c); }", "fn f(p: T) { g(|q, &(r, _)| p + q + r); }"),
    "functions in functions": ("fn f() { fn a(b: T) { g(b); } a(1); }", "fn f() { fn p(q: T) { g(q); } p(1); }"),
    "labels": ("fn f() { 'a: loop { 'b: for c in d { break 'a; continue 'b; } } }", "fn f() { 'p: loop { 'q: for c in d { break 'p; continue 'q; } } }"),
    "labelled blocks": ("fn f() { let b = 'a: { break 'a 1; }; g(b); }", "fn f() { let b = 'p: { break 'p 1; }; g(b); }"),
    "called": ("fn f(a: T) { a(1); }", "fn f(p: T) { p(1); }"),
    "raw names": ("fn f(r#type: T) { g(r#type); }", "fn f(kind: T) { g(kind); }"),
    "named like a method": ("fn f(t: T) { let len = t.len(); g(len); }", "fn f(t: T) { let p = t.len(); g(p); }"),
    "named like what it is made by": ("fn f() { let limit = limit(3); g(limit); }", "fn f() { let p = limit(3); g(p); }"),
    "named like a path": ("fn f() { let path = path::from(3); g(path); }", "fn f() { let p = path::from(3); g(p); }"),
    "named like what is tested": ("fn f() { if let Some(a) = a(3) { g(a); } }", "fn f() { if let Some(p) = a(3) { g(p); } }"),
    "named like what is looped over": ("fn f() { for a in a(3) { g(a); } }", "fn f() { for p in a(3) { g(p); } }"),
    "used in macros": ("fn f(a: T) { g!(a, a.a, b(a), [a; 3], *a + 1); }", "fn f(p: T) { g!(p, p.a, b(p), [p; 3], *p + 1); }"),
    "used in macros in closures": ("fn f(a: T) { g(|b| h!(a, b)); }", "fn f(p: T) { g(|q| h!(p, q)); }"),
    "used in strings": ('fn f(a: T, b: U) { g!("{a} {{a}} {a:?} {:>b$}", a); }', 'fn f(p: T, q: U) { g!("{p} {{a}} {p:?} {:>q$}", p); }'),
    "named arguments of macros": ('fn f(a: T) { g!("{x}", x = a); }', 'fn f(p: T) { g!("{x}", x = p); }'),
    "fields in macros": ("fn f(a: T) { g!(T { a: a, b: 1 }); }", "fn f(p: T) { g!(T { a: p, b: 1 }); }"),
    "closures in macros": ("fn f() { g!(h(|a, &(b, mut c): (A, B)| a + b + c)); }", "fn f() { g!(h(|p, &(q, mut r): (A, B)| p + q + r)); }"),
    "patterns in macros": ("fn f(t: T) { matches!(t, Some(a) if a > 1); }", "fn f(t: T) { matches!(t, Some(p) if p > 1); }"),
    "statements in macros": ("fn f() { g! { let a = 1; for (b, c) in d { h(a, b, c); } } }", "fn f() { g! { let p = 1; for (q, r) in d { h(p, q, r); } } }"),
    "arms in macros": ("fn f() { select! { a = b() => c(a), Some(d) = e() => c(d), else => h() } }", "fn f() { select! { p = b() => c(p), Some(q) = e() => c(q), else => h() } }"),
    "closures in the value of a variable": ("fn f() { let v = g!(h(|a| a + 1)); i(v); }", "fn f() { let w = g!(h(|p| p + 1)); i(w); }"),
}  # fmt: skip

OTHER = {
    "swapped": ("fn f(a: T, b: T) -> T { a - b }", "fn f(a: T, b: T) -> T { b - a }"),
    "swapped in a macro": ("fn f(a: T, b: T) -> T { g!(a - b) }", "fn f(a: T, b: T) -> T { g!(b - a) }"),
    "swapped in a string": ('fn f(a: T, b: T) { g!("{a} {b}") }', 'fn f(a: T, b: T) { g!("{b} {a}") }'),
    "inconsistent": ("fn f(a: T, b: T) -> T { a + a }", "fn f(a: T, b: T) -> T { a + b }"),
    "another function called": ("fn f(a: T) { g(a) }", "fn f(a: T) { h(a) }"),
    "another function called in a macro": ("fn f(a: T) { m!(g(a)) }", "fn f(a: T) { m!(h(a)) }"),
    "another constant": ("fn f() -> T { A }", "fn f() -> T { B }"),
    "a constant in a pattern": ("fn f(t: T) { match t { A => 1, _ => 2 } }", "fn f(t: T) { match t { B => 1, _ => 2 } }"),
    "a local and a constant": ("fn f(a: T) -> T { a }", "fn f(a: T) -> T { b }"),
    "a string": ('fn f(a: T) { g("a") }', 'fn f(b: T) { g("b") }'),
    "a string that no macro reads": ('fn f(a: T) { g("{a}") }', 'fn f(b: T) { g("{b}") }'),
    "a field": ("fn f(a: T) { g(U { a: a }) }", "fn f(b: T) { g(U { b: b }) }"),
    "a method on a field": ("impl T { fn f(&self) { self.self_.f(); } }", "impl T { fn g(&self) { self.self_.g(); } }"),
    "a method on a parameter": ("fn f(a: T) { a.f() }", "fn g(a: T) { a.g() }"),
    "a path named like a variable": ("fn f(a: T) { a::g(a) }", "fn f(b: T) { b::g(b) }"),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), RENAMED.values(), ids=list(RENAMED))
def test_renamed_rust_functions(one: str, other: str) -> None:
    assert renamed(one, "rust") == renamed(other, "rust"), (
        f"{shown(one, 'rust')}\n{shown(other, 'rust')}"
    )
    assert exact(one, "rust") != exact(other, "rust")


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=list(OTHER))
def test_rust_functions_that_are_not_renames(one: str, other: str) -> None:
    assert renamed(one, "rust") != renamed(other, "rust"), shown(one, "rust")


def test_a_macro_may_be_named_like_a_primitive_type() -> None:
    function = read('fn f() { g(str![["a"]], a as u8!=b); }', "rust")
    assert not function.has_errors
    assert shown('fn f() { str!["a", b] }', "rust") == "{ str ! [ a , b ] }"


@pytest.mark.parametrize(
    ("text", "is_stub"),
    [
        ("fn f() {}", True),
        ("fn f() { /* later */ }", True),
        ("fn f() { () }", True),
        ("fn f() { ; }", True),
        ("fn f() { todo!() }", True),
        ('fn f() { todo!("write it"); }', True),
        ("fn f() { unimplemented!() }", True),
        ('fn f() { panic!("not implemented") }', True),
        ('fn f() { panic!("Not yet implemented: {}", a); }', True),
        ('fn f() { panic!("lost") }', False),
        ("fn f() { a(); todo!() }", False),
        ("fn f() -> u8 { 1 }", False),
        ("fn f() { unreachable!() }", False),
    ],
)
def test_rust_stubs(text: str, is_stub: bool) -> None:
    (function,) = read(text, "rust").functions
    assert function.is_stub is is_stub


def test_markers_stand_above_between_and_in_rust_functions() -> None:
    text = """#![allow(dead_code)]

/// Does it.
// sai-noduplicate: above
#[one]
fn f() { a(); }

#[one]
/* sai-noduplicate: between */
#[two]
fn g() { a(); }

impl T {
    fn h(&self) { // sai-noduplicate: inside
        a();
    }

    /** sai-noduplicate: not above */

    fn i(&self) { a(r"// sai-noduplicate"); }
}
"""
    reasons = {
        chunk.symbol: chunk.suppression.reason if chunk.suppression else None
        for chunk in FunctionChunker().chunks(text, "rust").chunks
    }
    assert reasons == {"f": "above", "g": "between", "T.h": "inside", "T.i": None}


def test_a_marker_for_the_file_stands_above_rust_code() -> None:
    text = "// sai-noduplicate-file: copied\n#![allow(a)]\nfn f() { a(); }\n"
    (chunk,) = FunctionChunker().chunks(text, "rust").chunks
    assert chunk.suppression is not None
    assert chunk.suppression.reason == "copied"


def test_comments_of_rust_are_blanked_and_lines_kept() -> None:
    text = (
        '#!/usr/bin/env run\n//! doc\n/* one\n /* two */ */\nfn f() {\n    a("//", \'"\'); /// b\n}'
    )
    expected = '\n\n\n\nfn f() {\n    a("//", \'"\');\n}\n'
    assert read(text, "rust").stripped == expected


@pytest.mark.parametrize(
    ("attribute", "is_test"),
    [
        ("#[test]", True),
        ('#[tokio::test(flavor = "multi_thread")]', True),
        ("#[rstest]", True),
        ("#[cfg(test)]", True),
        ("#[ ::core::prelude::v1::test ]", True),
        ("#[cfg(all(test, unix))]", True),
        ("#[cfg(all(loom, test))]", True),
        ("#[cfg(all(not(loom), test))]", True),
        ('#[cfg(any(feature = "a\\"b", test))]', True),
        ("#[cfg(not(test))]", False),
        ("#[cfg(all(unix, not(test)))]", False),
        ("#[cfg(not(all(loom, test)))]", False),
        ("#[cfg_attr(test, allow(dead_code))]", False),
        ('#[cfg(feature = "test")]', False),
        ('#[cfg(feature = "test-util")]', False),
        ('#[cfg(feature = "testing")]', False),
        ("#[cfg(test_util)]", False),
        ("#[inline]", False),
        ("#[testing::fixture]", False),
        ("", False),
    ],
)
def test_an_attribute_of_tests_makes_a_function_a_test(attribute: str, is_test: bool) -> None:
    alone = f"{attribute}\n// a comment\n#[inline]\nfn f() {{ g(); }}\n"
    inside = f"{attribute}\nmod m {{\n    fn f() {{ g(); }}\n}}\nfn after() {{ g(); }}\n"
    (function,) = read_functions(alone, "rust").functions
    assert function.is_test is is_test
    assert [f.is_test for f in read_functions(inside, "rust").functions] == [is_test, False]
