from __future__ import annotations

from tests.unit.sources.git_sandbox import GitSandbox

from sai.core.source import Problem, TreeEntry
from sai.sources.commit_tree import CommitTree


def test_a_commit_keeps_its_content(repo: GitSandbox) -> None:
    commit = repo.commit("a.py", "b c.py")
    repo.stage("a.py", "later\n")
    repo.commit()
    tree = CommitTree(repo.opened(), repo.top, commit)

    assert tree.view == ""
    assert [entry.path for entry in tree.entries()] == ["a.py", "b c.py"]
    assert tree.read(["a.py", "none.py"]) == {
        "a.py": b"name = 'a.py'\n",
        "none.py": Problem("none.py", f"not in commit {commit[:12]}"),
    }


def test_some_paths_of_a_project_below_the_top(repo: GitSandbox) -> None:
    commit = repo.commit("a.py", "project/a.py", "project/b.py")
    blob = repo.git("rev-parse", "HEAD:project/a.py")
    size = len("name = 'project/a.py'\n")

    tree = CommitTree(repo.opened(), repo.top / "project", commit, ["new.py", "a.py"])

    assert tree.entries() == (TreeEntry("a.py", blob=blob, size=size),)


def test_no_paths_are_not_all_paths(repo: GitSandbox) -> None:
    commit = repo.commit("a.py")

    assert CommitTree(repo.opened(), repo.top, commit, []).entries() == ()
