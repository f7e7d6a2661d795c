"""One set of settings from all sources: command line, then environment, then file, then default."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sai.config.keys import (
    OVERRIDES,
    PREFIX,
    UNSUPPORTED,
    all_keys,
    settings_from,
    variable_of,
)
from sai.config.mistakes import Mistake, configuration_error, unknown_key
from sai.config.overrides import parse_overrides
from sai.config.parsing import (
    UNSUPPORTED_TEXT,
    WITHOUT_GRAMMAR,
    Choices,
    Parsed,
    Refusal,
    accept,
    from_text,
    parse_settings,
)
from sai.core.settings import Settings, Violation, combination_violations

FILE = "pyproject.toml"
_ENVIRONMENT = "environment"
_COMMAND_LINE = "command line"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force, and where each key (`duplicates.min-score`) has its value from.

    An origin is `default`, `pyproject.toml`, `environment SAI_...` or `command line`; every key
    has one, in the order of the fields.
    """

    settings: Settings
    origins: Mapping[str, str]


def resolve(
    table: Mapping[str, object],
    *,
    environment: Mapping[str, str],
    command_line: Mapping[str, object],
    choices: Choices,
    file_name: str = FILE,
) -> Resolved:
    """Merge the `[tool.sai]` table, environment variables and options.

    `command_line` goes by full key name (`duplicates.min-score`); None means not given, and a text
    is read like an environment variable. An empty variable counts as not set. `choices` lists
    the known values of `languages`, `chunker` and `embedder`. ConfigurationError names the
    mistakes of all sources at once; `file_name` is how it calls the file.
    """
    sources = (
        (FILE, parse_settings(table, file_name, choices)),
        (_ENVIRONMENT, _parse_environment(environment, choices)),
        (_COMMAND_LINE, _parse_command_line(command_line, choices)),
    )
    values = {name: value for _, parsed in sources for name, value in parsed.values.items()}
    origins = dict.fromkeys(all_keys(), DEFAULT)
    for origin, parsed in sources:
        for name in parsed.values:
            origins[name] = _from_variable(name) if origin == _ENVIRONMENT else origin
    overrides, wrong_overrides = parse_overrides(table.get(OVERRIDES), file_name)
    resolved = Resolved(settings_from(values, overrides), origins)
    mistakes = [mistake for _, parsed in sources for mistake in parsed.mistakes]
    mistakes += wrong_overrides
    refused = {mistake.key for mistake in mistakes}
    violations = (
        *combination_violations(resolved.settings),
        *_unread_languages(resolved.settings, choices),
    )
    mistakes += _contradictions(violations, resolved, refused, file_name)
    if mistakes:
        raise configuration_error(mistakes)
    return resolved


def _from_variable(name: str) -> str:
    return f"{_ENVIRONMENT} {variable_of(name)}"


def _parse_environment(environment: Mapping[str, str], choices: Choices) -> Parsed:
    keys = {key.variable: key for key in all_keys().values()}
    values = {}
    mistakes: list[Mistake] = []
    for variable, text in sorted(environment.items()):
        if not variable.startswith("SAI_") or not text.strip():
            continue
        key = keys.get(variable)
        if key is None:
            mistakes += _unknown_variable(variable)
            continue
        outcome = accept(key, from_text(key, text), choices)
        if isinstance(outcome, Refusal):
            mistakes.append(Mistake(_ENVIRONMENT, variable, outcome.text, key.name))
        else:
            values[key.name] = outcome
    return Parsed(values, tuple(mistakes))


def _unknown_variable(variable: str) -> Iterator[Mistake]:
    """A mistake when the variable looks like one of ours; others may use the prefix too."""
    if variable == variable_of(OVERRIDES):
        yield Mistake(_ENVIRONMENT, variable, f"is not a variable; write it in {FILE}")
        return
    for name in UNSUPPORTED:
        if variable == variable_of(name) or variable.startswith(f"{variable_of(name)}_"):
            yield Mistake(_ENVIRONMENT, variable, UNSUPPORTED_TEXT)
            return
    names = {key.variable.removeprefix("SAI_"): key.variable for key in all_keys().values()}
    # A name of several words is ours even where the table's name is missing before it.
    names |= {
        leaf: key.variable
        for key in all_keys().values()
        if "_" in (leaf := variable_of(key.leaf).removeprefix("SAI_"))
    }
    near = difflib.get_close_matches(variable.removeprefix("SAI_")[:60], names, n=1, cutoff=0.85)
    if near:
        text = f"is not a known variable; did you mean {names[near[0]]}?"
        yield Mistake(_ENVIRONMENT, variable, text)


def _parse_command_line(options: Mapping[str, object], choices: Choices) -> Parsed:
    values = {}
    mistakes = []
    for name, raw in options.items():
        key = all_keys().get(name)
        if raw is None:
            continue
        if key is None:
            mistakes.append(Mistake(_COMMAND_LINE, name, unknown_key(name)))
            continue
        outcome = accept(key, from_text(key, raw) if isinstance(raw, str) else raw, choices)
        if isinstance(outcome, Refusal):
            mistakes.append(Mistake(_COMMAND_LINE, name, outcome.text, name))
        else:
            values[name] = outcome
    return Parsed(values, tuple(mistakes))


def _unread_languages(settings: Settings, choices: Choices) -> Iterator[Violation]:
    """The languages that are asked for but, without a grammar, would not be read."""
    unread = [name for name in settings.languages if name in choices.get(WITHOUT_GRAMMAR, ())]
    if unread and not settings.lines_fallback:
        text = f"only with lines-fallback = true are read: {', '.join(unread)}"
        yield Violation(("languages", "lines-fallback"), text)


def _contradictions(
    violations: Iterable[Violation], resolved: Resolved, refused: set[str], file_name: str
) -> Iterator[Mistake]:
    for violation in violations:
        if refused.intersection(violation.keys):
            continue
        origins = {resolved.origins.get(key, FILE) for key in violation.keys}
        where = file_name
        for origin in (_ENVIRONMENT, _COMMAND_LINE):
            if any(each.startswith(origin) for each in origins):
                where = origin
        name = " and ".join(
            variable_of(key) if resolved.origins.get(key) == _from_variable(key) else PREFIX + key
            for key in violation.keys
        )
        each_other = "contradict each other: " if len(violation.keys) > 1 else ""
        yield Mistake(where, name, each_other + violation.text)
