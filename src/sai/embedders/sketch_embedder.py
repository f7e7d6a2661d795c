"""Embedder `sketch`: feature hashing of normalised tokens, no model, the same bits everywhere.

A vector is two slices of 128 dimensions: abstract token 3- and 5-grams (names and literals
blinded) and sub-words of names and strings from outside the function. A feature adds its weight
with a hashed sign at a hashed place (Weinberger et al., 2009). All sums are integers; the only
rounding is one `rint` of an IEEE quotient, so every CPU gives equal vectors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt

import numpy as np
import numpy.typing as npt
from xxhash import xxh64_intdigest

from sai.core.source import Chunk, TokenKind

_SLICE = 128
_LENGTH = 127  # Euclidean length of a slice: the largest that int8 can hold in one dimension
_SEPARATOR = "\0"
_GRAMS = (3, 5)
_STRING_WORDS = 40  # of a string; the rest of a long text says little about the code
_SUBWORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_BLIND = {"n": "$n", "l": "$n", "o": "$n", "s": "$s", "d": "$s"}
_WORDS = (TokenKind.NAME.value, TokenKind.STRING.value)


class SketchEmbedder:
    """Time is linear in the number of tokens; memory grows with the distinct features."""

    id = "sketch-1"
    dimension = 2 * _SLICE

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def input_of(self, chunk: Chunk) -> str:
        """Tagged tokens; local names blinded, so consistently renamed copies read alike."""
        return _SEPARATOR.join(
            t.kind.value if t.kind in (TokenKind.LOCAL, TokenKind.OWN) else t.kind.value + t.text
            for t in chunk.tokens
        )

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Words and signs: about what a parser would call a token."""
        return [len(_TOKEN.findall(text)) for text in texts]

    def embed(self, inputs: Sequence[str]) -> npt.NDArray[np.int8]:
        """Vectors of shape (len(inputs), 256); each slice has length 127 (0 without features)."""
        rows: list[int] = []
        places: list[int] = []
        weights: list[int] = []
        for row, text in enumerate(inputs):
            for place, weight in self._features(text.split(_SEPARATOR)):
                rows.append(row)
                places.append(place >> 1)
                weights.append(-weight if place & 1 else weight)
        flat = np.array(rows, dtype=np.int64) * self.dimension + np.array(places, dtype=np.int64)
        sums = np.bincount(flat, weights=weights, minlength=len(inputs) * self.dimension)
        slices = sums.reshape(len(inputs), 2, _SLICE)  # exact integers: far below 2**53
        lengths = np.sqrt((slices * slices).sum(axis=2, keepdims=True))
        lengths[lengths == 0] = 1.0
        unit: npt.NDArray[np.int8] = np.rint(slices * _LENGTH / lengths).astype(np.int8)
        return unit.reshape(len(inputs), self.dimension)

    def _features(self, tagged: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield place (doubled, sign in the lowest bit) and integer weight, 8 * sqrt(count)."""
        for slice_start, features in ((0, _grams(tagged)), (_SLICE, _subwords(tagged))):
            for feature, count in features.items():
                place = self._places.get(feature)
                if place is None:
                    place = self._places[feature] = (
                        xxh64_intdigest(feature.encode("utf-8", "surrogatepass")) & 0xFF
                    )
                yield place + 2 * slice_start, isqrt(64 * count)


def _grams(tagged: Sequence[str]) -> Counter[str]:
    abstract = [_BLIND.get(t[:1]) or t for t in tagged]
    grams: Counter[str] = Counter()
    for size in _GRAMS:
        grams.update(
            " ".join(abstract[i : i + size]) for i in range(max(1, len(abstract) - size + 1))
        )
    return grams


def _subwords(tagged: Sequence[str]) -> Counter[str]:
    words: Counter[str] = Counter()
    for token in tagged:
        if token[:1] in _WORDS:
            found = _SUBWORD.findall(token[1:])[:_STRING_WORDS]
            words.update("w " + word.lower() for word in found)
    return words
