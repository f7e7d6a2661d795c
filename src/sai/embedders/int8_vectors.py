"""Real vectors to int8 ones of the same direction."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_LARGEST = 127
_LONGEST = 4000.0
"""Below 4,096 the product of two vectors is exact in float32, whatever their dimension."""


def quantised(vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.int8]:
    """Scale each row of a (rows, dimension) array by a factor of its own, and round.

    The largest number of a row becomes 127 or -127; less above 1,024 dimensions where the row
    would be longer than 4,000. Only directions are kept: a cosine is the same for any scale.
    A row of zeros stays one.
    """
    largest = np.abs(vectors).max(axis=1, initial=0.0, keepdims=True)
    unit = np.divide(vectors, largest, out=np.zeros_like(vectors), where=largest > 0)
    lengths = np.sqrt((unit * unit).sum(axis=1, keepdims=True))
    room = np.divide(_LONGEST, lengths, out=np.full_like(lengths, _LARGEST), where=lengths > 0)
    scaled: npt.NDArray[np.int8] = np.rint(unit * np.minimum(room, _LARGEST)).astype(np.int8)
    return scaled
