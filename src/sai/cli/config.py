"""`sai config`: every setting with its value and where it comes from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sai.bootstrap import open_session
from sai.cli.console import Console
from sai.config import DEFAULT, FILE, OVERRIDES, PATHS, Value, all_keys, toml_value, value_of
from sai.core.settings import Override


def run_config(arguments: argparse.Namespace, console: Console) -> int:
    """Print the settings in force, one a line, as TOML or as JSON."""
    session = open_session(Path.cwd())
    resolved = session.resolved
    values = {name: value_of(resolved.settings, name) for name in all_keys()}
    if arguments.json:
        rows: dict[str, object] = {
            name: {"value": value, "origin": resolved.origins[name]}
            for name, value in values.items()
        }
        overrides = [_override_table(each) for each in resolved.settings.overrides]
        rows[OVERRIDES] = {"value": overrides, "origin": FILE if overrides else DEFAULT}
        console.result(json.dumps(rows, indent=2) + "\n")
        return 0
    texts = {name: _line(name, value) for name, value in values.items()}
    width = max(map(len, texts.values()))
    console.result(f"# project: {session.root}\n")
    for name, text in texts.items():
        console.result(f"{text:<{width}}  # {resolved.origins[name]}\n")
    for each in resolved.settings.overrides:
        console.result("\n[[tool.sai.overrides]]\n")
        for name, value in _override_table(each).items():
            console.result(f"{name} = {toml_value(value)}\n")
    return 0


def _override_table(override: Override) -> dict[str, Value]:
    values = {name.replace("_", "-"): value for name, value in override.values}
    return {PATHS: override.paths, **values}


def _line(name: str, value: Value) -> str:
    """A line of TOML; a key that is not set is a comment."""
    return f"# {name} is not set" if value is None else f"{name} = {toml_value(value)}"
