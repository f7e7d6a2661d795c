"""`pytest --sai-duplicates` in real projects, each a git repository, by itself and under xdist."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.functional.git_repo import GitRepo, clean_environment
from tests.functional.sample_code import EDITED_COPY, PARSER, settlement

GATE = "pyproject.toml::sai-duplicates"
TESTS = ("tests/test_sums.py::test_one", "tests/test_sums.py::test_two")
TWO_TESTS = "def test_one():\n    assert 1\n\n\ndef test_two():\n    assert 2\n"
PROJECT_FILE = '[project]\nname = "shop"\nversion = "1"\n'
SWITCHED_ON = PROJECT_FILE + "[tool.pytest.ini_options]\nsai_duplicates = true\n"
HEAVY = (
    "blake3",
    "duckdb",
    "numpy",
    "onnxruntime",
    "pathspec",
    "rapidfuzz",
    "rich",
    "tree_sitter",
    "xxhash",
)

_STRICT_AND_QUICK = ("-W", "error", "-p", "no:hypothesispytest")

with_and_without_xdist = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one", "xdist"])


@dataclass(frozen=True)
class Project:
    """A repository below pytester's directory, in which pytest runs with warnings as errors."""

    pytester: pytest.Pytester
    repo: GitRepo

    def run(self, *args: str, below: str = ".") -> pytest.RunResult:
        """Run pytest in a process of its own."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.repo.top / below)
            return self.pytester.runpytest_subprocess(*_STRICT_AND_QUICK, *args)

    def gate(self, *args: str, below: str = ".") -> pytest.RunResult:
        """Run pytest with the gate."""
        return self.run("--sai-duplicates", *args, below=below)

    def collected(self, *args: str) -> list[str]:
        """The node ids that pytest would run, in order."""
        result = self.run("--collect-only", "-q", *args)
        return [line for line in result.outlines if "::" in line]


@pytest.fixture
def project(pytester: pytest.Pytester, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project without duplicates and with two tests."""
    for name in os.environ:
        if name.startswith(("GIT_", "SAI_", "PRE_COMMIT", "PYTEST_ADDOPTS")):
            monkeypatch.delenv(name)
    for name, value in clean_environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    repo = GitRepo(pytester.path / "shop", dict(os.environ))
    repo.top.mkdir()
    repo.git("init", "-q", "-b", "main")
    repo.committed(
        {
            "pyproject.toml": PROJECT_FILE,
            "src/orders.py": settlement(),
            "src/headers.py": PARSER,
            "tests/test_sums.py": TWO_TESTS,
        }
    )
    return Project(pytester, repo)


@pytest.fixture
def copied(project: Project) -> Project:
    """The project with an edited copy of a function."""
    project.repo.committed({"src/bills.py": EDITED_COPY})
    return project


def test_unused_it_imports_nothing(project: Project) -> None:
    project.repo.write(
        "conftest.py",
        "import sys\n\n"
        "def pytest_unconfigure():\n"
        "    ours = sorted(name for name in sys.modules if name.split('.')[0] == 'sai')\n"
        f"    heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "    print('loaded', ours, heavy)\n",
    )
    result = project.run()
    assert result.ret == 0
    assert "loaded ['sai', 'sai.pytest_plugin'] []" in result.outlines


@with_and_without_xdist
def test_a_copy_fails_the_run_with_the_report(copied: Project, workers: tuple[str, ...]) -> None:
    result = copied.gate(*workers)
    assert result.ret == 1
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ sai-duplicates _*",
            "sai: 1 new duplicate",
            "NEW  2 copies of one function*",
            "*src/bills.py:1 *invoice*",
            "*src/orders.py:1 *settle*",
            f"FAILED {GATE} - sai: 1 new duplicate",
        ]
    )
    result.stdout.no_fnmatch_line("*pytest_plugin*")
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("style", ["short", "native"])
def test_the_report_is_the_same_for_every_style_of_tracebacks(copied: Project, style: str) -> None:
    lines = copied.gate(f"--tb={style}", GATE).outlines
    assert "sai: 1 new duplicate" in lines
    assert not any("pytest_plugin" in line for line in lines)


def test_the_line_of_a_failure_points_to_the_project_file(copied: Project) -> None:
    result = copied.gate("--tb=line", GATE)
    result.stdout.fnmatch_lines(["*pyproject.toml:1: sai: 1 new duplicate"])


@with_and_without_xdist
def test_a_pass_is_one_line_of_the_summary(project: Project, workers: tuple[str, ...]) -> None:
    result = project.gate(*workers)
    assert result.ret == 0
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        ["*= sai-duplicates =*", "sai: no new duplicates · 4 functions in 3 files · *s"]
    )


def test_copies_in_tests_are_counted(project: Project) -> None:
    project.repo.committed({"tests/test_a.py": settlement(), "tests/test_b.py": EDITED_COPY})
    project.repo.committed({"src/orders.py": "X = 1\n"})
    result = project.gate()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["sai: no new duplicates * 1 in tests *"])


def test_stale_entries_of_the_baseline_are_a_warning(copied: Project) -> None:
    assert copied.repo.sai("baseline", "accept").status == 0
    assert copied.gate().ret == 0
    copied.repo.committed({"src/bills.py": "X = 1\n"})
    result = copied.gate()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["sai: no new duplicates *", "sai: warning: * stale baseline *"])


def test_a_notice_of_the_run_is_shown(project: Project) -> None:
    project.repo.write(".sai/index.duckdb", "no database")
    result = project.gate()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["sai: no new duplicates *", "sai: *index.duckdb*anew*"])


SELECTED: dict[tuple[str, ...], tuple[str, ...]] = {
    (): (*TESTS, GATE),
    ("tests",): (*TESTS, GATE),
    ("pyproject.toml",): (GATE,),
    TESTS[:1]: (TESTS[0], GATE),
    (GATE,): (GATE,),
    (GATE, TESTS[1]): (TESTS[1], GATE),
    ("--keep-duplicates", GATE, GATE): (GATE,),
    ("src",): (GATE,),
    ("-k", "two"): (TESTS[1],),
    ("-k", "two or sai"): (TESTS[1], GATE),
    ("-m", "slow"): (),
    ("-m", "not slow"): (*TESTS, GATE),
    ("--deselect", GATE): TESTS,
    ("-p", "no:cacheprovider"): (*TESTS, GATE),
    ("-p", "no:randomly"): (*TESTS, GATE),
    ("--strict-markers", "--strict-config"): (*TESTS, GATE),
    ("--ff",): (*TESTS, GATE),
    ("--lf",): (*TESTS, GATE),
}


@pytest.mark.parametrize("args", SELECTED, ids=" ".join)
def test_one_item_is_added_last_and_selected_like_any_other(
    project: Project, args: tuple[str, ...]
) -> None:
    project.repo.write("pytest.ini", "[pytest]\nmarkers = slow\n")
    assert project.collected("--sai-duplicates", *args) == list(SELECTED[args])


SELECTED_BY_THE_INI_KEY: dict[tuple[str, ...], tuple[str, ...]] = {
    (): (*TESTS, GATE),
    ("tests/test_sums.py",): (*TESTS, GATE),
    TESTS[:1]: TESTS[:1],
    (*TESTS[:1], "--sai-duplicates"): (TESTS[0], GATE),
    (GATE,): (GATE,),
    ("-k", "two"): (TESTS[1],),
}


@pytest.mark.parametrize("args", SELECTED_BY_THE_INI_KEY, ids=" ".join)
def test_switched_on_for_good_it_stays_out_of_single_tests(
    project: Project, args: tuple[str, ...]
) -> None:
    project.repo.write("pyproject.toml", SWITCHED_ON)
    assert project.collected(*args) == list(SELECTED_BY_THE_INI_KEY[args])


def test_without_a_project_file_the_root_directory_names_the_item(project: Project) -> None:
    (project.repo.top / "pyproject.toml").unlink()
    project.repo.write("pytest.ini", "[pytest]\n")
    project.repo.committed({"src/bills.py": EDITED_COPY})
    assert project.collected("--sai-duplicates") == [*TESTS, "shop::sai-duplicates"]
    project.gate().assert_outcomes(passed=2, failed=1)
    project.gate("--lf").assert_outcomes(failed=1, deselected=2)


@pytest.mark.parametrize("kind", ["tryfirst", "trylast"])
def test_plugins_that_shuffle_leave_it_last(project: Project, kind: str) -> None:
    project.repo.write(
        "conftest.py",
        "import pytest\n\n"
        f"@pytest.hookimpl({kind}=True)\n"
        "def pytest_collection_modifyitems(items):\n"
        "    items.reverse()\n",
    )
    assert project.collected("--sai-duplicates") == [*reversed(TESTS), GATE]


def test_it_runs_where_there_are_no_tests(copied: Project) -> None:
    shutil.rmtree(copied.repo.top / "tests")
    copied.repo.git("add", "--all")
    assert copied.gate().ret == 1
    copied.repo.stage("src/bills.py", "X = 1\n")
    result = copied.gate()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["collected 1 item"])


def test_what_is_judged_does_not_depend_on_the_selection(copied: Project) -> None:
    for args, below in [(("tests",), "."), (TESTS[:1], "."), ((), "tests"), ((), "src")]:
        result = copied.gate(*args, below=below)
        assert result.ret == 1
        result.stdout.fnmatch_lines(["*src/bills.py:1 *", "*src/orders.py:1 *"])


@with_and_without_xdist
def test_last_failed_runs_it_alone_until_it_passes(
    copied: Project, workers: tuple[str, ...]
) -> None:
    copied.gate().assert_outcomes(passed=2, failed=1)
    again = copied.gate("--lf", *workers)
    assert again.parseoutcomes()["failed"] == 1
    assert "passed" not in again.parseoutcomes()
    copied.repo.stage("src/bills.py", "X = 1\n")
    assert copied.gate("--lf", *workers).parseoutcomes()["passed"] == 1


def test_last_failed_leaves_it_out_when_a_test_failed(project: Project) -> None:
    project.repo.write("tests/test_sums.py", TWO_TESTS.replace("assert 2", "assert not 2"))
    project.gate().assert_outcomes(passed=2, failed=1)
    again = project.gate("--lf").parseoutcomes()
    assert again["failed"] == 1
    assert "passed" not in again


def test_failed_first_runs_it_first(copied: Project) -> None:
    copied.gate()
    assert copied.collected("--sai-duplicates", "--ff") == [GATE, *TESTS]


def test_the_first_failure_of_a_test_ends_the_run(copied: Project) -> None:
    copied.repo.write("tests/test_sums.py", "def test_one():\n    assert not 1\n")
    copied.gate("-x").assert_outcomes(failed=1)


@with_and_without_xdist
def test_it_is_one_case_of_the_junit_report(copied: Project, workers: tuple[str, ...]) -> None:
    copied.gate("--junitxml=junit.xml", *workers)
    cases = ElementTree.parse(copied.repo.top / "junit.xml").getroot().findall(".//testcase")
    assert sorted(str(case.get("name")) for case in cases) == [
        "sai-duplicates",
        "test_one",
        "test_two",
    ]
    (failure,) = [case.find("failure") for case in cases if case.get("name") == "sai-duplicates"]
    assert failure is not None
    assert failure.get("message") == "sai: 1 new duplicate"
    assert "src/bills.py:1" in str(failure.text)
    assert "src/orders.py:1" in str(failure.text)


def test_workers_compute_it_once(project: Project) -> None:
    project.repo.write(
        "conftest.py",
        "import sai.bootstrap\n\n"
        "judge = sai.bootstrap.judged\n\n"
        "def judged(*args):\n"
        "    with open('calls', 'a') as calls:\n"
        "        calls.write('x')\n"
        "    return judge(*args)\n\n"
        "sai.bootstrap.judged = judged\n",
    )
    assert project.gate("-n", "4").ret == 0
    assert (project.repo.top / "calls").read_text() == "x"


def test_any_number_of_workers_gives_the_same_report(copied: Project) -> None:
    reports = set()
    for workers in ("0", "2", "4", "8"):
        assert copied.gate("-n", workers, "--sai-report", "json:report.json").ret == 1
        report = (copied.repo.top / "report.json").read_text("utf-8")
        reports.add(re.sub(r'"seconds": [0-9.]+', "", report))
    assert len(reports) == 1


def test_only_changes_are_judged_with_since(copied: Project) -> None:
    start = copied.repo.head()
    copied.repo.committed({"src/more.py": "X = 1\n"})
    result = copied.gate("--sai-since", start)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["sai: no new duplicates * compared with *"])
    assert copied.gate("--sai-since", f"{start}~1").ret == 1


def test_a_reference_that_git_does_not_know_fails_the_item(project: Project) -> None:
    result = project.gate("--sai-since", "nowhere")
    assert result.ret == 1
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["sai: error: *nowhere*", f"FAILED {GATE} - sai: error: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_baseline_and_a_report_are_named_from_where_pytest_was_started(copied: Project) -> None:
    accepted = copied.repo.sai("baseline", "accept", "--baseline", "tests/accepted.json")
    assert accepted.status == 0, accepted.text
    result = copied.gate(
        "--sai-baseline", "accepted.json",
        "--sai-report", "json:found.json", "--sai-report", "text:found.txt",
        below="tests",
    )  # fmt: skip
    assert result.ret == 0
    result.stdout.fnmatch_lines(["sai: no new duplicates * 1 known *"])
    found = json.loads((copied.repo.top / "tests/found.json").read_text(encoding="utf-8"))
    assert [cluster["state"] for cluster in found["clusters"]] == ["known"]
    assert (copied.repo.top / "tests/found.txt").read_text(encoding="utf-8").startswith("sai: ")


@with_and_without_xdist
def test_a_report_is_written_of_a_failure_too(copied: Project, workers: tuple[str, ...]) -> None:
    assert copied.gate("--sai-report", "json:out/found.json", *workers).ret == 1
    found = json.loads((copied.repo.top / "out/found.json").read_text(encoding="utf-8"))
    assert [cluster["state"] for cluster in found["clusters"]] == ["new"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--sai-report", "xlsx:found"), "*not an output: 'xlsx:found'*"),
        (("--sai-report", "json"), "*not an output: 'json'*"),
        (("--sai-baseline", "none.json"), "*none.json does not exist*"),
        (("--sai-baseline", "../none.json"), "*must be relative to the project root*"),
    ],
    ids=" ".join,
)
@with_and_without_xdist
def test_mistaken_options_end_the_run_before_any_test(
    project: Project, args: tuple[str, ...], message: str, workers: tuple[str, ...]
) -> None:
    result = project.gate(*args, *workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])
    assert result.outlines == []


def test_mistaken_settings_end_the_run_before_any_test(project: Project) -> None:
    project.repo.write("pyproject.toml", SWITCHED_ON + "[tool.sai]\nexclud = []\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "exclud" in result.stderr.str()
    assert "did you mean" in result.stderr.str()
    assert project.run("--help").ret == 0
    assert project.run("--markers").ret == 0
    assert project.run(TESTS[0]).ret == 0


@pytest.mark.parametrize("option", ["--sai-since=x", "--sai-baseline=x", "--sai-report=json:x"])
def test_options_without_the_gate_are_refused(project: Project, option: str) -> None:
    result = project.run(option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --sai-* needs --sai-duplicates"])


def test_a_project_without_sources_is_no_pass(project: Project) -> None:
    project.repo.write("pyproject.toml", PROJECT_FILE + '[tool.sai]\nexclude = ["*"]\n')
    result = project.gate()
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["sai: error: nothing to check: no source file was found"])


@with_and_without_xdist
def test_a_bug_of_ours_is_called_one(project: Project, workers: tuple[str, ...]) -> None:
    project.repo.write(
        "conftest.py",
        "import sai.bootstrap\n\n"
        "def judged(*_):\n"
        "    return 1 / 0\n\n"
        "sai.bootstrap.judged = judged\n",
    )
    result = project.gate(*workers)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        ["sai: error: this is a bug in sai: ZeroDivisionError: *", "*return 1 / 0*"]
    )
    result.stdout.no_fnmatch_line("*_pytest*")


def test_the_index_is_closed_when_the_run_ends(project: Project) -> None:
    project.repo.write(
        "conftest.py",
        "import subprocess\n"
        "import sys\n\n"
        'PROGRAM = \'import duckdb; duckdb.connect(".sai/index.duckdb").execute("CHECKPOINT")\'\n\n'
        "def pytest_sessionfinish():\n"
        "    subprocess.run([sys.executable, '-c', PROGRAM], check=True)\n",
    )
    assert project.gate().ret == 0
