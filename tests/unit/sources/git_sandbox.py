"""A scratch git repository that no setting of the machine reaches."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sai.sources.git import GitRepository

ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z",
    "GIT_ALLOW_PROTOCOL": "file",
}


@dataclass(frozen=True)
class GitSandbox:
    """Runs git in one directory; relies on `ENVIRONMENT` being set for the process."""

    top: Path

    def git(self, *args: str, stdin: bytes = b"") -> str:
        result = subprocess.run(
            ["git", *args], cwd=self.top, input=stdin, capture_output=True, check=True
        )
        return os.fsdecode(result.stdout).strip()

    def write(self, path: str, text: str = "x = 1\n") -> Path:
        file = self.top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def stage(self, path: str, text: str = "x = 1\n") -> None:
        self.write(path, text)
        self.git("--literal-pathspecs", "add", "--", path)

    def commit(self, *paths: str) -> str:
        for path in paths:
            self.stage(path, f"name = {path!r}\n")
        self.git("commit", "-q", "--allow-empty", "-m", "a change")
        return self.git("rev-parse", "HEAD")

    def opened(self) -> GitRepository:
        return GitRepository.require(self.top)

    def unfinished_merge(self, path: str = "both.py") -> tuple[str, str]:
        """Leave `path` in conflict between two branches; return their commits."""
        self.commit("start.py")
        self.git("checkout", "-q", "-b", "side")
        self.stage(path, "theirs\n")
        theirs = self.commit()
        self.git("checkout", "-q", "main")
        self.stage(path, "ours\n")
        ours = self.commit()
        subprocess.run(["git", "merge", "-q", "side"], cwd=self.top, capture_output=True)  # noqa: PLW1510 - it fails on purpose
        return ours, theirs
