"""Text to syntax tree: one parser per thread and language."""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import tree_sitter_language_pack
from tree_sitter import Language, Node, Parser, Point, Tree
from tree_sitter_language_pack import SupportedLanguage, get_language, get_parser

from sai.syntax.directives import readings
from sai.syntax.languages import spec_of

_parsers = threading.local()


_PIECE = 4096
_COUNTED_FROM = 8 * _PIECE
_PIECES_AT_LEAST = 50_000  # 200 MB: two seconds at the worst
_STEPS_AT_LEAST = 50_000  # as long, where the parser tries to recover from errors
_TIMES_SIZE = 32  # sound files are read less than twice, in twenty steps a piece
_TOO_LONG = "parsing would take too long: endless comments, continued lines or errors"


class UnparsableError(ValueError):
    """The parser would not come to an end soon; the message is the reason for the report."""


class Parsed(NamedTuple):
    """A tree, and whether all of the source is in it and was understood."""

    tree: Tree
    is_whole: bool


def parse(source: bytes, language: str) -> Parsed:
    """Parse UTF-8 source; broken code gives a tree with error nodes.

    Raises `UnparsableError` where that would take time out of all proportion.
    """
    spec = spec_of(language)
    parser = _parser(spec.grammar)
    if spec.misread:
        source = re.sub(spec.misread, lambda match: b"x" * len(match[0]), source)
    if not spec.conditional:
        tree = _tree(parser, source)
        return Parsed(tree, not tree.root_node.has_error)
    return _best_reading(parser, source)


def _best_reading(parser: Parser, source: bytes) -> Parsed:
    """The reading of which least is lost; a directive must not end with the file."""
    found: list[tuple[int, Tree]] = []
    for text, left_out in readings(source if source.endswith(b"\n") else source + b"\n"):
        tree = _tree(parser, text)
        found.append((_not_understood(tree.root_node) + left_out, tree))
        if not found[-1][0]:
            break
    lost, tree = min(found, key=lambda item: item[0])
    return Parsed(tree, not lost)


class _CountedReader:
    """Hands out a source in pieces; counts them, and the steps in which the parser reports back.

    Of some number on it pretends that all was read, and asks the parser to stop.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        pieces = _TIMES_SIZE * len(source) // _PIECE
        self._pieces_left = max(_PIECES_AT_LEAST, pieces)
        self._steps_left = max(_STEPS_AT_LEAST, 20 * pieces)
        self.is_parsing = True

    def read(self, offset: int, _point: Point) -> bytes:
        """The piece at an offset."""
        if self.is_parsing:
            self._pieces_left -= 1
            if self.is_exhausted:
                return b""
        return self._source[offset : offset + _PIECE]

    def step(self, _offset: int, _has_error: bool) -> bool:
        """Whether to stop."""
        self._steps_left -= 1
        return self.is_exhausted

    @property
    def is_exhausted(self) -> bool:
        """Whether the parser took more than any sound source needs."""
        return self._pieces_left <= 0 or self._steps_left <= 0


def _tree(parser: Parser, source: bytes) -> Tree:
    """The tree of a source, unless the parser takes many times longer than its size calls for.

    Scanners of some grammars look ahead over a whole block of comments or continued lines at each
    of them; so may the recovery from errors. What is counted is the same on any machine.
    """
    if len(source) < _COUNTED_FROM:
        return parser.parse(source)
    reader = _CountedReader(source)
    try:
        tree = parser.parse(reader.read, progress_callback=reader.step)
    except ValueError as error:
        parser.reset()
        raise UnparsableError(_TOO_LONG) from error
    if reader.is_exhausted:
        raise UnparsableError(_TOO_LONG)
    reader.is_parsing = False  # nodes read their text through it
    return tree


def _not_understood(root: Node) -> int:
    """How many bytes stand in errors; a missing token counts as one."""
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            count += max(1, node.end_byte - node.start_byte)
        elif node.has_error:
            waiting.extend(node.children)
    return count


def language_of_grammar(grammar: str) -> Language:
    """The compiled grammar, for its table of node kinds."""
    return get_language(cast(SupportedLanguage, grammar))


@cache
def grammar_version() -> str:
    """Version of the installed grammars: another one may read the same text differently.

    Taken from the name of the package's metadata directory; asking `importlib.metadata` for it
    would take a tenth of a warm hook's time.
    """
    place = Path(tree_sitter_language_pack.__file__).parent
    return ",".join(sorted(p.name for p in place.parent.glob(f"{place.name}-*.dist-info")))


def _parser(grammar: str) -> Parser:
    known: dict[str, Parser] | None = getattr(_parsers, "known", None)
    if known is None:
        known = _parsers.known = {}
    if grammar not in known:
        known[grammar] = get_parser(cast(SupportedLanguage, grammar))
    return known[grammar]
