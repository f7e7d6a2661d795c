"""Tokens and comments of a language without a grammar: a lexer of one regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sai.core.skeleton import PlacedToken
from sai.core.source import Token, TokenKind
from sai.syntax.comments import CommentText
from sai.syntax.languages import plain_spec_of
from sai.syntax.languages.plain import PlainSpec

_KEYWORDS = frozenset(
    """
    abstract and as begin bool boolean break byte case catch char class const continue def default
    delete do done double elif else elsif end endif enum esac extends extern false fi final finally
    float for foreach fn from fun func function goto if implements import in include inline int
    interface is let local long loop match module my namespace new next nil none not null or
    override package private protected public raise repeat require rescue return select self
    short signed sizeof static string struct super switch template then this throw throws trait true
    try typedef
    union unless unsigned until use using val var virtual void volatile when where while with yield
    """.split()  # noqa: SIM905 - a table of words
)
"""Words that say no more than a bracket does, in most languages."""


@dataclass(frozen=True, slots=True)
class PlainText:
    """Tokens with the 1-based line of each, comments, and the text without comments.

    Whether a comment has its line for itself is not told.
    """

    tokens: tuple[Token, ...]
    lines: tuple[int, ...]
    comments: tuple[CommentText, ...]
    stripped: str  # comments blanked, lines kept


def read_plain(text: str, language: str) -> PlainText:
    """Cut `text` (line ends are LF) into tokens. Linear; any text is read."""
    tokens, lines, comments, kept = [], [], [], []
    line = 1
    for kind, piece in _pieces(text, language):
        if kind == "comment":
            comments.append(CommentText(line, line + piece.count("\n"), piece, own_line=False))
            kept.append("\n" * piece.count("\n"))
        else:
            kept.append(piece)
            token = _TOKENS.get(kind)
            if token is not None:
                is_word = token is TokenKind.NAME and piece.lower() in _KEYWORDS
                tokens.append(Token(TokenKind.SYNTAX if is_word else token, piece))
                lines.append(line)
        line += piece.count("\n")
    stripped = "\n".join(row.rstrip() for row in "".join(kept).split("\n"))
    return PlainText(tuple(tokens), tuple(lines), tuple(comments), stripped)


def placed_plain_tokens(text: str, language: str) -> list[PlacedToken]:
    """All tokens of a file with 0-based lines and character columns, no comments."""
    found, line, column = [], 0, 0
    for kind, piece in _pieces(text, language):
        rows = piece.count("\n")
        end = len(piece) - piece.rfind("\n") - 1 if rows else column + len(piece)
        if kind in _TOKENS:
            found.append(PlacedToken(piece, line, column, line + rows, end))
        line, column = line + rows, end
    return found


_TOKENS = {
    "string": TokenKind.STRING,
    "number": TokenKind.NUMBER,
    "word": TokenKind.NAME,
    "sign": TokenKind.SYNTAX,
}


def _pieces(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The whole text in pieces, each with its kind."""
    spec = plain_spec_of(language)
    expression, ends = _expression(spec), _ends(spec)
    position = 0
    while position < len(text):
        match = expression.match(text, position)
        assert match is not None and match.lastgroup is not None
        kind, end = match.lastgroup, match.end()
        if kind in _OPENING:
            close = ends[match[0]]
            found = text.find(close, end)
            kind, end = _OPENING[kind], len(text) if found < 0 else found + len(close)
        yield kind, text[position:end]
        position = end


_OPENING = {"block": "comment", "prose": "comment", "long": "string"}
"""Pieces of which only the opening is matched, and what they are to their end."""


@cache
def _ends(spec: PlainSpec) -> dict[str, str]:
    prose = {start: f"\n{end}" for start, end in spec.prose}
    return dict(spec.block_comments) | dict(spec.long_strings) | prose


@cache
def _expression(spec: PlainSpec) -> re.Pattern[str]:
    """Matches one piece at any place; no alternative is long, or tries twice."""
    blocks, prose, long_strings = (
        "|".join(re.escape(start) for start, _ in pairs) or r"(?!)"
        for pairs in (spec.block_comments, spec.prose, spec.long_strings)
    )
    before = r"(?<![^\s;&|()])" if spec.word_comments else ""
    comments = "|".join(rf"{before}{re.escape(mark)}[^\n]*" for mark in spec.line_comments)
    strings = "|".join(rf"{q}(?:[^{q}\\\n]|\\.)*{q}?" for q in spec.quotes)
    return re.compile(
        rf"(?P<prose>^(?:{prose}))|(?P<block>{blocks})|(?P<comment>{comments})"
        rf"|(?P<long>{long_strings})|(?P<string>{strings})"
        r"|(?P<number>\d[\w.]*)|(?P<word>[^\W\d]\w*)|(?P<blank>\s+)|(?P<sign>.)",
        re.DOTALL | re.MULTILINE,
    )
