"""The snapshot of an index that a team commits: just what one tree needs, renewed on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb

from sai.errors import IndexUnusableError
from sai.stores.database_files import draft_beside, prepare_directory
from sai.stores.duckdb_copy import copied, quoted
from sai.stores.duckdb_file import (
    ELSEWHERE_HINT,
    IndexFile,
    count,
    in_use,
    is_busy,
)
from sai.stores.duckdb_schema import FORMAT


def export(source: Path, target: Path, contents: Sequence[str]) -> bool:
    """Make `target` an index of just some contents of `source`; False where it is one already.

    It is replaced whole. Views are not part of it: they belong to one place.
    """
    IndexFile(target, lambda _: None).refuse_foreign()
    try:
        prepare_directory(target.parent)
        with draft_beside(target) as draft:
            with copied(source, draft, "SELECT unnest(?) AS content", [list(contents)]) as db:
                if target.is_file() and _holds_the_same(db, target):
                    return False
            draft.replace(target)
    except (duckdb.Error, OSError) as error:
        if isinstance(error, duckdb.Error) and is_busy(error):
            raise in_use(source) from error
        raise IndexUnusableError(
            f"{target} cannot be written: {error}", hint=ELSEWHERE_HINT
        ) from error
    return True


def _holds_the_same(db: duckdb.DuckDBPyConnection, target: Path) -> bool:
    """Whether an index holds what `new` does: both are keyed by content.

    Ids of git blobs do not count: which ones are known rests on what was run here, and they only
    save reading a file. Two people with the same files must not renew it in turns.
    """
    try:
        db.execute(f"ATTACH '{quoted(target)}' AS now (READ_ONLY)")
        if (db.execute("SELECT format FROM now.meta").fetchone() or (0,))[0] != FORMAT:
            return False
        return all(
            count(db, f"new.{table}")
            == count(db, f"now.{table}")
            == count(db, f"(SELECT {key} FROM new.{table} INTERSECT SELECT {key} FROM now.{table})")
            for table, key in (("contents", "content"), ("vectors", "vector"))
        )
    except duckdb.Error:
        return False
