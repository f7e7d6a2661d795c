"""Properties of the hook and the baseline, with functions of real libraries and real commits.

Whatever is done to the layout, the names and the places of duplicates that are accepted, or were
there before, no step of it is a finding, in any combination; a further copy always is.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import heapq
import inspect
import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.functional.git_repo import BASELINE, GitRepo

Files = dict[str, list[str]]
Step = Callable[[Files, str, int], None]

FUNCTIONS = (difflib.unified_diff, fnmatch.translate, heapq.merge, shutil.copytree)
"""Of the standard library, long enough to be compared, nothing like each other."""


def _source(function: Callable[..., object], name: str) -> str:
    text = textwrap.dedent(inspect.getsource(function))
    return text.replace(f"def {function.__name__}(", f"def {name}(", 1)


def _start() -> Files:
    """Two copies of each function: side by side, in two files, in two directories, in one file."""
    one = [_source(function, f"first_{function.__name__}") for function in FUNCTIONS]
    two = [_source(function, f"second_{function.__name__}") for function in FUNCTIONS]
    return {
        "pkg/diffs.py": [one[0], two[1]],
        "pkg/files.py": [one[3], two[0], one[2], two[2]],
        "pkg/sub/names.py": [one[1], two[3]],
    }


def _shift(files: Files, path: str, _at: int) -> None:
    files[path].insert(0, "\n".join(f"LIMIT_{n} = {n}" for n in range(40)) + "\n")


def _comment(files: Files, path: str, at: int) -> None:
    head, colon, body = files[path][at].partition("):\n")
    files[path][at] = f"{head}{colon}    # Why this is so.\n\n{body}" if colon else head


def _reformat(files: Files, path: str, at: int) -> None:
    files[path][at] = ast.unparse(ast.parse(files[path][at])) + "\n"


def _rename_function(files: Files, path: str, at: int) -> None:
    files[path][at] = files[path][at].replace("def ", "def renamed_", 1)


def _rename_parameter(files: Files, path: str, at: int) -> None:
    tree = ast.parse(files[path][at])
    found = next((n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)), None)
    if found is None or not found.args.args:
        return
    old = found.args.args[0].arg
    for node in ast.walk(found):
        if isinstance(node, ast.arg) and node.arg == old:
            node.arg = "what"
        if isinstance(node, ast.Name) and node.id == old:
            node.id = "what"
    files[path][at] = ast.unparse(tree) + "\n"


def _move_function(files: Files, path: str, at: int) -> None:
    target = sorted(files)[at % len(files)]
    files[target].append(files[path].pop(at))


def _extract(files: Files, path: str, at: int) -> None:
    files.setdefault(f"lib/own_{at}.py", []).append(files[path].pop(at))


def _reorder(files: Files, path: str, _at: int) -> None:
    files[path].reverse()


def _rename_file(files: Files, path: str, at: int) -> None:
    files.setdefault(path.replace(".py", f"_{at}.py"), []).extend(files.pop(path))


STEPS: Sequence[Step] = (
    _shift,
    _comment,
    _reformat,
    _rename_function,
    _rename_parameter,
    _move_function,
    _extract,
    _reorder,
    _rename_file,
)
_steps = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 99), st.integers(0, 99)),
    min_size=1,
    max_size=8,
)


def _changed(files: Files, steps: Sequence[tuple[Step, int, int]]) -> Files:
    for step, file, place in steps:
        paths = sorted(path for path, functions in files.items() if functions)
        path = paths[file % len(paths)]
        step(files, path, place % len(files[path]))
    return {path: functions for path, functions in files.items() if functions}


def _staged(repo: GitRepo, files: Mapping[str, Sequence[str]]) -> None:
    repo.git("rm", "-rqf", "--ignore-unmatch", "pkg", "lib")
    for path, functions in files.items():
        repo.stage(path, "\n\n".join(functions))


@pytest.fixture(scope="module", params=["accepted", "old"])
def pairs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Four pairs of duplicates, with a baseline or without; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("pairs") / "repo")
    _staged(repo, _start())
    assert repo.commit().status == 0
    assert repo.sai("check").text.count("\nNEW  ") == len(FUNCTIONS)
    if request.param == "accepted":
        assert repo.sai("baseline", "accept").status == 0
        repo.committed({BASELINE: repo.baseline().decode()})
    return repo


@settings(max_examples=10, deadline=None, derandomize=True, database=None)
@given(steps=_steps, copied=st.integers(0, 99))
def test_no_refactoring_is_a_finding_and_a_further_copy_always_is(
    pairs: GitRepo,
    tmp_path_factory: pytest.TempPathFactory,
    steps: Sequence[tuple[Step, int, int]],
    copied: int,
) -> None:
    repo = pairs.copied_to(tmp_path_factory.mktemp("example") / "repo")
    is_accepted = (repo.top / BASELINE).exists()
    _staged(repo, _changed(_start(), steps))
    passed = repo.hook()
    assert passed.status == 0, passed.text
    repo.git("commit", "-qm", "refactored", "--allow-empty")
    if is_accepted:
        full = repo.sai("check")
        assert full.status == 0, full.text
        again = repo.sai("baseline", "accept")
        assert "nothing to accept" in again.text.lower(), again.text
    function = FUNCTIONS[copied % len(FUNCTIONS)]
    repo.stage("new/copy.py", _source(function, "once_more"))
    blocked = repo.hook()
    assert (blocked.status, blocked.added) == (1, ["new/copy.py:1"]), blocked.text
    if is_accepted:
        full = repo.sai("check")
        assert (full.status, full.added) == (1, ["new/copy.py:1"]), full.text
