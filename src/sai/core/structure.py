"""Verification: how alike two normalised token sequences are, and how alike they must be.

The sequences are aligned (longest common subsequence, local names blinded). What a token weighs
says how much it tells: names from outside, attributes and strings carry meaning, brackets do
not; a local name counts only where it stands for the same local name throughout. Two shares of
the aligned part are taken, that of the weight and that of the information, in which the n-th
repetition of a token adds only 1/n of its weight: a run of `parser.add_argument(...)` is long
and says little. The structure of a pair is the smaller share. The less information the aligned
part holds in all, the more alike a pair must be: `limit_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import fsum

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from sai.core.digests import KIND_MASK, LOCAL_KIND, Codes
from sai.core.settings import STRUCTURE_FLOOR
from sai.core.source import TokenKind

_WEIGHT = {
    TokenKind.SYNTAX: 0.25,
    TokenKind.NAME: 1.0,
    TokenKind.LOCAL: 0.25,
    TokenKind.OWN: 0.25,
    TokenKind.STRING: 1.0,
    TokenKind.NUMBER: 0.5,
}
HARMONIC = (0.0, *accumulate(1.0 / n for n in range(1, 10_000)))
_FIELD_WEIGHT = 0.25  # the parameter once more: runs of `self.x = x` say little
WEIGHTS = (*(_WEIGHT[kind] for kind in TokenKind), _FIELD_WEIGHT)  # by kind in a code


@dataclass(frozen=True, slots=True)
class Structure:
    """How alike a pair is, 0..1, and how much information (>= 0) its aligned part holds."""

    similarity: float
    information: float


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """Token codes of a chunk, made ready to be compared many times."""

    codes: list[int]
    blinded: list[int]
    weight: float
    information: float


def sequence(codes: Codes) -> TokenSequence:
    """Prepare the codes of a chunk (see `token_codes`)."""
    plain: list[int] = codes.tolist()
    blinded = [LOCAL_KIND if _is_local(code) else code for code in plain]
    counts = Counter(plain)
    return TokenSequence(plain, blinded, _weight(counts), _information(counts))


def compare(a: TokenSequence, b: TokenSequence) -> Structure:
    """Align two sequences. Symmetric up to ties of the alignment: callers order the pair.

    The alignment takes time and memory of length times length, by machine words.
    """
    shared: Counter[int] = Counter()
    names: Counter[tuple[int, int]] = Counter()
    for block in LCSseq.opcodes(a.blinded, b.blinded):
        if block.tag == "equal":
            left = a.codes[block.src_start : block.src_end]
            shared.update(left)
            right = b.codes[block.dest_start : block.dest_end]
            names.update(pair for pair in zip(left, right, strict=True) if _is_local(pair[0]))
    for name_a, count in _inconsistent(names).items():
        shared[name_a] -= count
    information = _information(shared)
    if not information:
        return Structure(0.0, 0.0)
    return Structure(
        min(
            1.0,
            2.0 * _weight(shared) / (a.weight + b.weight),
            2.0 * information / (a.information + b.information),
        ),
        information,
    )


def _is_local(code: int) -> bool:
    return code & KIND_MASK == LOCAL_KIND


def _inconsistent(names: Mapping[tuple[int, int], int]) -> Counter[int]:
    """How often each local name of the left stands for another than it mostly stands for."""
    wrong: Counter[int] = Counter()
    taken_a: set[int] = set()
    taken_b: set[int] = set()
    for (name_a, name_b), count in sorted(names.items(), key=lambda item: (-item[1], item[0])):
        if name_a in taken_a or name_b in taken_b:
            wrong[name_a] += count
        else:
            taken_a.add(name_a)
            taken_b.add(name_b)
    return wrong


def _weight(counts: Mapping[int, int]) -> float:
    """Sum of quarters: exact, in any order."""
    return sum(WEIGHTS[code & KIND_MASK] * count for code, count in counts.items())


def _information(counts: Mapping[int, int]) -> float:
    """Weight of the distinct tokens; the n-th repetition adds only 1/n of its weight.

    Sums and quotients only, exactly rounded in the end: the same on every machine.
    """
    most = len(HARMONIC) - 1
    return fsum(
        WEIGHTS[code & KIND_MASK] * HARMONIC[min(count, most)] for code, count in counts.items()
    )


_CURVE_START = 0.60
_CURVE_SLOPE = 2.6


def limit_of(information: float, min_structure: float) -> float:
    """The least similarity at which a pair that shares this much information is a copy.

    0.60 + 2.6 / information, at least `min_structure`, at most 1. The curve lies above what
    unrelated projects reach by chance: 0.88 where they share 9 units of information, 0.71 where
    they share 11 (`benchmarks/quality/limit_curve.py`). Forty equal lines with other names are a
    copy, four are not.
    """
    curve = _CURVE_START + _CURVE_SLOPE / information if information > 0 else 1.0
    return min(1.0, max(min_structure, STRUCTURE_FLOOR, curve))


def limits_of(
    information: npt.NDArray[np.float64], min_structure: float
) -> npt.NDArray[np.float64]:
    """`limit_of` for each of many amounts of information, all above 0."""
    curve = _CURVE_START + _CURVE_SLOPE / information
    return np.clip(curve, max(min_structure, STRUCTURE_FLOOR), 1.0)
