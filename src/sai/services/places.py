"""Finds a function by what a person calls it: `path:line` or `path::symbol`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from sai.core.chunk_table import ChunkTable
from sai.core.records import Oddity
from sai.errors import UsageError
from sai.services.workspace import Question, TreeFiles, Workspace
from sai.syntax.languages import any_language_of

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Reference:
    """A function as a person names it: `path:line` or `path::symbol`, from the project's root."""

    path: str
    line: int = 0
    symbol: str = ""

    def __str__(self) -> str:
        return f"{self.path}::{self.symbol}" if self.symbol else f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Places:
    """Finds the rows of a table by what a person calls them."""

    workspace: Workspace
    question: Question
    files: TreeFiles
    table: ChunkTable
    about: Mapping[str, Oddity]

    def row(self, reference: Reference) -> int:
        """The row that a reference names."""
        if reference.path not in self.files.contents:
            raise UsageError(f"{reference.path}: {self._absence(reference.path)}", hint=_LOOK)
        oddity = self.about.get(reference.path)
        if oddity and oddity.skipped:
            raise UsageError(f"{reference.path} was skipped: {oddity.skipped}", hint=_LOOK)
        rows = [i for i, path in enumerate(self.table.paths) if path == reference.path]
        found = self._by_symbol(rows, reference.symbol) if reference.symbol else ()
        if reference.line:
            found = self._by_line(rows, reference.line)
        if len(found) == 1:
            return found[0]
        if found:
            named = ", ".join(f"{reference.path}:{self.table.start_lines[i]}" for i in found)
            raise UsageError(f"{reference} names several functions", hint=f"say which: {named}")
        raise UsageError(
            f"{reference}: no function there is compared",
            hint=self._offer(reference, rows, len(oddity.unindexed) if oddity else 0),
        )

    def _by_line(self, rows: Sequence[int], line: int) -> list[int]:
        """The innermost function around a line."""
        starts, ends = self.table.start_lines, self.table.end_lines
        around = [i for i in rows if starts[i] <= line <= ends[i]]
        return sorted(around, key=lambda i: (-int(starts[i]), int(ends[i])))[:1]

    def _by_symbol(self, rows: Sequence[int], symbol: str) -> list[int]:
        """The function of exactly this name, else all whose qualified name ends with it."""
        symbols = self.table.symbols
        exact = [i for i in rows if symbols[i] == symbol]
        return exact or [i for i in rows if symbols[i].endswith(f".{symbol}")]

    def _absence(self, path: str) -> str:
        """Why a path is not among the files that were looked at."""
        if path in self.files.unread:
            return f"it was skipped: {self.files.unread[path]}"
        if all(entry.path != path for entry in self.question.tree.entries()):
            return f"it is not among the {self.question.scope}"
        if not any_language_of(path):
            return "no language that is read has such files"
        reason = self.workspace.excluded(path)
        return f"it is left out: {reason}" if reason else "its language is not read here"

    def _offer(self, reference: Reference, rows: Sequence[int], unindexed: int) -> str:
        """The functions that may be meant."""
        if not rows:
            said = "the file holds no functions that are compared"
        else:
            names = {self.table.symbols[i]: i for i in rows}
            near = (
                get_close_matches(reference.symbol, names, _MOST_NAMED) if reference.symbol else []
            )
            shown = near or list(names)[:_MOST_NAMED]
            said = "there are: " + ", ".join(
                f"{name} (line {self.table.start_lines[names[name]]})" for name in shown
            )
            said += ", …" if len(shown) < len(names) and not near else ""
        return f"{said}; {unindexed} left out by sai-noindexing" if unindexed else said


_LOOK = "`sai index --dry-run` names every file with the reason"
