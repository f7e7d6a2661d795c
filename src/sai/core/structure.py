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
_HARMONIC = (0.0, *accumulate(1.0 / n for n in range(1, 10_000)))
_HARMONIC_ARRAY = np.array(_HARMONIC)
_FIELD_WEIGHT = 0.25  # the parameter once more: runs of `self.x = x` say little
_WEIGHTS = (*(_WEIGHT[kind] for kind in TokenKind), _FIELD_WEIGHT)  # by kind in a code
_WEIGHTS_ARRAY = np.array(_WEIGHTS)
_ROUNDING = 1e-9  # a pair exactly at its limit must pass the preselection


@dataclass(frozen=True, slots=True)
class Structure:
    """How alike a pair is, 0..1, and how much information (>= 0) its aligned part holds."""

    similarity: float
    information: float


@dataclass(frozen=True, slots=True)
class Sequence:
    """Token codes of a chunk, made ready to be compared many times; `bag` counts the blinded."""

    codes: Codes
    blinded: list[int]
    bag: Mapping[int, int]
    weights: npt.NDArray[np.float64]
    weight: float
    information: float


def sequence(codes: Codes) -> Sequence:
    """Prepare the codes of a chunk (see `token_codes`)."""
    kinds = codes & KIND_MASK
    weights = _WEIGHTS_ARRAY[kinds]
    blinded = np.where(kinds == LOCAL_KIND, np.uint32(LOCAL_KIND), codes).tolist()
    information = _information(codes, weights)
    return Sequence(codes, blinded, Counter(blinded), weights, float(weights.sum()), information)


def could_link(a: Sequence, b: Sequence, min_structure: float) -> bool:
    """Whether `compare` may find a pair at its limit; cheap, never wrong in saying no.

    As if all equal tokens could be aligned, whatever their order. Of 230,000 candidate pairs in
    34,000 functions of real projects 15,000 are left to be aligned.
    """
    total = a.weight + b.weight
    if 2.0 * min(a.weight, b.weight) < (min_structure - _ROUNDING) * total:
        return False
    few, many = (a.bag, b.bag) if len(a.bag) <= len(b.bag) else (b.bag, a.bag)
    weight = information = 0.0
    for code, count in few.items():
        common = min(count, many.get(code, 0))
        each = _WEIGHTS[code & KIND_MASK]
        weight += each * common
        # Blinded locals may be all different, so none of them need be a repetition.
        distinct = common if code == LOCAL_KIND else _HARMONIC[min(common, len(_HARMONIC) - 1)]
        information += each * distinct
    share = min(2.0 * weight / total, 2.0 * information / (a.information + b.information))
    return share + _ROUNDING >= limit_of(information, min_structure)


def compare(a: Sequence, b: Sequence) -> Structure:
    """Align two sequences. Symmetric up to ties of the alignment: callers order the pair."""
    in_a, in_b = _aligned(a.blinded, b.blinded)
    if not len(in_a):
        return Structure(0.0, 0.0)
    codes, weights = a.codes[in_a], a.weights[in_a]
    local = (codes & KIND_MASK) == LOCAL_KIND
    if local.any():
        counts = ~local
        counts[local] = _consistent(codes[local], b.codes[in_b][local])
        codes, weights = codes[counts], weights[counts]
    weight, information = float(weights.sum()), _information(codes, weights)
    return Structure(
        min(
            1.0,
            2.0 * weight / (a.weight + b.weight),
            2.0 * information / (a.information + b.information),
        ),
        information,
    )


def _aligned(a: list[int], b: list[int]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    blocks = [op for op in LCSseq.opcodes(a, b) if op.tag == "equal"]
    if not blocks:
        empty = np.empty(0, dtype=np.int64)
        return empty, empty
    in_a = np.concatenate([np.arange(op.src_start, op.src_end) for op in blocks])
    in_b = np.concatenate([np.arange(op.dest_start, op.dest_end) for op in blocks])
    return in_a, in_b


def _consistent(a: Codes, b: Codes) -> npt.NDArray[np.bool_]:
    """Which aligned pairs of local names follow the mapping that most pairs of theirs follow."""
    pairs = a.astype(np.uint64) << np.uint64(32) | b.astype(np.uint64)
    distinct, inverse, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    taken_a: set[int] = set()
    taken_b: set[int] = set()
    kept = np.zeros(len(distinct), dtype=np.bool_)
    for index in order.tolist():
        name_a, name_b = int(distinct[index]) >> 32, int(distinct[index]) & 0xFFFFFFFF
        if name_a not in taken_a and name_b not in taken_b:
            taken_a.add(name_a)
            taken_b.add(name_b)
            kept[index] = True
    return kept[inverse]


def _information(codes: Codes, weights: npt.NDArray[np.float64]) -> float:
    """Weight of the distinct aligned tokens; the n-th repetition adds only 1/n of its weight.

    Sums and quotients only, exactly rounded in the end: the same on every machine.
    """
    _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse, weights=weights)
    repeated = _HARMONIC_ARRAY[np.minimum(counts, len(_HARMONIC) - 1)]
    return fsum((sums / counts * repeated).tolist())


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
