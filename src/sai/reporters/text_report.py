"""The report for people: one line for a pass, calm and complete for findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote

from sai.core.report import CheckReport, Cluster, SemanticMatch, State, Suppressed
from sai.core.source import Span
from sai.reporters.ranking import in_tests_only, lines_saved, most_saved_first
from sai.reporters.styled import BAD, FAINT, GOOD, STRONG, Line, Piece, line, paint
from sai.reporters.text_finding import again_lines, brief_lines, finding_lines
from sai.reporters.text_footer import (
    families_found,
    footer_lines,
    notice_lines,
    pass_line,
    project_name,
)
from sai.reporters.wording import alike, count, visible

SUMMARY_FINDINGS = 5
"""A full run that finds more than this and has no baseline that fits prints a summary instead."""

_ACCEPT, _PRUNE = "sai baseline accept", "sai baseline prune"
_SINCE = ("judge only what changes", "sai check --since REF")

SMALL_GROUP = 4
"""Groups up to this size are always listed whole, whatever they share with others."""


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How the text looks. `quiet` says nothing on a pass and gives only places on a failure."""

    color: bool = False
    width: int = 100
    quiet: bool = False
    max_findings: int = 20
    show_tests: bool = False


_DEFAULTS = TextOptions()


def render(report: CheckReport, options: TextOptions = _DEFAULTS) -> str:
    """The report as text that ends with a newline ("" for a quiet pass); one line for a pass.

    Lines of code and tables are cut to `options.width`; places (`path:line`) never are.
    """
    in_tests = in_tests_only(report) if options.show_tests else ()
    if report.passed and options.quiet:
        return ""
    if report.passed and not in_tests and report.suppressed is None:
        lines = [line(pass_line(report)), *notice_lines(report.notices)]
        return paint(lines, color=False)
    return paint(list(_lines(report, options, in_tests)), color=options.color)


def render_explore(
    report: CheckReport,
    max_clusters: int = 50,
    options: TextOptions = _DEFAULTS,
    semantic_caution: str = "",
) -> str:
    """All clusters in short form, most lines saved first, without a verdict.

    At most `max_clusters` are listed; the headline always counts all of them. `semantic_caution`
    goes with pairs that may do the same.
    """
    clusters = most_saved_first(report.clusters)
    if not clusters and not report.semantic:
        neither = "" if report.semantic is None else ", none with close vectors"
        return pass_line(report, f"no similar {report.unit}s{neither}") + "\n"
    lines = list(_explore_lines(report, clusters, max_clusters, options, semantic_caution))
    return paint(lines, color=options.color)


def _lines(
    report: CheckReport, options: TextOptions, in_tests: tuple[Cluster, ...]
) -> Iterator[Line]:
    if report.passed:
        yield line(Piece(pass_line(report), GOOD))
    elif options.quiet:
        yield line(Piece(_verdict(report), BAD))
        for cluster in report.findings:
            yield from brief_lines(cluster, _title(cluster))
        return
    elif _is_summary(report):
        yield from _summary_lines(report)
    else:
        yield from _finding_blocks(report, options)
    if in_tests:
        yield ()
        yield line(Piece(f"In tests, not failing: {count(len(in_tests), 'cluster')}", STRONG))
        for cluster in in_tests:
            yield from brief_lines(cluster, f"  {_title(cluster)}")
    if report.suppressed is not None:
        yield ()
        yield from _suppressed_lines(report.suppressed, report.unit)
    yield ()
    yield from footer_lines(report, options.width)


def _suppressed_lines(silenced: Sequence[Suppressed], unit: str) -> Iterator[Line]:
    """What markers silenced, each with the reason and the copies that it would be linked to."""
    yield line(Piece(f"Silenced by markers: {count(len(silenced), unit)}", STRONG))
    for each in silenced:
        reason = f": {visible(each.reason)}" if each.reason else ""
        place = f"{visible(str(each.member.span))}  {visible(each.member.symbol)}"
        yield line(f"     {place}  ", Piece(f"{each.marker}{reason}", FAINT))
        for copy in each.copies:
            yield line(f"         like {visible(str(copy.span))}  {visible(copy.symbol)}")


def _finding_blocks(report: CheckReport, options: TextOptions) -> Iterator[Line]:
    yield line(Piece(_verdict(report), BAD))
    told: set[Span] = set()
    for cluster in report.findings[: options.max_findings]:
        yield ()
        added = {member.span for member in cluster.members if member.added}
        if added and added <= told:
            yield from again_lines(cluster)
        else:
            yield from finding_lines(cluster, report, options.width)
        told |= added
    hidden = len(report.findings) - options.max_findings
    if hidden > 0:
        yield ()
        yield line(Piece(f"… {count(hidden, 'more finding')}; --format json has them all", STRONG))
    if not report.baseline_fits:
        advice = f"{families_found(report)}; `{_PRUNE}` drops what is gone"
        yield ()
        yield line(Piece(f"note: {visible(report.baseline_path)}: {advice}", FAINT))


def _verdict(report: CheckReport) -> str:
    return f"sai: {' · '.join(filter(None, [project_name(report), found(report.findings)]))}"


def found(findings: Sequence[Cluster]) -> str:
    """How many findings there are, by their state."""
    new = sum(cluster.state is State.NEW for cluster in findings)
    grown = len(findings) - new
    pieces = [
        count(new, "new duplicate") if new else "",
        f"{count(grown, 'accepted family', 'accepted families')} grown" if grown else "",
    ]
    return ", ".join(filter(None, pieces))


def _title(cluster: Cluster) -> str:
    pieces = [f"{len(cluster.members)} copies", alike(cluster)]
    if cluster.saved_lines > 0:
        pieces.append(f"about {count(cluster.saved_lines, 'line')} could go")
    return " · ".join(pieces)


def _is_summary(report: CheckReport) -> bool:
    has_one = report.partial or (report.has_baseline and report.baseline_fits)
    return not has_one and len(report.findings) > SUMMARY_FINDINGS


def _summary_lines(report: CheckReport) -> Iterator[Line]:
    """For those who switch the gate on in an old project, or have the baseline of another tree."""
    total = len(report.findings)
    saved = lines_saved(report.findings)
    saving = f", about {count(saved, 'line')} could go" if saved > 0 else ""
    what = f"{count(total, 'group')} of duplicates{saving}"
    name = project_name(report)
    where = "" if name in ("", "./") else f" {quote(name)}"
    baseline = visible(report.baseline_path)
    yield line(Piece(f"sai: {' · '.join(filter(None, [name, what]))}", BAD))
    if report.has_baseline:
        yield line(f"{baseline} does not describe this tree: {families_found(report)}.")
    else:
        yield line(f"There is no baseline yet ({baseline}), so all of them are new.")
    yield ()
    yield line(f"The {SUMMARY_FINDINGS} largest:")
    for cluster in most_saved_first(report.findings)[:SUMMARY_FINDINGS]:
        yield ()
        yield from brief_lines(cluster, f"  {_title(cluster)}")
    yield ()
    yield line(
        Piece(f"  … {total - SUMMARY_FINDINGS:,} more; ", FAINT),
        Piece(f"sai duplicates{where}", STRONG),
        Piece(" lists them", FAINT),
    )
    yield ()
    if report.has_baseline:
        yield line("Three ways on:")
        find = ("find the one that does", f"git log -- {quote(baseline)}")
        ways = [find, ("accept this tree", f"{_ACCEPT} && {_PRUNE}"), _SINCE]
    else:
        yield line("Two ways on:")
        ways = [("accept what is there", _ACCEPT), _SINCE]
    for what, command in ways:
        yield line(f"  {what:<23}  ", Piece(command, STRONG))


def _explore_lines(
    report: CheckReport,
    clusters: tuple[Cluster, ...],
    max_clusters: int,
    options: TextOptions,
    caution: str,
) -> Iterator[Line]:
    saved = lines_saved(clusters)
    total = f"{count(len(clusters), 'group')} of similar {report.unit}s"
    yield line(Piece(f"sai: {total} · about {count(saved, 'line')} could go", STRONG))
    listed: dict[Span, int] = {}
    for number, cluster in enumerate(clusters[:max_clusters], 1):
        pieces = [_title(cluster), _differences(cluster), "in tests" if cluster.in_tests else ""]
        yield ()
        title = f"{number:>3}. " + " · ".join(filter(None, pieces))
        yield from brief_lines(cluster, title, _without_small(listed, cluster))
        for member in cluster.members:
            listed.setdefault(member.span, number)
    hidden = len(clusters) - max_clusters
    if hidden > 0:
        yield ()
        yield line(
            Piece(f"… {count(hidden, 'more group')} (max-clusters is {max_clusters})", FAINT)
        )
    if report.semantic is not None:
        yield ()
        yield from _semantic_lines(report.semantic, max_clusters, caution)
    yield ()
    yield from footer_lines(report, options.width)


def _semantic_lines(pairs: Sequence[SemanticMatch], at_most: int, caution: str) -> Iterator[Line]:
    """What may do the same, written differently; a pair a line, closest first."""
    if not pairs:
        yield line("Nothing else has close vectors.")
        return
    yield line(
        Piece("May do the same, written differently", STRONG),
        f" · {count(len(pairs), 'pair')} with close vectors, not judged further",
    )
    if caution:
        yield line(Piece(f"     {caution}", FAINT))
    for pair in pairs[:at_most]:
        first, second = (
            f"{visible(str(end.span))} {visible(end.symbol)}" for end in (pair.a, pair.b)
        )
        yield line(f"     {pair.score:.2f}  {first}  –  {second}")
    if len(pairs) > at_most:
        yield line(Piece(f"     … {count(len(pairs) - at_most, 'more pair')}", FAINT))


def _without_small(listed: Mapping[Span, int], cluster: Cluster) -> Mapping[Span, int]:
    """What need not be listed again: nothing in a small group, which reads better whole."""
    return listed if len(cluster.members) > SMALL_GROUP else {}


def _differences(cluster: Cluster) -> str:
    if cluster.skeleton is None:
        return ""
    return (
        count(len(cluster.skeleton.holes), "difference")
        if cluster.skeleton.holes
        else "no differences"
    )
