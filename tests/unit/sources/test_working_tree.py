from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.unit.sources.git_sandbox import GitSandbox

from sai.core.source import Problem, TreeEntry
from sai.sources import content
from sai.sources.working_tree import WorkingTree


def write(root: Path, files: Iterable[str]) -> None:
    for path in files:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x = 1\n")


def listed(tree: WorkingTree) -> list[str]:
    return [entry.path for entry in tree.entries()]


def test_tracked_files_are_read_as_they_are_on_disk(repo: GitSandbox) -> None:
    repo.commit("a.py", "gone.py", "sub/b.py")
    repo.write("a.py", "on disk\n")
    repo.write("untracked.py")
    (repo.top / "gone.py").unlink()
    tree = WorkingTree(repo.top, repo.opened())

    assert tree.view == "disk"
    assert listed(tree) == ["a.py", "sub/b.py"]
    assert tree.read(["a.py"]) == {"a.py": b"on disk\n"}


def test_a_tracked_project_below_the_top_sees_only_itself(repo: GitSandbox) -> None:
    repo.commit("a.py", "project/b.py", "project2/c.py")

    assert listed(WorkingTree(repo.top / "project", repo.opened())) == ["b.py"]


def test_tracked_links_and_what_lies_behind_them_are_left_out(repo: GitSandbox) -> None:
    repo.commit("real/deep/a.py", "moved/deep/b.py", "turned.py")
    (repo.top / "moved").rename(repo.top / "elsewhere")
    (repo.top / "moved").symlink_to("elsewhere")
    (repo.top / "turned.py").unlink()
    (repo.top / "turned.py").symlink_to("real/deep/a.py")

    tree = WorkingTree(repo.top, repo.opened())
    assert listed(tree) == ["real/deep/a.py"]
    assert tree.aside() == (
        Problem("moved/deep/b.py", "symbolic link"),
        Problem("turned.py", "symbolic link"),
    )


def test_what_git_tracks_besides_files_is_named(repo: GitSandbox) -> None:
    head = repo.commit("project/a.py", "project/gone.py", "project/turned.py", "b.py")
    (repo.top / "project/link.py").symlink_to("a.py")
    repo.git("add", "-A")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{head},project/library")
    (repo.top / "project/gone.py").unlink()
    (repo.top / "project/turned.py").unlink()
    (repo.top / "project/turned.py").mkdir()

    assert WorkingTree(repo.top / "project", repo.opened()).aside() == (
        Problem("gone.py", "not on disk"),
        Problem("library", "submodule"),
        Problem("link.py", "symbolic link"),
        Problem("turned.py", "no regular file"),
    )


def test_a_directory_in_the_place_of_a_file_and_the_reverse(repo: GitSandbox) -> None:
    repo.commit("a.py", "b/c.py")
    (repo.top / "a.py").unlink()
    (repo.top / "a.py").mkdir()
    (repo.top / "b/c.py").unlink()
    (repo.top / "b").rmdir()
    repo.write("b", "a file\n")

    assert listed(WorkingTree(repo.top, repo.opened())) == []


def test_an_unmerged_file_is_listed_once(repo: GitSandbox) -> None:
    repo.unfinished_merge("both.py")

    assert listed(WorkingTree(repo.top, repo.opened())) == ["both.py", "start.py"]


def test_a_stamp_is_given_to_files_that_have_settled(tmp_path: Path) -> None:
    write(tmp_path, ["old.py", "future.py"])
    now = time.time()
    os.utime(tmp_path / "old.py", (0, now))
    os.utime(tmp_path / "future.py", (0, now + 1_000))

    assert [e.stamp for e in WorkingTree(tmp_path, None).entries()] == ["", ""]
    future, old = WorkingTree(tmp_path, None, clock=lambda: now + 100).entries()
    assert (future.path, future.stamp, old.path) == ("future.py", "", "old.py")
    assert old.stamp.startswith("6:")


def test_a_stamp_changes_though_the_modification_time_is_set_back(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    status = (tmp_path / "a.py").stat()

    def stamp() -> str:
        (entry,) = WorkingTree(tmp_path, None, clock=lambda: time.time() + 100).entries()
        return entry.stamp

    before = stamp()
    (tmp_path / "a.py").write_bytes(b"y" * status.st_size)
    os.utime(tmp_path / "a.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert stamp() != before


def test_outside_git_ignore_files_count_at_every_level(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", "a.log", "build/b.py", "local.py", "odd \u00e9\n'\".py"])
    write(tmp_path / "sub", ["build/c.py", "keep.log", "x.log", "local.py", "deep/local.py"])
    (tmp_path / ".gitignore").write_bytes(b"\xef\xbb\xbf*.log\r\n/build/\r\n# a comment\r\n!\r\n")
    (tmp_path / "sub/.gitignore").write_text("!keep.log\n/local.py\n")

    assert listed(WorkingTree(tmp_path, None)) == [
        ".gitignore", "a.py", "local.py", "odd \u00e9\n'\".py", "sub/.gitignore",
        "sub/build/c.py", "sub/deep/local.py", "sub/keep.log",
    ]  # fmt: skip


def test_outside_git_only_real_project_files_are_found(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", "nested/.git/hooks/h.py", "nested/b.py", "env/lib/c.py", "skip/d.py"])
    (tmp_path / "env/pyvenv.cfg").touch()
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "dangling.py").symlink_to("nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.py")

    tree = WorkingTree(tmp_path, None, prune=lambda directory: directory == "skip")

    assert listed(tree) == ["a.py", "nested/b.py"]
    assert tree.aside() == (
        Problem("dangling.py", "symbolic link"),
        Problem("env/", "virtual environment"),
        Problem("link.py", "symbolic link"),
        Problem("loop", "symbolic link"),
        *([Problem("pipe.py", "no regular file")] if hasattr(os, "mkfifo") else []),
        Problem("skip/", "directory left out"),
    )


def test_the_walk_finds_what_git_would(repo: GitSandbox) -> None:
    write(repo.top, ["a.py", "b.tmp", "d/e/f.py", "d/e/g.tmp", "d/h/i.py", "d/.hidden/j.py"])
    repo.write(".gitignore", "*.tmp\n!d/e/*.tmp\nh/\n")

    assert tuple(listed(WorkingTree(repo.top, None))) == repo.opened().untracked()


def test_an_ignore_file_that_is_a_directory_is_no_ignore_file(tmp_path: Path) -> None:
    write(tmp_path, ["a.py", ".gitignore/b.py"])

    assert listed(WorkingTree(tmp_path, None)) == [".gitignore/b.py", "a.py"]


def test_a_tree_is_listed_once(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    tree = WorkingTree(tmp_path, None)
    first = tree.entries()
    write(tmp_path, ["b.py"])

    assert tree.entries() is first


def test_what_cannot_be_read_is_a_problem_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path, ["a.py"])
    (tmp_path / "directory.py").mkdir()
    long_name = "n" * 300
    (tmp_path / "pointer.py").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid\n")
    (tmp_path / "circle.py").symlink_to("circle.py")

    assert WorkingTree(tmp_path, None).read(
        ["a.py", "gone.py", "directory.py", long_name, "pointer.py", "circle.py", "a.py/b.py"]
    ) == {
        "a.py": b"x = 1\n",
        "gone.py": Problem("gone.py", "vanished while being read"),
        "directory.py": Problem("directory.py", "not a regular file"),
        long_name: Problem(long_name, "name too long"),
        "pointer.py": Problem("pointer.py", "Git LFS pointer"),
        "circle.py": Problem("circle.py", "symbolic links in a circle"),
        "a.py/b.py": Problem("a.py/b.py", "vanished while being read"),
    }


def test_an_unusual_failure_keeps_the_words_of_the_system() -> None:
    failure = OSError(5, "Input/output error")

    assert content.unreadable("a.py", failure) == Problem(
        "a.py", "cannot be read: Input/output error"
    )
    assert content.unreadable("a.py", PermissionError(13, "x")).reason == "no permission to read it"


def test_a_directory_that_cannot_be_listed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, ["a.py", "secret/b.py"])
    scandir = os.scandir

    def guarded(path: str) -> object:
        if "secret" in path:
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    tree = WorkingTree(tmp_path, None)

    assert listed(tree) == ["a.py"]
    assert tree.problems == (Problem("secret/", "no permission to read it"),)


def test_a_tracked_file_behind_a_closed_directory_stays_listed(
    repo: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("secret/a.py")
    lstat = os.lstat

    def guarded(path: str) -> os.stat_result:
        if str(path).endswith("secret/a.py"):
            raise PermissionError(13, "Permission denied")
        return lstat(path)

    monkeypatch.setattr(os, "lstat", guarded)

    assert WorkingTree(repo.top, repo.opened()).entries() == (TreeEntry("secret/a.py"),)
