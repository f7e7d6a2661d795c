"""Edits of a baseline: accept, refresh and prune make another one and say what they changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from blake3 import blake3

from sai.core.baseline import Baseline, Comparison, Family, Member
from sai.core.matching import Place


class ChangeVerb(str, Enum):
    """What an edit did to an entry of the baseline."""

    ADDED = "added"
    RENEWED = "renewed"  # same place, new digest
    MOVED = "moved"
    REMOVED = "removed"
    REASON = "reason set"


class Change(NamedTuple):
    """One edit of the baseline: what was done to the entry at a place; `before` a move, if any."""

    verb: ChangeVerb
    place: Place
    before: Place | None = None


Edited = tuple[Baseline, tuple[Change, ...]]
"""An edited baseline, and what was changed, sorted by place. No changes: an equal baseline."""


def accept(comparison: Comparison, clusters: Iterable[Sequence[int]], reason: str = "") -> Edited:
    """Add clusters of today, so that each link inside them is accepted.

    A cluster that belongs to exactly one family joins it; any other becomes a family. Families
    that share chunks with it are renewed, all of them if their digests are outdated. A cluster
    with nothing to accept only takes the reason, if one is given and no family of its has it.
    Accepting twice changes nothing more.
    """
    joining: dict[int, set[int]] = {}
    fresh: set[frozenset[int]] = set()
    touched = set(range(len(comparison.standings))) if comparison.outdated else set()
    for cluster in clusters:
        homes = comparison.homes(cluster)
        if homes and comparison.covers(cluster):
            if all(comparison.baseline.families[home].reason != reason for home in homes):
                joining.setdefault(homes[0], set())
            continue
        touched.update(family for i in cluster for family in comparison.families_of.get(i, ()))
        if len(homes) == 1:
            joining.setdefault(homes[0], set()).update(cluster)
        else:
            fresh.add(frozenset(cluster))
    changes: list[Change] = []
    families = list(comparison.baseline.families)
    for number in sorted(touched):
        families[number] = _renewed(comparison, number, changes)
    for number, chunks in joining.items():
        additions = _today(comparison, chunks - set(comparison.standings[number].found))
        families[number] = _joined(families[number], additions, reason, changes)
    families += _founded(
        [_today(comparison, chunks) for chunks in fresh], {f.key for f in families}, reason
    )
    for family in families[len(comparison.standings) :]:
        changes += (Change(ChangeVerb.ADDED, member.place) for member in family.members)
    return _edited(families, comparison.digest_version, changes)


def refresh(comparison: Comparison) -> Edited:
    """Renew place and digests of the members that were found; adds and removes none.

    Members that were not found stay as they are, except where a found one took their place.
    """
    changes: list[Change] = []
    families = [_renewed(comparison, n, changes) for n in range(len(comparison.standings))]
    return _edited(families, comparison.digest_version, changes)


class StaleMember(NamedTuple):
    """A member that accepts nothing any more: `gone`, or still there but linked to no other."""

    family: int
    member: Member
    gone: bool


def stale(comparison: Comparison, scanned: Callable[[str], bool]) -> tuple[StaleMember, ...]:
    """The members that no longer link, judged by scanned paths only; by family, then digest.

    A member that is still there counts only if the whole family was scanned. Of a family whose
    last links went, nothing is stale while a part of it was not scanned.
    """
    found: list[StaleMember] = []
    for number, standing in enumerate(comparison.standings):
        members = comparison.baseline.families[number].members
        whole = all(scanned(member.path) for member in members)
        if not whole and not standing.live:
            continue
        found += (
            StaleMember(number, member, m not in standing.matches)
            for m, member in enumerate(members)
            if m not in standing.live
            and (whole or (m not in standing.matches and scanned(member.path)))
        )
    return tuple(found)


def prune(comparison: Comparison, scanned: Callable[[str], bool]) -> Edited:
    """Remove the stale members, and the families that are left with none.

    The members that stay beside a removed one are renewed, so that none takes its chunk for its
    own; if the digests are outdated, all are.
    """
    gone = stale(comparison, scanned)
    changes = [Change(ChangeVerb.REMOVED, entry.member.place) for entry in gone]
    dropped: dict[int, set[Member]] = {}
    if comparison.outdated:
        dropped = {number: set() for number in range(len(comparison.standings))}
    for entry in gone:
        dropped.setdefault(entry.family, set()).add(entry.member)
    families = []
    for number, family in enumerate(comparison.baseline.families):
        if number not in dropped:
            families.append(family)
        elif dropped[number] < set(family.members):
            families.append(_renewed(comparison, number, changes, dropped[number]))
    return _edited(families, comparison.digest_version, changes)


def _edited(families: Sequence[Family], digest_version: int, changes: Iterable[Change]) -> Edited:
    ordered = sorted(changes, key=lambda c: (c.place, c.verb.value, c.before or c.place))
    return Baseline(tuple(families), digest_version), tuple(ordered)


def _joined(
    family: Family, additions: Sequence[Member], reason: str, changes: list[Change]
) -> Family:
    changes += (Change(ChangeVerb.ADDED, member.place) for member in additions)
    if reason not in ("", family.reason):
        changes.append(Change(ChangeVerb.REASON, family.members[0].place))
        family = replace(family, reason=reason)
    return replace(family, members=_overlaid(family.members, additions))


def _founded(clusters: Sequence[list[Member]], keys: set[str], reason: str) -> list[Family]:
    """New families in an order of their own, with keys that no other has."""
    families: list[Family] = []
    taken = set(keys)
    for members in sorted(clusters, key=lambda cluster: [m.order for m in cluster]):
        key = _new_key(members, taken)
        taken.add(key)
        families.append(Family(key, tuple(members), reason))
    return families


def _renewed(
    comparison: Comparison,
    number: int,
    changes: list[Change],
    without: Collection[Member] = (),
) -> Family:
    """The family as its members stand today; `without` some."""
    family = comparison.baseline.families[number]
    matches = comparison.standings[number].matches
    found, lost = [], []
    for m, before in enumerate(family.members):
        if before in without:
            continue
        if m not in matches:
            lost.append(before)
            continue
        (today,) = _today(comparison, [matches[m].new])
        if today.place != before.place:
            changes.append(Change(ChangeVerb.MOVED, today.place, before.place))
        elif today != before:
            changes.append(Change(ChangeVerb.RENEWED, today.place))
        found.append(today)
    return replace(family, members=_overlaid(lost, found))


def _overlaid(members: Iterable[Member], winners: Sequence[Member]) -> tuple[Member, ...]:
    """Both, but at one place only the winner."""
    places = {member.place for member in winners}
    return (*winners, *(member for member in members if member.place not in places))


def _today(comparison: Comparison, chunks: Iterable[int]) -> list[Member]:
    identities = (comparison.index.identities[i] for i in chunks)
    members = [
        Member(*identity.place, identity.digest, identity.renamed) for identity in identities
    ]
    return sorted(members, key=lambda m: m.order)


def _new_key(members: Iterable[Member], taken: set[str]) -> str:
    """A key that depends on the members only, so that two branches give one cluster one key."""
    text = "\0".join("\0".join(member.order) for member in members)
    key = ""
    while not key or key in taken:
        key = blake3(f"sai:family\0{key}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return key
