"""The real pre-commit installs the hook from a repository, offline, and runs it on real commits."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, PROJECT, GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement
from tests.functional.wheelhouse import filled_wheelhouse

pytestmark = pytest.mark.precommit

PRE_COMMIT = (sys.executable, "-m", "pre_commit")
RUN = (*PRE_COMMIT, "run", "sai-duplicates")


@pytest.fixture(scope="module")
def offline(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Environment in which pip finds the wheels alone, and one home of hook environments."""
    assert pytestconfig.cache is not None, "run without -p no:cacheprovider"
    wheels = filled_wheelhouse(pytestconfig.cache.mkdir("wheelhouse"))
    return {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit-home")),
        "PRE_COMMIT_COLOR": "never",
    }


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """The project as it is here, committed to a repository of its own."""
    repo = GitRepo.create(tmp_path_factory.mktemp("published") / "pytest-sai")
    listing = GitRepo(PROJECT, repo.env).git(
        "ls-files", "-z", "--cached", "--others", "--exclude-standard"
    )
    for name in filter(None, listing.split("\0")):
        source, target = PROJECT / name, repo.top / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    repo.git("add", "--all")
    assert repo.commit().status == 0
    return repo


@pytest.fixture(scope="module")
def template(
    published: GitRepo, offline: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> GitRepo:
    """A repository that uses the hook, its environment built; copy it, do not change it."""
    created = GitRepo.create(tmp_path_factory.mktemp("user") / "repo")
    repo = GitRepo(created.top, {**created.env, **offline})
    config = (
        "repos:\n"
        f"  - repo: {published.top.as_posix()}\n"
        f"    rev: {published.head()}\n"
        "    hooks:\n"
        "      - id: sai-duplicates\n"
        "        stages: [pre-commit, pre-merge-commit, pre-push]\n"
        "      - id: sai-baseline-stale\n"
    )
    repo.committed(
        {
            ".pre-commit-config.yaml": config,
            "src/orders.py": settlement(),
            "src/headers.py": PARSER,
            "notes.md": "nothing\n",
        }
    )
    kinds = ("pre-commit", "pre-merge-commit", "pre-push")
    installed = repo.run(
        (*PRE_COMMIT, "install", "--install-hooks", *(f"--hook-type={kind}" for kind in kinds))
    )
    assert installed.status == 0, installed.text
    return repo


@pytest.fixture
def repo(template: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of the repository that uses the hook."""
    return template.copied_to(tmp_path / "repo")


def test_a_copy_is_blocked_and_passes_once_it_is_accepted(repo: GitRepo) -> None:
    start = repo.head()
    repo.stage("src/bills.py", EDITED_COPY)
    blocked = repo.commit()
    assert blocked.status == 1
    assert "near-duplicate code (SAI)" in blocked.text
    assert "- exit code: 1" in blocked.text
    assert blocked.listed == ["src/bills.py:1", "src/orders.py:1"]
    assert blocked.added == ["src/bills.py:1"]
    assert repo.head() == start

    assert repo.sai("baseline", "accept").status == 0
    repo.git("add", BASELINE)
    passed = repo.commit()
    assert passed.status == 0, passed.text
    assert "Passed" in passed.text
    assert repo.git("status", "--porcelain") == ""


def test_unstaged_changes_stay_as_they_are_and_are_not_judged(repo: GitRepo) -> None:
    repo.stage("src/headers.py", PARSER + "\n\nANSWER = 42\n")
    unstaged = repo.write("src/headers.py", PARSER + "\n\nANSWER = 42\n\n\n" + THIRD_COPY)
    passed = repo.commit()
    assert passed.status == 0, passed.text
    assert THIRD_COPY in unstaged.read_text("utf-8")


def test_a_commit_without_source_files_does_not_start_the_hook(repo: GitRepo) -> None:
    repo.stage("notes.md", "more\n")
    passed = repo.commit()
    assert passed.status == 0, passed.text
    assert "(no files to check)Skipped" in passed.text


def test_a_deletion_alone_passes(repo: GitRepo) -> None:
    repo.git("rm", "-q", "src/headers.py")
    passed = repo.commit()
    assert passed.status == 0, passed.text


def test_amending_the_message_wakes_no_old_duplicates(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    passed = repo.commit("--amend")
    assert passed.status == 0, passed.text


def test_a_merge_that_brings_two_copies_together_is_blocked(repo: GitRepo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.committed({"src/mail.py": retry("post", "deliver")})
    repo.git("checkout", "-q", "main")
    repo.committed({"src/net.py": retry()})
    blocked = repo.run(("git", "merge", "--no-edit", "side"))
    assert blocked.status == 1
    assert blocked.listed == ["src/mail.py:1", "src/net.py:1"]


def test_a_push_is_judged_against_what_the_remote_has(repo: GitRepo, tmp_path: Path) -> None:
    repo.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    repo.git("push", "-q", "--no-verify", "origin", "main")
    repo.committed({"src/bills.py": EDITED_COPY})
    blocked = repo.run(("git", "push", "origin", "main"))
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]
    repo.git("push", "-q", "--no-verify", "origin", "main")
    repo.committed({"src/headers.py": PARSER + "\n\nANSWER = 42\n"})
    passed = repo.run(("git", "push", "origin", "main"))
    assert passed.status == 0, passed.text


def test_all_files_judges_the_whole_project(repo: GitRepo) -> None:
    passed = repo.run((*RUN, "--all-files"))
    assert passed.status == 0, passed.text
    repo.committed({"src/bills.py": EDITED_COPY})
    blocked = repo.run((*RUN, "--all-files"))
    assert blocked.status == 1
    assert blocked.listed == ["src/bills.py:1", "src/orders.py:1"]


def test_named_files_do_not_narrow_the_question(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    blocked = repo.run((*RUN, "--files", "src/headers.py"))
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]


def test_a_range_of_commits_is_judged(repo: GitRepo) -> None:
    start = repo.head()
    middle = repo.committed({"src/bills.py": EDITED_COPY})
    repo.committed({"src/headers.py": PARSER + "\n\nANSWER = 42\n"})
    blocked = repo.run((*RUN, "--from-ref", start, "--to-ref", "HEAD"))
    assert blocked.status == 1
    assert blocked.added == ["src/bills.py:1"]
    passed = repo.run((*RUN, "--from-ref", middle, "--to-ref", "HEAD"))
    assert passed.status == 0, passed.text


def test_stale_entries_of_the_baseline_fail_by_hand_and_block_no_commit(repo: GitRepo) -> None:
    command = (*PRE_COMMIT, "run", "--hook-stage", "manual", "sai-baseline-stale")
    without = repo.run(command)
    assert without.status == 0, without.text
    repo.committed({"src/bills.py": EDITED_COPY})
    assert repo.sai("baseline", "accept").status == 0
    repo.committed({BASELINE: repo.baseline().decode()})
    fresh = repo.run(command)
    assert fresh.status == 0, fresh.text
    assert "Passed" in fresh.text
    repo.git("rm", "-q", "src/bills.py")
    removed = repo.commit()
    assert removed.status == 0, removed.text
    assert "stale" not in removed.text
    stale = repo.run(command)
    assert stale.status == 1
    assert "src/bills.py::invoice is gone" in stale.text


def test_a_long_list_of_files_starts_the_hook_once(repo: GitRepo) -> None:
    long = "a_directory_with_a_name_that_is_rather_long_so_that_no_command_line_holds_them_all"
    for number in range(2000):
        repo.write(f"{long}/module_{number:04}.py", f"NUMBER = {number}\n")
    repo.git("add", "--all")
    assert repo.commit("--no-verify").status == 0
    outcome = repo.run((*RUN, "--all-files", "--verbose"))
    assert outcome.status == 0, outcome.text
    assert outcome.text.count("sai: no new duplicates") == 1


def test_try_repo_runs_the_hook_without_a_configuration(repo: GitRepo, published: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    outcome = repo.run((*PRE_COMMIT, "try-repo", str(published.top), "sai-duplicates"))
    assert outcome.status == 1
    assert outcome.added == ["src/bills.py:1"]
