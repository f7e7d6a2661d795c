"""A scratch repository: write, stage, commit, and run `sai` or the hook on it as people do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BASELINE = "sai-baseline.json"
SAI = (sys.executable, "-m", "sai")
HOOK = (sys.executable, "-c", "import sys; from sai.precommit import main; sys.exit(main())")

_FOREIGN = ("GIT_", "GITHEAD_", "SAI_", "PRE_COMMIT", "PIP_", "PYTEST_", "COV_")
_FOREIGN_NAMES = frozenset({"COLUMNS", "FORCE_COLOR", "NO_COLOR", "SKIP", "PYTHONHASHSEED"})
_LISTED = re.compile(r"^  (?P<added>[+ ]) [A-Z]  (?P<place>\S.*?:\d+)  ", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """How a process ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All that was printed; git shows what a hook prints on its standard error."""
        return self.out + self.err

    @property
    def listed(self) -> list[str]:
        """The places `path:line` of all members that the findings list."""
        return [found["place"] for found in _LISTED.finditer(self.text)]

    @property
    def added(self) -> list[str]:
        """The places that are marked as added by the change."""
        return [found["place"] for found in _LISTED.finditer(self.text) if found["added"] == "+"]

    def json(self) -> dict[str, object]:
        """The object that was printed on standard output, and nothing else there."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


@dataclass(frozen=True)
class GitRepo:
    """A repository (or a linked work tree) that no setting of this machine reaches."""

    top: Path
    env: Mapping[str, str]

    @classmethod
    def create(cls, top: Path) -> GitRepo:
        """An empty repository with an identity and without a commit."""
        top.mkdir(parents=True)
        repo = cls(top, clean_environment(top.parent))
        repo.git("init", "-q", "-b", "main")
        return repo

    def copied_to(self, top: Path) -> GitRepo:
        """A copy of the repository with its hooks and its index of functions."""
        shutil.copytree(self.top, top, symlinks=True)
        return GitRepo(top, {**self.env, **_located(top.parent)})

    def git(self, *args: str) -> str:
        """Run a git command that must work and return what it prints."""
        outcome = self.run(("git", *args))
        assert outcome.status == 0, outcome.text
        return outcome.out.strip()

    def run(
        self, command: Sequence[str], *, below: str = ".", env: Mapping[str, str] | None = None
    ) -> Outcome:
        """Run any program in the repository or in the directory `below`."""
        environment = {**self.env, **(env or {})}
        found = subprocess.run(
            command, cwd=self.top / below, env=environment, capture_output=True, check=False
        )
        return Outcome(found.returncode, _text(found.stdout), _text(found.stderr))

    def sai(self, *args: str, below: str = ".", env: Mapping[str, str] | None = None) -> Outcome:
        """Run `sai` with these arguments."""
        return self.run((*SAI, *args), below=below, env=env)

    def hook(self, *args: str, below: str = ".", env: Mapping[str, str] | None = None) -> Outcome:
        """Run `sai-hook` by itself, not through git."""
        return self.run((*HOOK, *args), below=below, env=env)

    def install_hook(self, name: str = "pre-commit") -> None:
        """Install the plain hook that the project ships."""
        hook = self.top / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        shutil.copyfile(PROJECT / "hooks" / "pre-commit", hook)
        hook.chmod(0o755)

    def write(self, path: str, text: str) -> Path:
        """Write a file, as UTF-8 and with the line ends that `text` has."""
        file = self.top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def stage(self, path: str, text: str) -> None:
        """Write a file and stage it."""
        self.write(path, text)
        self.git("--literal-pathspecs", "add", "--", path)

    def commit(self, *args: str) -> Outcome:
        """`git commit`, which a hook may block."""
        return self.run(("git", "commit", "-q", "-m", "a change", *args))

    def committed(self, files: Mapping[str, str]) -> str:
        """Commit files without asking the hook; return the commit."""
        for path, text in files.items():
            self.stage(path, text)
        outcome = self.commit("--no-verify")
        assert outcome.status == 0, outcome.text
        return self.head()

    def head(self) -> str:
        """The commit that is checked out."""
        return self.git("rev-parse", "HEAD")

    def baseline(self) -> bytes:
        """The bytes of the baseline file."""
        return (self.top / BASELINE).read_bytes()

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the work tree and git's index, by path; `.sai` left out."""
        files = {
            path.relative_to(self.top).as_posix(): path.read_bytes()
            for path in sorted(self.top.rglob("*"))
            if path.is_file() and not {".git", ".sai"} & set(path.relative_to(self.top).parts)
        }
        return files | {".git/index": (self.top / ".git" / "index").read_bytes()}


def clean_environment(home: Path) -> dict[str, str]:
    """This process's environment without settings of git, SAI, pip or a running hook."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_FOREIGN) and name not in _FOREIGN_NAMES
    }
    return kept | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_ALLOW_PROTOCOL": "file",
        "GIT_EDITOR": "true",
        **_located(home),
    }


def _located(home: Path) -> dict[str, str]:
    return {
        "GIT_CEILING_DIRECTORIES": str(home),
        "HOME": str(home),
        "PATH": f"{_programs(home)}{os.pathsep}{os.environ['PATH']}",
    }


def _programs(home: Path) -> Path:
    """A directory that holds `sai-hook`, run by this interpreter."""
    program = home / "programs" / "sai-hook"
    program.parent.mkdir(exist_ok=True)
    command = " ".join(f"'{word}'" for word in HOOK)
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8", newline="\n")
    program.chmod(0o755)
    return program.parent


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
