"""Starts git: its environment, its failures as `GitError`. Knows no command."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import IO

from sai.errors import GitError

REPOSITORY_VARIABLES = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_NAMESPACE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)
"""Variables that speak of one repository; git sets them for the hooks that it runs."""

PATHSPEC_VARIABLES = frozenset(
    {"GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NOGLOB_PATHSPECS"}
)


class GitMissingError(GitError):
    """There is no git to run."""


def quiet_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """`environ` such that git takes no optional lock, asks no question and speaks English."""
    kept = {name: value for name, value in environ.items() if name not in PATHSPEC_VARIABLES}
    return kept | {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def without_repository(environ: Mapping[str, str]) -> dict[str, str]:
    """`environ` without the variables that speak of one repository."""
    return {name: value for name, value in environ.items() if name not in REPOSITORY_VARIABLES}


def run_git(
    args: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run git to its end, whatever its exit status; paths in `args` are taken literally."""
    try:
        return subprocess.run(
            _command(args), cwd=cwd, env=env, input=stdin, capture_output=True, check=False
        )
    except OSError as error:
        raise _start_failure(error, cwd) from error


def blob_answers(
    args: Sequence[str], cwd: Path, env: Mapping[str, str], oids: Sequence[str]
) -> Generator[bytes | None, None, None]:
    """Hold one conversation with `git cat-file --batch`: the content of each object, in order.

    None for an object that is missing or not a blob. One content is held at a time.
    """
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                _command(args), cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=errors
            )
        except OSError as error:
            raise _start_failure(error, cwd) from error
        with process:
            assert process.stdin is not None and process.stdout is not None
            # Git stops reading requests while nobody reads its answers, hence the thread.
            feeder = Thread(target=_feed, args=(process.stdin, oids), daemon=True)
            feeder.start()
            try:
                for _ in oids:
                    yield _next_blob(process.stdout)
            except EOFError as error:
                errors.seek(0)
                raise refusal(args, cwd, errors.read()) from error
            finally:
                process.kill()
                feeder.join()


def refusal(args: Sequence[str], cwd: Path, stderr: bytes) -> GitError:
    """The error for a command that git refused, with git's own last word."""
    lines = [line.strip() for line in os.fsdecode(stderr).splitlines() if line.strip()]
    verdicts = [line for line in lines if line.startswith(("fatal:", "error:"))]
    reason = (verdicts or lines or ["no reason given"])[-1]
    advice = [line for line in lines if line.startswith("git config --global --add safe.directory")]
    hint = f"run `{advice[0]}` if you trust it" if advice else _repeat(args, cwd)
    return GitError(f"git {args[0]} failed: {reason}", hint=hint)


def _command(args: Sequence[str]) -> list[str]:
    return ["git", "--literal-pathspecs", *args]


def _repeat(args: Sequence[str], cwd: Path) -> str:
    return f"run `{shlex.join(['git', *args][:12])}` in {cwd} to see what git says"


def _start_failure(error: OSError, cwd: Path) -> GitError:
    if not cwd.is_dir():
        return GitError(
            f"cannot run git in {cwd}: no such directory", hint="start in a directory that exists"
        )
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return GitMissingError(
            "git was not found", hint="install git, or put the directory that holds it on PATH"
        )
    return GitError(f"git could not be started: {error.strerror}", hint="check the git on PATH")


def _feed(requests: IO[bytes], oids: Sequence[str]) -> None:
    try:
        with requests:
            requests.writelines(oid.encode("ascii") + b"\n" for oid in oids)
    except OSError:
        return  # git ended early; the reader tells why


def _next_blob(answers: IO[bytes]) -> bytes | None:
    """Read one answer; EOFError where git broke off."""
    header = answers.readline().split()
    if len(header) == 2:
        return None
    if len(header) != 3:
        raise EOFError
    size = int(header[2])
    content = answers.read(size + 1)
    if len(content) != size + 1:
        raise EOFError
    return content[:size] if header[1] == b"blob" else None
