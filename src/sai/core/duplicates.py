"""From chunks to links: equal digests, neighbours, verification. The verdict on a pair is here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sai.core.chunk_table import ChunkTable, Pair
from sai.core.limits import PathLimits, TableLimits
from sai.core.preselection import Preselection
from sai.core.report import LinkKind
from sai.core.structure import TokenSequence, compare, limit_of, sequence
from sai.core.vectors import cosine, neighbours

EXACT_TOKEN_SHARE = 0.5
"""Equal copies need only this share of `min-tokens`: they cannot be lookalikes."""

SMALL_INFORMATION = 8.0
"""Equal copies below `min-lines` must tell this much: getters and field runs repeat by nature."""

MAX_ALIGNED_TOKENS = 20_000
"""Larger functions are linked to equal ones only: an alignment takes memory of length squared."""


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """A verified pair of chunks, a < b. `score` is a cosine, the other numbers are structure."""

    a: int
    b: int
    kind: LinkKind
    score: float
    structure: float
    limit: float

    @property
    def pair(self) -> Pair:
        """The two rows."""
        return (self.a, self.b)


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """How a pair stands to the limit that holds for it; `linked` is the decision.

    `information` is what the aligned part tells; the limit follows from it.
    """

    kind: LinkKind
    score: float
    structure: float
    limit: float
    information: float
    linked: bool


Group = tuple[str, int]  # renamed digest, kind of limits


class LinkFinder:
    """Finds the links of a table. Equal chunks are judged once, as a group.

    A group holds the chunks whose renamed digests agree and for which the same limits hold.
    Their tokens differ in local names only, so one member stands for all when its structure is
    compared.
    """

    def __init__(self, table: ChunkTable, limits: PathLimits) -> None:
        self.table = table
        self.limits = TableLimits(table.paths, limits)
        tokens = np.array([len(codes) for codes in table.codes], dtype=np.int64)
        min_tokens = self.limits.column("min_tokens")
        comparable = ~(table.is_stub | table.no_duplicate)
        self.above_exact_floor = (
            comparable
            & (table.code_lines >= self.limits.column("min_exact_lines"))
            & (tokens >= min_tokens * EXACT_TOKEN_SHARE)
        )
        self.above_floor = (
            self.above_exact_floor
            & (table.code_lines >= self.limits.column("min_lines"))
            & (tokens >= min_tokens)
            & (tokens <= MAX_ALIGNED_TOKENS)
        )
        self._preselection = Preselection(table.codes)
        self._sequences: dict[str, TokenSequence] = {}
        self._groups: dict[Group, list[int]] = defaultdict(list)
        self._equal: dict[str, list[int]] = defaultdict(list)
        for index in np.nonzero(self.above_exact_floor)[0].tolist():
            self._groups[self._group(index)].append(index)
            self._equal[table.renamed[index]].append(index)

    def _group(self, index: int) -> Group:
        return self.table.renamed[index], self.limits.kinds[index]

    def links(self, seeds: Iterable[int] | None = None) -> list[Link]:
        """All links, sorted; with `seeds`, those that touch a seed or what a seed leads to.

        Seeds are expanded until closed: the links of every chunk that is reached are found too,
        so the clusters that hold a seed are whole.
        """
        if seeds is None:
            return sorted(self._links_of(list(self._groups)))
        found: set[Link] = set()
        done: set[Group] = set()
        todo = {self._group(i) for i in seeds if self.above_exact_floor[i]}
        while todo:
            done |= todo
            fresh = self._links_of(sorted(todo))
            found.update(fresh)
            todo = {self._group(i) for link in fresh for i in link.pair} - done
        return sorted(found)

    def _links_of(self, groups: Sequence[Group]) -> list[Link]:
        return [*self._equal_links(groups), *self._edited_links(groups)]

    def _equal_links(self, groups: Sequence[Group]) -> list[Link]:
        table, found = self.table, []
        for renamed in dict.fromkeys(renamed for renamed, _ in groups):
            members = self._equal[renamed]
            if len(members) > 1:  # most groups hold one, whose information nobody asks for
                members = [i for i in members if self._is_worth_an_equal(i)]
            if len(members) < 2:
                continue
            information = self._sequence(members[0]).information
            vectors = table.vectors[members]
            alike = bool((vectors == vectors[0]).all())  # for embedders that see no local names
            score_of_all = cosine(vectors[0], vectors[0])
            for position, a in enumerate(members):
                for b in members[position + 1 :]:
                    if table.overlap(a, b):
                        continue
                    exact = table.digests[a] == table.digests[b]
                    kind = LinkKind.EXACT if exact else LinkKind.RENAMED
                    score = score_of_all if alike else cosine(table.vectors[a], table.vectors[b])
                    limit = limit_of(information, self.limits.of_pair(a, b).min_structure)
                    found.append(Link(a, b, kind, score, 1.0, limit))
        return found

    def _edited_links(self, groups: Sequence[Group]) -> list[Link]:
        """Links between different groups, each pair of groups verified once."""
        first = {r: m for r, members in self._groups.items() if (m := self._standing(members))}
        names = list(first)
        rows = np.array([first[name][0] for name in names], dtype=np.int64)
        wanted = set(groups)
        is_wanted = np.array([name in wanted for name in names], dtype=np.bool_)
        found = []
        for near in neighbours(
            self.table.vectors[rows], np.nonzero(is_wanted)[0], self.limits.min_score
        ):
            once = (near.query < near.row) | ~is_wanted[near.row]  # else met from the other side
            query, row, score = near.query[once], near.row[once], near.score[once]
            may = self._preselection.may_link(rows[query], rows[row], self.limits.min_structure)
            pairs = zip(query[may].tolist(), row[may].tolist(), score[may].tolist(), strict=True)
            for one, other, cosine_of_pair in pairs:
                found += self._verified(first, names[one], names[other], cosine_of_pair)
        return found

    def _verified(
        self, members: Mapping[Group, Sequence[int]], one: Group, other: Group, score: float
    ) -> list[Link]:
        """The links between the `members` of two groups whose first members score this."""
        if one[0] == other[0]:
            return []  # equal, under other limits
        left, right = members[one], members[other]
        apart = [(a, b) for a in left for b in right if not self.table.overlap(a, b)]
        if not apart:
            return []  # a function and one inside it
        pair = self._pair(left[0], right[0], score)
        return [_link(a, b, pair) for a, b in apart] if pair.linked else []

    def _standing(self, members: Sequence[int]) -> list[int]:
        return [i for i in members if self.above_floor[i]]

    def large_enough(self, a: int, b: int, kind: LinkKind) -> bool:
        """Whether two chunks reach the floors of a link of this kind."""
        if kind is LinkKind.EDITED:
            return bool(self.above_floor[a] and self.above_floor[b])
        return self._is_worth_an_equal(a) and self._is_worth_an_equal(b)

    def joins(self, a: int, b: int, verdict: PairVerdict) -> bool:
        """Whether two chunks with this verdict are a link: floors, markers and overlap heeded."""
        apart = not self.table.overlap(a, b)
        return verdict.linked and apart and self.large_enough(a, b, verdict.kind)

    def _is_worth_an_equal(self, index: int) -> bool:
        return bool(self.above_exact_floor[index]) and (
            bool(self.table.code_lines[index] >= self.limits.of(index).min_lines)
            or self.information(index) >= SMALL_INFORMATION
        )

    def information(self, index: int) -> float:
        """How much the tokens of a chunk tell."""
        return self._sequence(index).information

    def verdict(self, a: int, b: int) -> PairVerdict:
        """The verdict on any two chunks of the table, floors, markers and overlap left aside.

        Chunks that are too long to be aligned are not alike unless they are equal.
        """
        table = self.table
        score = cosine(table.vectors[a], table.vectors[b])
        if table.renamed[a] == table.renamed[b]:
            exact = table.digests[a] == table.digests[b]
            kind = LinkKind.EXACT if exact else LinkKind.RENAMED
            told, least = self.information(a), self.limits.of_pair(a, b).min_structure
            return PairVerdict(kind, score, 1.0, limit_of(told, least), told, linked=True)
        if max(len(table.codes[a]), len(table.codes[b])) > MAX_ALIGNED_TOKENS:
            return PairVerdict(LinkKind.EDITED, score, 0.0, 1.0, 0.0, linked=False)
        one, other = self._representative(a), self._representative(b)
        return self._pair(one, other, cosine(table.vectors[one], table.vectors[other]))

    def _representative(self, index: int) -> int:
        """The chunk of the same group that stands for this one in links of edited copies."""
        if not self.above_floor[index]:
            return index
        return self._standing(self._groups[self._group(index)])[0]

    def _pair(self, a: int, b: int, score: float = 1.0) -> PairVerdict:
        """Verify on tokens. Monotone in cosine, structure and information; each has a minimum."""
        table, limits = self.table, self.limits.of_pair(a, b)
        if table.renamed[b] < table.renamed[a]:
            a, b = b, a  # alignment ties must not depend on the order of files
        left, right = self._sequence(a), self._sequence(b)
        found = compare(left, right)
        similarity, told = found.similarity, found.information
        limit = limit_of(told, limits.min_structure)
        linked = score >= limits.min_score and similarity >= limit
        return PairVerdict(LinkKind.EDITED, score, similarity, limit, told, linked)

    def _sequence(self, index: int) -> TokenSequence:
        key = self.table.renamed[index]
        known = self._sequences.get(key)
        if known is None:
            known = self._sequences[key] = sequence(self.table.codes[index])
        return known


def _link(a: int, b: int, pair: PairVerdict) -> Link:
    return Link(min(a, b), max(a, b), pair.kind, pair.score, pair.structure, pair.limit)


def floor_counts(finder: LinkFinder) -> tuple[int, int, int]:
    """How many chunks were not compared: below the floor of equal copies, stubs, suppressed."""
    table = finder.table
    stubs, suppressed = table.is_stub, table.no_duplicate & ~table.is_stub
    below = ~finder.above_exact_floor & ~stubs & ~suppressed
    return int(below.sum()), int(stubs.sum()), int(suppressed.sum())
