"""The index file: two processes, damage, other formats, places that cannot be written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from tests.store_batches import batch_of, chunk_record

from sai.core.records import ContentRecord, ViewEntry
from sai.errors import IndexUnusableError
from sai.stores.duckdb_compaction import compact
from sai.stores.duckdb_file import IndexFile
from sai.stores.duckdb_schema import FORMAT
from sai.stores.duckdb_store import DuckDbStore

CONTENTS = [
    ContentRecord(f"content {n}", tuple(chunk_record(f"f{n}_{i}", 1 + 9 * i) for i in range(8)))
    for n in range(60)
]
VIEW = {f"{n}.py": ViewEntry("proof", f"content {n}") for n in range(60)}
FILES = {path: entry.content for path, entry in VIEW.items()}

HOLDER = """
import sys, time, duckdb
connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "read")
print("open", flush=True)
time.sleep(float(sys.argv[3]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".sai" / "index.duckdb"


@pytest.fixture
def filled(path: Path) -> Path:
    DuckDbStore(IndexFile(path, print)).write(batch_of(*CONTENTS), "disk", VIEW)
    return path


@contextmanager
def held_open(path: Path, how: str = "write", seconds: float = 60) -> Iterator[None]:
    """Another process has the file open for some time."""
    command = [sys.executable, "-c", HOLDER, str(path), how, str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        try:
            yield
        finally:
            holder.kill()


# -- the directory


def test_our_own_directory_is_ignored_by_git_from_within(filled: Path) -> None:
    assert sorted(p.name for p in filled.parent.iterdir()) == [".gitignore", "index.duckdb"]
    assert (filled.parent / ".gitignore").read_text(encoding="ascii") == "*\n"


def test_an_ignore_file_that_is_there_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    (path.parent / ".gitignore").write_text("mine\n", encoding="ascii")
    DuckDbStore(IndexFile(path, print)).write(batch_of())
    assert (path.parent / ".gitignore").read_text(encoding="ascii") == "mine\n"


def test_a_directory_of_another_name_gets_no_ignore_file(tmp_path: Path) -> None:
    DuckDbStore(IndexFile(tmp_path / "deep" / "er" / "index.duckdb", print)).write(batch_of())
    assert [p.name for p in (tmp_path / "deep" / "er").iterdir()] == ["index.duckdb"]


def test_no_file_is_made_before_it_is_needed(path: Path) -> None:
    DuckDbStore(IndexFile(path, print))
    assert not path.parent.exists()


def test_nothing_but_the_file_is_left_behind(filled: Path) -> None:
    store = DuckDbStore(IndexFile(filled, print))
    store.load(FILES)
    store.write(batch_of(), "staged", VIEW)
    assert sorted(p.name for p in filled.parent.iterdir()) == [".gitignore", "index.duckdb"]


# -- two processes


@pytest.mark.parametrize("how", ["write", "read"])
def test_a_busy_file_is_waited_for(filled: Path, how: str) -> None:
    with held_open(filled, how, seconds=0.4):
        DuckDbStore(IndexFile(filled, print, busy_timeout_s=20)).write(batch_of(), "staged", VIEW)
    assert DuckDbStore(IndexFile(filled, print)).view("staged") == VIEW


def test_a_file_that_stays_busy_is_given_up_within_the_bound(filled: Path) -> None:
    with held_open(filled):
        begin = time.monotonic()
        with pytest.raises(IndexUnusableError, match="in use"):
            DuckDbStore(IndexFile(filled, print, busy_timeout_s=0.3)).load(FILES)
        assert 0.3 <= time.monotonic() - begin < 5
    assert DuckDbStore(IndexFile(filled, print)).view("disk") == VIEW


def test_readers_do_not_wait_for_readers(filled: Path) -> None:
    with held_open(filled, "read"):
        assert DuckDbStore(IndexFile(filled, print, busy_timeout_s=0)).view("disk") == VIEW


def test_a_process_that_was_killed_while_writing_loses_only_its_own_work(filled: Path) -> None:
    program = """
import os, sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("BEGIN")
connection.execute("DELETE FROM views")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program, str(filled)], check=False)
    assert DuckDbStore(IndexFile(filled, print)).view("disk") == VIEW


def test_work_that_was_committed_but_not_moved_into_the_file_is_not_lost(filled: Path) -> None:
    program = """
import os, sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("UPDATE views SET proof = 'later'")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program, str(filled)], check=False)
    assert filled.with_name("index.duckdb.wal").exists()
    proofs = {entry.proof for entry in DuckDbStore(IndexFile(filled, print)).view("disk").values()}
    assert proofs == {"later"}


# -- damage


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"not a database\n" * 1000, id="garbage"),
        pytest.param(b"<<<<<<< HEAD\n", id="a merge conflict"),
    ],
)
def test_a_file_that_is_no_database_is_made_anew_with_a_notice(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    notices: list[str] = []
    store = DuckDbStore(IndexFile(path, notices.append))
    assert store.view("disk") == {}
    store.write(batch_of(*CONTENTS), "disk", VIEW)
    assert store.view("disk") == VIEW
    assert notices == ["the index index.duckdb was made anew: it was damaged"]


def test_a_truncated_file_is_made_anew_at_once_or_removed_for_the_next_run(filled: Path) -> None:
    whole = filled.read_bytes()
    for share in range(1, 10):
        filled.write_bytes(whole[: len(whole) * share // 10])
        notices: list[str] = []
        assert use(filled, notices) in ("empty", "unusable")
        assert len(notices) == 1
        assert use(filled, notices) == "empty"
        assert len(notices) == 1


def test_a_damaged_file_is_removed_for_the_next_run(filled: Path) -> None:
    whole = filled.read_bytes()
    outcomes = set()
    for share in range(1, 12):
        place = len(whole) * share // 12
        filled.write_bytes(whole[:place] + bytes(255 for _ in range(64)) + whole[place + 64 :])
        notices: list[str] = []
        outcome = use(filled, notices)
        outcomes.add(outcome)
        if outcome == "unusable":
            assert (use(filled, notices), len(notices)) == ("empty", 1)
    assert "unusable" in outcomes


def use(path: Path, notices: list[str]) -> str:
    """Read and load; say what the file was good for."""
    store = DuckDbStore(IndexFile(path, notices.append))
    try:
        view = store.view("disk")
        table, _ = store.load({path: entry.content for path, entry in view.items()})
    except IndexUnusableError:
        return "unusable"
    return "whole" if len(table) == 8 * len(CONTENTS) else "empty" if not view else "partly"


@pytest.mark.parametrize("table", ["contents", "vectors"])
def test_a_file_that_lost_rows_is_not_believed(filled: Path, table: str) -> None:
    with duckdb.connect(str(filled)) as connection:
        connection.execute(f"DELETE FROM {table} WHERE rowid = 7")
    notices: list[str] = []
    assert use(filled, notices) == "unusable"
    assert notices == ["the index index.duckdb was made anew: it lost a part of its contents"]
    assert use(filled, notices) == "empty"


@pytest.mark.parametrize("other", [FORMAT - 1, FORMAT + 1])
def test_another_format_is_made_anew_with_a_notice(filled: Path, other: int) -> None:
    with duckdb.connect(str(filled)) as connection:
        connection.execute("UPDATE meta SET format = ?", [other])
    notices: list[str] = []
    assert DuckDbStore(IndexFile(filled, notices.append)).view("disk") == {}
    assert notices == ["the index index.duckdb was made anew: it has another format"]


def test_a_database_of_somebody_else_is_made_anew_with_a_notice(path: Path) -> None:
    path.parent.mkdir()
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE mine (number INTEGER)")
    notices: list[str] = []
    assert DuckDbStore(IndexFile(path, notices.append)).view("disk") == {}
    assert notices == ["the index index.duckdb was made anew: it has another format"]


def test_somebody_elses_database_outside_our_directory_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "data.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE mine (number INTEGER)")
    with pytest.raises(IndexUnusableError, match="no index of sai"):
        DuckDbStore(IndexFile(path, print)).view("disk")
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("SHOW TABLES").fetchall() == [("mine",)]


def test_a_source_file_named_as_the_index_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_bytes(b"x = 1\n")
    with pytest.raises(IndexUnusableError, match="no index of sai"):
        DuckDbStore(IndexFile(path, print)).write(batch_of(*CONTENTS), "disk", VIEW)
    assert path.read_bytes() == b"x = 1\n"


@pytest.mark.parametrize(
    "error", [RuntimeError("Query interrupted"), duckdb.InterruptException("Interrupted!")]
)
def test_an_interrupted_query_is_an_interrupt(error: Exception) -> None:
    store = DuckDbStore(None)
    with pytest.raises(KeyboardInterrupt), store._connected(write=False):
        raise error


# -- places that cannot be used


@contextmanager
def without_privileges() -> Iterator[None]:
    """The superuser may write anywhere: act as somebody else for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked() -> Iterator[Path]:
    """A directory that everybody may read and nobody may write."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        yield directory
        directory.chmod(0o755)


@pytest.mark.parametrize("name", ["index.duckdb", ".sai/index.duckdb"])
def test_a_read_only_directory_makes_the_index_unusable(locked: Path, name: str) -> None:
    locked.chmod(0o555)
    with without_privileges(), pytest.raises(IndexUnusableError):
        DuckDbStore(IndexFile(locked / name, print)).view("disk")


def test_a_read_only_index_can_be_read_but_not_written(locked: Path) -> None:
    file = locked / "index.duckdb"
    DuckDbStore(IndexFile(file, print)).write(batch_of(*CONTENTS), "disk", VIEW)
    file.chmod(0o444)
    locked.chmod(0o555)
    with without_privileges():
        assert DuckDbStore(IndexFile(file, print)).view("disk") == VIEW
        with pytest.raises(IndexUnusableError):
            DuckDbStore(IndexFile(file, print)).write(batch_of(), "disk", {})
    assert DuckDbStore(IndexFile(file, print)).view("disk") == VIEW


def test_a_directory_in_place_of_the_file_makes_the_index_unusable(path: Path) -> None:
    path.mkdir(parents=True)
    notices: list[str] = []
    with pytest.raises(IndexUnusableError):
        DuckDbStore(IndexFile(path, notices.append)).view("disk")
    assert (path.is_dir(), notices) == (True, [])


def test_a_pipe_in_place_of_the_file_is_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(IndexUnusableError, match="not a regular file"):
        DuckDbStore(IndexFile(path, print)).view("disk")


def test_a_file_in_place_of_the_directory_makes_the_index_unusable(tmp_path: Path) -> None:
    (tmp_path / ".sai").write_text("", encoding="ascii")
    with pytest.raises(IndexUnusableError, match=r"cannot be written"):
        DuckDbStore(IndexFile(tmp_path / ".sai" / "index.duckdb", print)).view("disk")


def test_a_query_that_fails_leaves_a_store_in_memory_usable() -> None:
    store = DuckDbStore(None)
    with pytest.raises(IndexUnusableError):
        store.load({"a.py": "never written"})
    store.write(batch_of(*CONTENTS), "disk", VIEW)
    assert store.view("disk") == VIEW


def test_the_state_of_a_file_is_its_size_format_and_rows(filled: Path) -> None:
    state = IndexFile(filled, print).state()
    assert state is not None
    assert (state.size, state.format) == (filled.stat().st_size, FORMAT)
    assert state.rows == {"contents": 60, "chunks": 480, "vectors": 480, "blobs": 0, "views": 60}


# -- seeds


def test_a_seed_is_copied_without_its_views(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "other" / "index.duckdb"
    store = DuckDbStore(IndexFile(path, print, seeds=(tmp_path / "none.duckdb", filled)))
    assert store.view("disk") == {}
    assert len(store.load(FILES)[0]) == 8 * len(CONTENTS)
    assert [each.name for each in path.parent.iterdir()] == ["index.duckdb"]
    assert DuckDbStore(IndexFile(filled, print)).view("disk") == VIEW


def test_a_seed_that_is_written_to_is_not_used(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "other" / "index.duckdb"
    with held_open(filled):
        store = DuckDbStore(IndexFile(path, print, seeds=(filled,)))
        assert store.absent(["content 1"], []) == {"content 1"}
    assert [each.name for each in path.parent.iterdir()] == ["index.duckdb"]


def test_a_seed_that_cannot_be_looked_at_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "index.duckdb"
    store = DuckDbStore(IndexFile(path, print, seeds=(tmp_path / ("x" * 400),)))
    assert store.view("disk") == {}
    assert path.is_file()


def test_a_seed_does_not_replace_what_another_run_made_meanwhile(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other" / "index.duckdb"
    real = shutil.copyfile

    def copied_late(source: Path, target: Path) -> None:
        real(source, target)
        DuckDbStore(IndexFile(path, print)).write(batch_of(), "disk", VIEW)

    monkeypatch.setattr(shutil, "copyfile", copied_late)
    assert DuckDbStore(IndexFile(path, print, seeds=(filled,))).view("disk") == VIEW
    assert [each.name for each in path.parent.iterdir()] == ["index.duckdb"]


def test_a_seed_is_put_in_place_without_hard_links_too(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", refused)
    path = tmp_path / "other" / "index.duckdb"
    store = DuckDbStore(IndexFile(path, print, seeds=(filled,)))
    assert store.absent(["content 1"], []) == set()
    assert [each.name for each in path.parent.iterdir()] == ["index.duckdb"]


# -- what no view shows


def rows_of(path: Path, table: str) -> int:
    with duckdb.connect(str(path), read_only=True) as db:
        found = db.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert found is not None
    return int(found[0])


def store_of(path: Path, spare: int) -> DuckDbStore:
    return DuckDbStore(IndexFile(path, print), spare_chunks=spare)


def shown(*numbers: int) -> dict[str, ViewEntry]:
    return {f"{n}.py": ViewEntry(f"proof {n}", f"content {n}") for n in numbers}


def test_what_no_view_shows_is_kept_up_to_the_limit(filled: Path) -> None:
    store_of(filled, 480).write(batch_of(), "disk", shown(*range(10)))
    assert rows_of(filled, "chunks") == 480
    store_of(filled, 400).write(batch_of(), "disk", shown(*range(10)))
    assert rows_of(filled, "chunks") == 480  # 400 of them are in no view: just as many as may be


def test_beyond_the_limit_half_of_it_stays(filled: Path) -> None:
    store = store_of(filled, 80)
    store.write(batch_of(), "disk", shown(*range(5)))
    gone = store.absent([f"content {n}" for n in range(60)], ())
    assert len(gone) == 51  # nine rows a content: four fit into the half of 80
    assert gone.isdisjoint(f"content {n}" for n in range(5))
    assert store.view("disk") == shown(*range(5))
    assert len(store.load({path: entry.content for path, entry in shown(0, 4).items()})[0]) == 16
    assert rows_of(filled, "vectors") == rows_of(filled, "chunks") == 8 * 9
    assert sorted(p.name for p in filled.parent.iterdir()) == [".gitignore", "index.duckdb"]


def test_the_file_shrinks(filled: Path) -> None:
    with duckdb.connect(str(filled)) as db:
        db.execute(
            "INSERT INTO vectors SELECT md5(n::VARCHAR),"
            " repeat(md5(n::VARCHAR || 'x'), 20)::BLOB FROM range(20000) numbers(n)"
        )
    before = filled.stat().st_size
    store_of(filled, 400).write(batch_of(), "disk", shown(*range(5)))
    assert filled.stat().st_size < before / 4


def test_as_many_chunks_as_the_views_show_may_lie_idle(filled: Path) -> None:
    store_of(filled, 10).write(batch_of(), "disk", shown(*range(30)))
    assert rows_of(filled, "chunks") == 480
    store_of(filled, 10).write(batch_of(), "disk", shown(*range(29)))
    assert rows_of(filled, "chunks") < 480


def test_the_youngest_stay_and_the_order_of_age_survives(path: Path) -> None:
    store = store_of(path, 80)
    for round_of in (range(12), range(30, 42)):
        for n in round_of:
            store.write(batch_of(CONTENTS[n]))
        store.write(batch_of(), "disk", {})
        gone = store.absent([f"content {n}" for n in range(60)], ())
        assert {f"content {n}" for n in range(60)} - gone == {f"content {n}" for n in round_of[-4:]}


def test_a_file_that_another_process_reads_is_made_smaller_all_the_same(filled: Path) -> None:
    with held_open(filled, "read"):
        assert compact(filled, 0)
        assert DuckDbStore(IndexFile(filled, print, busy_timeout_s=0)).view("disk") == VIEW
    DuckDbStore(IndexFile(filled, print)).write(batch_of(), "staged", VIEW)


def test_a_file_that_another_process_writes_is_left_as_it_is(filled: Path) -> None:
    before = filled.read_bytes()
    with held_open(filled, "write"):
        assert not compact(filled, 0)
    assert filled.read_bytes() == before
    assert sorted(p.name for p in filled.parent.iterdir()) == [".gitignore", "index.duckdb"]


def test_a_file_with_the_log_of_a_killed_writer_is_left_as_it_is(filled: Path) -> None:
    program = """
import os, sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("UPDATE views SET proof = 'later'")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program, str(filled)], check=False)
    assert not compact(filled, 0)
    proofs = {entry.proof for entry in DuckDbStore(IndexFile(filled, print)).view("disk").values()}
    assert proofs == {"later"}


def test_drafts_of_killed_runs_are_removed_when_they_are_old(filled: Path) -> None:
    old, young = (filled.with_name(f"index.duckdb.draft-{name}") for name in ("old", "young"))
    for draft in (old, young):
        draft.write_bytes(b"half")
    os.utime(old, (0, time.time() - 3_600))
    compact(filled, 0)
    assert not old.exists()
    assert young.exists()
