"""A part of an index copied into a file of its own: a snapshot to share, or a smaller index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from sai.stores.duckdb_file import IN_MEMORY, connected, created

_COPIES = (
    "INSERT INTO new.contents SELECT * FROM old.contents SEMI JOIN wanted USING (content) "
    "ORDER BY rowid",
    "INSERT INTO new.chunks SELECT * FROM old.chunks SEMI JOIN wanted USING (content) "
    "ORDER BY rowid",
    "INSERT INTO new.vectors SELECT * FROM old.vectors SEMI JOIN new.chunks USING (vector) "
    "ORDER BY rowid",
    "INSERT INTO new.blobs SELECT * FROM old.blobs SEMI JOIN wanted USING (content) ORDER BY rowid",
)


@contextmanager
def copied(
    source: Path, draft: Path, wanted: str, parameters: Sequence[object] = ()
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection in which `draft` is the new database `new`, with contents of `source` (`old`).

    `wanted` is a query on `old` for the keys of those contents, oldest first is their order.
    `source` is held for reading until the end, so that nobody writes to it.
    """
    created(draft).close()
    with connected(IN_MEMORY) as db:
        db.execute(f"ATTACH '{quoted(source)}' AS old (READ_ONLY)")
        db.execute(f"ATTACH '{quoted(draft)}' AS new")
        db.execute(f"CREATE TEMP TABLE wanted AS {wanted}", list(parameters))
        for statement in _COPIES:
            db.execute(statement)
        yield db


def quoted(path: Path) -> str:
    """A path inside an SQL text."""
    return str(path).replace("'", "''")
