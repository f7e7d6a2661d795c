"""Refactorings of old and of accepted duplicates: none is a finding, a further copy still is."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, settlement

ORDERS = "src/orders.py"
WRAPPER = '''\
def settle(orders, rate):
    """Refuse what cannot be."""
    if rate < 0:
        raise ValueError(rate)
    return _settle(orders, rate)


'''
OVERLOADS = "@overload\ndef settle(orders: list, rate: float) -> float: ...\n" * 2
REGISTERED = "@settle.register\n" + PARSER.replace("parse_header", "_") + "\n@settle.register\n"
LOGGED = "log(order)"

REFACTORINGS: Mapping[str, Mapping[str, str | None]] = {
    "renamed": {ORDERS: settlement("settle_all")},
    "renamed and edited": {ORDERS: settlement("settle_all", extra=LOGGED)},
    "moved and edited": {ORDERS: None, "lib/all.py": settlement(extra=LOGGED)},
    "moved, renamed and edited": {ORDERS: None, "lib/all.py": settlement("every", extra=LOGGED)},
    "behind a wrapper": {ORDERS: WRAPPER + settlement("_settle")},
    "edited, behind a wrapper": {ORDERS: WRAPPER + settlement("_settle", extra=LOGGED)},
    "in another file, a wrapper stays": {ORDERS: WRAPPER, "lib/all.py": settlement("_settle")},
    "edited in another file, a wrapper stays": {
        ORDERS: WRAPPER,
        "lib/all.py": settlement("_settle", extra=LOGGED),
    },
    "a method now, a wrapper stays": {
        ORDERS: WRAPPER + "class Book:\n" + textwrap.indent(settlement(), "    ")
    },
    "overloads above": {ORDERS: OVERLOADS + settlement()},
    "edited, overloads above": {ORDERS: OVERLOADS + settlement(extra=LOGGED)},
    "another handler above": {ORDERS: REGISTERED + settlement("_")},
}
EDITED_LATER: Mapping[str, Mapping[str, str]] = {
    "renamed": {ORDERS: settlement("settle_all", extra=LOGGED)},
    "behind a wrapper": {ORDERS: WRAPPER + settlement("_settle", extra=LOGGED)},
    "overloads above": {ORDERS: OVERLOADS + settlement(extra=LOGGED)},
    "another handler above": {ORDERS: REGISTERED + settlement("_", extra=LOGGED)},
}


@pytest.fixture(scope="module", params=["old", "accepted"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Two copies, committed, with or without a baseline; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("pair") / "repo")
    repo.committed({ORDERS: settlement(), "src/bills.py": EDITED_COPY})
    if request.param == "accepted":
        accepted = repo.sai("baseline", "accept")
        assert accepted.status == 0, accepted.text
        repo.committed({BASELINE: repo.baseline().decode()})
    repo.install_hook()
    return repo


def _change(repo: GitRepo, files: Mapping[str, str | None]) -> None:
    for path, text in files.items():
        if text is None:
            repo.git("rm", "-q", path)
        else:
            repo.stage(path, text)


def _assert_passes(repo: GitRepo, since: str) -> None:
    """The commit, the branch, and where there is a baseline the whole project."""
    outcome = repo.commit()
    assert outcome.status == 0, outcome.text
    branch = repo.sai("check", "--since", since)
    assert branch.status == 0, branch.text
    if (repo.top / BASELINE).exists():
        full = repo.sai("check")
        assert full.status == 0, full.text


def _assert_a_further_copy_is_blocked(repo: GitRepo) -> None:
    repo.stage("src/charges.py", THIRD_COPY)
    outcome = repo.commit()
    assert (outcome.status, outcome.added) == (1, ["src/charges.py:1"]), outcome.text


@pytest.mark.parametrize("name", REFACTORINGS)
def test_a_refactoring_is_no_new_duplicate(pair: GitRepo, tmp_path: Path, name: str) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    _change(repo, REFACTORINGS[name])
    _assert_passes(repo, repo.head())
    _assert_a_further_copy_is_blocked(repo)


@pytest.mark.parametrize("name", EDITED_LATER)
def test_nor_is_an_edit_that_follows(pair: GitRepo, tmp_path: Path, name: str) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    since = repo.head()
    _change(repo, REFACTORINGS[name])
    _assert_passes(repo, since)
    _change(repo, EDITED_LATER[name])
    _assert_passes(repo, since)
    _assert_a_further_copy_is_blocked(repo)


@pytest.mark.parametrize("name", ["renamed", "behind a wrapper", "overloads above"])
def test_a_copy_within_the_refactoring_is_blocked(pair: GitRepo, tmp_path: Path, name: str) -> None:
    repo = pair.copied_to(tmp_path / "repo")
    _change(repo, REFACTORINGS[name])
    _assert_a_further_copy_is_blocked(repo)


def test_a_copy_of_an_outer_function_is_told_once(tmp_path: Path) -> None:
    inner = textwrap.indent(settlement("total"), "    ")
    outer = f"def {{}}(shop):\n    shop.open()\n{inner}    shop.close()\n    return total(shop)\n"
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"a.py": outer.format("first"), "b.py": outer.format("second")})
    repo.install_hook()
    repo.stage("c.py", outer.format("third"))
    outcome = repo.commit()
    assert (outcome.status, outcome.added) == (1, ["c.py:1"]), outcome.text
    assert outcome.text.count("GROWN") == 1


def test_a_copy_that_leaves_the_tests_is_new(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"tests/test_a.py": settlement(), "tests/test_b.py": EDITED_COPY})
    repo.install_hook()
    repo.git("mv", "tests/test_a.py", "tests/test_c.py")
    assert repo.commit().status == 0
    repo.stage("src/a.py", settlement())
    repo.git("rm", "-q", "tests/test_c.py")
    outcome = repo.commit()
    assert (outcome.status, outcome.listed) == (1, ["src/a.py:1", "tests/test_b.py:1"])
