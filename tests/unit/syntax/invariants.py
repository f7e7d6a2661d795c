"""What holds for every text in every language, however broken; shared with the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence

from sai.chunkers.function_chunker import FunctionChunker
from sai.chunkers.window_chunker import LineChunker, TokenChunker
from sai.core.skeleton import PlacedToken
from sai.core.source import Cut
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.syntax.functions import FileSource, read_functions
from sai.syntax.placement import placed_tokens

LONGEST_SYMBOL = 420  # with the ordinal of a repeated one, or the number of a part
_LINES = LineChunker(max_chars=200)
_TOKENS = TokenChunker(SketchEmbedder().token_counts)


def check_file(text: str, language: str) -> Cut:
    """Read a text in all ways; an `AssertionError` says which promise is broken."""
    cut = FunctionChunker().chunks(text, language)
    assert cut == FunctionChunker().chunks(text, language)
    if cut.skipped:
        assert cut.chunks == ()
        return cut
    source = read_functions(text, language)
    lines = text.split("\n")
    assert source.stripped.count("\n") == text.count("\n")
    _check_comments(source, len(lines))
    _check_chunks(cut, lines)
    _check_placed(placed_tokens(text, language), lines)
    for chunker in (_LINES, _TOKENS):
        _check_chunks(chunker.chunks(text, language), lines)
    return cut


def _check_chunks(cut: Cut, lines: Sequence[str]) -> None:
    symbols = [chunk.symbol for chunk in cut.chunks]
    assert len(set(symbols)) == len(symbols)
    for chunk in cut.chunks:
        assert 0 < len(chunk.symbol) <= LONGEST_SYMBOL
        assert 1 <= chunk.start_line <= chunk.end_line <= len(lines)
        height = chunk.end_line - chunk.start_line + 1
        assert 0 <= chunk.code_lines <= height
        assert chunk.text.count("\n") == height - 1
        assert (chunk.code_lines == 0) == (not chunk.tokens)


def _check_comments(source: FileSource, height: int) -> None:
    assert 0 <= source.first_code_line <= height
    last = 0
    for comment in source.comments:
        assert last <= comment.line <= comment.end_line <= height
        last = comment.line


def _check_placed(tokens: Sequence[PlacedToken], lines: Sequence[str]) -> None:
    """Each token is found in the text where it is said to stand, one behind the other."""
    position = (0, 0)
    for token in tokens:
        start, end = (token.line, token.column), (token.end_line, token.end_column)
        assert position <= start < end
        position = end
        assert token.text == _between(lines, token)


def _between(lines: Sequence[str], token: PlacedToken) -> str:
    if token.line == token.end_line:
        return lines[token.line][token.column : token.end_column]
    first, *inner = lines[token.line : token.end_line + 1]
    return "\n".join([first[token.column :], *inner[:-1], inner[-1][: token.end_column]])
