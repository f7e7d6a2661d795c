"""Ways to read functions and digests out of short pieces of code, for the tests here."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from sai.core.digests import exact_digest, renamed_digest
from sai.syntax.functions import FileSource, FunctionSource, read_functions

LANGUAGES = Path(__file__).resolve().parents[2] / "fixtures" / "languages"
"""Fixture projects, one a language."""

FIXTURES = (
    ("python", "python/src/harbour.py"),
    ("javascript", "javascript/src/orchard.js"),
    ("javascript", "jsx/src/Board.jsx"),
    ("typescript", "typescript/src/ferry.ts"),
    ("tsx", "tsx/src/Table.tsx"),
    ("java", "java/src/Lighthouse.java"),
    ("csharp", "csharp/src/Greenhouse.cs"),
    ("go", "go/src/brewery.go"),
    ("rust", "rust/src/observatory.rs"),
)


def fixture_text(path: str) -> str:
    return (LANGUAGES / path).read_text(encoding="utf-8")


def read(text: str, language: str = "python") -> FileSource:
    return read_functions(dedent(text).strip("\n") + "\n", language)


def first(text: str, language: str = "python") -> FunctionSource:
    """The first function of a piece of code that must be valid."""
    source = read(text, language)
    assert not source.has_errors, text
    return source.functions[0]


def exact(text: str, language: str = "python") -> str:
    return exact_digest(first(text, language).tokens)


def renamed(text: str, language: str = "python") -> str:
    return renamed_digest(first(text, language).tokens)


def in_def(body: str) -> str:
    """A Python function around some statements."""
    return "async def f(a, b, c):\n" + indent(dedent(body).strip("\n"), "    ") + "\n"


def in_function(body: str) -> str:
    """A JavaScript function around some statements."""
    return "async function* f(a, b, c) {\n" + dedent(body).strip("\n") + "\n}\n"


def in_method(body: str) -> str:
    """A method around some statements, in Java as in C#."""
    return "class C { object f(T a, T b, T c) {\n" + dedent(body).strip("\n") + "\n} }\n"


def in_methods(text: str) -> str:
    """Members of a class, in Java as in C#."""
    return "class C {\n" + dedent(text).strip("\n") + "\n}\n"


def in_go(body: str) -> str:
    """A Go function around some statements."""
    return "package p\n\nfunc f(a, b, c T) {\n" + dedent(body).strip("\n") + "\n}\n"


def in_rust(body: str) -> str:
    """A Rust function around some statements."""
    return "async fn f(a: T, b: T, c: T) -> T {\n" + dedent(body).strip("\n") + "\n}\n"


def spans(text: str, language: str) -> dict[str, tuple[int, int]]:
    """First and last line by symbol."""
    return {f.symbol: (f.start_line, f.end_line) for f in read(text, language).functions}


def shown(text: str, language: str = "python") -> str:
    """The tokens of the first function, for a failure's message."""
    return " ".join(token.text for token in first(text, language).tokens)
