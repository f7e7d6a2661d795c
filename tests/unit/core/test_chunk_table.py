"""Chunk tables: rows taken, joined, named."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from tests.chunk_tables import chunk_of, table_of, words

from sai.core.chunk_table import ChunkTable
from sai.core.digests import exact_digest, renamed_digest
from sai.core.matching import Identity, Place
from sai.core.source import Span, Suppression

CHUNKS = [
    ("a.py", chunk_of(words(8), symbol="f", start=3, lines=6)),
    ("a.py", chunk_of(words(9), symbol="f.inner", start=5, lines=2, stub=True)),
    ("a.py", chunk_of(words(7), symbol="g", start=9, lines=4)),
    ("b.py", chunk_of(words(5), symbol="f", start=3, lines=6, mark=Suppression(reason="why"))),
]


def rows_of(table: ChunkTable) -> list[tuple[object, ...]]:
    columns = [list(getattr(table, field.name)) for field in fields(ChunkTable)]
    assert {len(column) for column in columns} == {len(table)}
    return [
        tuple(c.tobytes() if isinstance(c, np.ndarray) else c for c in row)
        for row in zip(*columns, strict=True)
    ]


@pytest.mark.parametrize("rows", [[], [2], [3, 0], [1, 1]])
def test_rows_are_taken_in_the_given_order(rows: list[int]) -> None:
    table = table_of(CHUNKS)
    assert rows_of(table.take(rows)) == [rows_of(table)[row] for row in rows]


def test_tables_are_joined_row_behind_row() -> None:
    table = table_of(CHUNKS)
    joined = table.take([0, 3]).followed_by(table.take([1]))
    assert rows_of(joined) == rows_of(table.take([0, 3, 1]))


def test_a_chunk_knows_where_it_stands() -> None:
    assert table_of(CHUNKS).span(2) == Span("a.py", 9, 12)


def test_the_identity_holds_no_line_numbers() -> None:
    _, chunk = CHUNKS[3]
    place = Place("b.py", "f")
    expected = Identity(place, exact_digest(chunk.tokens), renamed_digest(chunk.tokens))
    assert table_of(CHUNKS).identity(3) == expected


def test_chunks_overlap_where_they_share_a_line_of_one_file() -> None:
    table = table_of(CHUNKS)
    found = {(a, b) for a in range(4) for b in range(4) if a < b and table.overlap(a, b)}
    assert found == {(0, 1)}
    assert table.overlap(1, 0)


def test_parts_of_one_function_are_never_copies_of_each_other() -> None:
    symbols = ["f (part 1)", "f (part 2)", "f (part 9)", "g (part 1)", "f"]
    chunks = [
        ("a.py", chunk_of(words(5), symbol=symbol, start=1 + 20 * row))
        for row, symbol in enumerate(symbols)
    ]
    table = table_of([*chunks, ("b.py", chunk_of(words(5), symbol="f (part 3)"))])
    rows = range(len(table))
    found = {(a, b) for a in rows for b in rows if a < b and table.overlap(a, b)}
    assert found == {(0, 1), (0, 2), (1, 2)}
