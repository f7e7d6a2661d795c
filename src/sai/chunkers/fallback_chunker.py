"""What `lines-fallback` adds to a chunker: languages without a grammar, cut in another way."""

from __future__ import annotations

from sai.core.source import Cut
from sai.ports import Chunker
from sai.syntax.languages import has_grammar


class FallbackChunker:
    """Leaves languages with a grammar to one chunker, all others to `otherwise`."""

    def __init__(self, usual: Chunker, otherwise: Chunker) -> None:
        self._usual = usual
        self._otherwise = otherwise

    def chunks(self, text: str, language: str) -> Cut:
        """What the chunker of this language makes of the text."""
        chunker = self._usual if has_grammar(language) else self._otherwise
        return chunker.chunks(text, language)
