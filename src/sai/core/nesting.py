"""Functions inside functions: a copy of the outer one says all about copies of the inner ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sai.core.chunk_table import ChunkTable, Pair


class Nesting:
    """Which chunks of a table (sorted by path, then start line) stand inside which. Linear."""

    def __init__(self, table: ChunkTable) -> None:
        self._parent: list[int] = []
        around: list[int] = []
        ends = table.end_lines.tolist()
        for index, (path, start) in enumerate(
            zip(table.paths, table.start_lines.tolist(), strict=True)
        ):
            while around and (table.paths[around[-1]] != path or ends[around[-1]] < start):
                around.pop()
            self._parent.append(around[-1] if around else -1)
            around.append(index)

    def implied(self, pairs: Iterable[Pair], by: Collection[Pair]) -> set[Pair]:
        """The pairs that a pair of `by` implies: it holds what they hold, at one end or both."""
        return {
            (a, b)
            for a, b in pairs
            if any(
                (min(x, y), max(x, y)) in by
                for x in self._outwards(a)
                for y in self._outwards(b)
                if (x, y) != (a, b) and x != y
            )
        }

    def _outwards(self, index: int) -> Iterator[int]:
        """A chunk and all chunks around it, from the inside out."""
        while index >= 0:
            yield index
            index = self._parent[index]
