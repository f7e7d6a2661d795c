"""The code of chunks as a report shows it: read from the tree once, parsed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sai.core.chunk_table import ChunkTable
from sai.core.report import Skeleton
from sai.core.skeleton import MemberSource, PlacedToken, build_skeleton
from sai.core.source import Problem
from sai.core.text import UndecodableError, decode
from sai.ports import SourceTree
from sai.syntax.languages import any_language_of, has_grammar
from sai.syntax.placement import placed_tokens
from sai.syntax.plain_text import placed_plain_tokens
from sai.syntax.trees import UnparsableError


class ShownCode:
    """The code of some rows of a table. Their files are read in one go."""

    def __init__(self, tree: SourceTree, table: ChunkTable, rows: Iterable[int]) -> None:
        self._table = table
        self._data = tree.read(sorted({table.paths[row] for row in rows}))
        self._files: dict[str, tuple[list[str], list[PlacedToken]] | None] = {}

    def skeleton(self, rows: Sequence[int]) -> Skeleton | None:
        """What the code of the rows has in common; its members index `rows`.

        None where that is next to nothing, or a file changed while we looked.
        """
        sources = [self._source(row) for row in rows]
        present = [source for source in sources if source is not None]
        return build_skeleton(present) if len(present) == len(sources) else None

    def skeleton_of(self, rows: Sequence[int], members: Sequence[int]) -> Skeleton | None:
        """The same for rows that are among the `members` of a cluster, which it then indexes."""
        found = self.skeleton(rows)
        if found is None:
            return None
        return replace(found, members=tuple(members.index(rows[at]) for at in found.members))

    def _source(self, row: int) -> MemberSource | None:
        span = self._table.span(row)
        file = self._file(span.path)
        if file is None:
            return None
        lines, tokens = file
        first, last = span.start_line - 1, span.end_line - 1
        own = tuple(
            token._replace(line=token.line - first, end_line=token.end_line - first)
            for token in tokens
            if first <= token.line and token.end_line <= last
        )
        return MemberSource(tuple(lines[first : last + 1]), own)

    def _file(self, path: str) -> tuple[list[str], list[PlacedToken]] | None:
        if path not in self._files:
            data = self._data[path]
            self._files[path] = None if isinstance(data, Problem) else _placed(path, data)
        return self._files[path]


def _placed(path: str, data: bytes) -> tuple[list[str], list[PlacedToken]] | None:
    language = any_language_of(path)
    try:
        text = decode(data, language)
        read = placed_tokens if has_grammar(language) else placed_plain_tokens
        return text.split("\n"), read(text, language)
    except (UndecodableError, UnparsableError):  # it changed while we looked
        return None
