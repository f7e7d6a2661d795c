"""Which tokens several copies of one piece of code share, chosen so that the rest reads well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rapidfuzz.distance import LCSseq

Texts = Sequence[Sequence[str]]
"""The token texts of each copy."""

Anchor = tuple[int, ...]
"""One token that all copies share: its index among the tokens of each copy."""

Gap = tuple[range, ...]
"""What stands between two neighbouring anchors: a range of tokens in each copy."""

CONNECTORS = frozenset({".", "?.", "::", "->"})
_SEPARATORS = frozenset(",;:")
_WORTH_KEEPING = 3


def shared_anchors(texts: Texts, line_starts: Sequence[Sequence[bool]]) -> list[Anchor]:
    """Align every copy with the first and keep what all have, in order.

    `line_starts[k][i]` tells whether token i of copy k opens a line (one past the last is asked
    for too). Insertions are moved to whole lines where the tokens allow it; punctuation that
    two unrelated passages share by chance is given up, and so is the dot between two names that
    only change together. One alignment a copy, otherwise linear.
    """
    anchors = _common(texts)
    anchors = _slide_insertions(texts, line_starts, anchors)
    anchors = _without_chance_matches(texts, anchors)
    return _without_connectors(texts, anchors)


def gaps_between(texts: Texts, anchors: Sequence[Anchor]) -> list[Gap]:
    """The gaps before, between and after the anchors: one more than there are anchors."""
    before_all = tuple(-1 for _ in texts)
    after_all = tuple(len(copy) for copy in texts)
    return [
        tuple(range(left + 1, right) for left, right in zip(start, end, strict=True))
        for start, end in pairwise([before_all, *anchors, after_all])
    ]


def split_at_lines(gap: Gap, line_starts: Sequence[Sequence[bool]]) -> list[Gap]:
    """Cut a gap where all copies open a line, so that each statement gets a hole of its own.

    Copies with equally many line starts are cut at each. Otherwise a gap that begins within a
    line is cut at the end of that line, one that ends within a line before that line.
    """
    starts = [[i for i in tokens if line_starts[k][i]] for k, tokens in enumerate(gap)]
    if len({len(copy) for copy in starts}) == 1:
        return _cut(gap, starts)
    opens = all(line_starts[k][tokens.start] for k, tokens in enumerate(gap))
    closes = all(line_starts[k][tokens.stop] for k, tokens in enumerate(gap))
    if closes and not opens:
        return _cut(gap, [[*copy, gap[k].stop][:1] for k, copy in enumerate(starts)])
    if not closes and all(starts):
        return _cut(gap, [copy[-1:] for copy in starts])
    return [gap]


def _cut(gap: Gap, cuts: Sequence[Sequence[int]]) -> list[Gap]:
    edges = [[tokens.start, *copy, tokens.stop] for tokens, copy in zip(gap, cuts, strict=True)]
    pieces = [
        tuple(range(copy[i], copy[i + 1]) for copy in edges) for i in range(len(edges[0]) - 1)
    ]
    return [piece for piece in pieces if any(piece)]


def _common(texts: Texts) -> list[Anchor]:
    # Numbers instead of texts: the hashes of texts differ from run to run.
    ids: dict[str, int] = {}
    numbered = [[ids.setdefault(text, len(ids)) for text in copy] for copy in texts]
    anchors: dict[int, Anchor] = {index: (index,) for index in range(len(numbered[0]))}
    for other in numbered[1:]:
        kept: dict[int, Anchor] = {}
        for block in LCSseq.opcodes(numbered[0], other):
            if block.tag != "equal":
                continue
            for source in range(block.src_start, block.src_end):
                if source in anchors:
                    target = block.dest_start + source - block.src_start
                    kept[source] = (*anchors[source], target)
        anchors = kept
    return list(anchors.values())


def _slide_insertions(
    texts: Texts, line_starts: Sequence[Sequence[bool]], anchors: Sequence[Anchor]
) -> list[Anchor]:
    """Move runs that some copies lack along equal tokens until they fill whole lines.

    `a) log(b` between `f(` and `)` is the same insertion as the line `log(b)` after `f(a)`.
    """
    placed = list(anchors)
    for number, gap in enumerate(gaps_between(texts, anchors)):
        holders = [k for k, tokens in enumerate(gap) if tokens]
        if not holders or len(holders) == len(gap):
            continue
        best = _best_shift(texts, line_starts, placed, number)
        for step in range(abs(best)):
            index = number - 1 - step if best < 0 else number + step
            row = list(placed[index])
            for k in holders:
                row[k] += len(gap[k]) if best < 0 else -len(gap[k])
            placed[index] = tuple(row)
    return placed


def _best_shift(
    texts: Texts, line_starts: Sequence[Sequence[bool]], anchors: Sequence[Anchor], number: int
) -> int:
    """How many tokens to move gap `number` so that it opens and closes with a line; 0: stay."""
    gap = _gap(texts, anchors, number)
    held = [(k, tokens) for k, tokens in enumerate(gap) if tokens]

    def whole_lines(shift: int) -> int:
        return sum(
            line_starts[k][tokens.start + shift] + line_starts[k][tokens.stop + shift]
            for k, tokens in held
        )

    best, best_score = 0, whole_lines(0)
    for direction in (-1, 1):
        shift = direction
        while _can_shift(texts, anchors, number, shift):
            if whole_lines(shift) > best_score:
                best, best_score = shift, whole_lines(shift)
            shift += direction
    return best


def _can_shift(texts: Texts, anchors: Sequence[Anchor], number: int, shift: int) -> bool:
    """Whether the last token passed by a move of gap `number` is equal on both of its ends."""
    passed = number + shift if shift < 0 else number + shift - 1
    beyond = number + shift
    if not 0 <= passed < len(anchors) or any(_gap(texts, anchors, beyond)):
        return False
    token = texts[0][anchors[passed][0]]
    for k, tokens in enumerate(_gap(texts, anchors, number)):
        entering = tokens.stop + shift if shift < 0 else tokens.start + shift - 1
        if tokens and texts[k][entering] != token:
            return False
    return True


def _gap(texts: Texts, anchors: Sequence[Anchor], number: int) -> Gap:
    before = anchors[number - 1] if number else [-1] * len(texts)
    after = anchors[number] if number < len(anchors) else [len(copy) for copy in texts]
    return tuple(range(left + 1, right) for left, right in zip(before, after, strict=True))


def _without_chance_matches(texts: Texts, anchors: Sequence[Anchor]) -> list[Anchor]:
    """Give up short runs of punctuation between two passages that are rewritten, not renamed."""
    gaps = gaps_between(texts, anchors)
    kept: list[Anchor] = []
    run: list[Anchor] = []
    left = gaps[0]
    for anchor, right in zip(anchors, gaps[1:], strict=True):
        run.append(anchor)
        if not any(right):
            continue
        if not _by_chance([texts[0][row[0]] for row in run], left, right):
            kept += run
        run, left = [], right
    return kept + run


def _by_chance(run: Sequence[str], left: Gap, right: Gap) -> bool:
    if len(run) >= _WORTH_KEEPING or any(is_word(text) or text in _SEPARATORS for text in run):
        return False
    return _is_rewritten(left) and _is_rewritten(right)


def _is_rewritten(gap: Gap) -> bool:
    return sum(len(tokens) for tokens in gap) > 2 * len(gap)


def _without_connectors(texts: Texts, anchors: Sequence[Anchor]) -> list[Anchor]:
    """Join `⟨1⟩.⟨2⟩` into one hole where neither name differs anywhere else on its own."""
    fills = [
        tuple(tuple(texts[k][tokens.start : tokens.stop]) for k, tokens in enumerate(gap))
        for gap in gaps_between(texts, anchors)
    ]
    alone = Counter(fills)
    joints = [texts[0][anchor[0]] for anchor in anchors]
    together = Counter(
        (fills[i], fills[i + 1])
        for i, joint in enumerate(joints)
        if joint in CONNECTORS and all(fills[i]) and all(fills[i + 1])
    )
    return [
        anchor
        for i, (anchor, joint) in enumerate(zip(anchors, joints, strict=True))
        if joint not in CONNECTORS
        or not alone[fills[i]] == alone[fills[i + 1]] == together[fills[i], fills[i + 1]]
    ]


def is_word(text: str) -> bool:
    """Whether a token is a name, keyword, number or string rather than punctuation."""
    return text[0].isalnum() or text[0] in "_$\"'`"
