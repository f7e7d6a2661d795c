"""The order in which listings show clusters, and what all of them together would save."""

from __future__ import annotations

from collections.abc import Iterable

from sai.core.clustering import connected_groups
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


def lines_saved(clusters: Iterable[Cluster]) -> int:
    """Lines that one function for each family of copies would save.

    Clusters may share members; those that do are one family, so no line is counted twice.
    """
    numbers: dict[object, int] = {}
    lines: list[int] = []
    edges = []
    for cluster in clusters:
        for member in cluster.members:
            if member.span not in numbers:
                numbers[member.span] = len(lines)
                lines.append(member.code_lines)
        first = numbers[cluster.members[0].span]
        edges += [(first, numbers[member.span]) for member in cluster.members[1:]]
    groups = connected_groups(edges)
    return sum(sum(lines[i] for i in group) - max(lines[i] for i in group) for group in groups)
