"""The list of tables `overrides`: which limits differ for which paths."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence

from sai.config.keys import OVERRIDES, PREFIX, Key, all_keys
from sai.config.mistakes import Mistake, dotted, shown
from sai.config.parsing import Refusal, accept
from sai.core.settings import OVERRIDABLE, Override, Rule

PATHS = "paths"
_FORM = "must be a list of tables with `paths` and limits"


def parse_overrides(raw: object, where: str) -> tuple[tuple[Override, ...], tuple[Mistake, ...]]:
    """The good tables in their order, and all mistakes of all of them; raises nothing."""
    if raw is None:
        return (), ()
    if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
        return (), (Mistake(where, PREFIX + OVERRIDES, f"{_FORM}, not {shown(raw)}", OVERRIDES),)
    overrides = []
    mistakes: list[Mistake] = []
    for number, table in enumerate(raw, start=1):
        found = list(_judged(table))
        name = f"{PREFIX}{OVERRIDES}, table {number}"
        wrong = [text for _, text in found if isinstance(text, str)]
        mistakes += [Mistake(where, name, text, OVERRIDES) for text in wrong]
        if not wrong:
            overrides.append(_override(dict(found)))
    return tuple(overrides), tuple(mistakes)


def overridable_keys() -> Mapping[str, Key]:
    """The keys of `[tool.sai.duplicates]` that may stand in an override, by their leaf."""
    keys = (all_keys()[f"duplicates.{name.replace('_', '-')}"] for name in OVERRIDABLE)
    return {key.leaf: key for key in keys}


_Found = tuple[str, "str | tuple[object, ...]"]  # leaf; what is wrong, or the value in a tuple


def _judged(table: Mapping[str, object]) -> Iterator[_Found]:
    """Each entry of one table: its value, or what is wrong with it."""
    if PATHS not in table:
        yield PATHS, "has no `paths`: a list of patterns of .gitignore form"
    for leaf, raw in table.items():
        key = _PATHS_KEY if leaf == PATHS else overridable_keys().get(leaf)
        if key is None:
            yield leaf, f"{dotted([leaf])} {_unknown(leaf)}"
            continue
        value = accept(key, raw, {})
        if isinstance(value, Refusal):
            yield leaf, f"{leaf} {value.text}"
        elif value == ():
            yield leaf, f"{leaf} must name at least one pattern"
        else:
            yield leaf, (value,)


_PATHS_KEY = Key(PATHS, tuple, (), Rule("Patterns of the files that this is for.", patterns=True))


def _unknown(leaf: str) -> str:
    known = overridable_keys()
    if f"duplicates.{leaf}" in all_keys():
        return f"cannot differ by path; what can: {', '.join(known)}"
    near = difflib.get_close_matches(leaf[:60].lower().replace("_", "-"), [PATHS, *known], n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; known are {PATHS}, {', '.join(known)}"
    return f"is not a known key here{hint}"


def _override(found: Mapping[str, str | Sequence[object]]) -> Override:
    values = {leaf: value[0] for leaf, value in found.items()}
    paths = values.pop(PATHS)
    assert isinstance(paths, tuple)
    return Override(
        paths,
        tuple(
            (leaf.replace("-", "_"), value)
            for leaf, value in sorted(values.items())
            if isinstance(value, (int, float))
        ),
    )
