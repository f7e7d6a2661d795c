"""What no view refers to any more: kept for branches that come back, up to a limit.

A DuckDB file does not shrink when rows are deleted. So what is kept is copied into a new file,
which then takes the old one's place.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import duckdb

from sai.stores.database_files import draft_beside
from sai.stores.duckdb_copy import copied
from sai.stores.duckdb_file import count

SPARE_CHUNKS = 10_000
"""Chunks outside all views that are kept in any case, some 20 MiB."""

_LIVE = "chunks SEMI JOIN views USING (content)"
_WANTED = """
WITH spare AS (
    SELECT content, contents.rowid AS age, (SELECT count(*) FROM old.chunks c
           WHERE c.content = contents.content) + 1 AS size
    FROM old.contents ANTI JOIN old.views USING (content)
)
SELECT content FROM old.views WHERE content IN (SELECT content FROM old.contents)
UNION
SELECT content FROM (
    SELECT content, sum(size) OVER (ORDER BY age DESC) AS newer FROM spare
) WHERE newer <= ?
"""


def spare_limit(db: duckdb.DuckDBPyConnection, spare: int = SPARE_CHUNKS) -> int | None:
    """How many chunks outside all views may be kept, if there are too many now; else None.

    There may be as many as the views refer to, and `spare` at least.
    """
    total = count(db, "chunks")
    if total <= spare:
        return None
    live = count(db, _LIVE)
    limit = max(live, spare)
    return limit // 2 if total - live > limit else None


def compact(path: Path, kept: int) -> bool:
    """Make the file smaller: beside what views refer to, the `kept` youngest chunks stay.

    False where it is left as it is: somebody writes to it, or it cannot be replaced.
    """
    with suppress(duckdb.Error, OSError), draft_beside(path) as draft:
        with copied(path, draft, _WANTED, [kept]) as db:
            db.execute("INSERT INTO new.views SELECT * FROM old.views ORDER BY rowid")
            db.execute("DETACH new")
            # The log of a run that was killed just now belongs to the old file.
            if path.with_name(f"{path.name}.wal").exists():
                return False
            # While the old file is held for reading, nobody writes to it.
            draft.replace(path)
        return True
    return False
