"""The index in one DuckDB file: contents, chunks, vectors, views. Connections are short-lived."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import duckdb
import numpy as np
import numpy.typing as npt

from sai.core.chunk_table import ChunkTable
from sai.core.records import ChunkRecord, Oddity, SyncBatch, Unindexed, ViewEntry
from sai.core.source import IdleMarker
from sai.errors import IndexLostError, IndexUnusableError
from sai.stores.duckdb_compaction import SPARE_CHUNKS, compact, spare_limit
from sai.stores.duckdb_file import IN_MEMORY, REBUILD_HINT, IndexFile, created, is_damage

Columns = dict[str, "npt.NDArray[np.str_] | npt.NDArray[np.generic]"]


class DuckDbStore:
    """The chunk store in a file, or in memory where `file` is None."""

    def __init__(self, file: IndexFile | None, *, spare_chunks: int = SPARE_CHUNKS) -> None:
        self._file = file
        self._spare_chunks = spare_chunks
        self._memory = None if file else created(IN_MEMORY)

    # -- the ChunkStore port

    def view(self, name: str) -> dict[str, ViewEntry]:
        """What a view showed when it was written last, by path; empty for an unknown one."""
        with self._connected(write=False) as db:
            rows = db.execute("SELECT path, proof, content FROM views WHERE view = ?", [name])
            return {_path_from(p): ViewEntry(proof, c) for p, proof, c in rows.fetchall()}

    def contents_of(self, proofs: Collection[str]) -> dict[str, str]:
        """Content keys of the git blobs that were read before, by proof."""
        if not proofs:
            return {}
        wanted = {"proof": _texts(proofs)}  # noqa: F841 - DuckDB finds it by name
        with self._connected(write=False) as db:
            rows = db.execute("SELECT proof, content FROM blobs SEMI JOIN wanted USING (proof)")
            return dict(rows.fetchall())

    def absent(self, contents: Collection[str], vectors: Collection[str]) -> set[str]:
        """Those of the content and vector keys that the store does not hold."""
        known: set[str] = set()
        with self._connected(write=False) as db:
            for keys, table, column in (
                (contents, "contents", "content"),
                (vectors, "vectors", "vector"),
            ):
                if keys:
                    wanted = {column: _texts(keys)}  # noqa: F841
                    rows = db.execute(
                        f"SELECT {column} FROM {table} SEMI JOIN wanted USING ({column})"
                    )
                    known.update(key for (key,) in rows.fetchall())
        return (set(contents) | set(vectors)) - known

    def write(
        self, batch: SyncBatch, view: str = "", entries: Mapping[str, ViewEntry] | None = None
    ) -> None:
        """Add a batch and, if `entries` are given, replace what `view` shows: all or nothing.

        With that, the file is made smaller where it holds too much that no view shows.
        """
        kept = None
        with self._connected(write=True) as db:
            db.execute("BEGIN")
            _insert_batch(db, batch)
            if entries is not None:
                db.execute("DELETE FROM views WHERE view = ?", [view])
                if entries:
                    rows: Columns = {
                        "path": _texts([_path_to(path) for path in entries]),
                        "proof": _texts([entry.proof for entry in entries.values()]),
                        "content": _texts([entry.content for entry in entries.values()]),
                    }
                    rows["view"] = _texts([view] * len(entries))
                    _insert(db, "INSERT INTO views BY NAME SELECT * FROM rows", rows)
            db.execute("COMMIT")
            if entries is not None:
                kept = spare_limit(db, self._spare_chunks)
        if kept is not None and self._file is not None:
            compact(self._file.path, kept)

    def load(self, files: Mapping[str, str]) -> tuple[ChunkTable, dict[str, Oddity]]:
        """The chunks of files (path to content key), and per path what is odd about it, if any.

        Raises `IndexUnusableError` where a content or a vector is missing.
        """
        paths = sorted(files)
        numbers = np.arange(len(paths), dtype=np.int32)
        wanted = {"file": numbers, "content": _texts([files[p] for p in paths])}  # noqa: F841
        with self._connected(write=False) as db:
            columns = db.execute(_LOAD).fetchnumpy() if paths else {}
            odd = db.execute(_ODD).fetchall() if paths else []
            whole = db.execute(_WHOLE).fetchone() if paths else (0, 0)
        try:
            if whole != (len(paths), 0) or not _is_sound(columns):
                raise ValueError("rows are missing, doubled, or of different lengths")
            about = {paths[file]: _oddity(*row) for file, *row in odd}
            return _table(columns, paths), about
        except (ValueError, TypeError) as error:
            raise self._lost("it lost a part of its contents") from error

    # -- connections

    @contextmanager
    def _connected(self, *, write: bool) -> Iterator[duckdb.DuckDBPyConnection]:
        with _interruptible():
            connection = self._memory or self._opened(write=write)
            try:
                yield connection
            except duckdb.InterruptException:
                raise
            except duckdb.Error as error:
                connection.close()
                if is_damage(error):
                    raise self._lost("it was damaged") from error
                why = str(error).partition("\n")[0]
                raise IndexUnusableError(f"the index failed: {why}", hint=REBUILD_HINT) from error
            finally:
                if connection is not self._memory:
                    connection.close()

    def _opened(self, *, write: bool) -> duckdb.DuckDBPyConnection:
        assert self._file is not None
        return self._file.opened(write=write)

    def _lost(self, why: str) -> IndexLostError:
        """Remove a file that no run can use, so that the next try makes it anew."""
        if self._file is not None:
            self._file.discard(why)
        return IndexLostError(f"the index failed: {why}", hint=REBUILD_HINT)


_LOAD = """
SELECT w.file, c.ordinal, c.symbol, c.start_line, c.end_line, c.code_lines, c.digest, c.renamed,
       c.codes, c.is_stub, c.no_duplicate, c.reason, c.is_test, c.by_file,
       v.dimensions
FROM wanted w JOIN chunks c USING (content) JOIN vectors v USING (vector)
ORDER BY w.file, c.start_line, c.ordinal
"""
_ODD = """
SELECT w.file, c.skipped, c.problem, c.unindexed, c.idle
FROM wanted w JOIN contents c USING (content)
WHERE c.skipped != '' OR c.problem != '' OR c.unindexed != '' OR c.idle != '' ORDER BY w.file
"""
_INSERT_CHUNKS = """
INSERT INTO chunks SELECT * REPLACE (from_base64(codes) AS codes)
FROM rows ANTI JOIN contents USING (content)
"""
_WHOLE = """
SELECT (SELECT count(*) FROM wanted JOIN contents USING (content)),
       (SELECT count(*) FROM wanted JOIN chunks USING (content) ANTI JOIN vectors USING (vector))
"""


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C within DuckDB, which makes an error of its own of it, be Ctrl-C."""
    try:
        yield
    except (RuntimeError, duckdb.InterruptException) as error:
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from error
        raise


def _insert(db: duckdb.DuckDBPyConnection, sql: str, rows: Columns) -> None:  # noqa: ARG001
    """Run `sql` on columns that it calls `rows`: DuckDB finds them by that name."""
    db.execute(sql)


def _insert_batch(db: duckdb.DuckDBPyConnection, batch: SyncBatch) -> None:
    """Add what is not there yet: another process may have added the same in the meantime."""
    contents = batch.contents
    if batch.vector_keys:
        rows: Columns = {
            "vector": _texts(batch.vector_keys),
            "dimensions": _blobs([v.tobytes() for v in batch.vectors]),
        }
        _insert(
            db,
            "INSERT OR IGNORE INTO vectors SELECT vector, from_base64(dimensions) FROM rows",
            rows,
        )
    placed = [(c.key, n, chunk) for c in contents for n, chunk in enumerate(c.chunks)]
    for chunks in _by_width(placed):
        _insert(db, _INSERT_CHUNKS, _chunk_columns(chunks))
    if contents:
        rows = {
            "content": _texts([c.key for c in contents]),
            "skipped": _texts([c.skipped for c in contents]),
            "problem": _texts([c.problem for c in contents]),
            "unindexed": _texts([_packed(c.unindexed) for c in contents]),
            "idle": _texts([_packed(c.idle) for c in contents]),
        }
        _insert(db, "INSERT OR IGNORE INTO contents SELECT * FROM rows", rows)
    if batch.blobs:
        rows = {"proof": _texts(batch.blobs), "content": _texts(batch.blobs.values())}
        _insert(db, "INSERT OR REPLACE INTO blobs SELECT * FROM rows", rows)


Placed = tuple[str, int, ChunkRecord]  # content key, ordinal, chunk


def _by_width(placed: Sequence[Placed]) -> Iterable[Sequence[Placed]]:
    """Chunks of about one length together: a column of texts is as wide as its longest."""
    groups: dict[int, list[Placed]] = {}
    for item in placed:
        groups.setdefault(len(item[2].codes).bit_length(), []).append(item)
    return groups.values()


def _chunk_columns(placed: Sequence[Placed]) -> Columns:
    chunks = [chunk for _, _, chunk in placed]
    return {
        "content": _texts([key for key, _, _ in placed]),
        "ordinal": np.array([n for _, n, _ in placed], dtype=np.int32),
        "symbol": _texts([c.symbol for c in chunks]),
        "start_line": np.array([c.start_line for c in chunks], dtype=np.int32),
        "end_line": np.array([c.end_line for c in chunks], dtype=np.int32),
        "code_lines": np.array([c.code_lines for c in chunks], dtype=np.int32),
        "digest": _texts([c.digest for c in chunks]),
        "renamed": _texts([c.renamed for c in chunks]),
        "vector": _texts([c.vector_key for c in chunks]),
        "codes": _blobs([c.codes.astype("<u4").tobytes() for c in chunks]),
        "is_stub": np.array([c.is_stub for c in chunks], dtype=np.bool_),
        "no_duplicate": np.array([c.no_duplicate for c in chunks], dtype=np.bool_),
        "reason": _texts([c.reason for c in chunks]),
        "is_test": np.array([c.is_test for c in chunks], dtype=np.bool_),
        "by_file": np.array([c.by_file for c in chunks], dtype=np.bool_),
    }


def _is_sound(columns: Mapping[str, npt.NDArray[np.generic]]) -> bool:
    """Whether each chunk is there once, and all vectors have one length."""
    if not columns or not len(columns["file"]):
        return True
    places = columns["file"].astype(np.int64) << 32 | columns["ordinal"].astype(np.int64)
    lengths = {len(vector) for vector in columns["dimensions"].tolist()}
    return len(np.unique(places)) == len(places) and len(lengths) == 1


def _table(columns: Mapping[str, npt.NDArray[np.generic]], paths: Sequence[str]) -> ChunkTable:
    if not columns or not len(columns["file"]):
        empty_int, empty_bool = np.empty(0, np.int32), np.empty(0, np.bool_)
        return ChunkTable(
            [], [], empty_int, empty_int, empty_int, [], [], empty_bool, empty_bool, [], [],
            np.empty((0, 1), np.int8), empty_bool, empty_bool,
        )  # fmt: skip
    rows = len(columns["file"])
    vectors = np.frombuffer(b"".join(columns["dimensions"].tolist()), dtype=np.int8)
    return ChunkTable(
        paths=[paths[file] for file in columns["file"].tolist()],
        symbols=columns["symbol"].tolist(),
        start_lines=columns["start_line"].astype(np.int32),
        end_lines=columns["end_line"].astype(np.int32),
        code_lines=columns["code_lines"].astype(np.int32),
        digests=columns["digest"].tolist(),
        renamed=columns["renamed"].tolist(),
        is_stub=columns["is_stub"].astype(np.bool_),
        no_duplicate=columns["no_duplicate"].astype(np.bool_),
        reasons=columns["reason"].tolist(),
        codes=[np.frombuffer(bytes(blob), dtype="<u4") for blob in columns["codes"].tolist()],
        vectors=vectors.reshape(rows, -1),
        is_test=columns["is_test"].astype(np.bool_),
        by_file=columns["by_file"].astype(np.bool_),
    )


def _oddity(skipped: str, problem: str, unindexed: str, idle: str) -> Oddity:
    return Oddity(
        skipped,
        problem,
        tuple(Unindexed(*row) for row in json.loads(unindexed or "[]")),
        tuple(IdleMarker(*row) for row in json.loads(idle or "[]")),
    )


def _packed(rows: Sequence[tuple[object, ...]]) -> str:
    """Few small rows as one text; "" for none."""
    return json.dumps(rows, ensure_ascii=True) if rows else ""


def _texts(values: Collection[str]) -> npt.NDArray[np.str_]:
    """Texts of fixed width: for every Python object in a column DuckDB tries to import pandas."""
    return np.array(list(values), dtype=np.str_)


def _blobs(values: Sequence[bytes]) -> npt.NDArray[np.str_]:
    """Bytes as base64: DuckDB takes texts from numpy twenty times faster than bytes (measured)."""
    return _texts([b64encode(value).decode("ascii") for value in values])


def _path_to(path: str) -> str:
    """A path as text that DuckDB takes: its bytes as Latin-1, for names that are not UTF-8."""
    return path.encode("utf-8", "surrogateescape").decode("latin-1")


def _path_from(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "surrogateescape")
