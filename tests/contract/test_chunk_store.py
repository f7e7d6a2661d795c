"""What every chunk store promises; each behaviour is tested on every implementation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.store_batches import batch_of, chunk_record, rows_of

from sai.core.records import ContentRecord, Oddity, SyncBatch, Unindexed, ViewEntry
from sai.core.source import IdleMarker
from sai.errors import IndexUnusableError
from sai.ports import ChunkStore
from sai.stores.duckdb_file import IndexFile
from sai.stores.duckdb_store import DuckDbStore

Opened = Callable[[], ChunkStore]

F = ContentRecord("content f", (chunk_record("f", 3), chunk_record("g", 12)))
H = ContentRecord("content h", (chunk_record("h"),))
EMPTY = ContentRecord("content empty")


def no_notice(text: str) -> None:
    raise AssertionError(text)


@pytest.fixture(params=["file", "memory"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Opens the store anew where it has a file, or hands out the one in memory."""
    if request.param == "memory":
        memory = DuckDbStore(None)
        return lambda: memory
    return lambda: DuckDbStore(IndexFile(tmp_path / ".sai" / "index.duckdb", no_notice))


@pytest.fixture
def store(opened: Opened) -> ChunkStore:
    return opened()


# -- contents and chunks


def test_a_new_store_holds_nothing(store: ChunkStore) -> None:
    assert store.view("disk") == {}
    assert store.contents_of(["a blob"]) == {}
    assert store.absent(["content f"], ["vector of f"]) == {"content f", "vector of f"}
    table, about = store.load({})
    assert (len(table), dict(about)) == (0, {})


def test_chunks_come_back_as_they_were_written(opened: Opened) -> None:
    odd = chunk_record(
        "Klass.méthode#2",
        40,
        is_stub=True,
        no_duplicate=True,
        reason="日本 'quoted'\n\ttext",
        is_test=True,
        by_file=True,
    )
    opened().write(batch_of(ContentRecord("content odd", (odd,))))
    table, _ = opened().load({"src/ä b.py": "content odd"})
    assert rows_of(table) == [
        (
            "src/ä b.py", "Klass.méthode#2", 40, 44, 5, odd.digest, odd.renamed, True, True,
            "日本 'quoted'\n\ttext", [0, 7, 2**32 - 1, 40], [-128, 127, len(odd.vector_key), 0],
            True, True,
        )
    ]  # fmt: skip


def test_columns_have_their_types(store: ChunkStore) -> None:
    store.write(batch_of(F))
    table, _ = store.load({"a.py": F.key})
    assert table.vectors.dtype == np.int8
    assert table.codes[0].dtype == np.uint32
    assert {column.dtype for column in (table.start_lines, table.end_lines, table.code_lines)} == {
        np.dtype(np.int32)
    }
    assert {table.is_stub.dtype, table.no_duplicate.dtype} == {np.dtype(np.bool_)}


def test_a_table_is_sorted_by_path_then_line_then_ordinal(store: ChunkStore) -> None:
    twins = ContentRecord("twins", (chunk_record("z", 9), chunk_record("y", 9), chunk_record("x")))
    store.write(batch_of(H, twins))
    table, _ = store.load({"b.py": "twins", "c.py": H.key, "a.py": "twins", "B.py": H.key})
    assert list(zip(table.paths, table.symbols, strict=True)) == [
        ("B.py", "h"), ("a.py", "x"), ("a.py", "z"), ("a.py", "y"),
        ("b.py", "x"), ("b.py", "z"), ("b.py", "y"), ("c.py", "h"),
    ]  # fmt: skip


def test_the_order_of_writing_does_not_matter(opened: Opened, tmp_path: Path) -> None:
    store, other = opened(), DuckDbStore(IndexFile(tmp_path / "other.duckdb", no_notice))
    store.write(batch_of(F, H))
    for content in (H, F):
        other.write(batch_of(content))
    files = {"a.py": F.key, "b.py": H.key}
    assert rows_of(store.load(files)[0]) == rows_of(other.load(files)[0])


def test_several_paths_may_show_one_content(store: ChunkStore) -> None:
    store.write(batch_of(H))
    table, _ = store.load({"a.py": H.key, "b.py": H.key})
    assert list(table.paths) == ["a.py", "b.py"]


def test_odd_contents_say_what_is_odd(store: ChunkStore) -> None:
    skipped = ContentRecord("skipped", skipped="not UTF-8 (byte 3)")
    partly = ContentRecord("partly", H.chunks, problem="syntax")
    by_file = Unindexed(12, 14, "g", "", by_file=True)
    left_out = (Unindexed(3, 9, "f", 'a reason, "quoted"'), by_file)
    idle = (IdleMarker(1, "sai-noduplicate has no effect"),)
    marked = ContentRecord("marked", unindexed=left_out, idle=idle)
    store.write(batch_of(skipped, partly, marked, EMPTY))
    files = {"a": "skipped", "b": "partly", "c": "marked", "d": EMPTY.key}
    table, about = store.load(files)
    assert list(table.paths) == ["b"]
    assert about == {
        "a": Oddity("not UTF-8 (byte 3)", ""),
        "b": Oddity("", "syntax"),
        "c": Oddity("", "", left_out, idle),
    }


def test_files_without_functions_give_an_empty_table(store: ChunkStore) -> None:
    store.write(batch_of(EMPTY))
    table, about = store.load({"a.py": EMPTY.key})
    assert (rows_of(table), dict(about)) == ([], {})


def test_only_what_is_missing_is_absent(opened: Opened) -> None:
    opened().write(batch_of(F))
    store = opened()
    assert store.absent([F.key, "other"], ["vector of f", "vector of x"]) == {
        "other",
        "vector of x",
    }
    assert store.absent([], []) == set()


def test_writing_the_same_again_changes_nothing(store: ChunkStore) -> None:
    for _ in range(3):
        store.write(batch_of(F, H, blobs={"blob": F.key}))
    table, _ = store.load({"a.py": F.key, "b.py": H.key})
    assert list(table.symbols) == ["f", "g", "h"]


def test_a_vector_is_kept_once_and_shared(store: ChunkStore) -> None:
    store.write(batch_of(H))
    same = ContentRecord("same text", (chunk_record("i", vector_key="vector of h"),))
    store.write(SyncBatch([same], [], np.empty((0, 4), dtype=np.int8), {}))
    table, _ = store.load({"a.py": H.key, "b.py": "same text"})
    assert table.vectors[0].tolist() == table.vectors[1].tolist()


def test_a_content_that_is_not_there_is_an_error_and_not_an_empty_file(store: ChunkStore) -> None:
    store.write(batch_of(F))
    with pytest.raises(IndexUnusableError):
        DuckDbStore(None).load({"a.py": "never written"})


def test_a_thousand_files_fit_in_one_batch(store: ChunkStore) -> None:
    contents = [ContentRecord(f"c{n}", (chunk_record(f"f{n}"),)) for n in range(1000)]
    store.write(batch_of(*contents))
    table, _ = store.load({f"{n:04}.py": f"c{n}" for n in range(1000)})
    assert list(table.symbols) == [f"f{n}" for n in range(1000)]


# -- blobs


def test_blobs_are_remembered_by_their_proof(opened: Opened) -> None:
    opened().write(batch_of(F, H, blobs={"python:1": F.key, "python:2": H.key}))
    found = opened().contents_of(["python:2", "python:3"])
    assert found == {"python:2": H.key}
    assert opened().contents_of([]) == {}


# -- views


def test_a_view_shows_what_it_was_given_last(opened: Opened) -> None:
    first = {"a.py": ViewEntry("proof", F.key), "b.py": ViewEntry("", H.key)}
    opened().write(batch_of(F, H), "disk", first)
    assert opened().view("disk") == first
    second = {"c.py": ViewEntry("other", H.key)}
    opened().write(batch_of(), "disk", second)
    assert opened().view("disk") == second


def test_views_live_side_by_side(store: ChunkStore) -> None:
    disk, staged = {"a.py": ViewEntry("d", F.key)}, {"a.py": ViewEntry("s", H.key)}
    store.write(batch_of(F), "disk", disk)
    store.write(batch_of(H), "staged", staged)
    assert (store.view("disk"), store.view("staged"), store.view("other")) == (disk, staged, {})


def test_a_batch_alone_leaves_the_views_as_they_are(store: ChunkStore) -> None:
    entries = {"a.py": ViewEntry("d", F.key)}
    store.write(batch_of(F), "disk", entries)
    store.write(batch_of(H))
    assert store.view("disk") == entries


def test_a_view_can_become_empty(store: ChunkStore) -> None:
    store.write(batch_of(F), "disk", {"a.py": ViewEntry("d", F.key)})
    store.write(batch_of(), "disk", {})
    assert store.view("disk") == {}


@pytest.mark.parametrize(
    "path",
    [
        b"caf\xe9.py".decode("utf-8", "surrogateescape"),
        "日本/ü.py",
        "a b\tc\nd'\"\\.py",
        "%s?{}.py",
    ],
)
def test_a_path_may_hold_any_bytes(opened: Opened, path: str) -> None:
    entries = {path: ViewEntry("proof", H.key)}
    opened().write(batch_of(H), "disk", entries)
    assert opened().view("disk") == entries
    table, about = opened().load({path: H.key})
    assert (list(table.paths), dict(about)) == ([path], {})
