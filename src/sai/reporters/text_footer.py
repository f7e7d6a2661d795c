"""The lines below a text report: what was looked at, what was left out, the limits, the time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sai.core.report import CheckReport, Counts
from sai.core.source import Problem
from sai.reporters.styled import FAINT, Line, Piece, flowed, line
from sai.reporters.wording import count, percent, visible

MAX_PATHS = 5


def pass_line(report: CheckReport, headline: str = "no new duplicates") -> str:
    """All of a passing run in one line."""
    counts = report.counts
    where = f"in {count(counts.files, 'file')}"
    if report.partial:
        looked = (
            f"{count(counts.changed_chunks, f'changed {report.unit}')} compared with "
            f"{counts.chunks:,} {where}"
        )
    else:
        looked = f"{count(counts.chunks, report.unit)} {where}"
    skipped = sum(problem.skipped for problem in report.problems)
    in_part = len(report.problems) - skipped
    pieces = [
        project_name(report),
        headline,
        looked,
        ", ".join(_aside(counts)),
        f"{count(skipped, 'file')} skipped" if skipped else "",
        f"{count(in_part, 'file')} read only in part" if in_part else "",
    ]
    return "sai: " + " · ".join([*filter(None, pieces), seconds(report)])


def project_name(report: CheckReport) -> str:
    """The directory of one of several projects, with a final slash; "" for one that is alone."""
    return "" if report.root == "." else visible(report.root)


def footer_lines(report: CheckReport, width: int) -> Iterator[Line]:
    """The footer of a run that printed clusters."""
    counts = report.counts
    compared = f"{count(counts.chunks, report.unit)} compared"
    if report.partial:
        compared = (
            f"{count(counts.changed_chunks, f'changed {report.unit}')} in "
            f"{count(counts.changed_files, 'file')} compared with {counts.chunks:,}"
        )
    scope = visible(report.scope)
    looked = [
        scope,
        "" if f"{counts.files:,} " in scope else count(counts.files, "file"),
        compared,
        f"{counts.below_floor:,} below the size floor",
        count(counts.stubs, "stub") if counts.stubs else "",
        f"{counts.suppressed:,} silenced by markers" if counts.suppressed else "",
    ]
    yield from _faint(flowed([piece for piece in looked if piece], width))
    yield from _faint(flowed(_aside(counts), width, ", "))
    yield from _faint(_excluded(report, width))
    yield from _problem_lines(report.problems)
    yield from notice_lines(report.notices)
    yield from _faint(flowed([*_limits(report), seconds(report)], width))


def families_found(report: CheckReport) -> str:
    """How many of the accepted families the tree still holds, as a clause."""
    total = report.counts.families
    found = total - report.counts.resolved
    of_all = f"its {total:,} accepted families" if total > 1 else "its accepted family"
    return f"{found or 'none'} of {of_all} {'is' if found < 2 else 'are'} found here"


def notice_lines(notices: Sequence[str]) -> Iterator[Line]:
    """What a person should know of the code, though it is no finding; the first few."""
    yield from _faint(f"note: {visible(notice)}" for notice in notices[:MAX_PATHS])
    if len(notices) > MAX_PATHS:
        yield line(Piece(f"note: {len(notices) - MAX_PATHS:,} more in the JSON report", FAINT))


def seconds(report: CheckReport) -> str:
    """How long the run took: `0.4 s`."""
    return f"{report.seconds:.1f} s"


def _aside(counts: Counts) -> list[str]:
    """What was found but is not a finding; nothing for what did not occur."""
    stale = count(counts.stale, "stale baseline entry", "stale baseline entries")
    untracked = count(counts.untracked, "untracked source file")
    pieces = {
        f"{counts.known:,} known": counts.known,
        f"{counts.in_tests:,} in tests": counts.in_tests,
        stale: counts.stale,
        f"{untracked} not checked": counts.untracked,
    }
    return [text for text, number in pieces.items() if number]


def _excluded(report: CheckReport, width: int) -> list[str]:
    if not report.excluded:
        return []
    total = sum(number for _, number in report.excluded)
    reasons = [f"{number:,} {visible(reason)}" for reason, number in report.excluded]
    reasons[0] = f"{count(total, 'file')} left out: {reasons[0]}"
    return flowed(reasons, width, ", ", "  ")


def _problem_lines(problems: Sequence[Problem]) -> Iterator[Line]:
    """Files that could not be judged, grouped by reason, with the first paths of each group."""
    groups: dict[tuple[bool, str], list[str]] = defaultdict(list)
    for problem in sorted(problems):
        groups[not problem.skipped, problem.reason].append(visible(problem.path))
    for (is_partial, reason), paths in sorted(groups.items()):
        what = "read only in part" if is_partial else "skipped"
        yield line(f"{count(len(paths), 'file')} {what}: {visible(reason)}")
        for path in paths[:MAX_PATHS]:
            yield line(f"  {path}")
        if len(paths) > MAX_PATHS:
            yield line(Piece(f"  … {len(paths) - MAX_PATHS:,} more", FAINT))


def _limits(report: CheckReport) -> list[str]:
    limits = report.limits
    return [
        f"limits: structure ≥ {percent(limits.min_structure)}, more for small {report.unit}s",
        f"score ≥ {limits.min_score:.2f} ({visible(limits.embedder)})",
        f"at least {limits.min_lines} lines and {limits.min_tokens} tokens",
        f"identical ones {limits.min_exact_lines} lines",
    ]


def _faint(rows: Sequence[str] | Iterator[str]) -> Iterator[Line]:
    return (line(Piece(row, FAINT)) for row in rows)
