"""Which chunk of today is which chunk of before: one-to-one matching by digest and place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

Related = Callable[[int, int], bool]
"""Whether the chunk of before (index) may be today's chunk (index) although its text differs."""

Likeness = Callable[[int, int], float]
"""How alike the chunk of before (index) and today's chunk (index) are; 0.0 for strangers."""

MAX_COMPARED = 100_000
"""More pairs than these are not compared text by text: merges of whole trees have millions."""


class Place(NamedTuple):
    """Where a chunk stands: `/`-separated path and qualified symbol; unique at one moment."""

    path: str
    symbol: str

    @property
    def directory(self) -> str:
        """The path without the file's name; empty at the root."""
        return self.path.rpartition("/")[0]


class Identity(NamedTuple):
    """A chunk as it is compared over time: its place, and its digest as written and with locals
    numbered (`renamed`), both lower-case hexadecimal.

    Empty digests of an old chunk equal no others (theirs were made by another version).
    """

    place: Place
    digest: str
    renamed: str


class MatchKind(str, Enum):
    """How a chunk of before was found again."""

    SAME = "same"  # same place, same digest
    MOVED = "moved"  # another place, same digest or same renamed digest
    EDITED = "edited"  # another digest, at the same place or under the same symbol elsewhere


class Match(NamedTuple):
    """Index of today's chunk, how it was found, and whether a digest (or renamed one) is equal."""

    new: int
    kind: MatchKind
    by_digest: bool


class IdentityIndex:
    """Today's chunks by place, digest and symbol; built once (linear) and used for many matchings.

    Lists of equal digests and symbols are sorted by place, so no result depends on input order.
    """

    def __init__(self, identities: Sequence[Identity]) -> None:
        self.identities = tuple(identities)
        self.by_place: dict[Place, int] = {}
        self.by_digest: dict[str, list[int]] = {}
        self.by_renamed: dict[str, list[int]] = {}
        self.by_symbol: dict[str, list[int]] = {}
        for i in sorted(range(len(self.identities)), key=self.identities.__getitem__):
            place, digest, renamed = self.identities[i]
            if self.by_place.setdefault(place, i) != i:
                raise ValueError(f"two chunks at {place.path}::{place.symbol}")
            self.by_digest.setdefault(digest, []).append(i)
            self.by_renamed.setdefault(renamed, []).append(i)
            self.by_symbol.setdefault(place.symbol, []).append(i)

    def place_of(self, i: int) -> Place:
        """The place of today's chunk `i`."""
        return self.identities[i].place


def match_identities(
    old: Sequence[Identity],
    new: IdentityIndex | Sequence[Identity],
    related: Related = lambda _old, _new: False,
) -> dict[int, Match]:
    """Match chunks of before with today's, one to one; old index → match, in order of old index.

    Near-linear in the number of old chunks and of today's chunks with their digests. The result
    does not depend on the order of either side.
    """
    index = new if isinstance(new, IdentityIndex) else IdentityIndex(new)
    matching = Matching(old, index)
    matching.found_again(related)
    return matching.result()


class Matching:
    """A matching in the making: each step matches what is still unmatched on both sides.

    `matches` maps old index → match, `taken` holds today's chunks that are matched. A step never
    undoes what another did.
    """

    def __init__(self, old: Sequence[Identity], index: IdentityIndex) -> None:
        self.old = old
        self.index = index
        self.matches: dict[int, Match] = {}
        self.taken: set[int] = set()
        self._order = sorted(range(len(old)), key=old.__getitem__)

    def result(self) -> dict[int, Match]:
        """The matches in order of old index."""
        return dict(sorted(self.matches.items()))

    def found_again(self, related: Related) -> None:
        """Match by digest, place and symbol: first come, first served, in this order.

        Equal digest (then equal renamed digest) at the same place; equal digest, then renamed
        digest, elsewhere, for old places that are empty now; another digest at the same place, if
        related and not an old chunk that moved here; equal digests elsewhere though the old place
        is taken; another digest at the same place, if related; the same symbol in another file, if
        related and the old place is empty. An old place that is still in use keeps its claim, so a
        further copy of a chunk never counts as that chunk moved.
        """
        self.same_place()
        self.elsewhere(vacated_only=True)
        self.edited_in_place(related, moved_too=False)
        self.elsewhere(vacated_only=False)
        self.edited_in_place(related, moved_too=True)
        self.edited_elsewhere(related)

    def same_place(self) -> None:
        """Match what stands where it stood: unchanged chunks, then those with renamed locals."""
        for o, n in self.in_place():
            if self.old[o].digest == self.index.identities[n].digest:
                self._match(o, n, MatchKind.SAME, by_digest=True)
        for o, n in self.in_place():
            if self.old[o].renamed == self.index.identities[n].renamed:
                self._match(o, n, MatchKind.EDITED, by_digest=True)

    def elsewhere(self, *, vacated_only: bool) -> None:
        """Match equal digests, then renamed digests, one for one, the nearest place first."""
        self._elsewhere(lambda o: self.old[o].digest, self.index.by_digest, vacated_only)
        self._elsewhere(lambda o: self.old[o].renamed, self.index.by_renamed, vacated_only)

    def edited_in_place(self, related: Related, *, moved_too: bool) -> None:
        """Match what stands where it stood with another text, if it is related.

        Without `moved_too`, not if it may be another old chunk that moved here.
        """
        waiting = {d for o in self._unmatched() for d in (self.old[o].digest, self.old[o].renamed)}
        for o, n in self.in_place():
            _, digest, renamed = self.index.identities[n]
            if (moved_too or waiting.isdisjoint((digest, renamed))) and related(o, n):
                self._match(o, n, MatchKind.EDITED, by_digest=False)

    def edited_elsewhere(self, related: Related) -> None:
        """Match what was moved and edited at once: same symbol, related, old place empty."""
        for o in self._unmatched():
            place = self.old[o].place
            if not self._vacated(o):
                continue
            candidates = [
                n
                for n in self.index.by_symbol.get(place.symbol, ())
                if n not in self.taken and related(o, n)
            ]
            if candidates:
                nearest = min(candidates, key=lambda n: _distance(place, self.index.place_of(n)))
                self._match(o, nearest, MatchKind.EDITED, by_digest=False)

    def succeeded(self, candidates: Iterable[int]) -> None:
        """Match old chunks whose place is free with what took over from them, nearest first.

        `candidates` are chunks of today that are related to what was matched; they need share
        neither digest nor symbol: moved or renamed once, edited another time. A place is free,
        too, where a stranger stands: a wrapper or an overload that took the name.
        """
        free = sorted(set(candidates) - self.taken)
        for o in self._unmatched():
            if free and self._is_free(o):
                place = self.old[o].place
                nearest = min(free, key=lambda n: _remoteness(place, self.index.place_of(n)))
                free.remove(nearest)
                self._match(o, nearest, MatchKind.EDITED, by_digest=False)

    def replaced(self, candidates: Iterable[int], likeness: Likeness) -> None:
        """Match old chunks whose place is free with the candidates most like them, one to one.

        Renamed and edited at once. Of more than `MAX_COMPARED` pairs only those within one file
        are looked at.
        """
        olds = [o for o in self._unmatched() if self._is_free(o)]
        free = sorted(set(candidates) - self.taken)
        in_file_only = len(olds) * len(free) > MAX_COMPARED
        found = []
        for o in olds:
            old = self.old[o].place
            for n in free:
                new = self.index.place_of(n)
                if in_file_only and old.path != new.path:
                    continue
                alike = likeness(o, n)
                if alike > 0.0:
                    found.append((-alike, _remoteness(old, new), old, o, n))
        for *_, o, n in sorted(found):
            if o not in self.matches and n not in self.taken:
                self._match(o, n, MatchKind.EDITED, by_digest=False)

    def in_place(self) -> Iterator[tuple[int, int]]:
        """Unmatched old chunks with the unmatched chunk that stands at their place today."""
        for o in self._unmatched():
            n = self.index.by_place.get(self.old[o].place)
            if n is not None and n not in self.taken:
                yield o, n

    def _elsewhere(
        self,
        digest_of: Callable[[int], str],
        by_digest: Mapping[str, Sequence[int]],
        vacated_only: bool,
    ) -> None:
        waiting: dict[str, list[int]] = {}
        for o in self._unmatched():
            if not vacated_only or self._vacated(o):
                waiting.setdefault(digest_of(o), []).append(o)
        for digest, olds in waiting.items():
            self._pair_nearest(olds, by_digest.get(digest, ()))

    def _pair_nearest(self, olds: Sequence[int], news: Sequence[int]) -> None:
        """Pair in order of nearness: each level joins equal keys, sorted within a key."""
        for key_of in _NEARNESS:
            free: dict[Hashable, list[int]] = {}
            for n in reversed(news):
                if n not in self.taken:
                    free.setdefault(key_of(self.index.place_of(n)), []).append(n)
            if not free:
                return
            for o in olds:
                same_key = free.get(key_of(self.old[o].place))
                if same_key and o not in self.matches:
                    self._match(o, same_key.pop(), MatchKind.MOVED, by_digest=True)

    def _unmatched(self) -> list[int]:
        if self.matches:
            self._order = [o for o in self._order if o not in self.matches]
        return self._order

    def _vacated(self, o: int) -> bool:
        return self.old[o].place not in self.index.by_place

    def _is_free(self, o: int) -> bool:
        """Whether no chunk that was found again stands at the old place."""
        return self.index.by_place.get(self.old[o].place) not in self.taken

    def _match(self, o: int, n: int, kind: MatchKind, *, by_digest: bool) -> None:
        self.matches[o] = Match(n, kind, by_digest)
        self.taken.add(n)


_NEARNESS: tuple[Callable[[Place], Hashable], ...] = (
    lambda place: (place.symbol, place.directory),
    lambda place: place.symbol,
    lambda place: place.path,
    lambda place: place.directory,
    lambda _place: None,
)
"""Keys of a place from near to far; a chunk moves to the nearest free place of its digest."""


def _remoteness(old: Place, new: Place) -> tuple[bool, bool, Place]:
    return (old.path != new.path, old.directory != new.directory, new)


def _distance(old: Place, new: Place) -> tuple[bool, Place]:
    return (old.directory != new.directory, new)
