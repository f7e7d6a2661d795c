"""How names, numbers and clusters are put into words, the same in every format for people."""

from __future__ import annotations

import math
import unicodedata

from sai.core.report import Cluster, LinkKind
from sai.core.windows import names_window

# Format characters reorder or hide what stands around them in a terminal (bidi overrides).
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """Return `text` with control characters and undecodable bytes written as escapes.

    The result is one line and can be encoded as UTF-8. Bytes that are not UTF-8, which file
    names carry as lone surrogates, become `\\xNN`.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _escaped(char) if unicodedata.category(char) in _UNSEEN else char for char in text
    )


def _escaped(char: str) -> str:
    code = ord(char)
    if char in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[char]
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def count(number: int, singular: str, plural: str = "") -> str:
    """`1 file`, `7,123 files`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def percent(similarity: float) -> str:
    """Whole percent, rounded down: nothing but equality is called 100 %."""
    return f"{_whole_percent(similarity)} %"


def alike(cluster: Cluster) -> str:
    """How alike the copies are, from the weakest pair to the strongest: `92–100 % alike`."""
    weakest, strongest = _whole_percent(cluster.min_sim), _whole_percent(cluster.max_sim)
    if weakest == strongest:
        return f"{strongest} % alike"
    return f"{weakest}–{strongest} % alike"


def unit_of(cluster: Cluster) -> str:
    """What the members are: functions, unless one is a window of lines."""
    return "window" if any(names_window(m.symbol) for m in cluster.members) else "function"


def what_it_is(cluster: Cluster) -> str:
    """`2 copies of one function, 92–100 % alike`, with the kind of copy where all links agree."""
    copies = f"{len(cluster.members)} copies of one {unit_of(cluster)}"
    kinds = {link.kind for link in cluster.links}
    if kinds == {LinkKind.EXACT}:
        return f"{copies}, identical"
    if kinds <= {LinkKind.EXACT, LinkKind.RENAMED} and kinds:
        return f"{copies}, identical but for names"
    if LinkKind.RENAMED in kinds:
        return f"{copies}, {alike(cluster)}, renamed"
    return f"{copies}, {alike(cluster)}"


def _whole_percent(similarity: float) -> int:
    # The small term keeps 0.29 * 100 = 28.999… at 29.
    return math.floor(similarity * 100 + 1e-9)
