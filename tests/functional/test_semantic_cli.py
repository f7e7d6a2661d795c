"""`sai duplicates --semantic`: a section of its own that never fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import settlement

CALLS = "\n".join(f"    {{0}}.step_{n}(config, {n})" for n in range(9))
FORWARD = "def forward(machine, config):\n" + CALLS.format("machine") + "\n    return machine.ok\n"
BACKWARD = (
    "def backward(machine, config):\n"
    + "\n".join(reversed(CALLS.format("machine").split("\n")))
    + "\n    return machine.ok\n"
)


@pytest.fixture
def lab(tmp_path: Path) -> GitRepo:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"one.py": FORWARD, "two.py": BACKWARD, "other.py": settlement()})
    return repo


def test_pairs_that_are_close_but_not_linked_have_a_section(lab: GitRepo) -> None:
    outcome = lab.sai("duplicates", "--semantic", "--fail")
    assert outcome.status == 0
    assert "May do the same, written differently · 1 pair with close vectors" in outcome.out
    assert "one.py:1 forward  –  two.py:1 backward" in outcome.out
    assert 'embedder = "minilm" finds more of these' in outcome.out


def test_without_the_option_there_is_no_such_section(lab: GitRepo) -> None:
    assert "written differently" not in lab.sai("duplicates").out
    assert "semantic" not in json.loads(lab.sai("duplicates", "--json").out)


def test_json_lists_the_pairs_and_counts_them(lab: GitRepo) -> None:
    document = json.loads(lab.sai("duplicates", "--semantic", "--json").out)
    assert document["semantic_count"] == 1
    (pair,) = document["semantic"]
    assert (pair["a"]["symbol"], pair["b"]["symbol"]) == ("forward", "backward")


def test_a_part_of_the_project_lists_its_own_pairs(lab: GitRepo) -> None:
    document = json.loads(lab.sai("duplicates", "other.py", "--semantic", "--json").out)
    assert document["semantic"] == []
