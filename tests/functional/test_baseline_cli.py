"""`sai baseline` on real repositories: what it writes, prints and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement


@pytest.fixture(scope="module")
def two_pairs(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Two pairs of duplicates, committed, no baseline; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("pairs") / "repo")
    repo.committed(
        {
            "src/orders.py": settlement(),
            "src/bills.py": EDITED_COPY,
            "src/net.py": retry(),
            "src/mail.py": retry("post", "deliver"),
        }
    )
    assert repo.sai("index").status == 0
    return repo


@pytest.fixture(scope="module")
def both_accepted(two_pairs: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """The same with all accepted for a reason; copy it, do not change it."""
    repo = two_pairs.copied_to(tmp_path_factory.mktemp("accepted") / "repo")
    outcome = repo.sai("baseline", "accept", "--reason", "was so when we came")
    assert outcome.status == 0, outcome.text
    repo.committed({BASELINE: repo.baseline().decode()})
    return repo


@pytest.fixture
def repo(both_accepted: GitRepo, tmp_path: Path) -> GitRepo:
    """A repository with two accepted pairs."""
    return both_accepted.copied_to(tmp_path / "repo")


def _members(repo: GitRepo) -> set[tuple[str, str]]:
    entries = json.loads(repo.baseline())["entries"]
    return {(entry["path"], entry["symbol"]) for entry in entries if "path" in entry}


def _ids(repo: GitRepo) -> dict[str, str]:
    """Id of each finding by the path of its first member."""
    clusters = repo.sai("check", "--json").json()["clusters"]
    assert isinstance(clusters, list)
    return {cluster["members"][0]["path"]: cluster["id"] for cluster in clusters}


def test_accepting_all_names_what_it_adds_and_the_check_passes_from_then_on(
    two_pairs: GitRepo, tmp_path: Path
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    assert repo.sai("check").status == 1
    accepted = repo.sai("baseline", "accept")
    assert accepted.status == 0
    assert accepted.out.splitlines() == [
        "added src/bills.py::invoice",
        "added src/mail.py::post",
        "added src/net.py::fetch",
        "added src/orders.py::settle",
        f"{BASELINE}: 4 entries changed; add it to git",
        f"so that branches merge without conflict, add to .gitattributes: {BASELINE} merge=union",
    ]
    assert accepted.err == ""
    assert repo.sai("check").status == 0
    again = repo.sai("baseline", "accept")
    assert (again.status, again.out) == (0, f"nothing to accept: {BASELINE} is unchanged\n")


def test_accepting_one_id_leaves_the_other_finding(two_pairs: GitRepo, tmp_path: Path) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    accepted = repo.sai("baseline", "accept", _ids(repo)["src/mail.py"])
    assert accepted.status == 0, accepted.text
    assert _members(repo) == {("src/mail.py", "post"), ("src/net.py", "fetch")}
    left = repo.sai("check")
    assert left.status == 1
    assert left.listed == ["src/bills.py:1", "src/orders.py:1"]


def test_an_unknown_id_changes_nothing(two_pairs: GitRepo, tmp_path: Path) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    known = _ids(repo)["src/mail.py"]
    outcome = repo.sai("baseline", "accept", known, "0badf00d")
    assert outcome.status == 2
    assert outcome.out == ""
    assert "no cluster has the id '0badf00d'" in outcome.err
    assert not (repo.top / BASELINE).exists()


def test_the_reason_stands_in_the_report_on_a_third_copy(repo: GitRepo) -> None:
    repo.stage("src/charges.py", THIRD_COPY)
    outcome = repo.sai("check")
    assert outcome.status == 1
    assert outcome.added == ["src/charges.py:1"]
    assert "accepted because: was so when we came" in outcome.text
    assert "was so when we came" in repo.sai("check", "--json").out


def test_accepting_growth_adds_only_the_third_copy(repo: GitRepo) -> None:
    repo.stage("src/charges.py", THIRD_COPY)
    accepted = repo.sai("baseline", "accept")
    assert accepted.out.splitlines()[0] == "added src/charges.py::charge"
    assert accepted.out.splitlines()[1] == f"{BASELINE}: 1 entry changed; add it to git"
    assert repo.sai("check").status == 0


def test_accept_from_a_sub_directory_writes_the_one_file_of_the_project(
    two_pairs: GitRepo, tmp_path: Path
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    assert repo.sai("baseline", "accept", below="src").status == 0
    assert ("src/orders.py", "settle") in _members(repo)


def test_nothing_to_accept_writes_no_file(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"one.py": PARSER})
    outcome = repo.sai("baseline", "accept")
    assert (outcome.status, outcome.out) == (0, "nothing to accept\n")
    assert not (repo.top / BASELINE).exists()


def test_refresh_renews_an_edited_and_a_moved_member_and_adds_nothing(repo: GitRepo) -> None:
    repo.stage("src/bills.py", settlement("invoice", "lines", "line", "summed", "print(rate)"))
    repo.git("mv", "src/net.py", "src/http.py")
    repo.stage("src/charges.py", THIRD_COPY)
    refreshed = repo.sai("baseline", "refresh")
    assert refreshed.status == 0
    assert "src/http.py::fetch (was src/net.py::fetch)" in refreshed.out
    assert "src/bills.py::invoice" in refreshed.out
    assert ("src/charges.py", "charge") not in _members(repo)
    assert len(_members(repo)) == 4
    again = repo.sai("baseline", "refresh")
    assert again.out == f"nothing to refresh: {BASELINE} is unchanged\n"


def test_status_counts_and_prune_removes_what_is_gone(repo: GitRepo) -> None:
    fresh = repo.sai("baseline", "status", "--fail-stale")
    assert fresh.status == 0, fresh.text
    assert fresh.out == (
        f"{BASELINE}: 2 accepted clusters, 4 members, 0 stale; 0 new clusters not accepted\n"
    )
    repo.git("rm", "-q", "src/mail.py")
    stale = repo.sai("baseline", "status")
    assert stale.status == 0
    assert "2 stale" in stale.out
    assert "  src/mail.py::post is gone" in stale.out.splitlines()
    assert repo.sai("baseline", "status", "--fail-stale").status == 1
    assert repo.sai("check").status == 0

    pruned = repo.sai("baseline", "prune")
    assert pruned.status == 0
    assert "removed src/mail.py::post" in pruned.out.splitlines()
    assert _members(repo) == {("src/bills.py", "invoice"), ("src/orders.py", "settle")}
    assert repo.sai("baseline", "status", "--fail-stale").status == 0


@pytest.mark.parametrize("action", ["refresh", "prune", "status"])
def test_without_a_baseline_only_accept_has_something_to_do(
    two_pairs: GitRepo, tmp_path: Path, action: str
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    outcome = repo.sai("baseline", action)
    assert outcome.status == 2
    assert f"there is no baseline {BASELINE}" in outcome.err


def test_another_file_is_used_where_it_is_named(two_pairs: GitRepo, tmp_path: Path) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    missing = repo.sai("check", "--baseline", "accepted.json")
    assert missing.status == 2
    assert "the baseline accepted.json does not exist" in missing.err
    assert repo.sai("baseline", "accept", "--baseline", "accepted.json").status == 0
    assert repo.sai("check", "--baseline", "accepted.json").status == 0
    by_environment = repo.sai("check", env={"SAI_BASELINE": "accepted.json"})
    assert by_environment.status == 0, by_environment.text
    assert not (repo.top / BASELINE).exists()


BROKEN = {
    "conflict": ("<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", "merge conflict markers"),
    "empty": ("", "the file is empty"),
    "not ours": ("[]\n", "not a baseline"),
    "newer": ('{"format": "sai-baseline", "version": 99}\n', "upgrade pytest-sai"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_baseline_is_an_error_and_never_an_empty_one(
    two_pairs: GitRepo, tmp_path: Path, case: str
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    text, said = BROKEN[case]
    repo.write(BASELINE, text)
    outcome = repo.sai("check")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sai: error: {BASELINE}:1: ")
    assert said in outcome.err


def test_a_broken_baseline_stops_the_hook_and_is_never_written_over(
    two_pairs: GitRepo, tmp_path: Path
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    repo.stage(BASELINE, "<<<<<<< ours\n")
    assert repo.hook().status == 2
    assert repo.sai("baseline", "accept").status == 2
    assert repo.baseline() == b"<<<<<<< ours\n"


def test_a_merge_conflict_is_repaired_by_the_command_that_the_message_names(
    two_pairs: GitRepo, tmp_path: Path
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    ids = _ids(repo)
    repo.git("checkout", "-q", "-b", "side")
    assert repo.sai("baseline", "accept", ids["src/mail.py"]).status == 0
    repo.committed({BASELINE: repo.baseline().decode()})
    repo.git("checkout", "-q", "main")
    assert repo.sai("baseline", "accept", ids["src/bills.py"]).status == 0
    repo.committed({BASELINE: repo.baseline().decode()})
    assert repo.run(("git", "merge", "-q", "side")).status == 1
    broken = repo.sai("check")
    assert broken.status == 2
    hint = next(line for line in broken.err.splitlines() if "git -c" in line)
    command = hint[hint.index("git -c") : hint.index(" && ")]
    repo.git(*command.split()[1:])
    assert repo.sai("baseline", "refresh").status == 0
    repo.git("add", BASELINE)
    assert len(_members(repo)) == 4
    assert repo.sai("check").status == 0


def test_branches_that_accept_clusters_into_one_baseline_merge(
    repo: GitRepo,
) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.stage("src/charges.py", THIRD_COPY)
    assert repo.sai("baseline", "accept").status == 0
    repo.committed({BASELINE: repo.baseline().decode()})
    repo.git("checkout", "-q", "main")
    repo.stage("src/radio.py", retry("listen", "receive"))
    assert repo.sai("baseline", "accept").status == 0
    repo.committed({BASELINE: repo.baseline().decode()})
    merged = repo.run(("git", "merge", "-q", "--no-edit", "side"))
    assert merged.status == 0, merged.text
    assert repo.sai("check").status == 0
    assert len(_members(repo)) == 6


def test_the_file_is_the_same_whoever_writes_it(two_pairs: GitRepo, tmp_path: Path) -> None:
    written = []
    for seed in ("1", "2"):
        repo = two_pairs.copied_to(tmp_path / f"repo{seed}")
        (repo.top / ".sai" / "index.duckdb").unlink()
        outcome = repo.sai("baseline", "accept", env={"PYTHONHASHSEED": seed})
        assert outcome.status == 0
        written.append(repo.baseline())
    assert written[0] == written[1]
    assert b"\r" not in written[0]


def test_a_baseline_of_another_tree_is_told_apart_from_a_new_duplicate(repo: GitRepo) -> None:
    repo.stage("src/more.py", THIRD_COPY)
    added = repo.sai("check")
    assert added.status == 1
    assert "accepted families" not in added.text.replace("1 accepted family grown", "")
    repo.git("rm", "-qf", "src/more.py", "src/bills.py", "src/orders.py", "src/mail.py")
    repo.stage("other/a.py", PARSER)
    repo.stage("other/b.py", PARSER)
    foreign = repo.sai("check")
    assert foreign.status == 1
    assert f"note: {BASELINE}: none of its 2 accepted families is found here" in foreign.text
    counts = repo.sai("check", "--json").json()["counts"]
    assert isinstance(counts, dict)
    assert (counts["families"], counts["resolved"], counts["findings"]) == (2, 2, 1)


def test_a_new_baseline_comes_with_the_line_that_lets_branches_merge(
    two_pairs: GitRepo, tmp_path: Path
) -> None:
    repo = two_pairs.copied_to(tmp_path / "repo")
    line = f"{BASELINE} merge=union"
    advice = f"so that branches merge without conflict, add to .gitattributes: {line}"
    assert advice in repo.sai("baseline", "accept").out.splitlines()
    (repo.top / BASELINE).unlink()
    repo.stage(".gitattributes", f"{line}\n")
    assert "merge" not in repo.sai("baseline", "accept").out
    repo.committed({BASELINE: repo.baseline().decode()})
    for branch, path in (("one", "src/one.py"), ("two", "src/two.py")):
        repo.git("checkout", "-qb", branch, "main")
        name = "parse_" + branch
        repo.committed({path: PARSER.replace("parse_header", name) + "\n\n" + THIRD_COPY})
        repo.sai("baseline", "accept")
        repo.committed({BASELINE: repo.baseline().decode()})
    repo.git("merge", "-q", "-m", "both", "one")
    assert repo.sai("baseline", "status").status == 0
