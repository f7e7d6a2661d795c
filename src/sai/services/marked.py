"""What opt-out markers silenced, and markers that have no effect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from sai.core.chunk_table import ChunkTable
from sai.core.duplicates import LinkFinder
from sai.core.report import ReportMember, Suppressed
from sai.core.source import Span
from sai.services.judgement import Judgement
from sai.services.workspace import Workspace


def member_of(table: ChunkTable, row: int, *, added: bool = False) -> ReportMember:
    """A row as reports show it."""
    return ReportMember(table.span(row), table.symbols[row], int(table.code_lines[row]), added)


def silenced(workspace: Workspace, judgement: Judgement) -> tuple[Suppressed, ...]:
    """What markers silenced in the files that were judged, by place."""
    table, copies = judgement.table, _copies(workspace, judgement)
    found = [
        Suppressed(
            member_of(table, row),
            "sai-noduplicate",
            table.reasons[row],
            tuple(member_of(table, copy) for copy in copies[row]),
        )
        for row in sorted(copies)
        if _is_judged(judgement, table.paths[row])
    ]
    for path, oddity in judgement.about.items():
        if _is_judged(judgement, path):
            found += [
                Suppressed(
                    ReportMember(Span(path, each.start_line, each.end_line), each.symbol, 0),
                    "sai-noindexing",
                    each.reason,
                )
                for each in oddity.unindexed
            ]
    return tuple(sorted(found, key=lambda each: (each.member.span, each.member.symbol)))


def idle_markers(workspace: Workspace, judgement: Judgement) -> tuple[str, ...]:
    """A notice for each marker without effect, by place.

    Whether a function is like another is told by a full run only: others do not look at all.
    """
    found = [
        (path, line, text)
        for path, oddity in judgement.about.items()
        if _is_judged(judgement, path)
        for line, text in oddity.idle
    ]
    if judgement.question.changed is None:
        found += _unlike_all(judgement.table, _copies(workspace, judgement))
    return tuple(f"{path}:{line}: {text}" for path, line, text in sorted(found))


def _unlike_all(
    table: ChunkTable, copies: Mapping[int, list[int]]
) -> Iterator[tuple[str, int, str]]:
    """Marked functions that would be in no finding. A file that is marked whole is told once."""
    by_file: defaultdict[str, list[int]] = defaultdict(list)
    for row, path in enumerate(table.paths):
        by_file[path].append(row)
    for path in sorted({table.paths[row] for row in copies}):
        rows = by_file[path]
        if len(rows) > 1 and all(row in copies for row in rows):
            if not any(copies[row] for row in rows):
                yield path, int(table.start_lines[rows[0]]), f"sai-noduplicate {_WHOLE_FILE}"
            continue
        for row in rows:
            if row in copies and not copies[row]:
                text = f"sai-noduplicate has no effect: {table.symbols[row]} is like no other"
                yield path, int(table.start_lines[row]), text


_WHOLE_FILE = "has no effect: no function of this file is like another"


def _copies(workspace: Workspace, judgement: Judgement) -> dict[int, list[int]]:
    """For each row that `sai-noduplicate` marks, the rows it would be linked to without it."""
    table = judgement.table
    marked = np.nonzero(table.no_duplicate)[0].tolist()
    found: dict[int, list[int]] = {row: [] for row in marked}
    if not marked:
        return found
    bare = replace(table, no_duplicate=np.zeros(len(table), dtype=np.bool_))
    for link in LinkFinder(bare, workspace.limits).links(marked):
        for row, other in (link.pair, link.pair[::-1]):
            if row in found:
                found[row].append(other)
    return {row: sorted(others) for row, others in found.items()}


def _is_judged(judgement: Judgement, path: str) -> bool:
    changed = judgement.question.changed
    return changed is None or path in changed
