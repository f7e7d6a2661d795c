"""The file of the index: opened, waited for, made anew, seeded, removed.

One read-write process excludes all others from a DuckDB file, so nobody keeps it open. A busy file
is waited for, then given up with `IndexUnusableError`; a file that is broken or of another format
is made anew, with a notice.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import duckdb

from sai.errors import IndexUnusableError
from sai.stores.database_files import (
    OWN_DIRECTORY,
    draft_beside,
    placed,
    prepare_directory,
    unlink,
)
from sai.stores.duckdb_schema import FORMAT, SCHEMA, TABLES

REBUILD_HINT = "delete the index file; it is made anew by the next run"
ELSEWHERE_HINT = "name another file with `index.path` in [tool.sai], or remove this one"
_BUSY_HINT = "wait for the other run to end"
_CONFIG = {"storage_compatibility_version": "v1.4.0"}  # a file of 2.0 stays readable for 1.x
IN_MEMORY = Path(":memory:")
"""The name of a database that is no file."""

_BUSY_TEXTS = ("Could not set lock", "being used by another process")
_DAMAGE_TEXTS = ("Corrupt", "Could not read enough bytes")
_RETRY_S = 0.05


_DIMENSION = """
SELECT octet_length(dimensions) FROM views JOIN chunks USING (content) JOIN vectors USING (vector)
WHERE view = 'disk' AND starts_with(proof, ?) LIMIT 1
"""


class FileState(NamedTuple):
    """What a file is: bytes on disk, its format (None: not an index of ours), rows by table."""

    size: int
    format: int | None
    rows: dict[str, int]


class IndexFile:
    """An index file at `path`, made when it is first needed.

    `notice` is told in one line of everything a person should know. The first of the `seeds` that
    is a sound index is copied where there is no file yet; its views are those of another place
    and are left out. `tracked_seed` is one whose faults are worth a notice. `ours` says that the
    place is not one that a user named: whatever lies there may be replaced.
    """

    def __init__(
        self,
        path: Path,
        notice: Callable[[str], None],
        busy_timeout_s: float = 5.0,
        *,
        seeds: Sequence[Path] = (),
        tracked_seed: Path | None = None,
        ours: bool = False,
    ) -> None:
        self.path = path
        self._ours = ours or path.parent.name == OWN_DIRECTORY
        self._notice = notice
        self._busy_timeout_s = busy_timeout_s
        self._seeds = seeds if tracked_seed is None else (tracked_seed, *seeds)
        self._tracked_seed = tracked_seed

    def opened(self, *, write: bool) -> duckdb.DuckDBPyConnection:
        """A connection, which the caller closes soon."""
        deadline = time.monotonic() + self._busy_timeout_s
        while True:
            try:
                return self._opened_once(write=write)
            except duckdb.Error as error:
                if not is_busy(error):
                    raise IndexUnusableError(
                        f"the index cannot be opened: {self.path}", hint=REBUILD_HINT
                    ) from error
                if time.monotonic() >= deadline:
                    raise in_use(self.path) from error
                time.sleep(_RETRY_S)
            except OSError as error:
                raise IndexUnusableError(
                    f"{self.path} cannot be written: {_reason(error)}", hint=ELSEWHERE_HINT
                ) from error

    def discard(self, why: str) -> None:
        """Remove a file that no run can use, so that the next try makes it anew."""
        self._notice(f"the index {self.path.name} was made anew: {why}")
        with suppress(OSError):
            unlink(self.path)

    def state(self) -> FileState | None:
        """What the file holds, without changing or making it; None where there is none.

        `IndexUnusableError` where another process has it, or it cannot be looked at.
        """
        try:
            if not self.path.is_file():
                return None
            size = self.path.stat().st_size
        except OSError as error:
            raise self._unreadable(error) from error
        try:
            with connected(self.path, read_only=True) as db:
                found = format_of(db)
                rows = {table: count(db, table) for table in TABLES} if found == FORMAT else {}
                return FileState(size, found, rows)
        except OSError as error:
            raise self._unreadable(error) from error
        except duckdb.Error as error:
            if is_busy(error):
                raise in_use(self.path) from error
            return FileState(size, None, {})

    def _unreadable(self, error: OSError) -> IndexUnusableError:
        return IndexUnusableError(
            f"{self.path} cannot be read: {_reason(error)}", hint=ELSEWHERE_HINT
        )

    def dimension(self, pipeline: str) -> int:
        """Length of the vectors that a pipeline made of the files on disk; 0 where none."""
        with self.opened(write=False) as db:
            found = db.execute(_DIMENSION, [f"{pipeline}:"]).fetchone()
        return int(found[0]) if found else 0

    def remove(self) -> bool:
        """Remove the file; False where there is none.

        `IndexUnusableError` where it is in use, or somebody's data.
        """
        try:
            if not self.path.exists():
                return False
            self.refuse_foreign()
            unlink(self.path)
        except OSError as error:
            raise IndexUnusableError(
                f"{self.path} cannot be removed: {_reason(error)}", hint=ELSEWHERE_HINT
            ) from error
        return True

    def refuse_foreign(self) -> None:
        """Raise `IndexUnusableError` for what may be somebody's data, or is in use."""
        state = self.state()
        if state is not None and state.format is None and not self._ours:
            raise IndexUnusableError(f"{self.path} is no index of sai", hint=ELSEWHERE_HINT)

    def _opened_once(self, *, write: bool) -> duckdb.DuckDBPyConnection:
        path = self.path
        if not path.exists():
            prepare_directory(path.parent)
            if not any(self._is_seeded_from(seed) for seed in self._seeds):
                self._make()
        elif not path.is_file():  # opening a pipe would wait for ever
            raise IndexUnusableError(f"{path} is not a regular file", hint=ELSEWHERE_HINT)
        try:
            connection = connected(path, read_only=not write)
        except duckdb.Error as error:
            if is_busy(error) or not _is_broken(error):
                raise
            foreign = path.suffix != ".duckdb" and path.stat().st_size > 0
            return self._rebuilt("it was damaged", foreign=foreign)
        found = format_of(connection)
        if found == FORMAT:
            return connection
        foreign = found is None and bool(connection.execute("SHOW TABLES").fetchall())
        connection.close()
        return self._rebuilt("it has another format", foreign=foreign)

    def _rebuilt(self, why: str, *, foreign: bool) -> duckdb.DuckDBPyConnection:
        """Replace the file; one that may be somebody's data is left alone outside `.sai`."""
        if foreign and not self._ours:
            raise IndexUnusableError(f"{self.path} is no index of sai", hint=ELSEWHERE_HINT)
        unlink(self.path)
        self._notice(f"the index {self.path.name} was made anew: {why}")
        self._make()
        return connected(self.path)

    def _make(self) -> None:
        """Put a new, empty index there, whole or not at all, unless another run has done so."""
        with draft_beside(self.path) as draft:
            created(draft).close()
            # On a full disk DuckDB closes a file without a word that it could not finish: what
            # is missing then stays in its log.
            if draft.with_name(f"{draft.name}.wal").exists():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            placed(draft, self.path)

    def _is_seeded_from(self, seed: Path) -> bool:
        """Copy a seed to the path of the file, if it is a sound index that nobody writes to."""
        try:
            if not seed.is_file():
                return False
            with draft_beside(self.path) as draft:
                with connected(seed, read_only=True) as db:
                    if format_of(db) != FORMAT:
                        raise duckdb.IOException("it has another format")
                    shutil.copyfile(seed, draft)  # nobody writes to it while it is open
                with connected(draft) as db:
                    db.execute("DELETE FROM views")
                placed(draft, self.path)
        except (duckdb.Error, OSError):
            if seed == self._tracked_seed:
                self._notice(f"{seed.name} in git is no sound index of this version: not used")
            return False
        return True


def connected(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """A connection to a database file; an `OSError` where DuckDB cannot be told its name."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise OSError(errno.EILSEQ, "DuckDB needs a path in UTF-8") from error
    return duckdb.connect(str(path), read_only=read_only, config=dict(_CONFIG))


def created(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection to a new, empty index."""
    connection = connected(path)
    connection.execute("BEGIN")
    connection.execute(SCHEMA)
    connection.execute("INSERT INTO meta VALUES (?)", [FORMAT])
    connection.execute("COMMIT")
    return connection


def is_busy(error: duckdb.Error) -> bool:
    """Whether another process has the file open."""
    return any(text in str(error) for text in _BUSY_TEXTS)


def is_damage(error: duckdb.Error) -> bool:
    """Whether a query failed because of what the file holds: no other run would fare better."""
    fatal = isinstance(error, (duckdb.FatalException, duckdb.InternalException))
    return fatal or any(text in str(error) for text in _DAMAGE_TEXTS)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def in_use(path: Path) -> IndexUnusableError:
    """The error for a file that another process has open."""
    return IndexUnusableError(f"the index is in use: {path}", hint=_BUSY_HINT)


def format_of(connection: duckdb.DuckDBPyConnection) -> int | None:
    """The format of an index; None for a file that is none."""
    try:
        row = connection.execute("SELECT format FROM meta").fetchone()
    except duckdb.Error:
        return None
    return int(row[0]) if row else None


def count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    """Rows of a table."""
    row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(row[0]) if row else 0


def _is_broken(error: duckdb.Error) -> bool:
    """Whether a file is not a database that we can read, rather than out of reach."""
    text = str(error)
    return "No such file" not in text and "Permission denied" not in text
