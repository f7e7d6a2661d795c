"""Mistakes in a configuration: how each is worded, and the one error that reports them all."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sai.config.keys import PREFIX, TABLES, all_keys
from sai.errors import ConfigurationError

HINT = "`sai config` prints every key with its value and origin."
_SHOWN_LENGTH = 60
_LISTED_VALUES = 8


@dataclass(frozen=True, slots=True)
class Mistake:
    """Where it stands (a file, `environment`, `command line`), under which name, what is wrong.

    `key` is the full name of the key whose value was refused, "" where no such key exists.
    """

    where: str
    name: str
    text: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.name} {self.text}"


def configuration_error(mistakes: Sequence[Mistake]) -> ConfigurationError:
    """One error that names all `mistakes`, in their order; there must be at least one."""
    if len(mistakes) == 1:
        return ConfigurationError(str(mistakes[0]), hint=HINT)
    lines = [f"{len(mistakes)} mistakes in the configuration:", *(f"  {each}" for each in mistakes)]
    return ConfigurationError("\n".join(lines), hint=HINT)


def unknown_key(name: str) -> str:
    """Text for a key (dotted, without `tool.sai.`) that does not exist, with the nearest one."""
    near = nearest_key(name)
    if near:
        return f"is not a known key; did you mean {PREFIX}{near}?"
    table = name.rpartition(".")[0]
    valid = [key.leaf for key in all_keys().values() if key.table == table]
    listed = f"; the keys of this table are {', '.join(sorted(valid))}" if valid else ""
    return f"is not a known key{listed}"


def nearest_key(name: str) -> str:
    """Full name of the key or table that `name` resembles most; "" when none comes near.

    A key that stands in the wrong table is found by its own name.
    """
    table, _, leaf = name[-_SHOWN_LENGTH:].lower().replace("_", "-").rpartition(".")
    same_table = [key.leaf for key in all_keys().values() if key.table == table]
    same_table += TABLES if not table else ()
    for each in all_keys().values():
        if each.leaf == leaf and each.table != table:
            return each.name
    near = difflib.get_close_matches(leaf, same_table, n=1)
    if near:
        return f"{table}.{near[0]}" if table else near[0]
    leaves = {key.leaf: key.name for key in reversed(list(all_keys().values()))}
    near = difflib.get_close_matches(leaf, leaves, n=1, cutoff=0.8)
    return leaves[near[0]] if near else ""


def unknown_value(value: str, valid: Collection[str]) -> str:
    """Text for a value outside a list: the nearest valid one, and all while they are few."""
    near = difflib.get_close_matches(value[:_SHOWN_LENGTH].lower(), sorted(valid), n=1)
    if near and len(valid) > _LISTED_VALUES:
        return f"must not be {shown(value)}; did you mean {shown(near[0])}?"
    return f"must be {_alternatives(valid)}, not {shown(value)}"


def shown(value: object) -> str:
    """A value as TOML writes it, shortened; only its type when it is not a simple one."""
    if isinstance(value, str):
        text = json.dumps(value[:_SHOWN_LENGTH], ensure_ascii=not value.isprintable())
        return text if len(value) <= _SHOWN_LENGTH else f'{text[:-1]}…"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # Python refuses to print integers of thousands of digits.
        return str(value) if value.bit_length() <= 64 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"


def dotted(parts: Iterable[str]) -> str:
    """Key parts joined by dots, those that TOML would quote in quotes."""
    return ".".join(
        part if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part) else shown(part) for part in parts
    )


def _alternatives(valid: Collection[str]) -> str:
    texts = [shown(each) for each in sorted(valid)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
