"""Comments are found where they are, and nowhere else; taking them out moves no line."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import FIXTURES, fixture_text, read

from sai.syntax.comments import CommentText
from sai.syntax.functions import read_functions


def test_python_comments_with_their_lines() -> None:
    text = """
        #!/usr/bin/env python
        import a  # one
        x = [  # two
            1,
            # three
        ]
        def f(a: int  # four
              ) -> dict[  # five
            str, int]:
            '''# not six'''
            return "# not seven", f"{a  # eight
            }"
    """
    assert read(text).comments == (
        CommentText(1, 1, "#!/usr/bin/env python", own_line=True),
        CommentText(2, 2, "# one", own_line=False),
        CommentText(3, 3, "# two", own_line=False),
        CommentText(5, 5, "# three", own_line=True),
        CommentText(7, 7, "# four", own_line=False),
        CommentText(8, 8, "# five", own_line=False),
        CommentText(11, 11, "# eight", own_line=False),
    )


def test_typescript_comments_with_their_lines() -> None:
    text = """
        #!/usr/bin/env node
        /* one */ /* two
        two */
        function f(a: { b: number; // three
          c: string /* four */ }): /* five */ void {
          return (/* six */ a as /* seven */ any) + "// not" + `/* not */${a /* eight */}` + /\\/\\*/;
        } // nine
        /* ten */ g();
    """
    assert [
        (c.line, c.end_line, c.text, c.own_line) for c in read(text, "typescript").comments
    ] == [
        (1, 1, "#!/usr/bin/env node", True),
        (2, 2, "/* one */", False),
        (2, 3, "/* two\ntwo */", True),
        (4, 4, "// three", False),
        (5, 5, "/* four */", False),
        (5, 5, "/* five */", False),
        (6, 6, "/* six */", False),
        (6, 6, "/* seven */", False),
        (6, 6, "/* eight */", False),
        (7, 7, "// nine", False),
        (8, 8, "/* ten */", False),
    ]


def test_jsx_comments() -> None:
    text = "const f = () => <A b={1 /* one */}>{/* two */} // not </A>; // three\n"
    assert [c.text for c in read(text, "tsx").comments] == ["/* one */", "/* two */", "// three"]


def test_python_text_without_comments_and_docstrings() -> None:
    text = '''"""Module."""
x = "# kept"  # gone


class A:  # gone
    """Class."""

    y = """kept
    # kept
    """

    def f(self):
        """Function.

        Two lines.
        """
        # gone
        return 'it''s # kept'  # gone
'''
    assert read_functions(text, "python").stripped == (
        """
x = "# kept"


class A:


    y = \"\"\"kept
    # kept
    \"\"\"

    def f(self):





        return 'it''s # kept'
"""
    )


def test_javascript_text_without_comments() -> None:
    text = """a(); // gone
/* gone
   gone */ b("// kept", '/* kept */', `// ${c /* gone */} kept`);
const r = /[/*]\\/\\//g; /* gone */ const s = 1; // gone
<A>// kept {/* gone */}</A>;
"""
    assert read_functions(text, "tsx").stripped == (
        """a();

 b("// kept", '/* kept */', `// ${c } kept`);
const r = /[/*]\\/\\//g;  const s = 1;
<A>// kept {}</A>;
"""
    )


@pytest.mark.parametrize(("language", "path"), FIXTURES)
def test_no_line_moves_and_code_stays_the_same(language: str, path: str) -> None:
    text = fixture_text(path)
    source = read_functions(text, language)
    again = read_functions(source.stripped, language)
    assert source.stripped.count("\n") == text.count("\n")
    assert not again.comments
    assert again.stripped == source.stripped
    assert [f.tokens for f in again.functions] == [f.tokens for f in source.functions]


def test_characters_of_several_bytes_move_nothing() -> None:
    text = "x = 'é∑😀'  # ñ\ndef f():  # 😀\n    return 'ü'  # gone\n"
    source = read_functions(text, "python")
    assert source.stripped == "x = 'é∑😀'\ndef f():\n    return 'ü'\n"
    assert [c.text for c in source.comments] == ["# ñ", "# 😀", "# gone"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 0),
        ("# only\n# comments\n", 0),
        ("# one\n\nimport a\n", 3),
        ('"""Docstring."""\n\n# one\nx = 1\n', 4),
    ],
)
def test_the_first_line_of_code(text: str, line: int) -> None:
    assert read_functions(text, "python").first_code_line == line
