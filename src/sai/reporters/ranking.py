"""The order in which listings show clusters."""

from __future__ import annotations

from sai.core.report import CheckReport, Cluster


def most_saved_first(clusters: tuple[Cluster, ...]) -> tuple[Cluster, ...]:
    """Clusters that still exist: most lines saved first, then largest, then by first member."""
    existing = [cluster for cluster in clusters if len(cluster.members) > 1]
    return tuple(
        sorted(existing, key=lambda c: (-c.saved_lines, -len(c.members), c.members[0].span, c.id))
    )


def in_tests_only(report: CheckReport) -> tuple[Cluster, ...]:
    """Clusters that would be findings if they were not wholly inside tests."""
    return tuple(c for c in report.clusters if c.in_tests and c.state.fails)
