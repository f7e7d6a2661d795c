"""Which pairs cannot be linked, told for many at once: most candidates need no alignment."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sai.core.digests import KIND_BITS, KIND_MASK, LOCAL_KIND, Codes
from sai.core.structure import HARMONIC, WEIGHTS, limits_of

_BUCKETS = 64
_LOCAL_BUCKET = 0
_SLACK = 1e-3  # far above what float32 sums lose: a pair at its limit must pass
_PAIRS_AT_ONCE = 1 << 16  # 16 MiB for each side
_CODES_AT_ONCE = 1 << 20

Rows = npt.NDArray[np.int64]


class Preselection:
    """Says of pairs of chunks whether `compare` may find them at their limit.

    The information of a chunk's tokens is summed in buckets by hash. What two chunks can share is
    at most the smaller sum in each bucket. A chunk is summed when it is first asked about.
    """

    def __init__(self, codes: Sequence[Codes]) -> None:
        self._codes = codes
        self._is_summed = np.zeros(len(codes), dtype=np.bool_)
        self._sums = np.zeros((len(codes), _BUCKETS), dtype=np.float32)
        self._information = np.zeros(len(codes), dtype=np.float64)
        self._weights = np.zeros(len(codes), dtype=np.float64)

    def may_link(self, left: Rows, right: Rows, min_structure: float) -> npt.NDArray[np.bool_]:
        """For each pair (left[i], right[i]) whether it may link; a no is certain. Shape (n,)."""
        self._sum(np.union1d(left, right))
        a, b = self._weights[left], self._weights[right]
        may = 2.0 * np.minimum(a, b) >= (min_structure - _SLACK) * (a + b)
        open_pairs = np.nonzero(may)[0]
        for start in range(0, len(open_pairs), _PAIRS_AT_ONCE):
            part = open_pairs[start : start + _PAIRS_AT_ONCE]
            one, other = left[part], right[part]
            shared = np.minimum(self._sums[one], self._sums[other]).sum(axis=1, dtype=np.float64)
            shared += _SLACK
            total = self._information[one] + self._information[other] + _SLACK
            may[part] = 2.0 * shared / total + _SLACK >= limits_of(shared, min_structure)
        return may

    def _sum(self, rows: Rows) -> None:
        """Sum up the rows that were not asked about before, some at a time."""
        new = rows[~self._is_summed[rows]]
        if not len(new):
            return
        ends = np.cumsum([len(self._codes[row]) for row in new.tolist()])
        cuts = np.searchsorted(ends, np.arange(_CODES_AT_ONCE, ends[-1], _CODES_AT_ONCE))
        for part in np.split(new, cuts):
            if len(part):
                sums, self._weights[part] = _summed([self._codes[row] for row in part.tolist()])
                self._sums[part] = sums
                self._information[part] = sums.sum(axis=1)
        self._is_summed[new] = True


def _summed(
    chunks: Sequence[Codes],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Information by bucket, shape (chunks, _BUCKETS), and weight, shape (chunks,)."""
    owners = np.repeat(np.arange(len(chunks), dtype=np.uint64), [len(c) for c in chunks])
    placed = owners << np.uint64(32) | np.concatenate(chunks).astype(np.uint64)
    distinct, counts = np.unique(placed, return_counts=True)
    owner = (distinct >> np.uint64(32)).astype(np.int64)
    code = (distinct & np.uint64(0xFFFFFFFF)).astype(np.int64)
    kind = code & KIND_MASK
    weight = _WEIGHT_OF_KIND[kind]
    information = weight * _HARMONIC[np.minimum(counts, len(_HARMONIC) - 1)]
    bucket = np.where(kind == LOCAL_KIND, _LOCAL_BUCKET, 1 + (code >> KIND_BITS) % (_BUCKETS - 1))
    sums = np.bincount(owner * _BUCKETS + bucket, information, len(chunks) * _BUCKETS)
    weights = np.bincount(owner, weight * counts, len(chunks))
    return (
        sums.astype(np.float64, copy=False).reshape(len(chunks), _BUCKETS),
        weights.astype(np.float64, copy=False),
    )


_WEIGHT_OF_KIND = np.array(WEIGHTS, dtype=np.float64)
_HARMONIC = np.array(HARMONIC, dtype=np.float64)
