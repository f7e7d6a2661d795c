from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.unit.sources.conftest import MakeRepo
from tests.unit.sources.git_sandbox import GitSandbox

from sai.core.source import TreeEntry
from sai.errors import GitError, UsageError
from sai.sources.git import Change, GitRepository, StagedListing

ODD_NAMES = [
    "a b.py",
    "c'd\"e.py",
    "f\tg.py",
    "h\ni.py",
    "\u00e9t\u00e9.py",
    ":(glob)j*.py",
    "-k.py",
]


def paths(changes: tuple[Change, ...]) -> list[str]:
    return [change.path for change in changes]


def test_a_directory_outside_git_has_no_repository(tmp_path: Path) -> None:
    assert GitRepository.discover(tmp_path) is None
    with pytest.raises(GitError, match="not inside a git repository"):
        GitRepository.require(tmp_path)


def test_without_git_there_is_no_repository_but_a_reason(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.devnull)

    assert GitRepository.discover(repo.top) is None
    with pytest.raises(GitError, match="git was not found") as caught:
        GitRepository.require(repo.top)
    assert "install git" in caught.value.hint


def test_a_repository_is_found_from_below(repo: GitSandbox) -> None:
    inner = repo.write("a/b/c.py").parent

    found = GitRepository.require(inner)

    assert found == GitRepository(repo.top.resolve())
    assert found.under(inner) == "a/b/"
    assert found.under(repo.top) == ""
    with pytest.raises(GitError, match="is not inside"):
        found.under(repo.top.parent)


def test_a_damaged_repository_is_an_error_with_the_words_of_git(repo: GitSandbox) -> None:
    repo.commit("a.py")
    opened = repo.opened()
    (repo.top / ".git/index").write_bytes(b"no index at all, but long enough")

    with pytest.raises(GitError, match=r"git ls-files failed: (fatal|error): ") as caught:
        opened.staged()
    assert "git ls-files --stage" in caught.value.hint


def test_a_repository_of_somebody_else_needs_trust(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")

    with pytest.raises(GitError, match="dubious ownership") as caught:
        GitRepository.discover(repo.top)
    assert "`git config --global --add safe.directory " in caught.value.hint


def test_a_bare_repository_has_commits_but_no_index(repo: GitSandbox, tmp_path: Path) -> None:
    commit = repo.commit("a.py")
    repo.git("clone", "-q", "--bare", str(repo.top), str(tmp_path / "bare.git"))

    bare = GitRepository.require(tmp_path / "bare.git")

    assert bare.bare
    assert bare.head() == commit
    assert [entry.path for entry in bare.commit_entries(commit)] == ["a.py"]
    assert not bare.is_tracked("a.py")
    for refused in (bare.staged, bare.untracked, bare.tracked):
        with pytest.raises(GitError, match="is a git directory"):
            refused()


def test_odd_names_arrive_as_they_are(repo: GitSandbox) -> None:
    commit = repo.commit(*ODD_NAMES)
    opened = repo.opened()

    assert list(opened.tracked()) == sorted(ODD_NAMES)
    assert [entry.path for entry in opened.staged().entries] == sorted(ODD_NAMES)
    assert [e.path for e in opened.commit_entries(commit, paths=ODD_NAMES)] == sorted(ODD_NAMES)
    assert all(opened.is_tracked(name) for name in ODD_NAMES)
    assert paths(opened.staged_changes(None)) == sorted(ODD_NAMES)
    for name in ODD_NAMES:
        repo.write(name, "changed\n")
    assert paths(opened.disk_changes("HEAD")) == sorted(ODD_NAMES)


def test_names_that_are_not_utf8_keep_their_bytes(repo: GitSandbox) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        (repo.top / name).write_bytes(b"x = 1\n")
    except OSError:
        return  # this file system has no such names
    repo.git("add", ".")

    assert repo.opened().tracked() == (name,)


def test_links_and_submodules_are_not_followed(repo: GitSandbox, make_repo: MakeRepo) -> None:
    make_repo("module").commit("inner.py")
    repo.commit("a.py")
    (repo.top / "link.py").symlink_to("a.py")
    repo.git("add", "link.py")
    repo.git("submodule", "--quiet", "add", "../module", "module")
    opened = repo.opened()

    assert opened.tracked() == (".gitmodules", "a.py")
    assert paths(opened.staged_changes("HEAD")) == [".gitmodules"]


def test_an_intent_to_add_is_tracked_but_not_staged(repo: GitSandbox) -> None:
    repo.commit("a.py", "d/removed.py")
    repo.stage("empty.py", "")
    repo.write("d/later.py", "")
    repo.git("add", "-N", "d/later.py")
    repo.git("rm", "-q", "--cached", "d/removed.py")
    repo.git("add", "-N", "d/removed.py")
    opened = repo.opened()

    assert [entry.path for entry in opened.staged().entries] == ["a.py", "empty.py"]
    assert opened.staged("d/") == StagedListing((), ())
    assert opened.tracked("d/") == ("later.py", "removed.py")
    assert paths(opened.staged_changes("HEAD")) == ["d/removed.py", "empty.py"]
    assert paths(opened.disk_changes("HEAD")) == ["d/later.py", "empty.py"]


def test_unmerged_paths_are_listed_apart(repo: GitSandbox) -> None:
    repo.unfinished_merge("both.py")

    staged = repo.opened().staged()

    assert [entry.path for entry in staged.entries] == ["start.py"]
    assert staged.unmerged == ("both.py",)
    old = repo.git("rev-parse", "HEAD:both.py")
    assert repo.opened().disk_changes("HEAD") == (Change("both.py", old, exists=True),)


def test_before_the_first_commit_everything_is_new(repo: GitSandbox) -> None:
    repo.stage("a.py")
    opened = repo.opened()

    assert opened.head() is None
    assert opened.next_parents() == ()
    assert opened.staged_changes(None) == (Change("a.py", "", exists=True),)
    assert opened.disk_changes(None) == (Change("a.py", "", exists=True),)


def test_a_repository_with_sha256_works_too(tmp_path: Path) -> None:
    sandbox = GitSandbox(tmp_path / "sha256")
    sandbox.top.mkdir()
    sandbox.git("init", "-q", "-b", "main", "--object-format=sha256")
    sandbox.stage("empty.py", "")
    sandbox.write("later.py", "")
    sandbox.git("add", "-N", "later.py")

    assert [len(entry.blob) for entry in sandbox.opened().staged().entries] == [64]
    assert paths(sandbox.opened().staged_changes(None)) == ["empty.py"]


def test_changes_name_the_old_blob_and_what_was_deleted(repo: GitSandbox) -> None:
    first = repo.commit("edited.py", "gone.py", "moved.py", "same.py")
    old = {e.path: e.blob for e in repo.opened().commit_entries(first)}
    repo.stage("edited.py", "changed\n")
    repo.git("rm", "-q", "gone.py")
    repo.git("mv", "moved.py", "arrived.py")
    repo.git("update-index", "--chmod=+x", "same.py")
    expected = (
        Change("arrived.py", "", exists=True),
        Change("edited.py", old["edited.py"], exists=True),
        Change("gone.py", old["gone.py"], exists=False),
        Change("moved.py", old["moved.py"], exists=False),
    )
    opened = repo.opened()

    assert opened.staged_changes("HEAD") == expected
    assert opened.disk_changes("HEAD") == expected
    second = repo.commit()
    assert opened.commit_changes(first, second) == expected
    assert opened.staged_changes(first) == expected


def test_a_touched_file_is_not_a_changed_one(repo: GitSandbox) -> None:
    repo.commit("a.py", "b.py")
    os.utime(repo.top / "a.py", (1, 1))
    repo.write("b.py", "changed\n")

    assert paths(repo.opened().disk_changes("HEAD")) == ["b.py"]


def test_staged_content_is_not_the_content_on_disk(repo: GitSandbox) -> None:
    repo.commit("a.py", "b.py")
    repo.stage("a.py", "staged\n")
    repo.git("show", "HEAD:a.py")
    (repo.top / "a.py").write_bytes(b"name = 'a.py'\n")
    repo.write("b.py", "only on disk\n")
    opened = repo.opened()

    assert paths(opened.staged_changes("HEAD")) == ["a.py"]
    assert paths(opened.disk_changes("HEAD")) == ["b.py"]


def test_changes_below_a_directory_are_relative_to_it(repo: GitSandbox) -> None:
    first = repo.commit("a.py", "sub/b.py")
    repo.stage("a.py", "changed\n")
    repo.stage("sub/b.py", "changed\n")
    repo.write("sub/new.py")
    opened = repo.opened()

    assert paths(opened.staged_changes("HEAD", "sub/")) == ["b.py"]
    assert paths(opened.disk_changes("HEAD", "sub/")) == ["b.py"]
    assert opened.untracked("sub/") == ("new.py",)
    assert paths(opened.commit_changes(first, repo.commit(), "sub/")) == ["b.py"]


def test_untracked_files_leave_out_the_ignored_and_inner_repositories(repo: GitSandbox) -> None:
    repo.write(".gitignore", "*.log\n")
    repo.write("new.py")
    repo.write("a.log")
    inner = GitSandbox(repo.top / "inner")
    inner.top.mkdir()
    inner.git("init", "-q")
    inner.commit("c.py")

    assert repo.opened().untracked() == (".gitignore", "new.py")


def test_tracked_files_of_a_name_are_found_further_down(repo: GitSandbox) -> None:
    repo.commit("setup.toml", "a/setup.toml", "a/b/setup.toml", "a/not-setup.toml")
    repo.write("new/setup.toml")

    opened = repo.opened()
    assert opened.tracked_named("setup.toml") == ("a/b/setup.toml", "a/setup.toml")
    assert opened.tracked_named("setup.toml", "a/") == ("b/setup.toml",)


def test_the_parents_of_a_merge_are_all_known(repo: GitSandbox) -> None:
    ours, theirs = repo.unfinished_merge()

    assert repo.opened().next_parents() == (ours, theirs)


def test_the_merge_hook_knows_the_merged_head(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = repo.commit("a.py")
    repo.git("checkout", "-q", "-b", "side")
    theirs = repo.commit("b.py")
    repo.git("checkout", "-q", "main")
    monkeypatch.setenv(f"GITHEAD_{theirs}", "side")
    monkeypatch.setenv(f"GITHEAD_{'1' * 40}", "unknown")

    assert repo.opened().next_parents() == (ours, theirs)


@pytest.mark.parametrize("ref", ["nowhere", "", "--all", "a\0b", "HEAD..HEAD"])
def test_an_unknown_reference_is_named(repo: GitSandbox, ref: str) -> None:
    repo.commit("a.py")

    with pytest.raises(UsageError) as caught:
        repo.opened().merge_base(ref)
    assert repr(ref) in caught.value.message


def test_the_merge_base_is_where_the_branches_part(repo: GitSandbox) -> None:
    base = repo.commit("a.py")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("b.py")
    repo.git("checkout", "-q", "main")
    repo.commit("c.py")

    assert repo.opened().merge_base("side") == base
    assert repo.opened().merge_base("side", "side~1") == base


def test_unrelated_histories_have_no_merge_base(repo: GitSandbox) -> None:
    repo.commit("a.py")
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit("b.py")

    with pytest.raises(UsageError, match="no common history"):
        repo.opened().merge_base("main")


@pytest.mark.parametrize("fetched", [True, False])
def test_a_shallow_clone_gets_the_command_that_helps(
    repo: GitSandbox, tmp_path: Path, fetched: bool
) -> None:
    base = repo.commit("a.py")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("b.py")
    repo.git("checkout", "-q", "main")
    repo.commit("c.py")
    clone = GitSandbox(tmp_path / "clone")
    url = repo.top.as_uri()
    repo.git("clone", "-q", "--depth=1", "--branch=side", "--single-branch", url, str(clone.top))
    if fetched:
        clone.git("fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")

    with pytest.raises(GitError if fetched else UsageError, match="origin/main") as caught:
        clone.opened().merge_base("origin/main")
    command = caught.value.hint[caught.value.hint.index("git fetch") :]
    subprocess.run(shlex.split(command), cwd=clone.top, check=True, capture_output=True)
    assert clone.opened().merge_base("origin/main") == base


def test_the_fetch_command_names_a_remote_that_exists(repo: GitSandbox) -> None:
    repo.commit("a.py")
    repo.git("remote", "add", "upstream", "https://example.org/x.git")

    with pytest.raises(UsageError) as caught:
        repo.opened().resolve("nowhere")
    assert caught.value.hint.endswith("git fetch upstream")


def test_thousands_of_blobs_come_in_order(repo: GitSandbox) -> None:
    contents = [f"{number}\n".encode() + b"x" * (number % 7 * 9000) for number in range(2000)]
    stream = (b"blob\ndata %d\n%b\n" % (len(body), body) for body in contents)
    repo.git("fast-import", "--quiet", stdin=b"".join(stream))
    oids = repo.git("cat-file", "--batch-check=%(objectname)", "--batch-all-objects").split()

    found = list(repo.opened().blobs(oids))

    assert [oid for oid, _ in found] == oids
    assert sorted(body for _, body in found if body is not None) == sorted(contents)


def test_a_missing_object_is_none_and_the_rest_still_comes(repo: GitSandbox) -> None:
    commit = repo.commit("a.py")
    blob = repo.git("rev-parse", "HEAD:a.py")

    found = list(repo.opened().blobs(["1" * 40, commit, blob]))

    assert found == [("1" * 40, None), (commit, None), (blob, b"name = 'a.py'\n")]


def test_a_reader_may_stop_early(repo: GitSandbox) -> None:
    repo.stage("a.py", "x" * 1_000_000)
    blob = repo.opened().staged().entries[0].blob

    answers = repo.opened().blobs([blob] * 500)

    assert next(answers)[0] == blob
    answers.close()


def test_many_wanted_paths_are_picked_from_the_whole_commit(repo: GitSandbox) -> None:
    commit = repo.commit("sub/a.py", "sub/b.py", "c.py")
    opened = repo.opened()
    wanted = ["a.py", "none.py", *(f"missing{number}.py" for number in range(500))]

    few = opened.commit_entries(commit, "sub/", wanted[:2])

    assert [entry.path for entry in few] == ["a.py"]
    assert opened.commit_entries(commit, "sub/", wanted) == few
    assert opened.commit_entries(commit, "sub/", []) == ()
    assert [entry.size for entry in few] == [len("name = 'sub/a.py'\n")]


def test_a_directory_is_not_a_wanted_path(repo: GitSandbox) -> None:
    commit = repo.commit("sub/a.py")

    assert repo.opened().commit_entries(commit, paths=["sub"]) == ()
    assert not repo.opened().is_tracked("sub")


def test_a_linked_work_tree_has_its_own_index(repo: GitSandbox, tmp_path: Path) -> None:
    repo.commit("a.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitSandbox(tmp_path / "linked")
    linked.stage("b.py")

    opened = linked.opened()

    assert opened.top == linked.top.resolve()
    assert opened.tracked() == ("a.py", "b.py")
    assert repo.opened().tracked() == ("a.py",)
    assert opened.common_dir() == repo.opened().git_dir() == (repo.top / ".git").resolve()
    assert opened.git_dir() != opened.common_dir()


def test_nothing_is_written(repo: GitSandbox) -> None:
    first = repo.commit("a.py", "b.py")
    repo.commit("c.py")
    os.utime(repo.top / "a.py", (1, 1))  # git would like to refresh its index now
    repo.write("b.py", "changed\n")
    repo.write("new.py")
    index = repo.top / ".git/index"
    before = index.read_bytes(), index.stat().st_mtime_ns, sorted(repo.top.rglob("*"))
    opened = repo.opened()

    opened.staged(), opened.tracked(), opened.untracked(), opened.head(), opened.next_parents()
    opened.staged_changes("HEAD"), opened.disk_changes("HEAD"), opened.commit_changes(first, "HEAD")
    opened.merge_base(first), opened.is_tracked("a.py"), opened.commit_entries(first)
    list(opened.blobs(entry.blob for entry in opened.staged().entries))

    assert before == (index.read_bytes(), index.stat().st_mtime_ns, sorted(repo.top.rglob("*")))


def test_entries_are_values_of_the_core(repo: GitSandbox) -> None:
    repo.stage("a.py", "x\n")
    blob = repo.git("hash-object", "a.py")

    assert repo.opened().staged() == StagedListing((TreeEntry("a.py", blob=blob),), ())
