"""Scratch repositories for the tests of the source trees."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.sources.git_sandbox import ENVIRONMENT, GitSandbox

MakeRepo = Callable[[str], GitSandbox]


@pytest.fixture(autouse=True)
def isolated_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the machine's git settings, and any hook around the test run, out of the tests."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "GITHEAD_")):
            monkeypatch.delenv(name)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


@pytest.fixture
def make_repo(tmp_path: Path) -> MakeRepo:
    """Create an empty repository below the test's own directory."""

    def make(name: str) -> GitSandbox:
        sandbox = GitSandbox(tmp_path / name)
        sandbox.top.mkdir()
        sandbox.git("init", "-q", "-b", "main")
        return sandbox

    return make


@pytest.fixture
def repo(make_repo: MakeRepo) -> GitSandbox:
    """One empty repository."""
    return make_repo("repo")
