"""Which links existed before the change: old debt that a commit does not have to pay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sai.core.chunk_table import ChunkTable, Pair
from sai.core.duplicates import Link, LinkFinder
from sai.core.limits import PathLimits
from sai.core.matching import IdentityIndex, Matching
from sai.core.settings import STRUCTURE_FLOOR


def existed_before(
    links: Iterable[Link],
    now: ChunkTable,
    before: ChunkTable,
    changed: frozenset[str],
    limits: PathLimits,
) -> tuple[set[Pair], dict[int, int]]:
    """Return the pairs of `links` that existed before, and the changed chunks that did.

    The chunks are given with the row of `before` that each was.

    `before` holds the chunks of the changed paths as they were; chunks of other paths are as
    they are. A pair existed if both its chunks did and were linked, judged by today's settings.
    It also counts as old where it missed its limit by less than `margin` then and exceeds it by
    less than `margin` now: a small edit must not awaken old debt.
    """
    ends = sorted({end for link in links for end in link.pair})
    counterparts = _counterparts(now, before, changed, ends, limits)
    rows: dict[int, int] = {}
    kept: list[int] = []
    old: list[int] = []
    for end in ends:
        if now.paths[end] not in changed:
            rows[end] = len(kept)
            kept.append(end)
    for end in ends:
        if end in counterparts:
            rows[end] = len(kept) + len(old)
            old.append(counterparts[end])
    table = now.take(kept).followed_by(before.take(old)) if old else now.take(kept)
    finder = LinkFinder(table, limits)
    pairs = {
        link.pair
        for link in links
        if link.a in rows and link.b in rows and _was_linked(finder, link, rows, now)
    }
    return pairs, counterparts


def _was_linked(finder: LinkFinder, link: Link, rows: Mapping[int, int], now: ChunkTable) -> bool:
    before, a, b = finder.table, rows[link.a], rows[link.b]
    if before.no_duplicate[a] or before.no_duplicate[b]:
        return False  # a marker that kept the pair apart is gone
    if before.is_stub[a] or before.is_stub[b]:
        return False
    was = finder.verdict(a, b)
    if not finder.large_enough(a, b, was.kind):
        same = before.renamed[a] == now.renamed[link.a] and before.renamed[b] == now.renamed[link.b]
        return was.linked and same  # only their layout has grown over the floor
    if was.linked:
        return True
    limits = finder.limits.of_pair(a, b)
    near = was.limit - limits.margin <= was.structure and was.score >= limits.min_score
    return near and link.structure < link.limit + limits.margin


def _counterparts(
    now: ChunkTable,
    before: ChunkTable,
    changed: frozenset[str],
    ends: Iterable[int],
    limits: PathLimits,
) -> dict[int, int]:
    """Chunk of today in a changed path -> the chunk that it was, one to one.

    Of what was renamed and edited at once only `ends`, the chunks with links, are found. What took
    the place of another and is nothing like it comes last: the other may have moved.
    """
    today = [i for i, path in enumerate(now.paths) if path in changed]
    if not today or not len(before):
        return {}
    index = IdentityIndex([now.identity(i) for i in today])
    finder = LinkFinder(now.take(today).followed_by(before), limits)
    position = {row: at for at, row in enumerate(today)}

    def likeness(o: int, n: int) -> float:
        structure = finder.verdict(n, len(today) + o).structure
        return structure if structure >= STRUCTURE_FLOOR else 0.0

    def alike(o: int, n: int) -> bool:
        return likeness(o, n) > 0.0

    matching = Matching([before.identity(i) for i in range(len(before))], index)
    matching.found_again(alike)
    matching.replaced([position[end] for end in ends if end in position], likeness)
    matching.edited_in_place(_whatever, moved_too=True)
    matching.edited_elsewhere(_whatever)
    return {today[match.new]: old for old, match in matching.result().items()}


def _whatever(_old: int, _new: int) -> bool:
    return True
