"""Small worlds for tests of the baseline: chunks as codes, linked when their bases agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from blake3 import blake3

from sai.core.baseline import Baseline, Comparison, Link, Member, compare
from sai.core.baseline_edits import accept
from sai.core.matching import Identity, IdentityIndex, Place

EMPTY = Baseline((), 1)


def place(text: str) -> Place:
    path, _, symbol = text.partition("::")
    return Place(path, symbol)


def digest(text: str) -> str:
    return blake3(text.encode()).hexdigest()[:32]


def identity(where: str, code: str) -> Identity:
    """`code` is `base+edit~locals`: an edit gives other digests, locals only another exact one."""
    return Identity(place(where), digest(code), digest("renamed " + code.partition("~")[0]))


def member(where: str, code: str) -> Member:
    found = identity(where, code)
    return Member(*found.place, found.digest, found.renamed)


class World:
    """Chunks of one moment by place. Codes of one base are linked; "-" as base links nothing."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        self.places = list(codes)
        self.codes = list(codes.values())
        self.index = IdentityIndex([identity(p, c) for p, c in codes.items()])

    @property
    def links(self) -> list[Link]:
        return [
            (i, j)
            for i, j in combinations(range(len(self.codes)), 2)
            if self._base(i) == self._base(j) != "-"
        ]

    @property
    def clusters(self) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for i in range(len(self.codes)):
            if self._base(i) != "-":
                groups.setdefault(self._base(i), []).append(i)
        return [group for group in groups.values() if len(group) > 1]

    def compared(self, baseline: Baseline, digest_version: int = 1) -> Comparison:
        return compare(baseline, self.index, self.links, digest_version)

    def accepted(self, baseline: Baseline = EMPTY, reason: str = "") -> Baseline:
        return accept(self.compared(baseline), self.clusters, reason)[0]

    def named(self, chunks: Iterable[int]) -> list[str]:
        return [self.places[i] for i in chunks]

    def findings(self, baseline: Baseline, digest_version: int = 1) -> list[tuple[str, list[str]]]:
        """State and added places of each cluster."""
        comparison = self.compared(baseline, digest_version)
        found = []
        for cluster in self.clusters:
            inside = [(i, j) for i, j in self.links if i in cluster and j in cluster]
            state, _, added = comparison.state_of(cluster, inside)
            found.append((state.value, self.named(added)))
        return found

    def family_states(self, baseline: Baseline) -> list[str]:
        return sorted(s.state.value for s in self.compared(baseline).standings)

    def _base(self, i: int) -> str:
        return self.codes[i].replace("~", "+").partition("+")[0]
