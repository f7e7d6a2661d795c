"""Why a pair of chunks is or is not linked: every condition, with its value and its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from sai.core.duplicates import (
    EXACT_TOKEN_SHARE,
    MAX_ALIGNED_TOKENS,
    SMALL_INFORMATION,
    LinkFinder,
    PairVerdict,
)
from sai.core.report import LinkKind


class Condition(str, Enum):
    """What a link needs; of each chunk, or of the pair."""

    APART = "apart"  # they share no lines, and are not parts of one function
    NOT_A_STUB = "not-a-stub"
    NOT_MARKED = "not-marked"
    LINES = "lines"
    TOKENS = "tokens"
    ALIGNABLE = "alignable"  # not too long to be aligned
    INFORMATION = "information"  # of a small copy
    SCORE = "score"  # cosine
    STRUCTURE = "structure"


class Hurdle(NamedTuple):
    """One condition: of chunk `of` ("a", "b") or of the pair (""), and whether it is met.

    `value` is held against `limit`: at least it, for ALIGNABLE at most. Both are 0 where the
    condition is no number.
    """

    condition: Condition
    of: str
    is_met: bool
    value: float = 0.0
    limit: float = 0.0


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """The verdict on a pair, and all that it rests on, in the order in which it is looked at.

    `linked` is what the gate makes of the pair; it does just where every condition is met.
    """

    verdict: PairVerdict
    linked: bool
    hurdles: tuple[Hurdle, ...]


def explained(finder: LinkFinder, a: int, b: int) -> PairExplanation:
    """Say of two different rows why the finder links them or not."""
    verdict = finder.verdict(a, b)
    hurdles = [
        Hurdle(Condition.APART, "", not finder.table.overlap(a, b)),
        *_of_chunk(finder, "a", a, verdict.kind),
        *_of_chunk(finder, "b", b, verdict.kind),
    ]
    if verdict.kind is LinkKind.EDITED:
        hurdles += _of_pair(finder.limits.of_pair(a, b).min_score, verdict)
    return PairExplanation(verdict, finder.joins(a, b, verdict), tuple(hurdles))


def _of_pair(min_score: float, verdict: PairVerdict) -> Iterator[Hurdle]:
    score, structure, limit = verdict.score, verdict.structure, verdict.limit
    yield Hurdle(Condition.SCORE, "", score >= min_score, score, min_score)
    yield Hurdle(Condition.STRUCTURE, "", structure >= limit, structure, limit)


def _of_chunk(finder: LinkFinder, of: str, row: int, kind: LinkKind) -> Iterator[Hurdle]:
    table, limits = finder.table, finder.limits.of(row)
    lines, tokens = int(table.code_lines[row]), len(table.codes[row])
    is_edited = kind is LinkKind.EDITED
    min_lines = limits.min_exact_lines
    if is_edited:  # overrides may turn the two around
        min_lines = max(min_lines, limits.min_lines)
    min_tokens = limits.min_tokens * (1.0 if is_edited else EXACT_TOKEN_SHARE)
    yield Hurdle(Condition.NOT_A_STUB, of, not table.is_stub[row])
    yield Hurdle(Condition.NOT_MARKED, of, not table.no_duplicate[row])
    yield Hurdle(Condition.LINES, of, lines >= min_lines, lines, min_lines)
    yield Hurdle(Condition.TOKENS, of, tokens >= min_tokens, tokens, min_tokens)
    if is_edited:
        fits = tokens <= MAX_ALIGNED_TOKENS
        yield Hurdle(Condition.ALIGNABLE, of, fits, tokens, MAX_ALIGNED_TOKENS)
    elif lines < limits.min_lines:
        told = finder.information(row)
        enough = told >= SMALL_INFORMATION
        yield Hurdle(Condition.INFORMATION, of, enough, told, SMALL_INFORMATION)
