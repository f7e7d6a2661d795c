"""Pairs that may do the same, written differently (type 4): for a person to look at, no verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from sai.core.clustering import connected_groups
from sai.core.duplicates import Link, LinkFinder
from sai.core.vectors import neighbours


class SemanticPair(NamedTuple):
    """Two rows that are not linked, directly or by others, and their cosine."""

    a: int
    b: int
    score: float


def semantic_pairs(
    finder: LinkFinder,
    links: Iterable[Link],
    min_score: float,
    top_k: int,
    wanted: Callable[[int, int], bool] = lambda _a, _b: True,
) -> list[SemanticPair]:
    """Pairs above the floors with a cosine of at least `min_score`, closest first.

    `links` are at least all links of the pairs that are `wanted`. A chunk is in at most `top_k`
    pairs. Equal and renamed copies are represented by the first of them. O(chunks * chunks).
    """
    table = finder.table
    first: dict[str, int] = {}
    for row in np.nonzero(finder.above_floor)[0].tolist():
        first.setdefault(table.renamed[row], row)
    rows = np.array(list(first.values()), dtype=np.int64)
    group_of = {
        row: number
        for number, group in enumerate(connected_groups(link.pair for link in links))
        for row in group
    }
    found = []
    for near in neighbours(table.vectors[rows], np.arange(len(rows)), min_score):
        once = near.query < near.row
        ends = zip(rows[near.query[once]].tolist(), rows[near.row[once]].tolist(), strict=True)
        for (a, b), score in zip(ends, near.score[once].tolist(), strict=True):
            together = group_of.get(a, -1 - a) == group_of.get(b, -1 - b)
            if not together and wanted(a, b) and not table.overlap(a, b):
                found.append(SemanticPair(a, b, score))
    return _closest(found, top_k)


def _closest(pairs: list[SemanticPair], top_k: int) -> list[SemanticPair]:
    taken: Counter[int] = Counter()
    kept = []
    for pair in sorted(pairs, key=lambda p: (-p.score, p.a, p.b)):
        if max(taken[pair.a], taken[pair.b]) < top_k:
            taken.update((pair.a, pair.b))
            kept.append(pair)
    return kept
