"""Which repository is meant, with the variables that git gives its hooks and takes over."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.sources.conftest import MakeRepo
from tests.unit.sources.git_sandbox import GitSandbox

from sai.errors import GitError
from sai.sources.git import GitRepository
from sai.sources.git_location import locate


def test_the_index_that_a_hook_is_given_counts(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("a.py")
    repo.write("a.py", "changed\n")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other-index")  # relative to the top, as git does
    repo.git("read-tree", "HEAD")
    repo.git("update-index", "a.py")
    monkeypatch.chdir(repo.top)

    assert [change.path for change in repo.opened().staged_changes("HEAD")] == ["a.py"]
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert repo.opened().staged_changes("HEAD") == ()


def test_variables_of_one_repository_do_not_reach_another(
    make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = make_repo("own"), make_repo("other")
    own.commit("own.py")
    other.commit("other.py")
    monkeypatch.setenv("GIT_DIR", str(own.top / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(own.top / ".git/index"))
    monkeypatch.chdir(own.top)

    for _ in range(2):  # with both variables, then with the index alone
        assert GitRepository.require(own.top).tracked() == ("own.py",)
        assert GitRepository.require(other.top).tracked() == ("other.py",)
        monkeypatch.delenv("GIT_DIR", raising=False)


def test_variables_hold_from_a_sub_directory(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("sub/a.py")
    monkeypatch.setenv("GIT_DIR", "../.git")
    monkeypatch.chdir(repo.top / "sub")

    found = GitRepository.require(repo.top / "sub")

    assert found.top == repo.top.resolve()
    assert found.tracked() == ("sub/a.py",)


def test_a_git_directory_beside_its_work_tree_is_found(
    make_repo: MakeRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_repo("apart").commit("a.py")
    (tmp_path / "apart/.git").rename(tmp_path / "apart.git")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "apart.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "apart"))
    monkeypatch.chdir(tmp_path)

    found = GitRepository.require(tmp_path / "apart")

    assert found.top == (tmp_path / "apart").resolve()
    assert found.tracked() == ("a.py",)
    assert GitRepository.discover(tmp_path) is None


@pytest.fixture
def apart(make_repo: MakeRepo, tmp_path: Path) -> Path:
    """A git directory without a work tree of its own; its commit holds `own.py`."""
    own = make_repo("apart")
    own.commit("own.py")
    return (own.top / ".git").rename(tmp_path / "apart.git")


@pytest.mark.parametrize("inside", [".", "sub"])
@pytest.mark.parametrize("states", ["GIT_WORK_TREE", "core.worktree", "nothing"])
def test_a_named_git_directory_outranks_the_repository_around(
    repo: GitSandbox, apart: Path, monkeypatch: pytest.MonkeyPatch, inside: str, states: str
) -> None:
    repo.commit("sub/around.py")
    place = (repo.top / inside).resolve()
    monkeypatch.chdir(place)
    if states == "core.worktree":
        GitSandbox(apart).git("config", "core.worktree", str(place))
    monkeypatch.setenv("GIT_DIR", str(apart))
    monkeypatch.setenv("GIT_INDEX_FILE", str(apart / "index"))
    if states == "GIT_WORK_TREE":
        monkeypatch.setenv("GIT_WORK_TREE", ".")

    found = GitRepository.require(place)

    assert (found.top, found.git_dir()) == (place, apart.resolve())
    assert found.tracked() == ("own.py",)


@pytest.mark.parametrize("work_tree", [{}, {"GIT_WORK_TREE": ".."}])
@pytest.mark.parametrize("index", [{}, {"GIT_INDEX_FILE": "index"}])
def test_relative_variables_hold_from_any_directory(
    repo: GitSandbox,
    monkeypatch: pytest.MonkeyPatch,
    work_tree: dict[str, str],
    index: dict[str, str],
) -> None:
    repo.commit("sub/a.py")
    monkeypatch.chdir(repo.top / "sub")
    # Git reads them from where it takes the top to be: the current directory, if none is stated.
    where = {
        name: f".git/{value}" if work_tree else f"../.git/{value}" for name, value in index.items()
    }
    for name, value in {"GIT_DIR": "../.git", **work_tree, **where}.items():
        monkeypatch.setenv(name, value)

    found = GitRepository.require(repo.top / "sub")

    assert found.top == repo.top.resolve()
    assert found.tracked() == ("sub/a.py",)


@pytest.mark.parametrize("index", [".git/index", ".git/index.lock", ".git/next-index-12.lock"])
@pytest.mark.parametrize("kind", ["repository", "submodule", "of a linked work tree"])
def test_the_index_of_an_outer_hook_is_not_that_of_an_inner_repository(
    repo: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: str, kind: str
) -> None:
    repo.commit("outer.py")
    outer = repo
    if kind == "of a linked work tree":
        repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
        outer = GitSandbox(tmp_path / "linked")
        monkeypatch.setenv("GIT_DIR", str(outer.opened().git_dir()))
    inner = GitSandbox(outer.top / "inner")
    inner.top.mkdir()
    with monkeypatch.context() as bare:
        bare.delenv("GIT_DIR", raising=False)
        inner.git("init", "-q")
        inner.commit("sub/inner.py")
    if kind == "submodule":
        (inner.top / ".git").rename(outer.top / ".git" / "modules")
        inner.write(".git", "gitdir: ../.git/modules\n")
    given = GitRepository.require(outer.top).git_dir() / Path(index).name
    if not given.exists():
        given.write_bytes((given.parent / "index").read_bytes())
    for value in (str(given), index):
        monkeypatch.setenv("GIT_INDEX_FILE", value)
        monkeypatch.chdir(inner.top / "sub")
        if value == index and kind == "repository" and index != ".git/index":
            continue  # names no file there, which is told
        assert GitRepository.require(inner.top / "sub").tracked() == ("sub/inner.py",)


@pytest.mark.parametrize("named", ["nothere", "sub/nothere", ".git/nothere", "gone/index"])
def test_an_index_that_does_not_exist_is_no_empty_one(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    repo.commit("sub/a.py")
    monkeypatch.chdir(repo.top)
    monkeypatch.setenv("GIT_INDEX_FILE", named)
    with pytest.raises(GitError, match=f"GIT_INDEX_FILE names no file: .*{named}"):
        GitRepository.require(repo.top)


def test_a_new_repository_has_no_index_file(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repo.top)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert repo.opened().tracked() == ()


def test_objects_that_lie_elsewhere_are_found(
    repo: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = repo.commit("a.py")
    (repo.top / ".git/objects").rename(tmp_path / "objects")
    (repo.top / ".git/objects").mkdir()
    for name in ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"):
        with monkeypatch.context() as context:
            context.setenv(name, str(tmp_path / "objects"))
            context.chdir(repo.top)
            assert repo.opened().head() == commit


@pytest.mark.parametrize("head", ["1" * 40, "no reference", "ref: refs/heads/side"])
def test_a_damaged_head_is_not_taken_for_a_first_commit(repo: GitSandbox, head: str) -> None:
    assert repo.opened().head() is None
    repo.commit("a.py")
    opened = repo.opened()
    repo.write(".git/refs/heads/side", "2" * 40 + "\n")
    repo.write(".git/HEAD", f"{head}\n")
    with pytest.raises(GitError):
        opened.head()


def test_a_git_directory_says_what_it_lacks(repo: GitSandbox) -> None:
    for inside in (".git", ".git/hooks"):
        opened = GitRepository.require(repo.top / inside)
        with pytest.raises(GitError, match="is a git directory: other files cannot"):
            opened.under(repo.top)
        assert opened.under(opened.top) == ""


def test_a_directory_that_is_gone_stands_for_its_parent(repo: GitSandbox) -> None:
    found = locate(repo.top / "gone" / "further", {})
    assert found is not None
    assert found.top == repo.top.resolve()
