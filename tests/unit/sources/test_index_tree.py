from __future__ import annotations

from tests.unit.sources.git_sandbox import GitSandbox

from sai.core.source import Problem, TreeEntry
from sai.sources.index_tree import IndexTree


def test_staged_content_is_read_and_not_the_content_on_disk(repo: GitSandbox) -> None:
    repo.stage("b.py", "staged\n")
    repo.stage("a.py", "")
    repo.write("b.py", "on disk\n")
    repo.write("untracked.py")
    blob = repo.git("rev-parse", ":b.py")
    tree = IndexTree(repo.opened(), repo.top)

    assert tree.view == "staged"
    assert [entry.path for entry in tree.entries()] == ["a.py", "b.py"]
    assert tree.entries()[1] == TreeEntry("b.py", blob=blob)
    assert tree.read(["b.py", "a.py"]) == {"b.py": b"staged\n", "a.py": b""}
    assert tree.read([]) == {}


def test_a_project_below_the_top_sees_only_itself(repo: GitSandbox) -> None:
    repo.commit("a.py", "project/b.py", "project2/c.py", "project/sub/d.py")
    tree = IndexTree(repo.opened(), repo.top / "project")

    assert [entry.path for entry in tree.entries()] == ["b.py", "sub/d.py"]
    assert tree.read(["sub/d.py"]) == {"sub/d.py": b"name = 'project/sub/d.py'\n"}


def test_an_unmerged_path_is_listed_and_named_when_read(repo: GitSandbox) -> None:
    repo.unfinished_merge("both.py")
    tree = IndexTree(repo.opened(), repo.top)

    assert [entry.path for entry in tree.entries()] == ["both.py", "start.py"]
    assert tree.read(["both.py", "none.py"]) == {
        "both.py": Problem("both.py", "unmerged: its conflict is not resolved in the index"),
        "none.py": Problem("none.py", "not in the git index"),
    }


def test_equal_files_share_one_blob(repo: GitSandbox) -> None:
    repo.stage("a.py", "same\n")
    repo.stage("b.py", "same\n")

    assert IndexTree(repo.opened(), repo.top).read(["b.py", "a.py"]) == {
        "a.py": b"same\n",
        "b.py": b"same\n",
    }


def test_a_pointer_to_large_file_storage_is_a_problem(repo: GitSandbox) -> None:
    repo.stage("big.py", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")

    read = IndexTree(repo.opened(), repo.top).read(["big.py"])

    assert read == {"big.py": Problem("big.py", "Git LFS pointer")}


def test_a_lost_object_is_a_problem_of_its_file(repo: GitSandbox) -> None:
    repo.stage("a.py", "lost\n")
    blob = repo.git("rev-parse", ":a.py")
    (repo.top / ".git/objects" / blob[:2] / blob[2:]).unlink()

    read = IndexTree(repo.opened(), repo.top).read(["a.py"])

    assert read == {"a.py": Problem("a.py", "content missing from the git repository")}


def test_a_path_is_held_where_it_is_staged_or_unmerged(repo: GitSandbox) -> None:
    repo.unfinished_merge("both.py")
    tree = IndexTree(repo.opened(), repo.top)

    assert [tree.holds(path) for path in ("both.py", "start.py")] == [True, True]
    assert [tree.holds(path) for path in ("", "both", "c.py", "zoo.py")] == [False] * 4
