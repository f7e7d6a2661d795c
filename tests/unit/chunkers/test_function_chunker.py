"""Chunks of a file: their text, their markers, and what was odd about the file."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import time
from textwrap import dedent

import pytest

from sai.chunkers.function_chunker import CONFLICT, SYNTAX_ERRORS, FunctionChunker
from sai.core.source import Chunk, ChunkKind, Suppression


def chunks(text: str, language: str = "python") -> dict[str, Chunk]:
    cut = FunctionChunker().chunks(dedent(text).lstrip("\n"), language)
    return {chunk.symbol: chunk for chunk in cut.chunks}


def silenced(text: str, language: str = "python") -> dict[str, str]:
    """By symbol what markers ask for, `noduplicate: reason` or `noindexing` or both."""
    found = {}
    for symbol, chunk in chunks(text, language).items():
        if chunk.suppression is not None:
            found[symbol] = in_words(chunk.suppression)
    return found


def in_words(suppression: Suppression) -> str:
    words = ["noindexing"] * suppression.no_index + ["noduplicate"] * suppression.no_duplicate
    return " ".join(words) + (f": {suppression.reason}" if suppression.reason else "")


TEXT = '''
    import a


    class A:
        @one
        @two
        def f(self, x):  # gone
            """Gone."""
            y = x + 1

            return "# kept"


    async def g(): return 1
'''


def test_a_chunk_is_a_function_without_its_noise() -> None:
    found = chunks(TEXT)
    assert list(found) == ["A.f", "g"]
    chunk = found["A.f"]
    assert (chunk.kind, chunk.start_line, chunk.end_line) == (ChunkKind.FUNCTION, 5, 11)
    assert chunk.code_lines == 3
    assert chunk.text == (
        '    @one\n    @two\n    def f(self, x):\n\n        y = x + 1\n\n        return "# kept"'
    )
    assert chunk.tokens[0].text == "self"
    assert not chunk.is_stub
    assert chunk.suppression is None
    assert found["g"].text == "async def g(): return 1"


def test_comments_stay_in_the_text_where_that_is_asked_for() -> None:
    cut = FunctionChunker(strip_comments=False).chunks(dedent(TEXT), "python")
    assert "# gone" in cut.chunks[0].text
    assert '"""Gone."""' in cut.chunks[0].text
    assert cut.chunks[0].tokens == chunks(TEXT)["A.f"].tokens


def test_a_file_without_functions() -> None:
    assert FunctionChunker().chunks("", "python").chunks == ()
    assert FunctionChunker().chunks("import a\n", "python").problem == ""


PYTHON_POSITIONS = {
    "above": "# {0}\ndef f():\n    g()",
    "above, with other comments": "# one\n# {0}\n# two\ndef f():\n    g()",
    "above the decorators": "# {0}\n@one\n@two\ndef f():\n    g()",
    "on a decorator": "@one  # {0}\n@two\ndef f():\n    g()",
    "between decorators": "@one\n# {0}\n@two\ndef f():\n    g()",
    "below the decorators": "@one\n# {0}\ndef f():\n    g()",
    "inside a decorator": "@one(\n    1,  # {0}\n)\ndef f():\n    g()",
    "on the signature": "def f():  # {0}\n    g()",
    "in a long signature": "def f(\n    a,  # {0}\n    b,\n):\n    g()",
    "in an annotation": "def f(\n    a: dict[  # {0}\n        str, int],\n):\n    g()",
    "at the end of a long signature": "def f(\n    a,\n) -> None:  # {0}\n    g()",
    "first in the body": "def f():\n    # {0}\n    g()",
    "below the docstring": "def f():\n    '''Say.'''\n    # {0}\n    g()",
    "on a line": "def f():\n    g()  # {0}\n    g()",
    "on the last line": "def f():\n    g()\n    return 1  # {0}",
    "in brackets": "def f():\n    return [\n        1,\n        # {0}\n    ]",
    "on one line": "def f(): g()  # {0}",
    "after other words": "def f():  # noqa: E501, {0}\n    g()",
}


@pytest.mark.parametrize("position", PYTHON_POSITIONS.values(), ids=list(PYTHON_POSITIONS))
def test_where_a_marker_may_stand_in_python(position: str) -> None:
    around = f"import a\n\n\n{position}\n\n\ndef other():\n    h()\n"
    assert silenced(around.format("sai-noduplicate")) == {"f": "noduplicate"}
    assert silenced(around.format("SAI-NoIndexing: by hand")) == {"f": "noindexing: by hand"}


TYPESCRIPT_POSITIONS = {
    "above": "// {0}\nfunction f() {\n  g();\n}",
    "in a block above": "/* {0} */\nfunction f() {\n  g();\n}",
    "in a documentation block above": "/**\n * Say.\n * {0}\n */\nexport const f = () => {\n  g();\n};",
    "on the same line in front": "/* {0} */ function f() { g(); }",
    "above an export": "// {0}\nexport const f = () => {\n  g();\n};",
    "on the signature": "function f() { // {0}\n  g();\n}",
    "in a parameter's type": "function f(a: {\n  b: number; // {0}\n}) {\n  g();\n}",
    "in a cast": "function f(a) {\n  return a as /* {0} */ any;\n}",
    "in the body": "const f = () => {\n  // {0}\n  g();\n};",
    "on the last line": "function f() {\n  g();\n} // {0}",
    "in an expression": "const f = () =>\n  g(/* {0} */ 1);",
}


@pytest.mark.parametrize("position", TYPESCRIPT_POSITIONS.values(), ids=list(TYPESCRIPT_POSITIONS))
def test_where_a_marker_may_stand_in_typescript(position: str) -> None:
    around = 'import a from "a";\n\n' + position + "\n\nfunction other() {\n  h();\n}\n"
    filled = around.replace("{0}", "sai-noduplicate")
    assert silenced(filled, "typescript") == {"f": "noduplicate"}


def test_markers_of_methods() -> None:
    text = """
        class A {
          // sai-noduplicate: one
          @dec
          f() { a(); }

          @dec
          // sai-noduplicate: two
          @dec2
          g = () => { a(); }; // three

          @dec // sai-noduplicate: four
          get h() { return a; }

          i() { a(); }
        }
    """
    assert silenced(text, "typescript") == {
        "A.f": "noduplicate: one",
        "A.g": "noduplicate: two",
        "A.h": "noduplicate: four",
    }


NO_MARKER = {
    "in a string": 'def f():\n    return "# sai-noduplicate"',
    "in a docstring": "def f():\n    '''# sai-noduplicate'''\n    g()",
    "in a module docstring": "'''\nsai-noduplicate-file\n'''\ndef f():\n    g()",
    "in a name": "def f():\n    return sai-noduplicate",
    "above, but not directly": "# sai-noduplicate\n\ndef f():\n    g()",
    "behind code above": "x = 1  # sai-noduplicate\ndef f():\n    g()",
    "below": "def f():\n    g()\n# sai-noduplicate",
    "another word": "def f():  # sai-noduplicates\n    g()",
    "for the file, below code": "import a\n# sai-noduplicate-file\ndef f():\n    g()",
    "for the file, inside": "def f():\n    # sai-noduplicate-file\n    g()",
}


@pytest.mark.parametrize("text", NO_MARKER.values(), ids=list(NO_MARKER))
def test_where_a_marker_does_not_count(text: str) -> None:
    assert silenced(text) == {}


def test_a_marker_of_a_nested_function_is_not_its_parents() -> None:
    text = """
        def f():
            # sai-noduplicate: one
            def g():
                h()

            def i():
                h()  # sai-noindexing

            return g, i
    """
    assert silenced(text) == {"f.g": "noduplicate: one", "f.i": "noindexing"}


def test_a_marker_of_a_parent_is_not_its_nested_functions() -> None:
    text = """
        def f():  # sai-noduplicate
            def g():
                h()

            return g
    """
    assert silenced(text) == {"f": "noduplicate"}


def test_a_marker_in_a_bare_closure_is_its_functions() -> None:
    text = "function f() {\n  a.map((b) => {\n    c(b); // sai-noduplicate\n  });\n}\n"
    assert silenced(text, "javascript") == {"f": "noduplicate"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "# sai-noduplicate-file: made\n\ndef f():\n    g()\n"),
        ("python", "#!/usr/bin/env python\n# coding: utf-8\n# sai-noduplicate-file: made\nimport a\ndef f(): g()\n"),
        ("python", "'''Say.'''\n# sai-noduplicate-file: made\nimport a\ndef f(): g()\n"),
        ("typescript", "/*\n * sai-noduplicate-file: made\n */\nimport a from 'a';\nfunction f() { g(); }\n"),
    ],
)  # fmt: skip
def test_a_marker_for_the_whole_file(language: str, text: str) -> None:
    assert silenced(text, language) == {"f": "noduplicate: made"}


def test_two_markers_of_one_function() -> None:
    text = "# sai-noindexing\ndef f():  # sai-noduplicate: why\n    g()\n"
    assert silenced(text) == {"f": "noindexing noduplicate: why"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def f():\n    g()\n", ""),
        ("def f(:\n    g()\n\ndef h():\n    i()\n", SYNTAX_ERRORS),
        ("<<<<<<< HEAD\ndef f(): g()\n=======\ndef f(): h()\n>>>>>>> main\n", CONFLICT),
        ("def f():\n    '''\n    =======\n    '''\n    g()\n", ""),
    ],
)
def test_what_is_odd_about_a_file(text: str, problem: str) -> None:
    assert FunctionChunker().chunks(text, "python").problem == problem


def test_conflict_markers_are_named_and_found_in_linear_time() -> None:
    conflict = "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"
    assert FunctionChunker().chunks(conflict, "python").problem == CONFLICT
    started = time.process_time()
    half_open = "<<<<<<< ours\n=======\nx = 1\n" * 3_000
    assert FunctionChunker().chunks(half_open, "python").problem == SYNTAX_ERRORS
    assert time.process_time() - started < 10
