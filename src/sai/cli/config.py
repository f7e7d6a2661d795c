"""`sai config`: every setting with its value and where it comes from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sai.bootstrap import open_session
from sai.cli.console import Console
from sai.config import Value, all_keys, toml_value, value_of


def run_config(arguments: argparse.Namespace, console: Console) -> int:
    """Print the settings in force, one a line, as TOML or as JSON."""
    session = open_session(Path.cwd())
    resolved = session.resolved
    values = {name: value_of(resolved.settings, name) for name in all_keys()}
    if arguments.json:
        rows = {
            name: {"value": value, "origin": resolved.origins[name]}
            for name, value in values.items()
        }
        console.result(json.dumps(rows, indent=2) + "\n")
        return 0
    texts = {name: _line(name, value) for name, value in values.items()}
    width = max(map(len, texts.values()))
    console.result(f"# project: {session.root}\n")
    for name, text in texts.items():
        console.result(f"{text:<{width}}  # {resolved.origins[name]}\n")
    return 0


def _line(name: str, value: Value) -> str:
    """A line of TOML; a key that is not set is a comment."""
    return f"# {name} is not set" if value is None else f"{name} = {toml_value(value)}"
