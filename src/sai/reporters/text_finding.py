"""One finding as a person reads it: what it is, where, what is shared, what to do next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from shlex import quote
from string import ascii_uppercase

from sai.core.report import (
    CheckReport,
    Cluster,
    Hole,
    ReportMember,
    Skeleton,
    State,
    closest_accepted,
)
from sai.core.source import Span
from sai.reporters.styled import (
    BAD,
    FAINT,
    GOOD,
    HOLE,
    STRONG,
    WARN,
    Line,
    Piece,
    cropped,
    flowed,
    line,
    padded,
    width_of,
)
from sai.reporters.wording import alike, count, percent, unit_of, visible, what_it_is

MAX_MEMBERS = 12
MAX_CODE_LINES = 20
MAX_HOLES = 15
_MIN_COLUMN = 12
_HASH_COMMENTS = (".py", ".pyi", ".pyw", ".bash", ".pl", ".pm", ".rb", ".sh")
_DASH_COMMENTS = (".lua", ".sql")
_MARK = re.compile(r"(⟨\d+⟩)")


@dataclass(frozen=True, slots=True)
class Shown:
    """A member that is listed: its index in the cluster, its letter, and what is said of it."""

    index: int
    letter: str
    member: ReportMember
    note: str


def finding_lines(cluster: Cluster, report: CheckReport, width: int) -> Iterator[Line]:
    """The whole block of one failing cluster of a report, without blank lines around it."""
    shown = _shown_members(cluster, partial=report.partial)
    yield _headline(cluster)
    yield from _member_lines(shown)
    hidden = len(cluster.members) - len(shown)
    if hidden and cluster.state is not State.GROWN:
        yield line(Piece(f"       … {count(hidden, 'more copy', 'more copies')}", FAINT))
    for row in flowed(_measures(cluster, shown), width - 2):
        yield line(Piece(f"  {row}", FAINT))
    if cluster.skeleton is not None:
        yield ()
        yield from code_lines(cluster.skeleton, width)
        yield from hole_lines(cluster.skeleton, shown, width)
    yield ()
    if cluster.links:
        yield _explaining(cluster, shown, "--staged " if report.staged else "")
    yield line("  accept it   ", Piece(f"sai baseline accept {visible(cluster.id)}", STRONG))
    marker = f"{_comment_mark(shown[0].member.span.path)} sai-noduplicate: reason"
    where = "above the function" if unit_of(cluster) == "function" else "among these lines"
    yield line("  silence it  ", Piece(marker, STRONG), f"   as a comment {where}")


def _comment_mark(path: str) -> str:
    if path.endswith(_HASH_COMMENTS):
        return "#"
    return "--" if path.endswith(_DASH_COMMENTS) else "//"


def again_lines(cluster: Cluster) -> Iterator[Line]:
    """A finding about copies that an earlier one told of in full: what else they are like."""
    yield _headline(cluster)
    shown = _shown_members(cluster, partial=False)
    yield from _member_lines(
        [replace(s, note="told above" if s.member.added else "") for s in shown]
    )
    yield line("  accept it   ", Piece(f"sai baseline accept {visible(cluster.id)}", STRONG))


def brief_lines(
    cluster: Cluster, title: str, listed_before: Mapping[Span, int] | None = None
) -> Iterator[Line]:
    """A title and the members, nothing else.

    Members that were `listed_before`, in the group of that number, are only counted.
    """
    yield line(Piece(title, STRONG))
    before = listed_before or {}
    fresh = [member for member in cluster.members if member.span not in before]
    listed = fresh[:MAX_MEMBERS]
    places = [f"{visible(m.span.path)}:{m.span.start_line}" for m in listed]
    column = max(map(width_of, places), default=0)
    for place, member in zip(places, listed, strict=True):
        yield line("     ", padded(place, column), f"  {visible(member.symbol)}")
    if len(fresh) > len(listed):
        more = count(len(fresh) - len(listed), "more copy", "more copies")
        yield line(Piece(f"     … {more}", FAINT))
    groups = Counter(before[m.span] for m in cluster.members if m.span in before)
    for number, copies in sorted(groups.items()):
        known = count(copies, "copy", "copies")
        yield line(Piece(f"     … {known} of group {number}", FAINT))


def _explaining(cluster: Cluster, shown: Sequence[Shown], option: str) -> Line:
    """The command that explains the weakest link, of those not accepted between listed members."""
    listed = {entry.index for entry in shown}
    link = min(
        cluster.links,
        key=lambda i: (not {i.a, i.b} <= listed, i.accepted, i.structure, i.a, i.b),
    )
    ends = (cluster.members[link.a], cluster.members[link.b])
    places = " ".join(quote(visible(str(end.span))) for end in ends)
    return line("  explain it  ", Piece(f"sai explain {option}{places}", STRONG))


def _headline(cluster: Cluster) -> Line:
    if cluster.state is not State.GROWN:
        return line(Piece(cluster.state.value.upper(), BAD), f"  {what_it_is(cluster)}")
    added = sum(member.added for member in cluster.members)
    accepted = len(cluster.members) - added
    what = (
        f"{count(added, 'new copy', 'new copies')} of a {unit_of(cluster)} with "
        f"{count(accepted, 'accepted copy', 'accepted copies')}, {alike(cluster)}"
    )
    return line(Piece("GROWN", WARN), f"  {what}")


def _shown_members(cluster: Cluster, *, partial: bool) -> list[Shown]:
    """The members to list: of a grown family only the added ones and the closest accepted one."""
    indexes = list(range(len(cluster.members)))
    added = [i for i in indexes if cluster.members[i].added]
    notes = dict.fromkeys(added, "added by this change" if partial else "not in the baseline")
    if cluster.state is State.GROWN and added:
        indexes = added[:MAX_MEMBERS]
        links = ((link.a, link.b, link.structure, link.score) for link in cluster.links)
        closest = closest_accepted(range(len(cluster.members)), added, links)
        if closest is not None:
            indexes.append(closest)
            notes[closest] = "accepted, the closest one"
    elif len(indexes) > MAX_MEMBERS:
        compared = cluster.skeleton.members if cluster.skeleton else ()
        first = dict.fromkeys([*added[:1], *compared, *added, *indexes])
        indexes = sorted(list(first)[:MAX_MEMBERS])
    return [
        Shown(index, letter, cluster.members[index], notes.get(index, ""))
        for index, letter in zip(indexes, ascii_uppercase, strict=False)
    ]


def _member_lines(shown: Sequence[Shown]) -> Iterator[Line]:
    places = [f"{visible(s.member.span.path)}:{s.member.span.start_line}" for s in shown]
    symbols = [visible(s.member.symbol) for s in shown]
    place_column, symbol_column = max(map(width_of, places)), max(map(width_of, symbols))
    for entry, place, symbol in zip(shown, places, symbols, strict=True):
        is_added = entry.member.added
        yield line(
            Piece("  + " if is_added else "    ", GOOD),
            f"{entry.letter}  {padded(place, place_column)}  ",
            padded(symbol, symbol_column),
            Piece(f"  {entry.note}", GOOD if is_added else FAINT),
        )


def _measures(cluster: Cluster, shown: Sequence[Shown]) -> list[str]:
    """Similarity of the strongest and the weakest pair with the limit in force, lines saved."""
    letters = {entry.index: entry.letter for entry in shown}
    limits = {frozenset((link.a, link.b)): link.limit for link in cluster.links}
    limit = limits.get(frozenset(cluster.weakest))
    in_force = "" if limit is None else f"limit {percent(limit)}"
    if len(cluster.members) == 2:
        pieces = [_with_notes(f"similarity {percent(cluster.min_sim)}", in_force)]
    else:
        strongest, weakest = _pair(cluster.strongest, letters), _pair(cluster.weakest, letters)
        pieces = [
            *(_closeness(cluster, letters) if cluster.state is State.GROWN else ()),
            _with_notes(f"strongest pair {percent(cluster.max_sim)}", strongest),
            _with_notes(f"weakest {percent(cluster.min_sim)}", weakest, in_force),
        ]
    if cluster.saved_lines > 0:
        pieces.append(f"about {count(cluster.saved_lines, 'line')} could go")
    if cluster.reason:
        pieces.append(f"accepted because: {visible(cluster.reason)}")
    return pieces


def _closeness(cluster: Cluster, letters: dict[int, str]) -> list[str]:
    """How alike the listed members of a grown family are; its extreme pairs may not be listed."""
    listed = [link for link in cluster.links if link.a in letters and link.b in letters]
    return [
        _with_notes(
            f"{_pair((link.a, link.b), letters)} {percent(link.structure)}",
            f"limit {percent(link.limit)}",
        )
        for link in listed[:MAX_MEMBERS]
    ]


def _with_notes(text: str, *notes: str) -> str:
    said = ", ".join(filter(None, notes))
    return f"{text} ({said})" if said else text


def _pair(pair: tuple[int, int], letters: dict[int, str]) -> str:
    return "–".join(sorted(letters[i] for i in pair)) if all(i in letters for i in pair) else ""


def code_lines(skeleton: Skeleton, width: int) -> Iterator[Line]:
    """The shared code with its holes, indented and cut to `width`."""
    total = len(skeleton.lines)
    # One line more costs no more room than saying that it is missing.
    listed = skeleton.lines if total <= MAX_CODE_LINES + 1 else skeleton.lines[:MAX_CODE_LINES]
    for text in listed:
        code = cropped(visible(text.expandtabs(4)), width - 4)
        parts = _MARK.split(code)
        yield line("    ", *(Piece(p, HOLE if i % 2 else "") for i, p in enumerate(parts) if p))
    if len(listed) < total:
        yield line(Piece(f"    … {count(total - len(listed), 'more line')}", FAINT))


def hole_lines(skeleton: Skeleton, shown: Sequence[Shown], width: int) -> Iterator[Line]:
    """The table of holes × copies; copies are columns, named by the letters of the members."""
    columns = [
        (entry.letter, skeleton.members.index(entry.index))
        for entry in shown
        if entry.index in skeleton.members
    ]
    if not skeleton.holes or not columns:
        return
    listed = skeleton.holes[:MAX_HOLES]
    label = max(len(_mark(hole)) for hole in listed)
    fills = [[_fill(hole, at) for _, at in columns] for hole in listed]
    widths = _column_widths(fills, width - 4 - label - 2 * len(columns))
    cells = [[cropped(fill, w) for fill, w in zip(row, widths, strict=True)] for row in fills]
    heads = [padded(letter, w) for (letter, _), w in zip(columns, widths, strict=True)]
    yield ()
    yield line(Piece("    " + " " * label + "  " + "  ".join(heads), FAINT))
    for hole, row in zip(listed, cells, strict=True):
        texts = "  ".join(padded(cell, w) for cell, w in zip(row, widths, strict=True))
        yield line("    ", Piece(padded(_mark(hole), label), HOLE), f"  {texts}")
    if len(listed) < len(skeleton.holes):
        more = count(len(skeleton.holes) - len(listed), "more difference")
        yield line(Piece(f"    … {more}", FAINT))


def _column_widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Widths of the columns within `room`: narrow ones as they are, wide ones share the rest."""
    wanted = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    widths = list(wanted)
    by_width = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    for position, column in enumerate(by_width):
        share = room // (len(wanted) - position)
        widths[column] = min(wanted[column], max(_MIN_COLUMN, share))
        room -= widths[column]
    return widths


def _mark(hole: Hole) -> str:
    return f"⟨{hole.number}⟩"


def _fill(hole: Hole, at: int) -> str:
    return visible(hole.fills[at]) or "(nothing)"
