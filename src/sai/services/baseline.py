"""Accept, refresh, prune and look at the baseline, from a judgement of the whole project."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain

from sai.core.baseline import Baseline, cluster_id
from sai.core.baseline_edits import Change, StaleMember, accept, prune, refresh, stale
from sai.core.nesting import Nesting
from sai.errors import UsageError
from sai.services.judgement import JudgedCluster, Judgement


@dataclass(frozen=True, slots=True)
class BaselineEdit:
    """The baseline after an edit, and what the edit changed."""

    baseline: Baseline
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class BaselineStatus:
    """How many accepted families still link, which members do not, what is not accepted yet."""

    families: int
    members: int
    stale: tuple[StaleMember, ...]
    findings: int
    outdated: bool


def accept_findings(judgement: Judgement, ids: Collection[str], reason: str) -> BaselineEdit:
    """Accept all findings, or those with the given ids; a `UsageError` names unknown ids."""
    require_known(ids, [judgement])
    by_id = _by_id(judgement)
    wanted = (
        [cluster for name in sorted(set(ids)) for cluster in by_id[name]]
        if ids
        else [cluster for cluster in judgement.clusters if cluster.fails]
    )
    wanted += _implied_by(judgement, wanted)
    return BaselineEdit(*accept(judgement.comparison, [c.members for c in wanted], reason))


def require_known(ids: Collection[str], judgements: Iterable[Judgement]) -> None:
    """Refuse ids that no cluster of any project has."""
    known = chain.from_iterable(map(_by_id, judgements))
    unknown = sorted(set(ids).difference(known))
    if unknown:
        raise UsageError(
            "no cluster has the id " + ", ".join(map(repr, unknown)),
            hint="ids change with the code; `sai check` prints those of today",
        )


def known_ids(judgement: Judgement, ids: Collection[str]) -> list[str]:
    """Those of the ids that a cluster of this project has."""
    return sorted(set(ids) & _by_id(judgement).keys())


def _by_id(judgement: Judgement) -> dict[str, list[JudgedCluster]]:
    found: dict[str, list[JudgedCluster]] = {}
    for cluster in judgement.clusters:
        identity = cluster_id(judgement.table.identity(m) for m in cluster.members)
        found.setdefault(identity, []).append(cluster)
    return found


def _implied_by(judgement: Judgement, wanted: Collection[JudgedCluster]) -> list[JudgedCluster]:
    """Copies of inner functions go with those of the outer ones, should these drift apart."""
    pairs = {link.pair for cluster in wanted for link in cluster.links}
    nesting = Nesting(judgement.table)
    return [
        cluster
        for cluster in judgement.clusters
        if cluster.implied
        and (own := {link.pair for link in cluster.links})
        and nesting.implied(own, pairs) == own
    ]


def refresh_members(judgement: Judgement) -> BaselineEdit:
    """Renew places and digests of what is accepted; nothing is added or removed."""
    return BaselineEdit(*refresh(judgement.comparison))


def prune_members(judgement: Judgement) -> BaselineEdit:
    """Remove what no longer links, as far as it was scanned."""
    return BaselineEdit(*prune(judgement.comparison, judgement.scanned()))


def status(judgement: Judgement) -> BaselineStatus:
    """Count what is accepted and what of it is stale."""
    baseline = judgement.comparison.baseline
    return BaselineStatus(
        families=len(baseline.families),
        members=sum(len(family.members) for family in baseline.families),
        stale=stale(judgement.comparison, judgement.scanned()),
        findings=sum(cluster.fails for cluster in judgement.clusters),
        outdated=judgement.comparison.outdated,
    )
