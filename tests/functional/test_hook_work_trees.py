"""The hook in less common ways to commit, and in work trees that do not show all that is staged."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.functional.git_repo import HOOK, GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, retry, settlement

ORDERS = "src/orders.py"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """One function that may be copied; the hook is installed for every kind of commit."""
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({ORDERS: settlement(), "src/net.py": retry(), "docs/notes.txt": "notes\n"})
    for name in ("pre-commit", "pre-merge-commit"):
        repo.install_hook(name)
    return repo


def _state(repo: GitRepo) -> tuple[str, str, bytes, dict[str, int]]:
    """All that a hook must leave alone."""
    files = [p for p in repo.top.rglob("*") if not {".git", ".sai"} & set(p.parts)]
    times = {str(p): p.lstat().st_mtime_ns for p in files}
    index = (repo.top / ".git" / "index").read_bytes()
    shown = repo.git("--no-optional-locks", "status", "--porcelain=v2")
    return shown, repo.git("fsck"), index, times


def _branch(repo: GitRepo, name: str, path: str, text: str) -> None:
    repo.git("checkout", "-q", "-b", name, "main")
    repo.committed({path: text})
    repo.git("checkout", "-q", "main")


def _sparse(repo: GitRepo) -> None:
    repo.git("sparse-checkout", "set", "docs")
    assert not (repo.top / ORDERS).exists()


def _skipped(repo: GitRepo) -> None:
    repo.git("update-index", "--skip-worktree", ORDERS)
    (repo.top / ORDERS).write_text("X = 1\n", encoding="utf-8")


def _assumed(repo: GitRepo) -> None:
    repo.git("update-index", "--assume-unchanged", ORDERS)
    (repo.top / ORDERS).unlink()


def _carriage_returns(repo: GitRepo) -> None:
    repo.git("config", "core.autocrlf", "true")
    (repo.top / ORDERS).unlink()
    repo.git("checkout", "--", ORDERS)
    assert b"\r\n" in (repo.top / ORDERS).read_bytes()


def _detached(repo: GitRepo) -> None:
    repo.git("checkout", "-q", "--detach")


def _split(repo: GitRepo) -> None:
    repo.git("update-index", "--split-index", "--untracked-cache")


@pytest.mark.parametrize(
    "state", [_sparse, _skipped, _assumed, _carriage_returns, _detached, _split]
)
def test_a_copy_of_what_is_tracked_is_blocked_and_other_code_passes(
    repo: GitRepo, state: Callable[[GitRepo], None]
) -> None:
    state(repo)
    repo.stage("docs/bills.py", EDITED_COPY.replace("\n", "\r\n"))
    before = _state(repo)
    hook = repo.hook()
    assert _state(repo) == before
    assert hook.added == ["docs/bills.py:1"], hook.text
    assert repo.commit().status == 1
    repo.stage("docs/bills.py", PARSER)
    passed = repo.commit()
    assert passed.status == 0, passed.text


def test_an_octopus_merge_is_judged_against_all_its_parents(repo: GitRepo) -> None:
    for number in range(3):
        _branch(repo, f"side-{number}", f"src/plain_{number}.py", f"A = {number}\n")
    _branch(repo, "copies", "src/bills.py", EDITED_COPY)
    outcome = repo.run(("git", "merge", "-q", "--no-edit", "side-0", "side-1", "copies"))
    assert outcome.status == 0, outcome.text  # the copy stands in one of the parents
    _branch(repo, "one", "src/one.py", PARSER)
    _branch(repo, "two", "src/two.py", PARSER.replace("parse_header", "header_fields"))
    repo.git("merge", "-q", "--no-commit", "--no-ff", "one", "two")
    both = repo.hook()
    assert both.status == 1, both.text
    assert both.listed == ["src/one.py:1", "src/two.py:1"]


@pytest.mark.parametrize("command", ["cherry-pick", "rebase"])
def test_a_resolved_conflict_is_judged_when_it_is_committed(repo: GitRepo, command: str) -> None:
    _branch(repo, "side", "src/net.py", retry("load", "post"))
    repo.committed({"src/net.py": "X = 1\n"})
    if command == "rebase":
        repo.git("checkout", "-q", "side")
    stopped = repo.run(("git", command, "main" if command == "rebase" else "side"))
    assert stopped.status == 1, stopped.text
    repo.stage("src/net.py", THIRD_COPY)
    blocked = repo.hook()
    assert blocked.added == ["src/net.py:1"], blocked.text
    assert repo.commit().status == 1
    repo.stage("src/net.py", retry("load", "post"))
    passed = repo.commit()
    assert passed.status == 0, passed.text


def test_a_bare_clone_with_a_work_tree_elsewhere_is_judged(repo: GitRepo, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    (tmp_path / "tree").mkdir()
    located = {"GIT_DIR": str(tmp_path / "bare.git"), "GIT_WORK_TREE": str(tmp_path / "tree")}
    tree = GitRepo(tmp_path / "tree", {**repo.env, **located})
    tree.git("checkout", "-q", "-f", "main")
    tree.stage("src/bills.py", EDITED_COPY)
    outcome = tree.hook()
    assert outcome.added == ["src/bills.py:1"], outcome.text


def test_switching_branches_back_and_forth_embeds_nothing_again(repo: GitRepo) -> None:
    _branch(repo, "side", "src/bills.py", EDITED_COPY)
    counted = (
        "import sys; from sai.embedders import sketch_embedder as module;"
        "real = module.SketchEmbedder.embed;"
        "module.SketchEmbedder.embed = lambda self, texts: "
        "(print('embedded', len(texts), file=sys.stderr), real(self, texts))[1];"
        "from sai.cli.app import main; main(['check', '--json'])"
    )

    def embedded() -> int:
        told = repo.run((sys.executable, "-c", counted)).err
        return sum(int(line.split()[1]) for line in told.splitlines() if "embedded" in line)

    assert embedded() > 0
    repo.git("checkout", "-q", "side")
    assert embedded() > 0
    for branch in ("main", "side", "main"):
        repo.git("checkout", "-q", branch)
        assert embedded() == 0
    repo.git("checkout", "-q", "side")
    repo.git("mv", "src/bills.py", "src/invoices.py")
    repo.git("commit", "-q", "--no-verify", "-m", "moved")
    repo.git("rebase", "-q", "main")
    repo.git("revert", "--no-edit", "HEAD")
    assert embedded() == 0


@pytest.mark.parametrize("kind", ["top", "linked work tree", "inner project"])
def test_the_name_of_a_directory_need_not_be_utf8(repo: GitRepo, tmp_path: Path, kind: str) -> None:
    odd = os.fsdecode(b"lat\xe9")
    place = repo
    if kind == "top":
        place = GitRepo(repo.top.rename(tmp_path / odd), repo.env)
    elif kind == "linked work tree":
        repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / odd))
        place = GitRepo(tmp_path / odd, repo.env)
    else:
        repo.stage(f"{odd}/pyproject.toml", "[tool.sai]\n")
        repo.stage(f"{odd}/first.py", settlement("first"))
    place.stage(f"{odd}/copy.py", settlement("copy"))
    for outcome in (place.hook(), place.sai("check"), place.commit()):
        assert outcome.status == 1, outcome.text
        assert "DuckDB needs a path in UTF-8; this run made a private index" in outcome.text
        assert "Traceback" not in outcome.text


def test_a_git_directory_given_from_below_is_judged_by_its_own_index(repo: GitRepo) -> None:
    repo.stage("src/copy.py", settlement("copied"))
    outcome = repo.run(("git", "--git-dir=../.git", "commit", "-qm", "copy"), below="src")
    assert outcome.status == 1, outcome.text
    assert outcome.added == ["src/copy.py:1"]


def test_a_git_directory_beside_another_repository_is_judged(repo: GitRepo, tmp_path: Path) -> None:
    """As people keep files of their own in a work tree that others have, too."""
    private = tmp_path / "private.git"
    repo.git("init", "-q", "--bare", str(private))
    named = ("git", f"--git-dir={private}")
    repo.run((*named, "config", "core.bare", "false"))
    (private / "hooks").mkdir(exist_ok=True)
    (repo.top / ".git/hooks/pre-commit").rename(private / "hooks" / "pre-commit")
    repo.write("own/a.py", settlement("own"))
    repo.run((*named, "add", "own/a.py"))
    first = repo.run((*named, "commit", "-qm", "first"))
    assert first.status == 0, first.text
    repo.stage("src/copy.py", settlement("in_the_other_repository"))
    repo.write("own/b.py", settlement("copied"))
    repo.run((*named, "add", "own/b.py"))
    outcome = repo.run((*named, "commit", "-qm", "copy"))
    assert (outcome.status, outcome.listed) == (1, ["own/a.py:1", "own/b.py:1"]), outcome.text


@pytest.mark.parametrize("options", [(), ("-a",), ("-i", "q.py"), ("--", "q.py")])
def test_a_hook_may_go_on_to_an_inner_repository(repo: GitRepo, options: tuple[str, ...]) -> None:
    repo.committed({"q.py": "Q = 1\n"})
    repo.write(".git/info/exclude", "inner\n")
    inner = GitRepo(repo.top / "inner", repo.env)
    inner.top.mkdir()
    inner.git("init", "-q")
    inner.committed({"a.py": settlement()})
    inner.stage("b.py", settlement("copied"))
    hook = repo.top / ".git" / "hooks" / "pre-commit"
    hook.write_text(f"#!/bin/sh\ncd inner && exec {shlex.join(HOOK)}\n", "utf-8")
    repo.write("q.py", "Q = 2\n")
    if not options:
        repo.git("add", "q.py")
    outcome = repo.commit(*options)
    assert (outcome.status, outcome.listed) == (1, ["a.py:1", "b.py:1"]), outcome.text


def test_a_sparse_partial_clone_downloads_nothing(repo: GitRepo, tmp_path: Path) -> None:
    repo.committed({"docs/example.py": PARSER})
    repo.git("config", "uploadpack.allowFilter", "true")
    source = f"file://{repo.top}"
    repo.git("clone", "-q", "--filter=blob:none", "--sparse", source, str(tmp_path / "clone"))
    clone = GitRepo(tmp_path / "clone", repo.env)
    clone.git("sparse-checkout", "set", "docs")
    clone.install_hook()
    repo.top.rename(tmp_path / "unreachable")
    clone.stage("docs/harmless.py", "LIMIT = 3\n")
    passed = clone.commit()
    assert passed.status == 0, passed.text
    assert "compared with 1 in 2 files · 2 files skipped" in passed.text
    clone.stage("docs/copy.py", PARSER.replace("parse_header", "copied"))
    blocked = clone.commit()
    assert (blocked.status, blocked.added) == (1, ["docs/copy.py:1"]), blocked.text
    assert "2 files skipped: outside the sparse checkout of this partial clone" in blocked.text
