"""The hook in real commits: what blocks, what passes, and what the report says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, GitRepo
from tests.functional.sample_code import (
    EDITED_COPY,
    PARSER,
    THIRD_COPY,
    constants,
    retry,
    sessions,
    settlement,
)

Change = Callable[[GitRepo], object]


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """One original, committed, and the hook."""
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"src/orders.py": settlement(), "src/headers.py": PARSER})
    repo.install_hook()
    return repo


@pytest.fixture(scope="module")
def accepted_pair(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A pair that the baseline accepts; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("accepted") / "repo")
    repo.committed({"src/orders.py": settlement(), "src/bills.py": EDITED_COPY})
    accepted = repo.sai("baseline", "accept")
    assert accepted.status == 0, accepted.text
    repo.committed({BASELINE: repo.baseline().decode()})
    repo.install_hook()
    return repo


@pytest.fixture(scope="module")
def legacy(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Old duplicates, no baseline, no configuration; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("legacy") / "repo")
    repo.committed({"old/one.py": settlement(), "old/two.py": EDITED_COPY, "old/three.py": retry()})
    repo.install_hook()
    return repo


def test_a_pair_is_blocked_then_accepted_and_a_third_copy_is_growth(repo: GitRepo) -> None:
    before = repo.head()
    repo.stage("src/bills.py", EDITED_COPY)
    blocked = repo.commit()
    assert blocked.status == 1
    assert repo.head() == before
    assert "NEW  2 copies of one function" in blocked.text
    assert blocked.listed == ["src/bills.py:1", "src/orders.py:1"]
    assert blocked.added == ["src/bills.py:1"]

    command = next(line for line in blocked.text.splitlines() if "sai baseline accept" in line)
    identity = command.split()[-1]
    accepted = repo.sai("baseline", "accept", identity, "--reason", "the law says so")
    assert accepted.status == 0, accepted.text
    repo.git("add", BASELINE)
    assert repo.commit().status == 0
    written = repo.baseline()

    repo.stage("src/charges.py", THIRD_COPY)
    grown = repo.commit()
    assert grown.status == 1
    assert "GROWN  1 new copy of a function with 2 accepted copies" in grown.text
    assert grown.added == ["src/charges.py:1"]
    assert grown.listed == ["src/charges.py:1", "src/orders.py:1"]
    assert "⟨1⟩  charge     settle\n" in grown.text
    assert repo.baseline() == written


def _lines_above(repo: GitRepo) -> None:
    repo.stage("src/orders.py", constants() + "\n\n" + settlement())


def _local_renamed(repo: GitRepo) -> None:
    repo.stage("src/orders.py", settlement(item="purchase"))


def _function_renamed(repo: GitRepo) -> None:
    repo.stage("src/orders.py", settlement("settle_orders"))


def _file_moved(repo: GitRepo) -> None:
    repo.git("mv", "src/orders.py", "src/purchases.py")


def _directory_moved(repo: GitRepo) -> None:
    repo.git("mv", "src", "lib")


def _member_edited(repo: GitRepo) -> None:
    repo.stage("src/orders.py", settlement(extra="print(amount)"))


def _member_removed(repo: GitRepo) -> None:
    repo.git("rm", "-q", "src/bills.py")


def _reformatted(repo: GitRepo) -> None:
    repo.stage(
        "src/orders.py",
        "# moved\n" + settlement().replace("(orders, rate)", "(\n    orders,\n    rate,\n)"),
    )


HARMLESS: tuple[Change, ...] = (
    _lines_above,
    _local_renamed,
    _function_renamed,
    _file_moved,
    _directory_moved,
    _member_edited,
    _member_removed,
    _reformatted,
)


def test_an_accepted_function_may_be_renamed_now_and_edited_later(
    accepted_pair: GitRepo, tmp_path: Path
) -> None:
    repo = accepted_pair.copied_to(tmp_path / "repo")
    for text in (settlement("settle_all"), settlement("settle_all", extra="audit(order)")):
        repo.stage("src/orders.py", text)
        outcome = repo.commit()
        assert outcome.status == 0, outcome.text
        full = repo.sai("check")
        assert full.status == 0, full.text


@pytest.mark.parametrize("change", HARMLESS)
def test_an_accepted_pair_stays_accepted(
    accepted_pair: GitRepo, tmp_path: Path, change: Change
) -> None:
    repo = accepted_pair.copied_to(tmp_path / "repo")
    written = repo.baseline()
    change(repo)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text
    assert "sai: no new duplicates" in outcome.text
    assert repo.baseline() == written
    full = repo.sai("check")
    assert full.status == 0, full.text


def test_harmless_changes_one_after_the_other_leave_the_baseline_alone(
    accepted_pair: GitRepo, tmp_path: Path
) -> None:
    repo = accepted_pair.copied_to(tmp_path / "repo")
    written = repo.baseline()
    repo.stage("src/orders.py", constants() + settlement())
    assert repo.commit().status == 0
    repo.stage("src/orders.py", constants() + settlement(item="purchase"))
    assert repo.commit().status == 0
    repo.git("mv", "src/orders.py", "src/purchases.py")
    assert repo.commit().status == 0
    assert repo.baseline() == written
    repo.stage("src/charges.py", THIRD_COPY)
    grown = repo.commit()
    assert grown.status == 1
    assert "GROWN" in grown.text
    assert grown.added == ["src/charges.py:1"]


def test_a_verbatim_third_copy_does_not_pass_as_a_move(
    accepted_pair: GitRepo, tmp_path: Path
) -> None:
    repo = accepted_pair.copied_to(tmp_path / "repo")
    repo.stage("src/again.py", settlement())
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["src/again.py:1"]


def test_an_accepted_family_does_not_pay_for_another_pair(
    accepted_pair: GitRepo, tmp_path: Path
) -> None:
    repo = accepted_pair.copied_to(tmp_path / "repo")
    repo.git("rm", "-q", "src/bills.py")
    repo.stage("src/net.py", retry())
    repo.stage("src/mail.py", retry("post", "deliver"))
    outcome = repo.commit()
    assert outcome.status == 1
    assert "sai: 1 new duplicate" in outcome.text
    assert sorted(outcome.added) == ["src/mail.py:1", "src/net.py:1"]


def test_the_baseline_counts_as_it_is_staged(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    assert repo.sai("baseline", "accept").status == 0
    blocked = repo.commit()
    assert blocked.status == 1
    assert f"{BASELINE} on disk differs from what is staged" in blocked.text
    repo.git("add", BASELINE)
    passed = repo.commit()
    assert passed.status == 0
    assert "differs" not in passed.text


def test_an_unrelated_edit_passes_on_an_old_code_base(legacy: GitRepo, tmp_path: Path) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.stage("old/one.py", settlement() + "\n\n" + PARSER)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_fix_in_one_of_two_old_copies_passes(legacy: GitRepo, tmp_path: Path) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.stage("old/one.py", settlement().replace("amount -= amount", "amount -= total"))
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_moving_old_duplicates_passes(legacy: GitRepo, tmp_path: Path) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.git("mv", "old", "new")
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text


def test_a_new_copy_of_old_code_is_blocked(legacy: GitRepo, tmp_path: Path) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.stage("new.py", THIRD_COPY)
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["new.py:1"]
    assert {"old/one.py:1", "old/two.py:1"} & set(outcome.listed)


def test_a_copy_inside_the_edited_file_is_blocked(legacy: GitRepo, tmp_path: Path) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.stage("old/three.py", retry() + "\n\n" + retry("post", "deliver"))
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["old/three.py:15"]
    assert outcome.listed == ["old/three.py:1", "old/three.py:15"]


def test_against_none_judges_old_duplicates_in_changed_files(
    legacy: GitRepo, tmp_path: Path
) -> None:
    repo = legacy.copied_to(tmp_path / "repo")
    repo.committed({"pyproject.toml": '[tool.sai]\nagainst = "none"\n'})
    repo.stage("old/one.py", constants() + settlement())
    outcome = repo.commit()
    assert outcome.status == 1
    assert "old/one.py:31" in outcome.listed


def test_typescript_copies_are_blocked(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"web/session.ts": sessions()})
    repo.install_hook()
    repo.stage("web/login.tsx", sessions("activeLogins", "login", "console.log(age);"))
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.listed == ["web/login.tsx:1", "web/session.ts:1"]
    assert outcome.added == ["web/login.tsx:1"]


def test_copies_inside_tests_are_counted_and_do_not_block(repo: GitRepo) -> None:
    repo.stage("tests/test_one.py", retry("test_one"))
    repo.stage("tests/test_two.py", retry("test_two"))
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text
    assert "1 in tests" in outcome.text


def test_a_test_that_copies_the_code_it_tests_is_blocked(repo: GitRepo) -> None:
    repo.stage("tests/test_orders.py", EDITED_COPY)
    outcome = repo.commit()
    assert outcome.status == 1
    assert outcome.added == ["tests/test_orders.py:1"]


def test_a_marker_with_a_reason_lets_a_copy_pass(repo: GitRepo) -> None:
    repo.stage("src/bills.py", "# sai-noduplicate: the two will part\n" + EDITED_COPY)
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text
