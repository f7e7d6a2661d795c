"""The report for programs: versioned JSON, described by `report.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Union

from sai.core.report import CheckReport, Cluster, ReportLink, ReportMember, Skeleton
from sai.reporters.ranking import most_saved_first
from sai.reporters.wording import visible

VERSION = 1

Json = Union[None, bool, int, float, str, "list[Json]", "dict[str, Json]"]


@dataclass(frozen=True, slots=True)
class ExploreQuery:
    """What `sai duplicates` was asked; repeated in its JSON. `seeded`: only some files asked."""

    min_cluster_size: int
    top_k: int
    max_clusters: int
    seeded: bool = False


def render(report: CheckReport) -> str:
    """The whole report as indented JSON: keys in a fixed order, floats with four digits, LF.

    Only `timings` differs between two runs on the same input. Bytes that are not UTF-8 in a
    file name are written `\\xNN`, so the text is valid UTF-8 and valid JSON for every reader.
    """
    return dumped(document(report))


def document(report: CheckReport) -> dict[str, Json]:
    """The whole report as values of JSON."""
    verdict: dict[str, Json] = {
        "version": VERSION,
        "verdict": "pass" if report.passed else "fail",
    }
    return verdict | _body(report, report.clusters)


def render_explore(report: CheckReport, query: ExploreQuery) -> str:
    """The listing of `sai duplicates`: no verdict, at most `max_clusters`, most lines saved first.

    `count` is the number of clusters before the cut.
    """
    clusters = most_saved_first(report.clusters)
    head: dict[str, Json] = {
        "version": VERSION,
        "min_score": rounded(report.limits.min_score),
        "min_cluster_size": query.min_cluster_size,
        "top_k": query.top_k,
        "seeded": query.seeded,
        "count": len(clusters),
    }
    body = _body(report, clusters[: query.max_clusters])
    if report.semantic is not None:
        body["semantic_count"] = len(report.semantic)
        body["semantic"] = [
            {"a": place_of(pair.a), "b": place_of(pair.b), "score": rounded(pair.score)}
            for pair in report.semantic[: query.max_clusters]
        ]
    return dumped(head | body)


def _body(report: CheckReport, clusters: tuple[Cluster, ...]) -> dict[str, Json]:
    return {
        "root": json_text(report.root),
        "scope": json_text(report.scope),
        "partial": report.partial,
        "has_baseline": report.has_baseline,
        "baseline_path": json_text(report.baseline_path),
        "counts": {
            **asdict(report.counts),
            "findings": len(report.findings),
            "clusters": len(report.clusters),
        },
        "limits": _limits(report),
        "clusters": [_cluster(cluster) for cluster in clusters],
        "links": _links((*report.clusters, *report.implied)),
        "problems": [
            {"path": json_text(p.path), "reason": json_text(p.reason), "skipped": p.skipped}
            for p in report.problems
        ],
        "excluded": [
            {"reason": json_text(reason), "files": files} for reason, files in report.excluded
        ],
        "notices": [json_text(notice) for notice in report.notices],
        **_suppressed(report),
        "timings": {"seconds": rounded(report.seconds)},
    }


def _suppressed(report: CheckReport) -> dict[str, Json]:
    """What markers silenced; no key where nobody asked."""
    if report.suppressed is None:
        return {}
    return {
        "suppressed": [
            {
                **place_of(each.member),
                "marker": each.marker,
                "reason": json_text(each.reason),
                "copies": [place_of(copy) for copy in each.copies],
            }
            for each in report.suppressed
        ]
    }


def _limits(report: CheckReport) -> Json:
    limits = report.limits
    return {
        "embedder": json_text(limits.embedder),
        "min_score": rounded(limits.min_score),
        "min_structure": rounded(limits.min_structure),
        "min_lines": limits.min_lines,
        "min_tokens": limits.min_tokens,
        "min_exact_lines": limits.min_exact_lines,
    }


def _cluster(cluster: Cluster) -> Json:
    return {
        "id": json_text(cluster.id),
        "state": cluster.state.value,
        "size": len(cluster.members),
        "in_tests": cluster.in_tests,
        "reason": json_text(cluster.reason),
        "saved_lines": cluster.saved_lines,
        "min_sim": rounded(cluster.min_sim),
        "max_sim": rounded(cluster.max_sim),
        "weakest": list(cluster.weakest),
        "strongest": list(cluster.strongest),
        "members": [
            {**place_of(member), "code_lines": member.code_lines, "added": member.added}
            for member in cluster.members
        ],
        "links": [{"a": link.a, "b": link.b, **_measures(link)} for link in cluster.links],
        "skeleton": skeleton_of(cluster.skeleton),
    }


def skeleton_of(skeleton: Skeleton | None) -> Json:
    """The shared code and its holes; null where none was made."""
    if skeleton is None:
        return None
    return {
        "members": list(skeleton.members),
        "lines": [json_text(text) for text in skeleton.lines],
        "holes": [
            {"number": hole.number, "fills": [json_text(fill) for fill in hole.fills]}
            for hole in skeleton.holes
        ],
    }


def _links(clusters: Iterable[Cluster]) -> Json:
    """All links, each once although clusters may share it, by their places."""
    found = {
        (cluster.members[link.a].span, cluster.members[link.b].span): {
            "a": place_of(cluster.members[link.a]),
            "b": place_of(cluster.members[link.b]),
            **_measures(link),
        }
        for cluster in clusters
        for link in cluster.links
    }
    return [found[spans] for spans in sorted(found)]


def place_of(member: ReportMember) -> dict[str, Json]:
    """Where a chunk stands, and its symbol."""
    return {
        "path": json_text(member.span.path),
        "start_line": member.span.start_line,
        "end_line": member.span.end_line,
        "symbol": json_text(member.symbol),
    }


def _measures(link: ReportLink) -> dict[str, Json]:
    return {
        "kind": link.kind.value,
        "score": rounded(link.score),
        "structure": rounded(link.structure),
        "limit": rounded(link.limit),
        "accepted": link.accepted,
    }


def rounded(number: float) -> float:
    """Four digits."""
    """A number with at most four digits."""
    return round(float(number), 4)


def json_text(text: str) -> str:
    """A text as it is; bytes that are not UTF-8 written `\\xNN`."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(c if not "\ud800" <= c <= "\udfff" else visible(c) for c in text)
    return text


def dumped(values: dict[str, Json]) -> str:
    """A document as it is written: indented, with LF, not in ASCII alone."""
    return json.dumps(values, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
