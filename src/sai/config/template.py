"""What `sai init` writes and prints: a commented `[tool.sai]` table and a pre-commit entry."""

from __future__ import annotations

import json

from sai.config.keys import Key, Value, all_keys
from sai.config.pyproject import FILE_NAME, has_table, parse_table
from sai.errors import ConfigurationError, UsageError

_HEADER = """\
[tool.sai]
# Near-duplicate code gate. Each commented key below shows its default: uncomment to change it.
"""
_OVERRIDES = """\
#
# Limits that differ for some files; last, because it opens a table of its own.
# [[tool.sai.overrides]]
# paths = ["legacy/"]
# min-lines = 15
"""
_BY_HAND = f"Add the table to {FILE_NAME} by hand; `sai config` prints all keys."


def initial_table(existing: bytes | None) -> str:
    """The whole new text of `pyproject.toml`: `existing` as it is, then the commented table.

    None stands for no file. The file's line endings and a byte order mark are kept: write the
    result as UTF-8 without translating line ends. UsageError when `[tool.sai]` exists already
    or cannot be added, ConfigurationError when the file is broken.
    """
    before = existing or b""
    parse_table(before, FILE_NAME)  # a broken file is an error even where it never mentions us
    if has_table(before, FILE_NAME):
        raise UsageError(
            f"{FILE_NAME} has a [tool.sai] table already",
            hint='Edit it there; "sai config" prints every value and where it comes from.',
        )
    text = before.decode("utf-8")
    newline = "\r\n" if "\r\n" in text else "\n"
    keys = "".join(_commented(key) for key in all_keys().values())
    table = (_HEADER + keys + _OVERRIDES).replace("\n", newline)
    result = text + _gap(text, newline) + table
    _verify(result)
    return result


def pre_commit_entry(rev: str) -> str:
    """The item for `repos:` in `.pre-commit-config.yaml` that installs the hook at tag `rev`."""
    return (
        "  - repo: https://github.com/OWNER/pytest-sai  # where you keep it\n"
        f"    rev: {json.dumps(rev)}\n"
        "    hooks:\n"
        "      - id: sai-duplicates\n"
    )


def toml_value(value: Value) -> str:
    """A setting as TOML writes it; an unset one (None) as an empty list."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, type(None))):
        return f"[{', '.join(map(toml_value, value or ()))}]"
    return json.dumps(value, ensure_ascii=False)


def _commented(key: Key) -> str:
    return f"#\n# {key.rule.summary}\n# {key.name} = {toml_value(key.default)}\n"


def _gap(text: str, newline: str) -> str:
    stripped = text.lstrip("\ufeff")
    if not stripped.strip():
        return ""
    return newline if stripped.endswith("\n") else newline * 2


def _verify(text: str) -> None:
    try:
        parse_table(text.encode("utf-8"), FILE_NAME)
    except ConfigurationError as error:
        raise UsageError(
            f"[tool.sai] cannot be added to the end of {FILE_NAME}", hint=_BY_HAND
        ) from error
