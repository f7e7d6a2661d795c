"""The snapshot of an index that a team commits: just what one tree needs, renewed on purpose."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import duckdb

from sai.errors import IndexUnusableError
from sai.stores.duckdb_file import (
    CONFIG,
    ELSEWHERE_HINT,
    IndexFile,
    count,
    created,
    in_use,
    is_busy,
    prepare_directory,
    unlink,
)
from sai.stores.duckdb_schema import FORMAT


def export(source: Path, target: Path, contents: Sequence[str]) -> bool:
    """Make `target` an index of just some contents of `source`; False where it is one already.

    It is replaced whole. Views are not part of it: they belong to one place.
    """
    IndexFile(target, lambda _: None).refuse_foreign()
    own = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        prepare_directory(target.parent)
        unlink(own)
        created(str(own)).close()
        with duckdb.connect(str(own), config=dict(CONFIG)) as db:
            db.execute(f"ATTACH '{_quoted(source)}' AS old (READ_ONLY)")
            db.execute("CREATE TEMP TABLE wanted AS SELECT unnest(?) AS content", [list(contents)])
            for statement in _EXPORT:
                db.execute(statement)
            if target.is_file() and _holds_the_same(db, target):
                return False
        own.replace(target)
    except (duckdb.Error, OSError) as error:
        if isinstance(error, duckdb.Error) and is_busy(error):
            raise in_use(source) from error
        raise IndexUnusableError(
            f"{target} cannot be written: {error}", hint=ELSEWHERE_HINT
        ) from error
    finally:
        with suppress(OSError):
            unlink(own)
    return True


_EXPORT = (
    "INSERT INTO contents SELECT * FROM old.contents SEMI JOIN wanted USING (content) ORDER BY 1",
    "INSERT INTO chunks SELECT * FROM old.chunks SEMI JOIN wanted USING (content) ORDER BY 1, 2",
    "INSERT INTO vectors SELECT * FROM old.vectors SEMI JOIN chunks USING (vector) ORDER BY 1",
    "INSERT INTO blobs SELECT * FROM old.blobs SEMI JOIN wanted USING (content) ORDER BY 1",
)


def _holds_the_same(db: duckdb.DuckDBPyConnection, target: Path) -> bool:
    """Whether an index holds what the open one does: both are keyed by content.

    Ids of git blobs do not count: which ones are known rests on what was run here, and they only
    save reading a file. Two people with the same files must not renew it in turns.
    """
    try:
        db.execute(f"ATTACH '{_quoted(target)}' AS now (READ_ONLY)")
        if (db.execute("SELECT format FROM now.meta").fetchone() or (0,))[0] != FORMAT:
            return False
        return all(
            count(db, table)
            == count(db, f"now.{table}")
            == count(db, f"(SELECT {key} FROM {table} INTERSECT SELECT {key} FROM now.{table})")
            for table, key in (("contents", "content"), ("vectors", "vector"))
        )
    except duckdb.Error:
        return False


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
