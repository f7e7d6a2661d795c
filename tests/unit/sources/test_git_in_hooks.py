"""What git itself tells its hooks: temporary indexes, linked work trees, merges."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.unit.sources.git_sandbox import GitSandbox

import sai

REPORTER = """
import json, sys
from pathlib import Path
from sai.sources.git import GitRepository
from sai.sources.index_tree import IndexTree

repo = GitRepository.require(Path.cwd())
tree = IndexTree(repo, Path.cwd())
changed = [change.path for change in repo.staged_changes(repo.head())]
texts = {path: text.decode() for path, text in tree.read(changed).items()}
Path(sys.argv[1]).write_text(json.dumps({"texts": texts, "parents": repo.next_parents()}))
"""


@pytest.fixture
def seen(repo: GitSandbox, tmp_path: Path) -> Path:
    """Install hooks that write what SAI sees to this file."""
    script, seen = tmp_path / "reporter.py", tmp_path / "seen.json"
    script.write_text(REPORTER)
    source = Path(next(iter(sai.__path__))).parent
    command = shlex.join([sys.executable, str(script), str(seen)])
    for name in ("pre-commit", "pre-merge-commit"):
        hook = repo.write(f".git/hooks/{name}", f"#!/bin/sh\nPYTHONPATH={source} exec {command}\n")
        hook.chmod(0o755)
    return seen


def report(seen: Path) -> Any:
    return json.loads(seen.read_text())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"staged.py": "staged\n"}),
        (["-a"], {"edited.py": "edited\n", "staged.py": "newer\n"}),
        (["--", "edited.py"], {"edited.py": "edited\n"}),
        (["-i", "edited.py"], {"edited.py": "edited\n", "staged.py": "staged\n"}),
    ],
)
def test_each_way_to_commit_shows_what_it_commits(
    repo: GitSandbox, seen: Path, options: list[str], expected: dict[str, str]
) -> None:
    repo.commit("edited.py", "staged.py")
    repo.stage("staged.py", "staged\n")
    repo.write("staged.py", "newer\n")
    repo.write("edited.py", "edited\n")

    repo.git("commit", "-q", "-m", "a change", *options)

    assert report(seen)["texts"] == expected


def test_a_commit_from_a_sub_directory_of_a_linked_work_tree(
    repo: GitSandbox, seen: Path, tmp_path: Path
) -> None:
    repo.commit("sub/a.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitSandbox(tmp_path / "linked")
    linked.write("sub/a.py", "linked\n")

    GitSandbox(linked.top / "sub").git("commit", "-q", "-a", "-m", "a change")

    assert report(seen)["texts"] == {"sub/a.py": "linked\n"}


def test_a_merge_without_conflict_has_two_parents(repo: GitSandbox, seen: Path) -> None:
    repo.commit("a.py")
    repo.git("checkout", "-q", "-b", "side")
    theirs = repo.commit("b.py")
    repo.git("checkout", "-q", "main")
    ours = repo.commit("c.py")

    repo.git("merge", "-q", "--no-edit", "side")

    assert report(seen) == {"texts": {"b.py": "name = 'b.py'\n"}, "parents": [ours, theirs]}


def test_a_resolved_conflict_has_two_parents(repo: GitSandbox, seen: Path) -> None:
    ours, theirs = repo.unfinished_merge("both.py")
    repo.stage("both.py", "resolved\n")
    seen.unlink()

    repo.git("commit", "-q", "--no-edit")

    assert report(seen) == {"texts": {"both.py": "resolved\n"}, "parents": [ours, theirs]}
