"""Several projects in one repository: one run, each with its own settings, files and baseline."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.functional.git_repo import BASELINE, PROJECT, GitRepo, clean_environment
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement

SCHEMA = PROJECT / "src" / "sai" / "reporters" / "report.schema.json"
TABLE = "[tool.sai]\n"
PYTEST = (
    *(sys.executable, "-m", "pytest", "--sai-duplicates"),
    *("-p", "no:cacheprovider", "-p", "no:hypothesispytest"),
)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Two projects and other files, no duplicates inside any; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("clean") / "repo")
    repo.committed(
        {
            "billing/pyproject.toml": TABLE,
            "billing/src/orders.py": settlement(),
            "billing/src/headers.py": PARSER,
            "website/pyproject.toml": TABLE,
            "website/src/orders.py": settlement(),
            "website/src/net.py": retry(),
            "tools/net.py": retry(),
        }
    )
    repo.install_hook()
    return repo


@pytest.fixture
def repo(clean: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of the repository without duplicates inside any project."""
    return clean.copied_to(tmp_path / "repo")


@pytest.fixture(scope="module")
def copied(clean: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """The same with a copy in `billing` and one in `tools`, committed; only read it."""
    repo = clean.copied_to(tmp_path_factory.mktemp("copied") / "repo")
    repo.committed({"billing/src/bills.py": EDITED_COPY})
    repo.committed({"tools/mail.py": retry("post", "deliver")})
    return repo


def _headlines(text: str) -> list[str]:
    """The project and the verdict of each headline."""
    lines = [line for line in text.splitlines() if line.startswith("sai: ") and "/ · " in line]
    return [" · ".join(line.removeprefix("sai: ").split(" · ")[:2]) for line in lines]


def _report(text: str) -> dict[str, object]:
    report: dict[str, object] = json.loads(text)
    del report["timings"], report["root"]
    return report


def test_code_is_compared_inside_its_project_alone(clean: GitRepo) -> None:
    outcome = clean.sai("check")
    assert (outcome.status, outcome.err) == (0, "")
    assert _headlines(outcome.out) == [
        "./ · no new duplicates",
        "billing/ · no new duplicates",
        "website/ · no new duplicates",
    ]
    assert outcome.out.count("\n") == 3
    assert clean.sai("check", "--quiet").text == ""


def test_findings_stand_below_the_headline_of_their_project_with_paths_from_the_top(
    copied: GitRepo,
) -> None:
    outcome = copied.sai("check")
    assert outcome.status == 1
    assert outcome.out.startswith("sai: 2 new duplicates in 2 of 3 projects\n")
    assert _headlines(outcome.out) == [
        "./ · 1 new duplicate",
        "billing/ · 1 new duplicate",
        "website/ · no new duplicates",
    ]
    assert outcome.listed == [
        "tools/mail.py:1",
        "tools/net.py:1",
        "billing/src/bills.py:1",
        "billing/src/orders.py:1",
    ]


def test_a_run_inside_a_project_judges_that_one_alone(copied: GitRepo) -> None:
    inside = copied.sai("check", below="billing/src")
    assert inside.status == 1
    assert inside.out.startswith("sai: 1 new duplicate\n")
    assert inside.listed == ["src/bills.py:1", "src/orders.py:1"]
    assert copied.sai("check", below="website").status == 0


def test_json_holds_a_report_for_each_project_as_a_run_inside_it_prints(copied: GitRepo) -> None:
    outcome = copied.sai("check", "--json")
    whole = outcome.json()
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(whole)
    assert (outcome.status, whole["version"], whole["verdict"]) == (1, 2, "fail")
    projects = whole["projects"]
    assert isinstance(projects, list)
    assert [each["root"] for each in projects] == [".", "billing", "website"]
    for each in projects[1:]:
        alone = copied.sai("check", "--json", below=each["root"])
        assert _report(json.dumps(each)) == _report(alone.out)


def test_a_report_can_be_written_beside_the_text(copied: GitRepo, tmp_path: Path) -> None:
    args = ("--output", f"json:{tmp_path}/r.json", "--output", f"text:{tmp_path}/r.txt")
    assert copied.sai("check", *args).status == 1
    assert len(json.loads((tmp_path / "r.json").read_text("utf-8"))["projects"]) == 3
    assert "billing/src/bills.py:1" in (tmp_path / "r.txt").read_text("utf-8")


def test_the_commands_of_a_report_work_where_it_was_printed(
    copied: GitRepo, tmp_path: Path
) -> None:
    repo = copied.copied_to(tmp_path / "repo")
    lines = [line.strip() for line in repo.sai("check").out.splitlines()]
    explain = [line.split()[3:] for line in lines if line.startswith("explain it")]
    assert explain == [
        ["explain", "tools/mail.py:1", "tools/net.py:1"],
        ["explain", "billing/src/bills.py:1", "billing/src/orders.py:1"],
    ]
    for command in explain:
        assert repo.sai(*command).out.startswith("sai: linked: ")
    accept = [line.split()[3:] for line in lines if line.startswith("accept it")]
    accepted = repo.sai(*accept[1], "--reason", "both are law")
    assert accepted.out.splitlines() == [
        "added billing/src/bills.py::invoice",
        "added billing/src/orders.py::settle",
        f"billing/{BASELINE}: 2 entries changed; add it to git",
        f"so that branches merge without conflict, add to .gitattributes: {BASELINE} merge=union",
    ]
    assert _headlines(repo.sai("check").out)[1] == "billing/ · no new duplicates"
    assert repo.sai("check", below="billing").status == 0
    assert not (repo.top / BASELINE).exists()


def test_accepting_all_writes_the_baseline_of_each_project(copied: GitRepo, tmp_path: Path) -> None:
    repo = copied.copied_to(tmp_path / "repo")
    assert repo.sai("baseline", "accept").status == 0
    assert repo.sai("check").status == 0
    written = {p.relative_to(repo.top).as_posix() for p in repo.top.rglob(BASELINE)}
    assert written == {BASELINE, f"billing/{BASELINE}"}
    again = repo.sai("baseline", "accept")
    assert (again.status, again.out) == (0, "nothing to accept\n")


def test_an_id_that_no_project_has_changes_nothing(copied: GitRepo, tmp_path: Path) -> None:
    repo = copied.copied_to(tmp_path / "repo")
    outcome = repo.sai("baseline", "accept", "0badf00d")
    assert (outcome.status, outcome.out) == (2, "")
    assert "no cluster has the id '0badf00d'" in outcome.err
    assert list(repo.top.rglob(BASELINE)) == []


def test_status_prune_and_refresh_look_after_every_baseline(
    copied: GitRepo, tmp_path: Path
) -> None:
    repo = copied.copied_to(tmp_path / "repo")
    missing = repo.sai("baseline", "status")
    assert missing.status == 2
    assert f"there is no baseline {BASELINE}" in missing.err
    assert repo.sai("baseline", "accept").status == 0
    repo.git("rm", "-q", "billing/src/bills.py")
    stale = repo.sai("baseline", "status", "--fail-stale")
    assert stale.status == 1
    counted = "1 accepted cluster, 2 members, {} stale; 0 new clusters not accepted"
    assert set(stale.out.splitlines()) == {
        f"{BASELINE}: {counted.format(0)}",
        f"billing/{BASELINE}: {counted.format(2)}",
        "  billing/src/bills.py::invoice is gone",
        "  billing/src/orders.py::settle no longer links to another member",
        "remove stale entries: sai baseline prune",
    }
    pruned = repo.sai("baseline", "prune")
    assert pruned.out.splitlines()[-1] == f"billing/{BASELINE}: 2 entries changed; add it to git"
    assert repo.sai("baseline", "status", "--fail-stale").status == 0
    assert repo.sai("baseline", "refresh").out == "nothing to refresh\n"


def test_a_commit_is_judged_in_the_projects_that_it_touches(repo: GitRepo) -> None:
    repo.stage("website/src/charges.py", THIRD_COPY)
    blocked = repo.commit()
    assert blocked.status == 1
    assert _headlines(blocked.text) == ["website/ · 1 new duplicate"]
    assert blocked.added == ["website/src/charges.py:1"]
    staged = repo.sai("check", "--staged", "--json").json()["projects"]
    assert isinstance(staged, list)
    assert [each["root"] for each in staged] == ["website"]
    elsewhere = repo.sai("check", "--staged", below="billing")
    assert (elsewhere.status, elsewhere.text) == (0, "sai: no source text is staged\n")


def test_a_copy_of_another_projects_function_passes(repo: GitRepo) -> None:
    repo.stage("website/src/headers.py", PARSER)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_what_differs_from_a_commit_is_judged_in_its_projects(copied: GitRepo) -> None:
    both = copied.sai("check", "--since", "HEAD~2")
    assert both.status == 1
    assert both.added == ["tools/mail.py:1", "billing/src/bills.py:1"]
    one = copied.sai("check", "--since", "HEAD~1")
    assert one.added == ["tools/mail.py:1"]
    assert _headlines(one.out) == ["./ · 1 new duplicate"]


def test_where_nothing_changed_no_project_is_judged(clean: GitRepo) -> None:
    outcome = clean.sai("check", "--since", "HEAD")
    assert outcome.status == 0
    assert outcome.out.startswith("sai: no new duplicates · nothing to judge in 3 projects · ")
    staged = clean.sai("check", "--staged", "--json").json()
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(staged)
    assert (staged["verdict"], staged["projects"]) == ("pass", [])


def test_the_hook_judges_a_range_and_the_whole_index_in_all_projects(copied: GitRepo) -> None:
    refs = {"PRE_COMMIT_FROM_REF": "HEAD~2", "PRE_COMMIT_TO_REF": "HEAD~1"}
    ranged = copied.hook(env=refs)
    assert (ranged.status, ranged.added) == (1, ["billing/src/bills.py:1"])
    everything = copied.hook()
    assert everything.status == 1
    assert everything.listed[:1] == ["tools/mail.py:1"]
    assert everything.listed[-1:] == ["billing/src/orders.py:1"]


def test_the_staged_settings_of_a_project_count(repo: GitRepo) -> None:
    repo.stage("billing/src/bills.py", EDITED_COPY)
    repo.stage("billing/pyproject.toml", '[tool.sai]\nexclude = ["src/bills.py"]\n')
    repo.write("billing/pyproject.toml", "[tool.sai]\nmistake = 1\n")
    passed = repo.hook()
    assert passed.status == 0, passed.text
    assert repo.sai("check").status == 2


def test_the_settings_of_a_range_are_those_of_its_last_commit(repo: GitRepo) -> None:
    start = repo.head()
    end = repo.committed(
        {
            "billing/src/bills.py": EDITED_COPY,
            "billing/pyproject.toml": '[tool.sai]\nexclude = ["src/bills.py"]\n',
        }
    )
    repo.stage("billing/pyproject.toml", TABLE)
    outcome = repo.hook(env={"PRE_COMMIT_FROM_REF": start, "PRE_COMMIT_TO_REF": end})
    assert outcome.status == 0, outcome.text


def test_a_mistake_in_one_project_names_its_file_and_stops_all(repo: GitRepo) -> None:
    repo.stage("billing/pyproject.toml", "[tool.sai]\nmistake = 1\n")
    for outcome in (repo.sai("check"), repo.hook()):
        assert (outcome.status, outcome.out) == (2, "")
        assert "billing/pyproject.toml: tool.sai.mistake is not a known key" in outcome.err
    repo.stage("billing/pyproject.toml", "[tool.sai]\nexclude = [\n")
    accepted = repo.sai("baseline", "accept")
    assert accepted.status == 2
    assert "billing/pyproject.toml:2: not valid TOML" in accepted.err


def test_a_broken_baseline_of_one_project_is_named_and_stops_all(repo: GitRepo) -> None:
    repo.stage(f"billing/{BASELINE}", "[]\n")
    outcome = repo.sai("check")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sai: error: billing/{BASELINE}:1: not a baseline")


def test_a_baseline_on_disk_that_is_not_staged_is_told_with_its_project(repo: GitRepo) -> None:
    repo.stage("billing/src/bills.py", EDITED_COPY)
    assert repo.sai("baseline", "accept").status == 0
    outcome = repo.sai("check", "--staged")
    assert outcome.status == 1
    assert f"sai: billing: {BASELINE} on disk differs from what is staged" in outcome.err


@pytest.mark.parametrize(
    ("outer", "place"),
    [
        ('[tool.sai]\nexclude = ["examples/"]\n', "examples/shop"),
        ('[tool.sai]\nexclude = ["examples/shop/*"]\n', "examples/shop"),
        ('[tool.sai]\nextend-exclude-dirs = ["attic"]\n', "attic/old"),
        ("", "vendor/library"),
    ],
)
def test_what_a_project_leaves_out_is_not_judged_in_its_own_right(
    repo: GitRepo, outer: str, place: str
) -> None:
    repo.stage("pyproject.toml", outer)
    repo.stage(f"{place}/pyproject.toml", "[tool.sai]\nmistake = 1\n")
    repo.stage(f"{place}/one.py", settlement())
    repo.stage(f"{place}/two.py", THIRD_COPY)
    outcome = repo.sai("check")
    assert outcome.status == 0, outcome.text
    assert len(_headlines(outcome.out)) == 3


def test_a_project_may_lie_in_another_one_that_lies_in_a_third(repo: GitRepo) -> None:
    repo.stage("billing/plugins/tax/pyproject.toml", TABLE)
    repo.stage("billing/plugins/tax/one.py", settlement())
    repo.stage("billing/plugins/other/pyproject.toml", "[project]\n")
    repo.stage("billing/plugins/other/headers.py", PARSER)
    outcome = repo.sai("check")
    assert outcome.status == 1
    assert outcome.listed == ["billing/plugins/other/headers.py:1", "billing/src/headers.py:1"]
    assert _headlines(outcome.out)[2] == "billing/plugins/tax/ · no new duplicates"


def test_a_top_without_sources_is_not_judged(repo: GitRepo) -> None:
    repo.git("rm", "-q", "tools/net.py")
    shutil.rmtree(repo.top / ".sai", ignore_errors=True)
    outcome = repo.sai("check")
    assert outcome.status == 0, outcome.text
    assert _headlines(outcome.out)[0] == "billing/ · no new duplicates"
    assert not (repo.top / ".sai").exists()


def test_no_source_file_in_any_project_is_an_error(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"a/pyproject.toml": TABLE, "b/pyproject.toml": TABLE})
    outcome = repo.sai("check")
    assert outcome.status == 3
    assert "nothing to check: no source file was found" in outcome.err
    assert repo.hook().status == 0


def test_untracked_and_skipped_files_are_told_of_their_project(repo: GitRepo) -> None:
    repo.write("billing/src/new.py", PARSER)
    (repo.top / "website" / "binary.py").write_bytes(b"a = 1\0\n")
    repo.git("add", "website")
    outcome = repo.sai("check", "--strict")
    assert outcome.status == 1
    untracked = [line for line in outcome.out.splitlines() if "1 untracked source file" in line]
    assert [line.split(" · ")[0] for line in untracked] == ["sai: billing/"]
    assert "sai: skipped website/binary.py: " in outcome.err


def test_a_variable_holds_for_all_projects(copied: GitRepo) -> None:
    floors = {"SAI_DUPLICATES_MIN_LINES": "40", "SAI_DUPLICATES_MIN_EXACT_LINES": "40"}
    loose = copied.sai("check", env=floors)
    assert loose.status == 0, loose.text


def test_the_first_run_names_a_command_for_each_project(repo: GitRepo) -> None:
    for number in range(4):
        repo.stage(f"website/src/a{number}.py", retry(f"fetch_{number}", f"send_{number}"))
    for number in range(6):
        body = "".join(f"    total += items[{number}] * {n} + {number}\n" for n in range(8))
        text = f"def sum_{number}(items, total):\n{body}    return total ** {number}\n"
        repo.stage(f"website/src/b{number}.py", text)
        repo.stage(f"website/src/c{number}.py", text)
    repo.stage(
        "website/pyproject.toml", "[tool.sai]\n[tool.sai.duplicates]\nmin-structure = 0.99\n"
    )
    outcome = repo.sai("check")
    assert outcome.status == 1
    assert f"There is no baseline yet (website/{BASELINE})" in outcome.out
    assert "sai duplicates website/ lists them" in outcome.out


def test_duplicates_keep_to_one_project_and_say_what_they_leave_out(copied: GitRepo) -> None:
    top = copied.sai("duplicates")
    assert "tools/mail.py:1" in top.out
    assert "billing" not in top.out
    assert "2 other projects were left out: billing, website; `sai duplicates PATH`" in top.err
    inside = copied.sai("duplicates", "billing")
    assert "src/bills.py:1" in inside.out
    assert inside.err == ""


def test_a_directory_that_holds_only_projects_is_looked_at_as_one(repo: GitRepo) -> None:
    repo.committed({"group/one/pyproject.toml": TABLE, "group/one/a.py": settlement()})
    outcome = repo.sai("duplicates", "group")
    assert outcome.status == 0
    assert "another project was left out: group/one; " in outcome.err


def test_the_index_of_the_top_holds_no_file_of_a_project_inside(repo: GitRepo) -> None:
    assert repo.sai("index").out.startswith("sai: indexed 1 file in ")
    repo.write("billing/src/headers.py", "X = 1\n")
    repo.write("tools/net.py", "X = 1\n")
    synced = repo.sai("sync", "--since", "HEAD")
    assert synced.status == 0, synced.text
    assert "billing" not in synced.out
    assert "tools/net.py" in synced.out


def test_outside_git_the_projects_on_disk_are_judged(clean: GitRepo, tmp_path: Path) -> None:
    outside = GitRepo(tmp_path / "files", clean_environment(tmp_path))
    outside.top.mkdir()
    for name in ("a", "b", "build/c"):
        outside.write(f"{name}/pyproject.toml", TABLE)
        outside.write(f"{name}/one.py", settlement())
    outside.write("a/two.py", THIRD_COPY)
    outcome = outside.sai("check")
    assert outcome.status == 1
    assert outcome.listed == ["a/one.py:1", "a/two.py:1"]
    assert _headlines(outcome.out) == ["a/ · 1 new duplicate", "b/ · no new duplicates"]


def test_pytest_fails_for_one_project_and_names_it(copied: GitRepo) -> None:
    failed = copied.run((*PYTEST, f"--rootdir={copied.top}"))
    assert failed.status == 1
    assert "FAILED " in failed.out
    assert "sai-duplicates - sai: 2 new duplicates in 2 of 3 projects" in failed.out
    assert "billing/src/bills.py:1" in failed.out


def test_pytest_tells_of_each_project_and_refuses_a_mistake_in_one(repo: GitRepo) -> None:
    repo.stage("gone/pyproject.toml", TABLE)
    (repo.top / "gone" / "pyproject.toml").unlink()
    passed = repo.run((*PYTEST, f"--rootdir={repo.top}"))
    assert passed.status == 0, passed.text
    assert _headlines(passed.out)[1] == "billing/ · no new duplicates"
    repo.stage("billing/pyproject.toml", "[tool.sai]\nmistake = 1\n")
    refused = repo.run((*PYTEST, f"--rootdir={repo.top}"))
    assert refused.status == pytest.ExitCode.USAGE_ERROR
    assert "billing/pyproject.toml: tool.sai.mistake" in refused.err


def test_a_project_of_a_language_without_a_grammar_is_judged(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    kotlin = "".join(f'fun step{n}(a: Row) {{\n    a.send{n}({n}, "x{n}")\n}}\n' for n in range(20))
    table = "[tool.sai]\nlines-fallback = true\n"
    repo.committed(
        {
            "top.py": settlement(),
            "mobile/pyproject.toml": table,
            "mobile/a.kt": kotlin,
            "mobile/b.kt": kotlin,
        }
    )
    outcome = repo.sai("check")
    assert outcome.status == 1
    assert outcome.listed == ["mobile/a.kt:1", "mobile/b.kt:1"]
