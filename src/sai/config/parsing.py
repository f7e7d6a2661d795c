"""Raw values of one source, checked and typed: what a key accepts, and what is wrong with it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sai.config.keys import OVERRIDES, PREFIX, TABLES, UNSUPPORTED, Key, Value, all_keys
from sai.config.mistakes import Mistake, dotted, shown, unknown_key, unknown_value

Choices = Mapping[str, Collection[str]]
"""Known values of keys whose adapters know them: `languages`, `chunker`, `embedder`.

Under `WITHOUT_GRAMMAR` the languages that are read only with `lines-fallback`.
"""

WITHOUT_GRAMMAR = "languages without a grammar"

UNSUPPORTED_TEXT = "is not supported by this version yet"

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")
_KIND_TEXTS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a list of texts",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value cannot be taken, worded to follow the key's name."""

    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """The good values of one source by full key name, and all its mistakes in their order."""

    values: Mapping[str, Value]
    mistakes: tuple[Mistake, ...]


def parse_settings(table: Mapping[str, object], where: str, choices: Choices) -> Parsed:
    """Check a whole `[tool.sai]` table as TOML gives it; raises nothing."""
    values: dict[str, Value] = {}
    mistakes: list[Mistake] = []
    for parts, raw in _entries(table):
        if parts == (OVERRIDES,):
            continue  # a list of tables, read by `parse_overrides`
        outcome = _judge(parts, raw, choices)
        name = ".".join(parts)
        if isinstance(outcome, Refusal):
            mistakes.append(Mistake(where, PREFIX + dotted(parts), outcome.text, name))
        else:
            values[name] = outcome
    return Parsed(values, tuple(mistakes))


def accept(key: Key, raw: object, choices: Choices) -> Value | Refusal:
    """The typed value of `key`, or why `raw` cannot be one."""
    value = _typed(key, raw)
    if isinstance(value, Refusal):
        return value
    text = key.rule.violation(value)
    if text:
        return Refusal(text if isinstance(value, tuple) else f"{text}, not {shown(raw)}")
    text = _choice_violation(key, value, choices)
    if not text and key.rule.patterns and isinstance(value, tuple):
        text = _pattern_violation(value)
    return Refusal(text) if text else value


def from_text(key: Key, text: str) -> object:
    """What a text outside TOML means for `key`; the text itself where it has no such meaning.

    Lists are separated by commas; blanks around items, and empty items, do not count.
    """
    stripped = text.strip()
    if key.kind is tuple:
        return [item.strip() for item in stripped.split(",") if item.strip()]
    if key.kind is bool and stripped.lower() in _TRUE + _FALSE:
        return stripped.lower() in _TRUE
    if key.kind in (int, float):
        try:
            return int(stripped) if key.kind is int else float(stripped)
        except ValueError:
            return text
    return text


def _entries(table: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], object]]:
    for name, raw in table.items():
        if name in TABLES and isinstance(raw, Mapping):
            yield from (((name, inner), value) for inner, value in raw.items())
        else:
            yield (name,), raw


def _judge(parts: tuple[str, ...], raw: object, choices: Choices) -> Value | Refusal:
    name = ".".join(parts)
    key = all_keys().get(name)
    if key is not None and name.count(".") == len(parts) - 1:
        return accept(key, raw, choices)
    if parts[0] in UNSUPPORTED or name in UNSUPPORTED:
        return Refusal(UNSUPPORTED_TEXT)
    if name in TABLES:
        return Refusal(f"must be a table, not {shown(raw)}")
    return Refusal(unknown_key(name))


def _typed(key: Key, raw: object) -> Value | Refusal:
    refusal = Refusal(f"must be {_KIND_TEXTS[key.kind]}, not {shown(raw)}")
    if key.kind is tuple:
        return _typed_list(raw, refusal)
    if isinstance(raw, bool) or key.kind is bool:
        return raw if isinstance(raw, bool) and key.kind is bool else refusal
    if key.kind is float and isinstance(raw, (int, float)):
        return _as_float(raw)
    if isinstance(raw, (int, float, str)) and isinstance(raw, key.kind):
        return raw
    return refusal


def _typed_list(raw: object, refusal: Refusal) -> Value | Refusal:
    if not isinstance(raw, (list, tuple)):
        return refusal
    for item in raw:
        if not isinstance(item, str):
            return Refusal(f"must be {_KIND_TEXTS[tuple]}, but holds {shown(item)}")
    return tuple(raw)


def _as_float(raw: float) -> float:
    try:
        return float(raw)
    except OverflowError:
        return math.inf if raw > 0 else -math.inf


def _choice_violation(key: Key, value: Value, choices: Choices) -> str:
    valid = choices.get(key.name) or key.rule.values
    if not valid:
        return ""
    if isinstance(value, tuple):
        unknown = [item for item in value if item not in valid]
        return "; ".join(f"item {unknown_value(item, valid)}" for item in unknown)
    return "" if value in valid else unknown_value(str(value), valid)


def _pattern_violation(patterns: Iterable[str]) -> str:
    if not patterns:
        return ""
    from pathspec import GitIgnoreSpec  # costs milliseconds that most runs need not spend

    for pattern in patterns:
        try:
            GitIgnoreSpec.from_lines([pattern])
        except (ValueError, re.error):
            return f"holds {shown(pattern)}, which is not a pattern of .gitignore form"
    return ""
