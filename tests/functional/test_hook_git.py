"""Which text the hook judges, in every way in which people commit; it writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import (
    EDITED_COPY,
    PARSER,
    THIRD_COPY,
    constants,
    retry,
    settlement,
)


@pytest.fixture(scope="module")
def one_original(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """One original, committed, and the hook; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("original") / "repo")
    repo.committed({"src/orders.py": settlement(), "src/headers.py": PARSER})
    repo.install_hook()
    return repo


@pytest.fixture
def repo(one_original: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of the repository with one original."""
    return one_original.copied_to(tmp_path / "repo")


def test_the_first_commit_is_judged(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.install_hook()
    repo.stage("one.py", settlement())
    repo.stage("two.py", THIRD_COPY)
    blocked = repo.commit()
    assert blocked.status == 1
    assert blocked.added == ["one.py:1", "two.py:1"]
    repo.git("rm", "-q", "--cached", "two.py")
    assert repo.commit().status == 0


def test_a_commit_without_source_files_passes(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.install_hook()
    repo.stage("notes.md", "nothing\n")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_by_hand_a_repository_without_source_files_passes(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"pyproject.toml": "[project]\n"})
    outcome = repo.hook()
    assert outcome.status == 0, outcome.text


def test_a_copy_only_in_the_working_copy_is_not_judged(repo: GitRepo) -> None:
    repo.stage("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    repo.write("src/headers.py", PARSER + "\n\nANSWER = 42\n\n\n" + THIRD_COPY)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_staged_copy_is_judged_though_the_working_copy_lost_it(repo: GitRepo) -> None:
    repo.stage("src/headers.py", constants() + THIRD_COPY)
    repo.write("src/headers.py", PARSER)
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["src/headers.py:31"]


def test_places_are_those_of_the_staged_text(repo: GitRepo) -> None:
    repo.stage("src/bills.py", constants(10) + EDITED_COPY)
    repo.write("src/bills.py", constants(25) + EDITED_COPY)
    repo.write("src/orders.py", constants(25) + settlement())
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.listed == ["src/bills.py:11", "src/orders.py:1"]
    assert 'print("adding", amount)' in outcome.text


def test_untracked_files_are_not_judged(repo: GitRepo) -> None:
    repo.write("src/bills.py", EDITED_COPY)
    repo.stage("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_file_that_is_only_announced_is_not_judged(repo: GitRepo) -> None:
    repo.write("src/bills.py", EDITED_COPY)
    repo.git("add", "--intent-to-add", "src/bills.py")
    repo.stage("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_copy_of_a_function_that_the_commit_deletes_is_a_move(repo: GitRepo) -> None:
    repo.git("rm", "-q", "src/orders.py")
    repo.stage("src/charges.py", THIRD_COPY)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_commit_that_only_deletes_passes(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    repo.git("rm", "-q", "src/headers.py")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_commit_all_judges_what_it_stages(repo: GitRepo) -> None:
    repo.write("src/headers.py", THIRD_COPY)
    outcome = repo.commit("-a")
    assert outcome.status == 1
    assert outcome.added == ["src/headers.py:1"]


def test_commit_of_one_path_judges_that_path_alone(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    repo.write("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    passed = repo.commit("--", "src/headers.py")
    assert passed.status == 0, passed.text
    blocked = repo.commit("--", "src/bills.py")
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]


def test_amending_judges_what_is_added_to_the_commit(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    outcome = repo.commit("--amend")
    assert outcome.status == 1
    assert outcome.added == ["src/bills.py:1"]


def test_amending_the_message_alone_wakes_no_old_duplicates(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    outcome = repo.commit("--amend")
    assert outcome.status == 0, outcome.text
    empty = repo.commit("--allow-empty")
    assert empty.status == 0, empty.text


def test_by_hand_with_nothing_staged_everything_staged_is_judged(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    outcome = repo.hook()
    assert outcome.status == 1
    assert outcome.listed == ["src/bills.py:1", "src/orders.py:1"]


def test_by_hand_mode_bits_and_links_alone_are_no_request_to_judge_everything(
    repo: GitRepo,
) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    repo.git("update-index", "--chmod=+x", "src/bills.py")
    (repo.top / "src" / "link.py").symlink_to("bills.py")
    repo.git("add", "src/link.py")
    outcome = repo.hook()
    assert (outcome.status, outcome.listed) == (0, []), outcome.text


def _branches(repo: GitRepo, ours: dict[str, str], theirs: dict[str, str]) -> None:
    """Commit `theirs` on a branch `side` and `ours` on the branch `main`, which is checked out."""
    repo.git("checkout", "-q", "-b", "side")
    repo.committed(theirs)
    repo.git("checkout", "-q", "main")
    repo.committed(ours)


def test_a_merge_of_duplicates_that_a_parent_holds_passes(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    _branches(
        repo,
        ours={"src/net.py": retry(), "src/mail.py": retry("post", "deliver"), "same.py": "A = 1\n"},
        theirs={"src/charges.py": THIRD_COPY, "same.py": "A = 2\n"},
    )
    repo.run(("git", "merge", "-q", "side"))
    repo.stage("same.py", "A = 3\n")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text
    assert len(repo.git("rev-list", "--parents", "-n", "1", "HEAD").split()) == 3


def test_a_merge_that_brings_two_copies_together_is_blocked(repo: GitRepo) -> None:
    _branches(
        repo,
        ours={"src/net.py": retry(), "same.py": "A = 1\n"},
        theirs={"src/mail.py": retry("post", "deliver"), "same.py": "A = 2\n"},
    )
    repo.run(("git", "merge", "-q", "side"))
    repo.stage("same.py", "A = 3\n")
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.listed == ["src/mail.py:1", "src/net.py:1"]


def test_a_merge_without_conflict_is_judged_before_it_is_made(repo: GitRepo) -> None:
    repo.install_hook("pre-merge-commit")
    _branches(repo, ours={"src/net.py": retry()}, theirs={"src/mail.py": retry("post", "deliver")})
    outcome = repo.run(("git", "merge", "-q", "--no-edit", "side"))
    assert outcome.status == 1
    assert outcome.listed == ["src/mail.py:1", "src/net.py:1"]


def test_a_copy_made_while_merging_is_blocked(repo: GitRepo) -> None:
    _branches(repo, ours={"same.py": "A = 1\n"}, theirs={"same.py": "A = 2\n"})
    repo.run(("git", "merge", "-q", "side"))
    repo.stage("same.py", "A = 3\n")
    repo.stage("src/bills.py", EDITED_COPY)
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["src/bills.py:1"]


def test_a_merge_with_an_open_conflict_is_not_taken_for_clean(repo: GitRepo) -> None:
    _branches(repo, ours={"same.py": "A = 1\n"}, theirs={"same.py": "A = 2\n"})
    repo.run(("git", "merge", "-q", "side"))
    outcome = repo.hook()
    assert outcome.status == 0, outcome.text
    assert "1 file skipped" in outcome.text


def test_a_commit_from_a_sub_directory_judges_the_whole_project(repo: GitRepo) -> None:
    repo.stage("lib/deep/bills.py", EDITED_COPY)
    outcome = repo.run(("git", "commit", "-m", "x"), below="lib/deep")
    assert outcome.status == 1
    assert outcome.listed == ["lib/deep/bills.py:1", "src/orders.py:1"]
    by_hand = repo.hook(below="lib/deep")
    assert by_hand.listed == outcome.listed


@pytest.mark.parametrize("name", ["my bills.py", "żółty rachunek.py", "[b]ills*.py"])
def test_odd_names_are_judged_and_printed_as_they_are(repo: GitRepo, name: str) -> None:
    repo.stage(f"src/{name}", EDITED_COPY)
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == [f"src/{name}:1"]


def test_a_terminal_without_unicode_gets_escapes(repo: GitRepo) -> None:
    repo.stage("src/żółty.py", EDITED_COPY)
    outcome = repo.hook(env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert outcome.status == 1
    assert "src/\\u017c\\xf3\\u0142ty.py:1" in outcome.text


def test_a_linked_work_tree_is_judged_by_its_own_index(repo: GitRepo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    other = GitRepo(tmp_path / "other", repo.env)
    repo.stage("src/again.py", THIRD_COPY)
    other.stage("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    passed = other.commit()
    assert passed.status == 0, passed.text
    other.stage("src/bills.py", EDITED_COPY)
    blocked = other.commit()
    assert blocked.status == 1
    assert blocked.listed == ["src/bills.py:1", "src/orders.py:1"]


def test_the_staged_configuration_counts(repo: GitRepo) -> None:
    repo.stage("pyproject.toml", '[tool.sai]\nexclude = ["src/bills.py"]\n')
    repo.write("pyproject.toml", "[tool.sai]\nmistake = 1\n")
    repo.stage("src/bills.py", EDITED_COPY)
    passed = repo.hook()
    assert passed.status == 0, passed.text
    repo.stage("pyproject.toml", "[tool.sai]\n")
    repo.write("pyproject.toml", '[tool.sai]\nexclude = ["src/bills.py"]\n')
    blocked = repo.hook()
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]


def test_a_mistake_in_the_staged_configuration_blocks(repo: GitRepo) -> None:
    repo.stage("pyproject.toml", "[tool.sai]\nexcludes = []\n")
    outcome = repo.commit()
    assert outcome.status == 1
    assert "excludes" in outcome.text
    assert repo.hook().status == 2


def test_the_hook_writes_nothing_but_its_own_directory(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    repo.write("src/headers.py", PARSER + "\n")  # so that git would like to refresh its index
    (repo.top / "src" / "orders.py").touch()
    status = repo.git("--no-optional-locks", "status", "--porcelain")
    before = repo.snapshot()
    assert repo.hook().status == 1
    assert repo.snapshot() == before
    assert repo.git("status", "--porcelain") == status
    assert (repo.top / ".sai" / ".gitignore").read_text() == "*\n"


def test_file_names_given_to_the_hook_change_nothing(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    outcome = repo.hook("src/headers.py", "--no-such-option")
    assert outcome.added == ["src/bills.py:1"]


def test_a_range_of_commits_is_judged_whatever_is_staged(repo: GitRepo) -> None:
    start = repo.head()
    middle = repo.committed({"src/bills.py": constants(7) + EDITED_COPY})
    end = repo.committed({"src/headers.py": PARSER + "\n\nANSWER = 42\n"})
    repo.stage("src/bills.py", "")
    refs = {"PRE_COMMIT_FROM_REF": start, "PRE_COMMIT_TO_REF": end}
    blocked = repo.hook(env=refs)
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:8"]
    passed = repo.hook(env={**refs, "PRE_COMMIT_FROM_REF": middle})
    assert passed.status == 0, passed.text


def test_a_range_is_judged_from_where_it_left_the_other_branch(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    repo.git("checkout", "-q", "-b", "side")
    side = repo.committed({"src/headers.py": PARSER + "\n\nANSWER = 42\n"})
    repo.git("checkout", "-q", "main")
    cleaned = repo.committed({"src/bills.py": "ANSWER = 42\n"})
    outcome = repo.hook(env={"PRE_COMMIT_FROM_REF": cleaned, "PRE_COMMIT_TO_REF": side})
    assert outcome.status == 0, outcome.text


def test_a_range_that_git_does_not_know_is_said(repo: GitRepo) -> None:
    outcome = repo.hook(env={"PRE_COMMIT_FROM_REF": "gone", "PRE_COMMIT_TO_REF": "HEAD"})
    assert outcome.status == 2
    assert "git knows no commit 'gone'" in outcome.err


def test_outside_git_the_hook_says_so(tmp_path: Path, one_original: GitRepo) -> None:
    outside = GitRepo(tmp_path, one_original.env)
    outcome = outside.hook()
    assert outcome.status == 3
    assert "not inside a git repository" in outcome.err
