"""Tokens as they are written, with the characters where they stand."""

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import FIXTURES, fixture_text

from sai.core.skeleton import PlacedToken
from sai.syntax.placement import placed_tokens


def test_tokens_have_lines_and_character_columns() -> None:
    text = 'def f():\n    """Gone."""\n    é = "ü", f\'\'\'{é}\nñ\'\'\'  # gone\n'
    assert placed_tokens(text, "python") == [
        PlacedToken("def", 0, 0, 0, 3),
        PlacedToken("f", 0, 4, 0, 5),
        PlacedToken("(", 0, 5, 0, 6),
        PlacedToken(")", 0, 6, 0, 7),
        PlacedToken(":", 0, 7, 0, 8),
        PlacedToken("é", 2, 4, 2, 5),
        PlacedToken("=", 2, 6, 2, 7),
        PlacedToken('"ü"', 2, 8, 2, 11),
        PlacedToken(",", 2, 11, 2, 12),
        PlacedToken("f'''", 2, 13, 2, 17),
        PlacedToken("{", 2, 17, 2, 18),
        PlacedToken("é", 2, 18, 2, 19),
        PlacedToken("}", 2, 19, 2, 20),
        PlacedToken("\nñ", 2, 20, 3, 1),
        PlacedToken("'''", 3, 1, 3, 4),
    ]


@pytest.mark.parametrize(("language", "path"), FIXTURES)
def test_every_token_is_the_text_at_its_place(language: str, path: str) -> None:
    text = fixture_text(path)
    lines = text.split("\n")
    for token in placed_tokens(text, language):
        if token[1] == token[3]:
            assert lines[token[1]][token[2] : token[4]] == token[0]
