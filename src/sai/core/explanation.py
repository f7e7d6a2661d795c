"""What `sai explain` tells: two chunks, the verdict on them, and what it means for the gate."""

from __future__ import annotations

from dataclasses import dataclass

from sai.core.hurdles import PairExplanation
from sai.core.limits import Overridden
from sai.core.report import ReportMember, Skeleton


@dataclass(frozen=True, slots=True)
class ExplainedChunk:
    """One of the two: `reason` is its marker's, `overridden` the limits set for its path."""

    member: ReportMember
    tokens: int
    is_test: bool
    reason: str = ""
    overridden: tuple[Overridden, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two chunks are or are not linked.

    `min_structure` is the setting that holds for the pair; its limit may be above it. `accepted`:
    the baseline has both in one family, for `accepted_because`. `only_tests`: both are tests and
    such links do not fail.
    """

    a: ExplainedChunk
    b: ExplainedChunk
    pair: PairExplanation
    min_structure: float
    accepted: bool = False
    accepted_because: str = ""
    only_tests: bool = False
    skeleton: Skeleton | None = None
