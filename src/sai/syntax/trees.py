"""Text to syntax tree: one parser per thread and language."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import cast

import tree_sitter_language_pack
from tree_sitter import Language, Parser, Tree
from tree_sitter_language_pack import SupportedLanguage, get_language, get_parser

from sai.syntax.languages import spec_of

_parsers = threading.local()


def parse(source: bytes, language: str) -> Tree:
    """Parse UTF-8 source; broken code gives a tree with error nodes, never an exception."""
    return _parser(spec_of(language).grammar).parse(source)


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
