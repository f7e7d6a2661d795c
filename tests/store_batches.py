"""Batches for tests of chunk stores, and tables as rows that can be compared."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from sai.core.chunk_table import ChunkTable
from sai.core.records import ChunkRecord, ContentRecord, SyncBatch


def chunk_record(name: str, start: int = 1, **changes: object) -> ChunkRecord:
    """A record whose texts are made of its name; token codes use all 32 bits."""
    values: dict[str, object] = {
        "symbol": name,
        "start_line": start,
        "end_line": start + 4,
        "code_lines": 5,
        "digest": f"digest of {name}",
        "renamed": f"renamed of {name}",
        "vector_key": f"vector of {name}",
        "codes": np.array([0, 7, 2**32 - 1, start], dtype=np.uint32),
        "is_stub": False,
        "no_duplicate": False,
        "reason": "",
    }
    return ChunkRecord(**{**values, **changes})  # type: ignore[arg-type]


def batch_of(
    *contents: ContentRecord, blobs: dict[str, str] | None = None, dimension: int = 4
) -> SyncBatch:
    """A batch with a vector for every chunk of the contents; equal keys get equal vectors."""
    keys = sorted({chunk.vector_key for content in contents for chunk in content.chunks})
    rows = [[-128, 127, len(key), 0][:dimension] for key in keys]
    vectors = np.array(rows, dtype=np.int8).reshape(len(keys), dimension)
    return SyncBatch(contents, keys, vectors, blobs or {})


def rows_of(table: ChunkTable) -> list[tuple[object, ...]]:
    """The rows of a table, arrays as lists."""
    columns = [list(getattr(table, field.name)) for field in fields(ChunkTable)]
    return [
        tuple(cell.tolist() if isinstance(cell, (np.ndarray, np.generic)) else cell for cell in row)
        for row in zip(*columns, strict=True)
    ]
