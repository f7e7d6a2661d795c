"""The index under real processes: killed, at once, damaged, full disks; one verdict."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from tests.functional.git_repo import HOOK, SAI, GitRepo, Outcome
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement

from sai.stores.duckdb_schema import FORMAT

KILLED_AT = str(Path(__file__).with_name("killed_at.py"))
INDEX = ".sai/index.duckdb"
MOMENTS = 50
FILES = {
    "src/orders.py": settlement() + "\n\n" + PARSER,
    "src/bills.py": EDITED_COPY,
    "src/net.py": retry(),
    **{f"src/part_{n}.py": f"def only_{n}(x):\n    return x + {n}\n" for n in range(20)},
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A pair that was committed, and a third copy that is staged; no index yet."""
    repo = GitRepo.create(tmp_path_factory.mktemp("survives") / "repo")
    repo.committed(FILES)
    repo.stage("src/charges.py", THIRD_COPY)
    repo.stage("src/net.py", retry("load", "post"))
    return repo


@pytest.fixture
def copy(repo: GitRepo, tmp_path: Path) -> GitRepo:
    return repo.copied_to(tmp_path / "repo")


def report(outcome: Outcome) -> dict[str, object]:
    """The JSON report without its timings."""
    found = json.loads(outcome.out)
    assert isinstance(found, dict)
    found.pop("timings")
    return found


def judged(repo: GitRepo) -> Outcome:
    return repo.sai("check", "--json")


@pytest.fixture(scope="module")
def right(repo: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The verdict on disk of a run that nothing disturbs."""
    outcome = judged(repo.copied_to(tmp_path_factory.mktemp("right") / "repo"))
    assert (outcome.status, outcome.err) == (1, "")
    return report(outcome)


def assert_right(outcome: Outcome, right: dict[str, object], *said: str) -> None:
    """The verdict is right; of the index just these words stand in one line each."""
    assert "Traceback" not in outcome.text
    assert outcome.status == 1, outcome.text
    assert report(outcome) == right
    lines = outcome.err.splitlines()
    assert len(lines) == len(said), outcome.err
    for line, words in zip(lines, said, strict=True):
        assert words in line


def assert_blocked(outcome: Outcome) -> None:
    """The hook's verdict on the staged third copy."""
    assert "Traceback" not in outcome.text
    assert outcome.status == 1, outcome.text
    assert outcome.added == ["src/charges.py:1"]


# -- kill -9


def killed(repo: GitRepo, point: int, names: Path, *entry: str) -> Outcome:
    return repo.run((sys.executable, KILLED_AT, str(point), str(names), *entry))


def points_of(repo: GitRepo, names: Path, *entry: str) -> list[str]:
    assert killed(repo, 0, names, *entry).status == 1
    return names.read_text("utf-8").splitlines()


def moments(points: Sequence[str], wanted: int) -> list[int]:
    """Points to die at, numbered from 1: the first, the last and some evenly between."""
    return sorted({1 + i * (len(points) - 1) // (wanted - 1) for i in range(wanted)})


@pytest.mark.parametrize("entry", [("check", "--json"), ("hook",)], ids=["check", "hook"])
@pytest.mark.parametrize("state", ["cold", "warm"])
def test_killed_at_any_moment_of_a_sync_it_loses_nothing_but_time(
    repo: GitRepo, right: dict[str, object], tmp_path: Path, entry: tuple[str, ...], state: str
) -> None:
    start = repo.copied_to(tmp_path / "start")
    if state == "warm":
        start.git("stash", "-q")
        assert killed(start, 0, tmp_path / "names", "check").status == 1
        start.git("stash", "pop", "-q", "--index")
    points = points_of(start.copied_to(tmp_path / "whole"), tmp_path / "names", *entry)
    assert len(points) > MOMENTS
    assert {"sai.stores.duckdb_store: execute", "sai.services.sync.run"} <= set(points)

    def dies(point: int) -> None:
        victim = start.copied_to(tmp_path / f"at-{point}")
        assert killed(victim, point, tmp_path / "unwritten", *entry).status == -signal.SIGKILL
        assert_blocked(victim.hook())
        assert_right(judged(victim), right)
        left = {path.name for path in (victim.top / ".sai").iterdir()}
        assert sorted(name for name in left if ".draft-" not in name) == [
            ".gitignore",
            "index.duckdb",
        ]

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(dies, moments(points, MOMENTS // 4 + 1)))


def test_the_points_include_those_of_a_file_that_is_made_smaller(
    repo: GitRepo, tmp_path: Path
) -> None:
    start = repo.copied_to(tmp_path / "repo")
    points_of(start, tmp_path / "names", "check")
    start.git("rm", "-qf", *[f"src/part_{n}.py" for n in range(20)])
    points = points_of(start, tmp_path / "names", "check")
    assert "sai.stores.duckdb_compaction.compact" in points
    assert "pathlib: replace" in points


@pytest.mark.parametrize("size", [0, 1, 4096, 12_288, 20_000, 300_000, 600_000, 1_000_000])
def test_killed_in_the_middle_of_a_write_it_loses_nothing_but_time(
    copy: GitRepo, right: dict[str, object], size: int
) -> None:
    """The kernel kills a process that makes a file longer than it may, right in the write."""
    limited = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_DFL);"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0));"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
        "from sai.cli.app import main; sys.exit(main(['index']))"
    )
    assert copy.run((sys.executable, "-c", limited)).status == -signal.SIGXFSZ
    assert_right(judged(copy), right)
    assert_right(judged(copy), right)


def test_killed_again_and_again_it_comes_to_an_end(copy: GitRepo, right: dict[str, object]) -> None:
    """Each run is killed a little later than the one before; none starts from a better place."""
    for delay in range(12):
        with subprocess.Popen(
            (*SAI, "index"), cwd=copy.top, env=copy.env, stderr=subprocess.DEVNULL
        ) as process:
            time.sleep(0.05 * delay)
            process.kill()
    assert_right(judged(copy), right)


# -- processes at once


def at_once(repo: GitRepo, commands: Sequence[Sequence[str]]) -> list[Outcome]:
    with ThreadPoolExecutor(len(commands)) as pool:
        return list(pool.map(repo.run, commands))


IN_USE = "the index is in use"


def only_of_use(outcome: Outcome) -> bool:
    """Whether nothing was said but that others have the index."""
    return all(IN_USE in line and "private index" in line for line in outcome.err.splitlines())


@pytest.mark.parametrize("state", ["cold", "warm", "garbage"])
def test_two_hooks_and_six_checks_at_once_all_get_the_right_verdict(
    copy: GitRepo, right: dict[str, object], state: str
) -> None:
    if state == "warm":
        copy.sai("index")
    if state == "garbage":
        copy.write(INDEX, "garbage\n" * 1000)
    outcomes = at_once(copy, [HOOK, HOOK, *[(*SAI, "check", "--json")] * 6])
    for outcome in outcomes[:2]:
        assert_blocked(outcome)
    for outcome in outcomes[2:]:
        assert "Traceback" not in outcome.text
        assert (outcome.status, report(outcome)) == (1, right)
        assert state == "garbage" or only_of_use(outcome), outcome.err
    assert_right(judged(copy), right)


HOLDER = """
import sys, time, duckdb
connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "read")
print("open", flush=True)
time.sleep(float(sys.argv[3]))
"""


@contextmanager
def held_open(repo: GitRepo, how: str, seconds: float) -> Iterator[None]:
    """Another process, as an editor's server might, has the index open for some time."""
    command = [sys.executable, "-c", HOLDER, str(repo.top / INDEX), how, str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        try:
            yield
        finally:
            holder.kill()


@pytest.mark.parametrize("how", ["write", "read"])
def test_a_hook_waits_for_a_process_that_has_the_index_for_a_moment(
    copy: GitRepo, how: str
) -> None:
    copy.sai("index")
    with held_open(copy, how, 1.5):
        outcome = copy.hook()
    assert_blocked(outcome)
    assert "index" not in outcome.err


@pytest.mark.parametrize("how", ["write", "read"])
def test_a_hook_works_around_a_process_that_keeps_the_index(copy: GitRepo, how: str) -> None:
    copy.sai("index")
    with held_open(copy, how, 60):
        begin = time.monotonic()
        outcome = copy.hook()
        waited = time.monotonic() - begin
    assert_blocked(outcome)
    assert IN_USE in outcome.err
    assert "this run made a private index" in outcome.err
    assert waited < 15


def test_eight_workers_of_pytest_say_it_once(copy: GitRepo) -> None:
    copy.write("tests/test_one.py", "def test_one():\n    pass\n")
    command = (sys.executable, "-m", "pytest", "--sai-duplicates", "-p", "no:cacheprovider")
    outcomes = at_once(copy, [(*command, "-n", "8"), (*command, "-n", "8")])
    for outcome in outcomes:
        assert outcome.status == 1, outcome.text
        assert "1 failed, 1 passed" in outcome.text
        assert outcome.text.count("src/charges.py:1  ") == 1


# -- what may lie there instead of an index


def _truncated(share: float) -> Callable[[Path], None]:
    return lambda path: os.truncate(path, int(path.stat().st_size * share))


def _zeroes(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[12_288 : len(data) // 2] = bytes(len(data) // 2 - 12_288)
    path.write_bytes(data)


def _newer_storage(path: Path) -> None:
    """The number of DuckDB's own format stands after a checksum and the word DUCK."""
    data = bytearray(path.read_bytes())
    assert data[8:12] == b"DUCK"
    data[12] = 200
    path.write_bytes(data)


def _format(number: int) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with duckdb.connect(str(path)) as db:
            db.execute("UPDATE meta SET format = ?", [number])
            db.execute("DROP TABLE views")

    return change


def _log_of_another(path: Path) -> None:
    other = path.with_name("other.duckdb")
    program = (
        "import duckdb, os, sys; db = duckdb.connect(sys.argv[1]);"
        "db.execute('CREATE TABLE t (n INTEGER)'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program, str(other)], check=False)
    other.with_name("other.duckdb.wal").rename(path.with_name("index.duckdb.wal"))
    other.unlink()


def _without_rows(table: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with duckdb.connect(str(path)) as db:
            db.execute(f"DELETE FROM {table}")

    return change


def _other_dimension(path: Path) -> None:
    with duckdb.connect(str(path)) as db:
        db.execute("UPDATE vectors SET dimensions = 'abcd'::BLOB WHERE rowid % 2 = 0")


MADE_ANEW = "the index index.duckdb was made anew"
DAMAGES: dict[str, tuple[Callable[[Path], object], tuple[str, ...]]] = {
    "empty": (_truncated(0), (MADE_ANEW,)),
    "a tenth": (_truncated(0.1), (MADE_ANEW,)),
    "half": (_truncated(0.5), (MADE_ANEW,)),
    "nearly whole": (_truncated(0.95), (MADE_ANEW,)),
    "garbage": (lambda path: path.write_bytes(os.urandom(50_000)), (MADE_ANEW,)),
    "a hole": (_zeroes, (MADE_ANEW,)),
    "a newer storage format": (_newer_storage, (MADE_ANEW,)),
    "an older format": (_format(FORMAT - 1), (MADE_ANEW,)),
    "a newer format": (_format(FORMAT + 1), (MADE_ANEW,)),
    "the log of another": (_log_of_another, ()),
    "no contents": (_without_rows("contents"), (MADE_ANEW,)),
    "no vectors": (_without_rows("vectors"), (MADE_ANEW,)),
    "no views": (_without_rows("views"), ()),
    "other dimension": (_other_dimension, (MADE_ANEW,)),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_whatever_lies_there_the_verdict_is_right_and_one_line_says_it(
    copy: GitRepo, right: dict[str, object], kind: str
) -> None:
    damage, said = DAMAGES[kind]
    copy.sai("index")
    damage(copy.top / INDEX)
    assert_right(judged(copy), right, *said)
    assert_right(judged(copy), right)


# -- no space, no permission


def on_small_disk(repo: GitRepo, kib: int, *command: str) -> Outcome:
    """Run with `.sai` on a file system of its own that holds some KiB."""
    (repo.top / ".sai").mkdir(exist_ok=True)
    mounted = f'mount -t tmpfs -o size={kib}k tmpfs .sai && exec "$@"'
    return repo.run(("unshare", "-rm", "sh", "-c", mounted, "sh", *command))


@pytest.mark.mount
@pytest.mark.parametrize("kib", [4, 16, 64, 256, 300, 600, 1_200, 2_400])
def test_on_a_disk_that_is_full_the_verdict_is_right(
    copy: GitRepo, right: dict[str, object], kib: int
) -> None:
    outcome = on_small_disk(copy, kib, *SAI, "check", "--json")
    assert "Traceback" not in outcome.text
    assert (outcome.status, report(outcome)) == (1, right)
    assert len(outcome.err.splitlines()) <= 1
    assert_blocked(on_small_disk(copy, kib, *HOOK))
