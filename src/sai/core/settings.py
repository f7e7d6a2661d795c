"""Frozen settings with their defaults and rules; one field per key of `[tool.sai]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

STRUCTURE_FLOOR = 0.50
"""Hard structural minimum: no setting can link two chunks that are less alike than this."""

_LARGEST_INTEGER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Rule:
    """What a key means, in one line, and which values of its type it accepts.

    `low` and `high` are inclusive limits of a number. `values` are the only texts allowed; empty:
    any. Items of a list of `patterns` have `.gitignore` form. A text that is `inside_project`
    names a file below the project root.
    """

    summary: str
    low: float = 0
    high: float = _LARGEST_INTEGER
    values: tuple[str, ...] = ()
    patterns: bool = False
    inside_project: bool = False

    def violation(self, value: object) -> str:
        """Say what `value`, of the right type, must be instead (`must be ...`); "" when it is fine.

        `values` and `patterns` are left to the caller, who knows more about them.
        """
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._number_violation(value)
        if isinstance(value, str) and self.inside_project:
            return _path_violation(value)
        if isinstance(value, tuple) and not all(item.strip() for item in value):
            return "must not hold an empty text"
        return ""

    def _number_violation(self, value: float) -> str:
        if self.low <= value <= self.high:  # not true for nan
            return ""
        if self.high == _LARGEST_INTEGER and value < self.low:
            return f"must be at least {self.low:g}"
        high = self.high if isinstance(self.high, int) else f"{self.high:g}"
        return f"must be between {self.low:g} and {high}"


def rule_of(owner: type[AnySettings], name: str) -> Rule:
    """The rule of field `name` of a settings class; KeyError when there is none."""
    for each in fields(owner):
        if each.name == name:
            rule: Rule = each.metadata["rule"]
            return rule
    raise KeyError(name)


def _rule(
    summary: str,
    *,
    low: float = 0,
    high: float = _LARGEST_INTEGER,
    values: Sequence[str] = (),
    patterns: bool = False,
    inside_project: bool = False,
) -> Mapping[str, Rule]:
    return {"rule": Rule(summary, low, high, tuple(values), patterns, inside_project)}


@dataclass(frozen=True, slots=True)
class DuplicateSettings:
    """`[tool.sai.duplicates]`: limits of a link, size floors, shape of clusters."""

    min_score: float = field(
        default=0.50,
        metadata=_rule(
            "Least cosine that makes a pair a candidate; unset: what suits the embedder.", high=1.0
        ),
    )
    min_structure: float = field(
        default=0.70,
        metadata=_rule(
            "Least structural similarity of a link, at least 0.5; small pairs need more.",
            low=STRUCTURE_FLOOR,
            high=1.0,
        ),
    )
    margin: float = field(
        default=0.03,
        metadata=_rule(
            "How far above its limit an old near miss must rise to count as new.", high=1.0
        ),
    )
    min_lines: int = field(
        default=6,
        metadata=_rule("Functions with fewer lines of code link to equal ones only.", low=1),
    )
    min_tokens: int = field(
        default=40,
        metadata=_rule("Functions with fewer tokens link to equal ones only.", low=1),
    )
    min_exact_lines: int = field(
        default=4,
        metadata=_rule(
            "Functions with fewer lines, or less than half of min-tokens, are not compared.",
            low=1,
        ),
    )
    min_cluster_size: int = field(
        default=2, metadata=_rule("Smaller clusters are not listed by `sai duplicates`.", low=2)
    )
    top_k: int = field(
        default=10,
        metadata=_rule("Length of listings of neighbours; the gate always looks at all.", low=1),
    )
    max_clusters: int = field(
        default=50, metadata=_rule("Most clusters that a listing shows; all are counted.", low=1)
    )
    linkage: str = field(
        default="complete",
        metadata=_rule(
            'Shape of clusters: "complete" (every pair is a link) or "single".',
            values=("complete", "single"),
        ),
    )
    tests: str = field(
        default="report",
        metadata=_rule(
            'What clusters wholly inside tests do: "fail", "report" (are counted) or "ignore".',
            values=("fail", "report", "ignore"),
        ),
    )


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """`[tool.sai.index]`: where the index lies."""

    path: str = field(
        default=".sai/index.duckdb",
        metadata=_rule("The index file; a cache that may be deleted.", inside_project=True),
    )


@dataclass(frozen=True, slots=True)
class OnnxSettings:
    """`[tool.sai.onnx]`: the model directory of the embedder `onnx`."""

    path: str = field(
        default="",
        metadata=_rule("Directory of the model, relative to the project; for embedder `onnx`."),
    )
    prefix: str = field(
        default="none",
        metadata=_rule(
            'What the model wants before a text: "none", "e5" or "qwen".',
            values=("none", "e5", "qwen"),
        ),
    )
    dimension: int = field(
        default=0, metadata=_rule("Length that its vectors must have; 0: whatever they have.")
    )
    max_tokens: int = field(
        default=0,
        metadata=_rule("Tokens that the model reads at once; 0: as its own files say."),
    )


OVERRIDABLE = ("min_score", "min_structure", "margin", "min_lines", "min_tokens", "min_exact_lines")
"""Fields of `DuplicateSettings` that may differ by path: those that judge chunks and pairs."""


@dataclass(frozen=True, slots=True)
class Override:
    """One of `overrides`: values by field of `DuplicateSettings` for files that match `paths`.

    `paths` have `.gitignore` form; `values` holds only OVERRIDABLE fields, checked.
    """

    paths: tuple[str, ...]
    values: tuple[tuple[str, int | float], ...]

    def over(self, settings: DuplicateSettings) -> DuplicateSettings:
        """The settings with these values in place of their own."""
        return replace(settings, **dict(self.values))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Settings:
    """`[tool.sai]`. Paths and patterns are relative to the project root, `/`-separated.

    A value built by hand is not checked: `Rule.violation` judges one value and
    `combination_violations` what several say together.
    """

    include: tuple[str, ...] = field(
        default=(),
        metadata=_rule("Patterns of the files to check; empty: all source files.", patterns=True),
    )
    exclude: tuple[str, ...] = field(
        default=(),
        metadata=_rule("Patterns of files to leave out; wins over include.", patterns=True),
    )
    extend_exclude_dirs: tuple[str, ...] = field(
        default=(),
        metadata=_rule(
            "Names of directories, added to the built-in lists of vendored and generated ones."
        ),
    )
    languages: tuple[str, ...] = field(
        default=(), metadata=_rule("The only languages to check; empty: all known.")
    )
    chunker: str = field(
        default="ast",
        metadata=_rule('How files are cut: "ast" by function, "lines" or "tokens" into windows.'),
    )
    lines_fallback: bool = field(
        default=False,
        metadata=_rule("Cut files of languages without a grammar here into windows of lines."),
    )
    max_chunk_chars: int = field(
        default=0,
        metadata=_rule("Longer functions and windows are split; 0: no limit in characters."),
    )
    embedder: str = field(default="sketch", metadata=_rule("The model that finds candidates."))
    baseline: str = field(
        default="sai-baseline.json",
        metadata=_rule("The file of accepted clusters, to be committed.", inside_project=True),
    )
    strip_comments: bool = field(
        default=True, metadata=_rule("Compare code without comments and docstrings.")
    )
    skip_generated: bool = field(
        default=True, metadata=_rule("Leave out files that say they are generated.")
    )
    max_file_kib: int = field(
        default=512, metadata=_rule("Larger files are skipped, with a line in the report.", low=1)
    )
    against: str = field(
        default="head",
        metadata=_rule(
            'What the hook takes as existed before: "head" or "none".', values=("head", "none")
        ),
    )
    test_paths: tuple[str, ...] | None = field(  # None: by language
        default=None,
        metadata=_rule(
            "Patterns of test files; unset: the conventions of each language.", patterns=True
        ),
    )
    overrides: tuple[Override, ...] = ()
    index: IndexSettings = field(default_factory=IndexSettings)
    duplicates: DuplicateSettings = field(default_factory=DuplicateSettings)
    onnx: OnnxSettings = field(default_factory=OnnxSettings)


TableSettings = IndexSettings | DuplicateSettings | OnnxSettings
AnySettings = Settings | TableSettings


class Violation(NamedTuple):
    """A rule between keys that settings break: the keys (`duplicates.min-lines`), what is wrong."""

    keys: tuple[str, ...]
    text: str


def combination_violations(settings: Settings) -> tuple[Violation, ...]:
    """The rules between keys that `settings` break, in a fixed order; empty when all is well."""
    found = []
    if text := _floor_violation(settings.duplicates):
        found.append(Violation(("duplicates.min-exact-lines", "duplicates.min-lines"), text))
    for number, override in enumerate(settings.overrides, start=1):
        text = _floor_violation(override.over(settings.duplicates))
        if text and not found:
            found.append(
                Violation((f"overrides, table {number}",), f"contradicts the rest: {text}")
            )
    if settings.embedder in ("onnx", "ort") and not settings.onnx.path:
        text = "the embedder onnx needs the path of a model"
        found.append(Violation(("embedder", "onnx.path"), text))
    if _steps(settings.baseline) == _steps(settings.index.path):
        text = f'both name the file "{settings.baseline}"'
        found.append(Violation(("baseline", "index.path"), text))
    return tuple(found)


def _floor_violation(sizes: DuplicateSettings) -> str:
    if sizes.min_exact_lines <= sizes.min_lines:
        return ""
    return (
        f"the size floor of exact copies ({sizes.min_exact_lines} lines) must not be "
        f"above that of edited ones ({sizes.min_lines} lines)"
    )


def _path_violation(path: str) -> str:
    if not path.isprintable():
        return "must not hold control characters"
    if "\\" in path:
        return "must use / between directories"
    if path.startswith(("/", "~")) or re.match("[A-Za-z]:", path):
        return "must be relative to the project root"
    steps = _steps(path)
    if steps[:1] == [".."]:
        return "must not leave the project"
    if not path.strip() or not steps or path.endswith("/"):
        return "must name a file"
    return ""


def _steps(path: str) -> list[str]:
    """The directories and the file of a relative path, without `.` and inner `..`."""
    steps: list[str] = []
    for step in path.split("/"):
        if step == ".." and steps and steps[-1] != "..":
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return steps
