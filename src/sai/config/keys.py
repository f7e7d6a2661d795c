"""The keys of `[tool.sai]` as one flat table, derived from the settings classes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import TypeVar, get_args, get_type_hints

from sai.core.settings import (
    AnySettings,
    DuplicateSettings,
    IndexSettings,
    OnnxSettings,
    Override,
    Rule,
    Settings,
    TableSettings,
    rule_of,
)

Value = bool | int | float | str | tuple[str, ...] | None

PREFIX = "tool.sai."
TABLES: Mapping[str, type[TableSettings]] = {
    "index": IndexSettings,
    "duplicates": DuplicateSettings,
    "onnx": OnnxSettings,
}
"""Tables inside `[tool.sai]`, by their name, which is also the field's name."""

OVERRIDES = "overrides"
"""The one key that holds a list of tables; it has no variable and no option."""

UNSUPPORTED = (
    "store",
    "index.hnsw",
    "similar",
    "context",
    "ollama",
    "qdrant",
)
"""Keys and tables that are reserved; using one is a mistake with a text of its own."""

_KINDS = (bool, int, float, str)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Key:
    """One key: full name without `tool.sai.`, type (tuple: list of texts), default and rule."""

    name: str
    kind: type[bool | int | float | str] | type[tuple[str, ...]]
    default: Value
    rule: Rule

    @property
    def table(self) -> str:
        """Name of the table below `[tool.sai]` that holds the key; "" for `[tool.sai]` itself."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        """The name inside its table."""
        return self.name.rpartition(".")[2]

    @property
    def variable(self) -> str:
        """The environment variable that sets the key."""
        return variable_of(self.name)


def variable_of(name: str) -> str:
    """Environment variable of a key, such as `SAI_INDEX_PATH` for `index.path`."""
    return "SAI_" + name.upper().replace(".", "_").replace("-", "_")


@functools.cache
def all_keys() -> Mapping[str, Key]:
    """Every key by its full name, in the order of the fields, tables last."""
    found = [*_keys_of(Settings, "")]
    for table, owner in TABLES.items():
        found += _keys_of(owner, f"{table}.")
    return {key.name: key for key in found}


def value_of(settings: Settings, name: str) -> Value:
    """The value that settings have for a key, by its full name; KeyError when there is none."""
    key = all_keys()[name]
    owner = getattr(settings, key.table) if key.table else settings
    value: Value = getattr(owner, key.leaf.replace("-", "_"))
    return value


def settings_from(values: Mapping[str, Value], overrides: tuple[Override, ...] = ()) -> Settings:
    """Settings with `values` (by full name, already checked) in place of defaults."""
    top: dict[str, object] = {OVERRIDES: overrides}
    tables: dict[str, dict[str, object]] = {table: {} for table in TABLES}
    for name, value in values.items():
        key = all_keys()[name]
        tables.get(key.table, top)[key.leaf.replace("-", "_")] = value
    for table, owner in TABLES.items():
        top[table] = _construct(owner, tables[table])
    return _construct(Settings, top)


def _keys_of(owner: type[AnySettings], prefix: str) -> Iterator[Key]:
    hints = get_type_hints(owner)
    for each in fields(owner):
        if each.name in TABLES or each.name == OVERRIDES:
            continue
        name = prefix + each.name.replace("_", "-")
        if each.default is MISSING:
            raise TypeError(f"{name} has no default")
        yield Key(name, _kind_of(hints[each.name]), each.default, rule_of(owner, each.name))


def _kind_of(hint: object) -> type[bool | int | float | str] | type[tuple[str, ...]]:
    for kind in _KINDS:
        if hint is kind:
            return kind
    if tuple[str, ...] in (hint, *get_args(hint)):
        return tuple
    raise TypeError(f"no key can hold {hint}")


def _construct(owner: Callable[..., _T], values: Mapping[str, object]) -> _T:
    return owner(**values)
