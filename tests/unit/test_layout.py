"""The repository's own promises: layers, one version, published hooks, documented settings."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from importlinter.cli import lint_imports

import sai
from sai.config.keys import all_keys
from sai.syntax.languages import language_names

ROOT = Path(__file__).resolve().parents[2]


def test_imports_point_downwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0


def test_the_version_is_written_in_one_place() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert not re.search(r"^version\s*=", project, flags=re.MULTILINE)
    assert importlib.metadata.version("pytest-sai") == sai.__version__


def test_importing_the_package_imports_no_dependency() -> None:
    heavy = ("blake3", "duckdb", "numpy", "rapidfuzz", "rich", "tree_sitter")
    program = f"import sys, sai; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert loaded.stdout.strip() == "[]"


def test_the_published_hook_finds_its_own_changes() -> None:
    hook = published_hooks()["sai-duplicates"]
    del hook["name"], hook["description"]
    assert hook == {
        "id": "sai-duplicates",
        "entry": "sai-hook",
        "language": "python",
        "pass_filenames": False,
        "require_serial": True,
        "files": published_pattern(),
        "minimum_pre_commit_version": "3.2.0",
        "stages": ["pre-commit", "pre-merge-commit", "pre-push", "manual"],
    }


def test_the_published_look_at_the_baseline_runs_only_where_it_is_asked_for() -> None:
    hook = published_hooks()["sai-baseline-stale"]
    del hook["name"], hook["description"]
    assert hook == {
        "id": "sai-baseline-stale",
        "entry": "sai-hook --stale",
        "language": "python",
        "pass_filenames": False,
        "require_serial": True,
        "always_run": True,
        "minimum_pre_commit_version": "3.2.0",
        "stages": ["manual"],
    }


def test_our_own_hook_triggers_on_what_the_published_one_does() -> None:
    ours = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = {hook["id"]: hook for repository in ours["repos"] for hook in repository["hooks"]}
    assert hooks["sai-duplicates"]["files"] == published_pattern()


@pytest.mark.parametrize(
    ("path", "triggers"),
    [
        ("src/a.py", True),
        ("web/b.tsx", True),
        ("web/b.mjs", True),
        ("pyproject.toml", True),
        ("part/sai-baseline.json", True),
        ("README.md", False),
        ("package.json", False),
        ("not-pyproject.toml", False),
    ],
)
def test_the_hook_triggers_on_sources_settings_and_baseline(path: str, triggers: bool) -> None:
    assert bool(re.search(published_pattern(), path)) is triggers


def test_every_setting_is_documented() -> None:
    reference = (ROOT / "docs/reference/configuration.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([a-z.-]+)` \|", reference, flags=re.MULTILINE)
    languages = set(language_names())
    assert sorted(set(documented) - languages) == sorted(all_keys())


def test_every_program_is_declared() -> None:
    declared = {
        (entry.group, entry.name): entry.value
        for entry in importlib.metadata.distribution("pytest-sai").entry_points
    }
    assert declared == {
        ("console_scripts", "sai"): "sai.cli.app:main",
        ("console_scripts", "sai-hook"): "sai.precommit:main",
        ("pytest11", "sai"): "sai.pytest_plugin",
    }


def published_pattern() -> str:
    """The `files` pattern of the gate's hook."""
    return str(published_hooks()["sai-duplicates"]["files"])


def published_hooks() -> dict[str, dict[str, object]]:
    """The hooks that we offer, by id."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {hook["id"]: hook for hook in hooks}
