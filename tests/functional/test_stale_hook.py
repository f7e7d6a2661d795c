"""`sai-hook --stale`: fails while a baseline accepts what is gone, in any project."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, settlement

FRESH = f"{BASELINE}: 1 accepted cluster, 2 members, 0 stale; 0 new clusters not accepted\n"


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A pair that the baseline accepts, committed; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("accepted") / "repo")
    repo.committed({"src/orders.py": settlement(), "src/bills.py": EDITED_COPY})
    outcome = repo.sai("baseline", "accept")
    assert outcome.status == 0, outcome.text
    repo.committed({BASELINE: repo.baseline().decode()})
    return repo


@pytest.fixture
def repo(accepted: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of the repository with an accepted pair."""
    return accepted.copied_to(tmp_path / "repo")


def test_without_a_baseline_it_passes_without_a_word(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"src/orders.py": settlement(), "src/bills.py": EDITED_COPY})
    outcome = repo.hook("--stale")
    assert (outcome.status, outcome.text) == (0, "")


def test_a_baseline_whose_entries_link_passes_whatever_else_is_new(repo: GitRepo) -> None:
    fresh = repo.hook("--stale")
    assert (fresh.status, fresh.out, fresh.err) == (0, FRESH, "")
    repo.stage("src/charges.py", THIRD_COPY)
    grown = repo.hook("--stale")
    assert grown.status == 0, grown.text
    assert "1 new cluster not accepted" in grown.out


def test_a_staged_deletion_makes_it_fail_and_prune_makes_it_pass(repo: GitRepo) -> None:
    before = repo.snapshot()
    repo.git("rm", "-q", "src/bills.py")
    stale = repo.hook("--stale")
    assert stale.status == 1
    assert "  src/bills.py::invoice is gone" in stale.out.splitlines()
    assert "remove stale entries: sai baseline prune" in stale.out.splitlines()
    assert repo.baseline() == before[BASELINE]
    assert repo.sai("baseline", "prune").status == 0
    repo.git("add", BASELINE)
    passed = repo.hook("--stale")
    assert passed.status == 0, passed.text


def test_it_judges_what_is_staged_and_not_the_files_on_disk(repo: GitRepo) -> None:
    repo.write("src/bills.py", PARSER)
    repo.write(BASELINE, "[]\n")
    outcome = repo.hook("--stale")
    assert (outcome.status, outcome.out) == (0, FRESH)


def test_a_broken_baseline_is_an_error(repo: GitRepo) -> None:
    repo.stage(BASELINE, "[]\n")
    outcome = repo.hook("--stale")
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{BASELINE}:1: not a baseline" in outcome.err


def test_stale_entries_of_any_project_fail(repo: GitRepo) -> None:
    repo.stage("billing/pyproject.toml", "[tool.sai]\n")
    repo.stage("billing/orders.py", settlement())
    repo.stage("billing/bills.py", EDITED_COPY)
    assert repo.sai("baseline", "accept").status == 0
    repo.git("add", "-A")
    assert repo.hook("--stale").out == FRESH + "billing/" + FRESH
    repo.git("rm", "-q", "-f", "billing/bills.py", "billing/orders.py")
    stale = repo.hook("--stale")
    assert stale.status == 1
    assert "  billing/bills.py::invoice is gone" in stale.out.splitlines()


def test_other_arguments_are_ignored(repo: GitRepo) -> None:
    outcome = repo.hook("--stale", "src/orders.py", "--no-such")
    assert (outcome.status, outcome.out) == (0, FRESH)
