"""What opt-out markers silenced, and markers that have no effect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from sai.core.chunk_table import ChunkTable
from sai.core.duplicates import LinkFinder
from sai.core.report import ReportMember, Suppressed
from sai.core.source import Span, marker_word
from sai.core.windows import function_of, names_window
from sai.services.judgement import Judgement
from sai.services.workspace import Workspace

AdvisedLine = tuple[str, int, str]  # path, line, what to know about it


def member_of(table: ChunkTable, row: int, *, added: bool = False) -> ReportMember:
    """A row as reports show it."""
    return ReportMember(table.span(row), table.symbols[row], int(table.code_lines[row]), added)


class Marked:
    """What the markers in the files that were judged do, and which of them do nothing."""

    def __init__(self, workspace: Workspace, judgement: Judgement) -> None:
        self._workspace = workspace
        self._judgement = judgement
        self._table = judgement.table
        self._rows = [
            row
            for row in np.nonzero(self._table.no_duplicate)[0].tolist()
            if self._is_judged(self._table.paths[row])
        ]

    def _is_judged(self, path: str) -> bool:
        changed = self._judgement.question.changed
        return changed is None or path in changed

    def silenced(self) -> tuple[Suppressed, ...]:
        """What markers silenced, by place. Stubs are not: they are in no link anyway."""
        table = self._table
        found = [
            Suppressed(
                member_of(table, row),
                marker_word(no_index=False, by_file=bool(table.by_file[row])),
                table.reasons[row],
                tuple(member_of(table, copy) for copy in self._copies[row]),
            )
            for row in self._rows
            if not table.is_stub[row]
        ]
        for path, oddity in self._judgement.about.items():
            if self._is_judged(path):
                found += [
                    Suppressed(
                        ReportMember(Span(path, each.start_line, each.end_line), each.symbol, 0),
                        marker_word(no_index=True, by_file=each.by_file),
                        each.reason,
                    )
                    for each in oddity.unindexed
                ]
        return tuple(sorted(found, key=lambda each: (each.member.span, each.member.symbol)))

    def idle(self) -> tuple[str, ...]:
        """A notice for each marker without effect: misplaced and misspelled ones first, by place.

        Whether a function is like another is told by a full run only: others do not look at all.
        Nor is it told of windows: a marker silences each that it touches.
        """
        found = [
            (path, line, text)
            for path, oddity in self._judgement.about.items()
            if self._is_judged(path)
            for line, text in oddity.idle
        ]
        unlike: list[AdvisedLine] = []
        is_full = self._judgement.question.changed is None
        if is_full and self._workspace.settings.chunker == "ast":
            unlike = [*self._idle_in_functions(), *self._idle_for_files()]
        told = (*sorted(found), *sorted(unlike))
        return tuple(f"{path}:{line}: {text}" for path, line, text in told)

    def _idle_in_functions(self) -> Iterator[AdvisedLine]:
        """Functions with a marker of their own that would be in no link without."""
        table = self._table
        functions: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for row in self._rows:
            symbol = function_of(table.symbols[row]) or table.symbols[row]
            if not (table.by_file[row] or names_window(symbol)):
                functions[table.paths[row], symbol].append(row)
        for (path, symbol), rows in functions.items():
            if not any(self._copies[row] for row in rows):
                text = f"sai-noduplicate has no effect: {symbol} {self._why(rows)}"
                yield path, int(table.start_lines[rows[0]]), text

    def _why(self, rows: Sequence[int]) -> str:
        if self._table.is_stub[rows].all():
            return "has no body of its own"
        is_large_enough = self._bare.above_exact_floor[rows].any()
        return "is like no other" if is_large_enough else "is too small to be compared"

    def _idle_for_files(self) -> Iterator[AdvisedLine]:
        """Files that are marked whole and of which no function would be in a link."""
        files: defaultdict[str, list[int]] = defaultdict(list)
        for row in self._rows:
            if self._table.by_file[row]:
                files[self._table.paths[row]].append(row)
        for path, rows in files.items():
            if not any(self._copies[row] for row in rows):
                text = "sai-noduplicate-file has no effect: nothing in this file is like another"
                yield path, 1, text

    @cached_property
    def _bare(self) -> LinkFinder:
        """Finds the links that there would be if nothing were marked."""
        unmarked = np.zeros(len(self._table), dtype=np.bool_)
        return LinkFinder(replace(self._table, no_duplicate=unmarked), self._workspace.limits)

    @cached_property
    def _copies(self) -> dict[int, list[int]]:
        """For each marked row the rows it would be linked to."""
        found: dict[int, set[int]] = {row: set() for row in self._rows}
        for link in self._bare.links(self._rows) if self._rows else ():
            for row, other in (link.pair, link.pair[::-1]):
                if row in found:
                    found[row].add(other)
        return {row: sorted(others) for row, others in found.items()}
