"""`sai check` and its neighbours as processes: exit codes, what is printed where, same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.functional.git_repo import PROJECT, GitRepo, clean_environment
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement

SCHEMA = PROJECT / "src" / "sai" / "reporters" / "report.schema.json"


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A repository without duplicates; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("clean") / "repo")
    repo.committed({"src/orders.py": settlement(), "src/headers.py": PARSER})
    return repo


@pytest.fixture(scope="module")
def pair(clean: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A repository with one pair, the second copy in its last commit; only read it."""
    repo = clean.copied_to(tmp_path_factory.mktemp("pair") / "repo")
    repo.committed({"src/bills.py": EDITED_COPY, "tests/test_net.py": retry("test_net")})
    repo.committed({"tests/test_mail.py": retry("test_mail")})
    return repo


@pytest.fixture
def repo(clean: GitRepo, tmp_path: Path) -> GitRepo:
    """A repository without duplicates."""
    return clean.copied_to(tmp_path / "repo")


def _without_times(text: str) -> object:
    report = json.loads(text)
    del report["timings"]
    return report


def test_a_clean_tree_is_one_line_and_0(clean: GitRepo) -> None:
    outcome = clean.sai("check")
    assert outcome.status == 0
    assert outcome.err == ""
    assert outcome.out.startswith("sai: no new duplicates · 2 functions in 2 files · ")
    assert outcome.out.count("\n") == 1
    assert clean.sai("check", "--quiet").text == ""


def test_the_verdict_outlives_a_reader_that_leaves(pair: GitRepo) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "sai", "check"]
    try:
        outcome = subprocess.run(
            command,
            cwd=pair.top,
            env=pair.env,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (outcome.returncode, outcome.stderr) == (1, b"")


def test_an_empty_reference_is_a_mistake_and_not_a_full_run(clean: GitRepo) -> None:
    outcome = clean.sai("check", "--since", "")
    assert outcome.status == 2
    assert "not a git reference: ''" in outcome.err


def test_findings_are_1_and_all_on_standard_output(pair: GitRepo) -> None:
    outcome = pair.sai("check")
    assert outcome.status == 1
    assert outcome.err == ""
    assert outcome.listed == ["src/bills.py:1", "src/orders.py:1"]
    assert "1 in tests" in outcome.out


def test_quiet_leaves_the_places(pair: GitRepo) -> None:
    outcome = pair.sai("check", "--quiet")
    assert outcome.status == 1
    assert "src/bills.py:1" in outcome.out
    assert "limits" not in outcome.out
    assert len(outcome.out.splitlines()) < 6


def test_clusters_in_tests_are_shown_when_asked_for(pair: GitRepo) -> None:
    outcome = pair.sai("check", "--show-tests")
    assert outcome.status == 1
    assert "tests/test_mail.py:1" in outcome.out
    assert "tests/test_mail.py:1" not in pair.sai("check").out


def test_json_follows_its_schema_for_a_failure_and_a_pass(pair: GitRepo, clean: GitRepo) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    failed, passed = pair.sai("check", "--json"), clean.sai("check", "--format", "json")
    assert (failed.status, passed.status) == (1, 0)
    for outcome in (failed, passed):
        assert outcome.err == ""
        validator.validate(outcome.json())


def test_a_report_can_be_written_beside_the_text(pair: GitRepo, tmp_path: Path) -> None:
    target = tmp_path / "new" / "report.json"
    outcome = pair.sai("check", "--output", f"json:{target}", "--output", f"text:{tmp_path}/r.txt")
    assert outcome.status == 1
    assert outcome.listed
    assert _without_times(target.read_text("utf-8")) == _without_times(
        pair.sai("check", "--json").out
    )
    assert "src/bills.py:1" in (tmp_path / "r.txt").read_text("utf-8")


def test_since_judges_what_differs_on_disk_from_the_merge_base(pair: GitRepo) -> None:
    blocked = pair.sai("check", "--since", "HEAD~2")
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]
    passed = pair.sai("check", "--since", "HEAD~1")
    assert passed.status == 0, passed.text


def test_staged_judges_the_index_and_an_empty_one_is_nothing(repo: GitRepo) -> None:
    nothing = repo.sai("check", "--staged")
    assert (nothing.status, nothing.text) == (0, "sai: no source text is staged\n")
    repo.stage("src/bills.py", EDITED_COPY)
    repo.write("src/bills.py", "")
    blocked = repo.sai("check", "--staged")
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]
    assert repo.sai("check").status == 0


def test_json_is_printed_even_where_nothing_is_staged(clean: GitRepo, tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    printed = clean.sai("check", "--staged", "--json")
    assert (printed.status, printed.json()["clusters"]) == (0, [])
    written = clean.sai("check", "--staged", "--output", f"json:{target}")
    assert written.status == 0
    assert json.loads(target.read_text("utf-8"))["clusters"] == []


def test_untracked_source_files_are_counted_not_checked(repo: GitRepo) -> None:
    repo.write("src/bills.py", EDITED_COPY)
    outcome = repo.sai("check")
    assert outcome.status == 0
    assert "1 untracked source file not checked" in outcome.out


def test_strict_makes_a_skipped_file_fail(repo: GitRepo) -> None:
    (repo.top / "src" / "binary.py").write_bytes(b"a = 1\0\n")
    repo.git("add", "-A")
    lenient = repo.sai("check")
    assert lenient.status == 0
    assert "1 file skipped" in lenient.out
    strict = repo.sai("check", "--strict")
    assert strict.status == 1
    assert "sai: skipped src/binary.py: " in strict.err
    assert "sai: 1 file skipped, which --strict does not allow" in strict.err


def test_all_mistakes_in_the_configuration_are_named_at_once(repo: GitRepo) -> None:
    repo.write(
        "pyproject.toml",
        '[tool.sai]\nexcludes = []\nagainst = "main"\n[tool.sai.duplicates]\nmin-lines = "six"\n',
    )
    outcome = repo.sai("check")
    assert outcome.status == 2
    assert outcome.out == ""
    for said in ("excludes", "exclude", "against", "duplicates.min-lines"):
        assert said in outcome.err


def test_a_mistake_in_the_environment_names_the_variable(clean: GitRepo) -> None:
    outcome = clean.sai("check", env={"SAI_DUPLICATES_MIN_LINES": "six"})
    assert outcome.status == 2
    assert "SAI_DUPLICATES_MIN_LINES" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("check", "--since", "nowhere"), 2, "git knows no commit 'nowhere'"),
        (("check", "--output", "yaml:x"), 2, "not an output: 'yaml:x'"),
        (("check", "--staged", "--since", "HEAD"), 2, "not allowed with"),
        (("check", "--no-such"), 2, "--no-such"),
        (("duplicates", "nowhere"), 2, "no such file or directory: nowhere"),
        (("check", "src"), 2, "to look at a part: sai duplicates src"),
        (("check", "--fats"), 2, "sai check does not take --fats"),
        ((), 2, "COMMAND"),
    ],
)
def test_wrong_usage_is_named(
    clean: GitRepo, arguments: tuple[str, ...], status: int, said: str
) -> None:
    outcome = clean.sai(*arguments)
    assert (outcome.status, outcome.out) == (status, "")
    assert said in outcome.err


def test_no_source_file_at_all_is_an_error(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"notes.md": "nothing\n"})
    outcome = repo.sai("check")
    assert outcome.status == 3
    assert "nothing to check" in outcome.err


def test_files_that_were_all_skipped_are_named(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"big.py": "# " + "x" * 600 * 1024})
    outcome = repo.sai("check")
    assert outcome.status == 3
    assert (
        "nothing to check: all files were skipped (big.py: larger than max-file-kib" in outcome.err
    )


def test_outside_git_the_files_on_disk_are_checked_and_git_questions_refused(
    clean: GitRepo, tmp_path: Path
) -> None:
    outside = GitRepo(tmp_path, clean.env)
    outside.write("one.py", settlement())
    outside.write("two.py", THIRD_COPY)
    assert outside.sai("check").listed == ["one.py:1", "two.py:1"]
    assert outside.sai("check", "--staged").status == 3
    since = outside.sai("check", "--since", "HEAD")
    assert since.status in (2, 3)
    assert "git repository" in since.err


def test_without_git_the_message_says_so(clean: GitRepo, tmp_path: Path) -> None:
    outcome = clean.sai("check", "--staged", env={"PATH": str(tmp_path)})
    assert outcome.status == 3
    assert "git" in outcome.err
    assert "Traceback" not in outcome.err


def test_the_bytes_do_not_depend_on_index_hash_seed_or_directory(
    pair: GitRepo, tmp_path: Path
) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    cold = repo.sai("check", "--json", env={"PYTHONHASHSEED": "1"})
    warm = repo.sai("check", "--json", env={"PYTHONHASHSEED": "2"})
    below = repo.sai("check", "--json", below="src")
    assert cold.status == 1
    assert _without_times(cold.out) == _without_times(warm.out)
    assert _without_times(cold.out) == _without_times(below.out)
    assert cold.out.split('"timings"')[0] == warm.out.split('"timings"')[0]


def test_twenty_hash_seeds_and_any_state_of_the_index_give_the_same_bytes(
    pair: GitRepo, tmp_path: Path
) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    repo.write("deep/er/place.txt", "")
    printed = set()
    for seed in range(20):
        state, below = seed % 3, ("src", ".", "deep/er")[seed % 2 + seed % 3 // 2]
        if state == 0:
            repo.sai("flush")
        if state == 1:  # partly warm
            repo.sai("flush")
            repo.sai("sync", "src/orders.py")
        environment = {"PYTHONHASHSEED": str(seed)}
        outcome = repo.sai("check", "--json", below=below, env=environment)
        assert outcome.status == 1
        printed.add(outcome.out.split('"timings"')[0])
    assert len(printed) == 1


def test_the_order_in_which_a_directory_lists_its_files_does_not_matter(tmp_path: Path) -> None:
    texts = {f"part_{n}.py": settlement(f"settle_{n}", item=f"item_{n}") for n in range(8)}
    printed = set()
    for turn in range(4):
        place = tmp_path / str(turn) / "tree"
        place.mkdir(parents=True)
        names = list(texts)
        for name in names[turn * 2 :] + names[: turn * 2]:
            (place / name).write_text(texts[name], encoding="utf-8")
        outside = GitRepo(place, clean_environment(place.parent))
        outcome = outside.sai("check", "--json")
        assert outcome.status == 1
        printed.add(outcome.out.split('"timings"')[0])
    assert len(printed) == 1


def test_colour_only_where_it_is_asked_for(pair: GitRepo) -> None:
    assert "\x1b[" not in pair.sai("check").out
    assert "\x1b[" in pair.sai("check", "--color", "always").out
    never = pair.sai("check", "--color", "auto", env={"NO_COLOR": "1", "FORCE_COLOR": "1"})
    assert "\x1b[" not in never.out


def test_duplicates_explores_and_fails_only_when_asked(pair: GitRepo) -> None:
    explored = pair.sai("duplicates")
    assert explored.status == 0
    assert "src/bills.py:1" in explored.out
    assert "tests/test_mail.py:1" in explored.out
    assert pair.sai("duplicates", "--fail").status == 1
    assert explored.err == ""


def test_duplicates_json_keeps_the_six_keys(pair: GitRepo) -> None:
    found = pair.sai("duplicates", "--json", "--max-clusters", "1").json()
    assert {"min_score", "min_cluster_size", "top_k", "seeded", "count", "clusters"} <= set(found)
    assert found["count"] == 2
    assert isinstance(found["clusters"], list)
    assert len(found["clusters"]) == 1


def test_duplicates_of_a_directory_are_compared_with_the_whole_project(
    pair: GitRepo, tmp_path: Path
) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    repo.committed({"other/alone.py": "def alone():\n    return 1\n"})
    everything = json.loads(repo.sai("duplicates", "--json").out)
    below = json.loads(repo.sai("duplicates", "src", "--json").out)
    assert not everything["seeded"]
    assert below["seeded"]
    assert below["clusters"]
    assert below["clusters"] == [
        cluster
        for cluster in everything["clusters"]
        if any(member["path"].startswith("src/") for member in cluster["members"])
    ]
    assert json.loads(repo.sai("duplicates", "other", "--json").out)["clusters"] == []


def test_duplicates_of_a_directory_that_git_does_not_track_is_looked_at_alone(
    pair: GitRepo, tmp_path: Path
) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    repo.write(".gitignore", "unpacked/\n")
    for name in ("one.py", "two.py"):
        repo.write(f"unpacked/{name}", (repo.top / "src" / "bills.py").read_text())
    found = json.loads(repo.sai("duplicates", "unpacked", "--json").out)
    assert [m["path"] for m in found["clusters"][0]["members"]] == ["one.py", "two.py"]
    strict = json.loads(repo.sai("duplicates", "unpacked", "--json", "--min-score", "0.9").out)
    assert strict["min_score"] == 0.9


def test_index_says_what_it_did(repo: GitRepo) -> None:
    outcome = repo.sai("index")
    assert outcome.status == 0
    assert outcome.out.startswith("sai: indexed 2 files in .sai/index.duckdb · ")
    assert repo.git("status", "--porcelain") == ""


def test_config_prints_each_value_with_its_origin(repo: GitRepo) -> None:
    repo.write("pyproject.toml", '[tool.sai]\nexclude = ["a"]\n')
    text = repo.sai("config", env={"SAI_AGAINST": "none"})
    assert text.status == 0
    assert f"# project: {repo.top}" in text.out
    rows = repo.sai("config", "--json", env={"SAI_AGAINST": "none"}).json()
    assert rows["exclude"] == {"value": ["a"], "origin": "pyproject.toml"}
    assert rows["against"] == {"value": "none", "origin": "environment SAI_AGAINST"}
    assert rows["baseline"] == {"value": "sai-baseline.json", "origin": "default"}


def test_init_writes_a_table_that_changes_nothing_and_not_a_second_one(repo: GitRepo) -> None:
    before = repo.sai("check", "--json")
    repo.write("pyproject.toml", "[project]\nname = 'x'  # kept\n")
    outcome = repo.sai("init", below="src")
    assert outcome.status == 0
    text = (repo.top / "pyproject.toml").read_text("utf-8")
    assert text.startswith("[project]\nname = 'x'  # kept\n\n[tool.sai]\n")
    assert "id: sai-duplicates" in outcome.out
    after = repo.sai("check", "--json")
    assert _without_times(after.out) == _without_times(before.out)
    again = repo.sai("init")
    assert again.status == 2
    assert (repo.top / "pyproject.toml").read_text("utf-8") == text


def test_version_and_help_cost_no_project(tmp_path: Path, clean: GitRepo) -> None:
    outside = GitRepo(tmp_path, clean.env)
    assert outside.sai("--version").out.startswith("sai ")
    assert "baseline" in outside.sai("--help").out
    assert list(tmp_path.iterdir()) == []
