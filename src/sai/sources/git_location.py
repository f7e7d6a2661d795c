"""Which repository a directory belongs to, and where git's variables say that it is.

Git exports `GIT_DIR`, `GIT_WORK_TREE`, `GIT_INDEX_FILE` and others to its hooks, and takes them
over from whoever calls it. They speak of the repository that the process was started for, they
may be relative, and a hook may well go on to look at another repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sai.errors import GitError
from sai.sources import git_output as parse
from sai.sources.git_process import quiet_environment, refusal, run_git, without_repository

_NAMING = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"})
"""Variables that make git look for no repository, or take another work tree."""

_LOCATING = _NAMING | {
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
}
_FILES = ("GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR")


class Location(NamedTuple):
    """A repository: `top` is its git directory where `bare`; `env` holds from any directory."""

    top: Path
    bare: bool
    env: Mapping[str, str]


def locate(start: Path, environ: Mapping[str, str]) -> Location | None:
    """The repository that holds the directory `start`, or where that is gone its parent.

    What variables name is taken if `start` lies in it and in no repository further down.
    """
    start = start.absolute()
    while not start.is_dir():
        start = start.parent
    environ = quiet_environment(environ)
    here = _found(start, without_repository(environ))
    if _LOCATING.isdisjoint(environ):
        return here
    if not _NAMING.isdisjoint(environ):
        named = _named(environ)
    elif here is not None and start != Path.cwd():
        named = _found(Path.cwd(), environ)
    else:
        named = here and here._replace(env=environ)
    if named is None or not start.resolve().is_relative_to(named.top.resolve()):
        return here
    if here is not None and here.top != named.top and here.top.is_relative_to(named.top):
        return here
    return named if _is_index_of(named) else here


def git_directory(cwd: Path, env: Mapping[str, str]) -> Path:
    """The git directory of the work tree that git finds from `cwd`."""
    args = ("rev-parse", "--absolute-git-dir")
    found = run_git(args, cwd, env)
    if found.returncode != 0:
        raise refusal(args, cwd, found.stderr)
    return Path(parse.one_line(found.stdout))


def _found(start: Path, env: Mapping[str, str]) -> Location | None:
    """What git itself finds from `start`."""
    args = ("rev-parse", "--is-inside-work-tree", "--show-toplevel")
    found = run_git(args, start, env)
    if found.returncode == 0:
        top = parse.one_line(found.stdout.split(b"\n", 1)[1])
        return Location(Path(top), bare=False, env=env)
    if found.stdout.startswith(b"false"):
        return Location(git_directory(start, env), bare=True, env=env)
    if b"not a git repository" in found.stderr:
        return None
    raise refusal(args, start, found.stderr)


def _named(environ: Mapping[str, str]) -> Location | None:
    """The repository that variables name from the current directory, made valid from any."""
    cwd = Path.cwd()
    found = _found(cwd, environ)
    if found is None:
        return None
    env = dict(environ)
    # Git reads them from the top where it was started below it.
    base = found.top if cwd.resolve().is_relative_to(found.top) else cwd
    env |= {name: str(base / env[name]) for name in _FILES if name in env}
    git_dir = git_directory(cwd, environ)
    if "GIT_DIR" in env:
        env["GIT_DIR"] = str(git_dir)
    if found.bare:
        return Location(found.top, bare=True, env=env)
    top = found.top
    if "GIT_WORK_TREE" not in env and top == cwd.resolve():
        # Without a stated work tree git takes the current directory for one.
        top = _home(git_dir, cwd, environ) or top
    if "GIT_DIR" in env:
        env["GIT_WORK_TREE"] = str(top)
    return Location(top, bare=False, env=env)


def _home(git_dir: Path, cwd: Path, environ: Mapping[str, str]) -> Path | None:
    """The work tree around `cwd` that has this git directory by itself; None if there is none."""
    back = git_dir / "gitdir"  # of a linked work tree
    link = Path(back.read_text("utf-8", "surrogateescape").strip()) if back.is_file() else git_dir
    home = link.parent
    if not cwd.resolve().is_relative_to(home.resolve()):
        return None
    found = _found(home, without_repository(environ))
    is_home = found is not None and git_directory(found.top, found.env) == git_dir
    return found.top if found and is_home else None


def _is_index_of(place: Location) -> bool:
    """Whether `GIT_INDEX_FILE`, if set, speaks of this repository and not of another one.

    A file that does not exist is an empty index to git: a `GitError`, but for the usual one.
    """
    value = place.env.get("GIT_INDEX_FILE")
    if not value:
        return True
    index = place.top / value
    git_dir = git_directory(place.top, place.env)
    beside = index.parent
    if beside.resolve() == git_dir.resolve():
        if index.is_file() or index.name == "index":
            return True
    elif beside.is_file() or (beside / "HEAD").is_file():
        return False  # `.git` of a submodule is a file; HEAD stands in each git directory
    elif index.is_file():
        return True
    raise GitError(
        f"GIT_INDEX_FILE names no file: {index}",
        hint="unset it, or make that index with `git read-tree`",
    )
