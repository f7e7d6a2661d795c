"""Settings from `pyproject.toml`, environment and command line, checked strictly."""

from sai.config.keys import OVERRIDES, Key, Value, all_keys, value_of
from sai.config.merging import DEFAULT, FILE, Resolved, resolve
from sai.config.overrides import PATHS
from sai.config.parsing import WITHOUT_GRAMMAR
from sai.config.pyproject import Project, find_project, has_table, own_table, parse_table
from sai.config.template import initial_table, pre_commit_entry, toml_value

__all__ = [
    "DEFAULT",
    "FILE",
    "OVERRIDES",
    "PATHS",
    "WITHOUT_GRAMMAR",
    "Key",
    "Project",
    "Resolved",
    "Value",
    "all_keys",
    "find_project",
    "has_table",
    "initial_table",
    "own_table",
    "parse_table",
    "pre_commit_entry",
    "resolve",
    "toml_value",
    "value_of",
]
