"""`sai explain`: the reasons for and against a link, and how functions are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import settlement

SMALL = "def tiny(a):\n    return a\n"
STUB = "def stub(a):\n    raise NotImplementedError\n"
OTHER = """\
def search(tree, key):
    node = tree.root
    while node is not None:
        if node.key == key:
            return node.value
        node = node.left if key < node.key else node.right
    raise KeyError(key)
"""


@pytest.fixture
def shop(tmp_path: Path) -> GitRepo:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed(
        {
            "src/one.py": settlement(),
            "src/two.py": "# a line above\n" + settlement("finish"),
            "src/other.py": OTHER + "\n\n" + SMALL + "\n\n" + STUB,
            "src/marked.py": "# sai-noduplicate: on purpose\n" + settlement("again"),
            "src/gone.py": "# sai-noindexing-file\n" + settlement("hidden"),
            "src/big.py": "# " + "x" * 600 * 1024,
            "tests/test_one.py": settlement("test_it"),
            "tests/test_two.py": settlement("test_that"),
            "notes.txt": "nothing",
        }
    )
    return repo


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("src/two.py:2", "linked: the same code"),
        ("src/two.py::finish", "linked: the same code"),
        ("src/other.py::search", "not linked: the vectors are too far apart"),
        ("src/other.py::tiny", "not linked: B has too few lines"),
        ("src/other.py::stub", "not linked: B is a stub"),
        ("src/marked.py::again", "not linked: a marker opts B out"),
        ("src/marked.py::again", "the marker of B says: on purpose"),
    ],
)
def test_the_reason_is_told(shop: GitRepo, second: str, said: str) -> None:
    outcome = shop.sai("explain", "src/one.py:1", second)
    assert outcome.status == 0
    assert said in outcome.out


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("src/one.py:2", "src/one.py:1 and src/one.py:2 are the same function"),
        ("src/two.py", "src/two.py names no function"),
        ("src/two.py:0", "src/two.py:0 names no function"),
        ("src/two.py::finsh", "there are: finish (line 2)"),
        ("src/nowhere.py:1", "src/nowhere.py: it is not among the tracked files"),
        ("notes.txt:1", "no language that is read has such files"),
        ("src/big.py:1", "src/big.py: it was skipped: larger than max-file-kib"),
        ("src/gone.py:2", "left out by sai-noindexing"),
        ("../elsewhere.py:2", "is not in the project"),
    ],
)
def test_what_names_no_function_is_refused(shop: GitRepo, second: str, said: str) -> None:
    outcome = shop.sai("explain", "src/one.py:1", second)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err


def test_paths_are_those_of_the_current_directory(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "one.py:1", "../src/two.py:3", below="src")
    assert outcome.status == 0
    assert "src/two.py:2" in outcome.out


def test_an_accepted_pair_says_so_with_the_reason(shop: GitRepo) -> None:
    shop.sai("baseline", "accept", "--reason", "to be merged in spring")
    outcome = shop.sai("explain", "src/one.py:1", "src/two.py:2")
    assert "the baseline accepts it: to be merged in spring" in outcome.out


def test_copies_in_tests_are_said_not_to_fail(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "tests/test_one.py:1", "tests/test_two.py:1")
    assert "both are tests" in outcome.out


def test_staged_functions_are_explained_as_they_are_staged(shop: GitRepo) -> None:
    shop.write("src/two.py", OTHER)
    before = shop.sai("explain", "src/one.py:1", "src/two.py:2", "--staged")
    shop.git("add", "-A")
    after = shop.sai("explain", "src/one.py:1", "src/two.py:2", "--staged")
    assert ("sai: linked" in before.out, "sai: linked" in after.out) == (True, False)


def test_overrides_in_force_are_named(shop: GitRepo) -> None:
    table = '[[tool.sai.overrides]]\npaths = ["src/two.py"]\nmin-lines = 100\n'
    shop.write("pyproject.toml", "[tool.sai]\n" + table)
    shop.write("src/two.py", settlement("finish").replace("return", "print(1)\n    return", 1))
    outcome = shop.sai("explain", "src/one.py:1", "src/two.py:2")
    assert "not linked: B has too few lines" in outcome.out
    assert "overrides change for B: min-lines" in outcome.out


def test_json_has_every_condition_with_its_numbers(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "src/one.py:1", "src/other.py::search", "--json")
    document = json.loads(outcome.out)
    assert document["linked"] is False
    assert document["b"]["symbol"] == "search"
    unmet = {c["condition"] for c in document["conditions"] if not c["met"]}
    assert unmet == {"score", "structure"}
    again = shop.sai("explain", "src/one.py:1", "src/other.py::search", "--json")
    assert again.out == outcome.out


def test_a_finding_prints_the_command_that_explains_it(shop: GitRepo) -> None:
    outcome = shop.sai("check")
    (command,) = [
        row.split("explain it")[1] for row in outcome.out.splitlines() if "explain it" in row
    ]
    explained = shop.sai(*command.split()[1:])
    assert "sai: linked" in explained.out
