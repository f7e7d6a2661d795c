"""BLAKE3 digests of content and of normalised tokens, token codes, point ids.

Digests of tokens are for comparison and for the baseline; keys of contents and vectors are for
the cache. Both hold only what is named here, never a path, a line number or a grammar's node
name, so that moves, shifts and upgrades do not change them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from blake3 import blake3
from xxhash import xxh64_intdigest

from sai.core.source import Token, TokenKind

DIGEST_VERSION = 1
"""Version of `exact_digest` and `renamed_digest`; a change makes old digests incomparable."""

_HEX = 32
KIND_BITS = 3
_KINDS = {kind: number for number, kind in enumerate(TokenKind)}
KIND_MASK = (1 << KIND_BITS) - 1
LOCAL_KIND = _KINDS[TokenKind.LOCAL]
FIELD_KIND = len(_KINDS)
"""Kind of an attribute that a bare local value is stored in: `x` in `self.x = x`."""

_GOES_ON = frozenset(
    {
        ".", "?.", "(", "[", ",", "+", "-", "*", "/", "//", "%", "**", "@", "|", "&", "^", "<<",
        ">>", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "is", "in", "not", "and", "or", "if",
        "else", "?", "??", "||", "&&", "instanceof", "as",
    }
)  # fmt: skip
"""What may follow a name in an expression: then it is more than a bare name."""

Codes = npt.NDArray[np.uint32]


def exact_digest(tokens: Sequence[Token]) -> str:
    """Digest of the token texts; only the function's own name is a placeholder (type 1)."""
    return _digest("exact", [_own_blind(t) for t in tokens])


def renamed_digest(tokens: Sequence[Token]) -> str:
    """The same with local names numbered by first use, so consistent renames agree (type 2)."""
    numbers: dict[str, int] = {}
    parts = []
    for token in tokens:
        if token.kind is TokenKind.LOCAL:
            parts.append(f"l{numbers.setdefault(token.text, len(numbers))}")
        else:
            parts.append(_own_blind(token))
    return _digest("renamed", parts)


def _own_blind(token: Token) -> str:
    if token.kind is TokenKind.OWN:
        return "o"
    tag = "s" if token.kind is TokenKind.STRING else "n"  # "x" and x must not agree
    return tag + token.text


def _digest(domain: str, parts: Sequence[str]) -> str:
    text = "\0".join((f"sai:{domain}:{DIGEST_VERSION}", *parts))
    return blake3(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HEX]


def token_codes(tokens: Sequence[Token]) -> Codes:
    """One 32-bit code a token, shape (len(tokens),): kind in the low 3 bits.

    A local name's code holds its number by first use, any other code a hash of its text, so
    equal codes mean equal tokens (of 2**29 hashes; verification compares two short sequences).
    """
    numbers: dict[str, int] = {}
    codes = []
    for index, token in enumerate(tokens):
        kind = _KINDS[token.kind]
        if token.kind is TokenKind.NAME and _stores_a_local(tokens, index):
            kind = FIELD_KIND
        if token.kind is TokenKind.LOCAL:
            value = numbers.setdefault(token.text, len(numbers))
        elif token.kind is TokenKind.OWN:
            value = 0
        else:
            value = _text_hash(token.text)
        codes.append((value << KIND_BITS | kind) & 0xFFFFFFFF)
    return np.array(codes, dtype=np.uint32)


def _stores_a_local(tokens: Sequence[Token], index: int) -> bool:
    """Whether the token is `x` in `self.x = value`, where `value` is a bare local name.

    What a method calls itself is its first parameter, or `this`; no name is special.
    """
    if not 2 <= index < len(tokens) - 2 or tokens[index + 1].text != "=":
        return False
    following = tokens[index + 3].text if index + 3 < len(tokens) else ""
    return (
        tokens[index - 1].text == "."
        and (tokens[index - 2] == tokens[0] or tokens[index - 2].text == "this")
        and tokens[index + 2].kind is TokenKind.LOCAL
        and following not in _GOES_ON
    )


_hashes: dict[str, int] = {}


def _text_hash(text: str) -> int:
    value = _hashes.get(text)
    if value is None:
        value = xxh64_intdigest(text.encode("utf-8", "surrogatepass")) >> 35
        if len(_hashes) < 1_000_000:
            _hashes[text] = value
    return value


def content_key(data: bytes, language: str, pipeline: str) -> str:
    """Key of a file's chunks: its bytes, its language and all that decides how it is cut."""
    hasher = blake3(f"{pipeline}\0{language}\0".encode())
    hasher.update(data)
    return hasher.hexdigest()[:_HEX]


def vector_key(embedder_id: str, text: str) -> str:
    """Key of a cached vector: the embedder and the exact text that it reads."""
    return blake3(f"{embedder_id}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:_HEX]


def point_id(path: str, start_line: int, ordinal: int = 0) -> int:
    """64-bit id of a chunk in a view: xxHash64 (seed 0) of path, 0xFF, start line (8 bytes LE).

    `ordinal` tells apart chunks that start on one line; 0 gives the pinned form, which other
    tools of the same design compute alike. Never an identity: it moves with the lines above.
    """
    data = path.encode("utf-8", "surrogateescape") + b"\xff" + start_line.to_bytes(8, "little")
    if ordinal:
        data += ordinal.to_bytes(8, "little")
    return xxh64_intdigest(data, seed=0)
