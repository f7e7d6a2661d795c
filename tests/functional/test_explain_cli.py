"""`sai explain`: the reasons for and against a link, and how functions are named."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent

import pytest
from tests.functional.git_repo import GitRepo, clean_environment
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

FAR = "\n        ".join(f"print(order.note_{n}, file=log_{n})" for n in range(4))
GETTERS = """\
class One:
    def names(self, a, b, c):
        self.first = a
        self.second = b
        self.third = c


class Two:
    def names(self, a, b, c):
        self.first = a
        self.second = b
        self.third = c
"""
HUGE = "def huge():\n" + "    call(1, 2, 3, 4)\n" * 2_000


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Functions that link or do not, each for a reason; only read it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("shop") / "repo")
    repo.committed(
        {
            "src/one.py": settlement(),
            "src/two.py": "# a line above\n" + settlement("finish"),
            "src/other.py": OTHER + "\n\n" + SMALL + "\n\n" + STUB,
            "src/edited.py": settlement("charge", extra='print("adding", amount)'),
            "src/far.py": settlement("charge", extra=FAR),
            "src/outer.py": "def outer(orders, rate):\n" + indent(settlement("inner"), "    "),
            "src/getters.py": GETTERS,
            "src/shop.py": "\n\n".join(f"class {c}:\n" + indent(OTHER, "    ") for c in "AB"),
            "src/huge.py": HUGE,
            "vendor/lib.py": settlement(),
            "src/marked.py": "# sai-noduplicate: on purpose\n" + settlement("again"),
            "src/gone.py": "# sai-noindexing-file\n" + settlement("hidden"),
            "src/big.py": "# " + "x" * 600 * 1024,
            "tests/test_one.py": settlement("test_it"),
            "tests/test_two.py": settlement("test_that"),
            "notes.txt": "nothing",
        }
    )
    return repo


@pytest.fixture
def changing(shop: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy, to be changed."""
    return shop.copied_to(tmp_path / "repo")


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("src/two.py:2", "linked: the same code"),
        ("src/two.py::finish", "linked: the same code"),
        ("src/other.py::search", "not linked: the vectors are too far apart"),
        ("src/other.py::tiny", "not linked: B has too few lines"),
        ("src/other.py::stub", "not linked: B is a stub"),
        ("src/edited.py::charge", "linked: "),
        ("src/edited.py::charge", "their digests differ, even once local names are numbered"),
        ("src/far.py::charge", "not linked: the code is not alike enough"),
        ("src/huge.py::huge", "too long to be compared with anything but equal code"),
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
        ("src/shop.py::search", "say which: src/shop.py:2, src/shop.py:12"),
        ("vendor/lib.py:1", "vendor/lib.py: it is left out: "),
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


def test_paths_may_be_absolute(shop: GitRepo) -> None:
    outcome = shop.sai("explain", str(shop.top / "src/one.py") + ":1", "src/two.py:3")
    assert "sai: linked: the same code" in outcome.out


def test_a_function_is_not_linked_to_one_inside_it(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "src/outer.py::outer", "src/outer.py::outer.inner")
    assert "sai: not linked: one stands inside the other" in outcome.out


def test_small_copies_that_tell_little_are_not_linked(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "src/getters.py::One.names", "src/getters.py::Two.names")
    assert "sai: not linked: A is small and tells little" in outcome.out


def test_functions_of_two_projects_are_not_compared(changing: GitRepo) -> None:
    changing.committed({"inner/pyproject.toml": "[tool.sai]\n", "inner/a.py": settlement()})
    inside, outside = "inner/a.py:1", "src/one.py:1"
    to_inside = changing.sai("explain", outside, inside)
    to_outside = changing.sai("explain", inside, outside)
    assert (to_inside.status, to_outside.status) == (2, 2)
    assert (
        f"inner/a.py is in the project {changing.top / 'inner'}, not in {changing.top}"
        in to_inside.err
    )
    assert f"src/one.py is not in the project {changing.top / 'inner'}" in to_outside.err


def test_outside_git_the_current_directory_is_the_project(tmp_path: Path) -> None:
    place = GitRepo(tmp_path, clean_environment(tmp_path))
    place.write("one/a.py", settlement())
    place.write("two/b.py", settlement())
    assert "sai: linked" in place.sai("explain", "one/a.py:1", "two/b.py:1").out


def test_an_accepted_pair_says_so_with_the_reason(changing: GitRepo) -> None:
    changing.sai("baseline", "accept", "--reason", "to be merged in spring")
    outcome = changing.sai("explain", "src/one.py:1", "src/two.py:2")
    assert "the baseline accepts it: to be merged in spring" in outcome.out


def test_copies_in_tests_are_said_not_to_fail(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "tests/test_one.py:1", "tests/test_two.py:1")
    assert "both are tests" in outcome.out


def test_staged_functions_are_explained_as_they_are_staged(changing: GitRepo) -> None:
    changing.write("src/two.py", OTHER)
    before = changing.sai("explain", "src/one.py:1", "src/two.py:2", "--staged")
    changing.git("add", "-A")
    after = changing.sai("explain", "src/one.py:1", "src/two.py:2", "--staged")
    assert ("sai: linked" in before.out, "sai: linked" in after.out) == (True, False)


def test_overrides_in_force_are_named(changing: GitRepo) -> None:
    table = '[[tool.sai.overrides]]\npaths = ["src/two.py"]\nmin-lines = 100\n'
    changing.write("pyproject.toml", "[tool.sai]\n" + table)
    changing.write("src/two.py", settlement("finish").replace("return", "print(1)\n    return", 1))
    outcome = changing.sai("explain", "src/one.py:1", "src/two.py:2")
    assert "not linked: B has too few lines" in outcome.out
    assert "min-lines of B is 100, by the override for src/two.py" in outcome.out


def test_json_has_every_condition_with_its_numbers(shop: GitRepo) -> None:
    outcome = shop.sai("explain", "src/one.py:1", "src/other.py::search", "--json")
    document = json.loads(outcome.out)
    assert document["linked"] is False
    assert document["b"]["symbol"] == "search"
    unmet = {c["condition"] for c in document["conditions"] if not c["met"]}
    assert unmet == {"score", "structure"}
    again = shop.sai("explain", "src/one.py:1", "src/other.py::search", "--json")
    assert again.out == outcome.out


def test_a_staged_finding_is_explained_as_it_is_staged(changing: GitRepo) -> None:
    changing.stage("src/third.py", settlement("third"))
    changing.write("src/third.py", "")
    rows = changing.sai("check", "--staged").out.splitlines()
    (command,) = [row.split("explain it")[1].split() for row in rows if "explain it" in row]
    assert command[:3] == ["sai", "explain", "--staged"]
    assert changing.sai(*command[1:]).out.startswith("sai: linked: ")


def test_findings_print_the_commands_that_explain_them(shop: GitRepo) -> None:
    rows = shop.sai("check").out.splitlines()
    commands = [row.split("explain it")[1].split() for row in rows if "explain it" in row]
    assert commands
    for _, *arguments in commands:
        assert shop.sai(*arguments).out.startswith("sai: linked: ")


@pytest.mark.parametrize("reference", ["odd dir/a::b.py:1", "odd dir/a::b.py::odd"])
def test_a_path_may_hold_colons(shop: GitRepo, reference: str) -> None:
    shop.stage("odd dir/a::b.py", settlement("odd"))
    assert "linked: the same code" in shop.sai("explain", "src/one.py:1", reference).out
