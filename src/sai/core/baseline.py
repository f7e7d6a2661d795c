"""Accepted clusters: the families of a baseline, and what became of them today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from blake3 import blake3

from sai.core.matching import (
    Identity,
    IdentityIndex,
    Match,
    Matching,
    MatchKind,
    Place,
)
from sai.core.report import State

Link = tuple[int, int]
"""Two linked chunks of today, as indexes into the `IdentityIndex`."""

Neighbours = Mapping[int, Set[int]]
"""The chunks that a chunk is linked with; no entry: none."""

_DIGEST = re.compile(r"[0-9a-f]{8,64}")


def is_digest(text: str) -> bool:
    """Whether this is a digest or a key: 8 to 64 lower-case hexadecimal digits."""
    return _DIGEST.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Member:
    """A chunk of an accepted family, as it was when it was accepted or last refreshed."""

    path: str
    symbol: str
    digest: str
    renamed: str

    def __post_init__(self) -> None:
        if not self.path:
            raise ValueError("a member needs a path")
        for digest in (self.digest, self.renamed):
            if not is_digest(digest):
                raise ValueError(f"not a digest of 8 to 64 hexadecimal digits: {digest!r}")

    @property
    def place(self) -> Place:
        """Where it stood."""
        return Place(self.path, self.symbol)

    @property
    def order(self) -> tuple[str, str, str, str]:
        """Sort key: by digest, then place."""
        return (self.digest, self.path, self.symbol, self.renamed)


@dataclass(frozen=True, slots=True)
class Family:
    """Chunks whose links to each other are accepted, and why.

    `key` names the family for good, whatever becomes of its members. Members are kept sorted,
    one for each place: of several (left by a merge) the smallest digest. A family of one member
    accepts nothing; it is stale.
    """

    key: str
    members: tuple[Member, ...]
    reason: str = ""

    def __post_init__(self) -> None:
        if not is_digest(self.key):
            raise ValueError(f"not a family key of 8 to 64 hexadecimal digits: {self.key!r}")
        if not self.members:
            raise ValueError("a family needs members")
        by_place: dict[Place, Member] = {}
        for member in sorted(self.members, key=lambda m: m.order):
            by_place.setdefault(member.place, member)
        object.__setattr__(self, "members", tuple(by_place.values()))


@dataclass(frozen=True, slots=True)
class Baseline:
    """All accepted families, kept sorted by key, and the version of their members' digests."""

    families: tuple[Family, ...]
    digest_version: int

    def __post_init__(self) -> None:
        if len({family.key for family in self.families}) < len(self.families):
            raise ValueError("two families with one key")
        object.__setattr__(self, "families", tuple(sorted(self.families, key=lambda f: f.key)))


@dataclass(frozen=True, slots=True)
class FamilyStanding:
    """What became of a family.

    `matches` maps member index → match, `found` today's chunk → the same match. `live` holds the
    members that still link to another member. `state` is RESOLVED when none does, SHRUNK when
    some do not, else the worst of its members: EDITED, MOVED or KNOWN.
    """

    matches: Mapping[int, Match]
    found: Mapping[int, Match]
    live: frozenset[int]
    state: State


class ClusterStanding(NamedTuple):
    """How a cluster stands to the baseline.

    `family` is the index of the family it belongs to. `added` are the chunks that made it grow;
    empty for a new cluster, of which only the caller knows what the change added.
    """

    state: State
    family: int | None
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A baseline held against today's chunks and links; made by `compare`."""

    baseline: Baseline
    index: IdentityIndex
    digest_version: int
    neighbours: Neighbours
    standings: tuple[FamilyStanding, ...]  # one for each family
    families_of: Mapping[int, tuple[int, ...]]  # today's chunk → families that it is matched in

    @property
    def outdated(self) -> bool:
        """Whether digests of another version forced matching by place only."""
        return self.baseline.digest_version != self.digest_version

    def accepted(self, i: int, j: int) -> bool:
        """Whether both chunks are members of one accepted family."""
        others = self.families_of.get(j, ())
        return any(family in others for family in self.families_of.get(i, ()))

    def homes(self, cluster: Iterable[int]) -> tuple[int, ...]:
        """The families that a cluster belongs to, by one digest or two places; best match first."""
        digests: dict[int, int] = {}
        members: dict[int, int] = {}
        for i in cluster:
            for family in self.families_of.get(i, ()):
                by_digest = self.standings[family].found[i].by_digest
                digests[family] = digests.get(family, 0) + by_digest
                members[family] = members.get(family, 0) + 1
        belongs = [f for f in members if digests[f] >= 1 or members[f] >= 2]
        return tuple(sorted(belongs, key=lambda f: (-members[f], -digests[f], f)))

    def state_of(self, cluster: Sequence[int], links: Iterable[Link]) -> ClusterStanding:
        """State of a cluster. `links`: those inside it that nothing but the baseline can accept.

        Leave out links that existed before the change; a cluster of which no link is left to
        accept is known, with or without a family.
        """
        unaccepted = [link for link in links if not self.accepted(*link)]
        family = next(iter(self.homes(cluster)), None)
        if family is None:
            return ClusterStanding(State.NEW if unaccepted else State.KNOWN, None, ())
        found = self.standings[family].found
        if unaccepted:
            added = {end for link in unaccepted for end in link if end not in found}
            return ClusterStanding(State.GROWN, family, tuple(sorted(added)))
        kinds = (found[i].kind for i in cluster if i in found)
        return ClusterStanding(_worst(kinds), family, ())

    def covers(self, cluster: Iterable[int]) -> bool:
        """Whether every link inside the cluster is accepted."""
        inside = set(cluster)
        return all(
            self.accepted(i, j)
            for i in inside
            for j in self.neighbours.get(i, frozenset()) & inside
        )


def compare(
    baseline: Baseline, index: IdentityIndex, links: Iterable[Link], digest_version: int
) -> Comparison:
    """Find the baseline's members among today's chunks, each family on its own.

    `digest_version` is that of the chunks' digests. Members with digests of another version are
    matched by place only. Linear in links and members, whatever the number of chunks.
    """
    neighbours: dict[int, set[int]] = {}
    for i, j in links:
        neighbours.setdefault(i, set()).add(j)
        neighbours.setdefault(j, set()).add(i)
    outdated = baseline.digest_version != digest_version
    families = [_identities(family, outdated) for family in baseline.families]
    standings = tuple(_standing(members, index, neighbours) for members in families)
    families_of: dict[int, tuple[int, ...]] = {}
    for number, standing in enumerate(standings):
        for i in standing.found:
            families_of[i] = (*families_of.get(i, ()), number)
    return Comparison(baseline, index, digest_version, neighbours, standings, families_of)


def _identities(family: Family, outdated: bool) -> list[Identity]:
    if outdated:
        return [Identity(m.place, "", "") for m in family.members]
    return [Identity(m.place, m.digest, m.renamed) for m in family.members]


def _standing(
    members: Sequence[Identity],
    index: IdentityIndex,
    neighbours: Neighbours,
) -> FamilyStanding:
    matches = _family_matches(members, index, neighbours)
    found = {match.new: match for match in matches.values()}
    live = frozenset(
        m for m, match in matches.items() if not _links(match.new, neighbours).isdisjoint(found)
    )
    if not live:
        state = State.RESOLVED
    elif len(live) < len(members):
        state = State.SHRUNK
    else:
        state = _worst(match.kind for match in matches.values())
    return FamilyStanding(matches, found, live, state)


def _family_matches(
    members: Sequence[Identity], index: IdentityIndex, neighbours: Neighbours
) -> dict[int, Match]:
    """Match a family in the order of `match_identities`; related is what links to a match.

    Then, chunks that were edited where they stood are matched when they link to each other. At
    last, members whose place is empty are succeeded by chunks that link to a match, one for one:
    a family that has no more copies than before has not grown.
    """
    matching = Matching(members, index)
    matching.same_place()
    if len(matching.matches) == len(members):
        return matching.result()

    def related(_old: int, new: int) -> bool:
        return not _links(new, neighbours).isdisjoint(matching.taken)

    def edits(*, moved_too: bool) -> None:
        before = -1
        while before < len(matching.matches):  # a match may relate others
            before = len(matching.matches)
            matching.edited_in_place(related, moved_too=moved_too)
            if moved_too:
                matching.edited_elsewhere(related)

    matching.elsewhere(vacated_only=True)
    edits(moved_too=False)
    matching.elsewhere(vacated_only=False)
    edits(moved_too=True)
    edited = {new for _, new in matching.in_place()}
    matching.edited_in_place(
        lambda _, new: not _links(new, neighbours).isdisjoint(edited), moved_too=True
    )
    before = -1
    while before < len(matching.matches):
        edits(moved_too=True)
        before = len(matching.matches)
        near = {n for taken in tuple(matching.taken) for n in _links(taken, neighbours)}
        matching.succeeded(near)
    return matching.result()


def _links(i: int, neighbours: Neighbours) -> Set[int]:
    return neighbours.get(i, frozenset())


def _worst(kinds: Iterable[MatchKind]) -> State:
    seen = set(kinds)
    if MatchKind.EDITED in seen:
        return State.EDITED
    return State.MOVED if MatchKind.MOVED in seen else State.KNOWN


def cluster_id(identities: Iterable[Identity]) -> str:
    """Short name of a cluster: 8 hexadecimal digits, by which `sai baseline accept` takes it.

    BLAKE3 of the members' renamed digests, sorted, equal ones repeated. So it stays through
    moves, line shifts, reformatting and renamed locals, and changes with every edit and with a
    further copy: what was looked at is what gets accepted. Two clusters of one run share an id
    only if they hold the same code, or with a chance of one in 4 billion a pair.
    """
    text = "\0".join(sorted(identity.renamed for identity in identities))
    return blake3(f"sai:cluster\0{text}".encode()).hexdigest()[:8]
