"""The language table: one row says all that SAI knows about a language's syntax.

Adding a language means adding a row and a fixture project.
"""

from __future__ import annotations

from sai.syntax.languages.csharp import CSHARP
from sai.syntax.languages.ecmascript import JAVASCRIPT, TSX, TYPESCRIPT
from sai.syntax.languages.go import GO
from sai.syntax.languages.java import JAVA
from sai.syntax.languages.plain import PLAIN_LANGUAGES, PlainSpec
from sai.syntax.languages.python import PYTHON
from sai.syntax.languages.rust import RUST
from sai.syntax.languages.spec import LanguageSpec

LANGUAGES: tuple[LanguageSpec, ...] = (PYTHON, JAVASCRIPT, TYPESCRIPT, TSX, JAVA, CSHARP, GO, RUST)

_BY_NAME = {spec.name: spec for spec in LANGUAGES}
_BY_EXTENSION = {ext: spec for spec in LANGUAGES for ext in spec.extensions}
_PLAIN_BY_NAME = {spec.name: spec for spec in PLAIN_LANGUAGES}
_PLAIN_BY_EXTENSION = {ext: spec for spec in PLAIN_LANGUAGES for ext in spec.extensions}


def language_names() -> tuple[str, ...]:
    """Names of all known languages, in table order; those without a grammar last."""
    return (*_BY_NAME, *_PLAIN_BY_NAME)


def language_of(path: str) -> str:
    """Name of the language of a file by its extension; "" where it has none with a grammar."""
    spec = _BY_EXTENSION.get(_extension(path))
    return spec.name if spec else ""


def any_language_of(path: str) -> str:
    """The same, with the languages that are read without a grammar."""
    spec = _PLAIN_BY_EXTENSION.get(_extension(path))
    return spec.name if spec else language_of(path)


def has_grammar(language: str) -> bool:
    """Whether a known language is read by a grammar, not line by line."""
    return language in _BY_NAME


def _extension(path: str) -> str:
    dot = path.rfind(".")
    return path[dot:].lower() if dot > path.rfind("/") + 1 else ""


def spec_of(language: str) -> LanguageSpec:
    """The row of a language; `KeyError` for an unknown name."""
    return _BY_NAME[language]


def plain_spec_of(language: str) -> PlainSpec:
    """The row of a language without a grammar; `KeyError` for another name."""
    return _PLAIN_BY_NAME[language]


def conventional_tests() -> dict[str, tuple[str, ...]]:
    """Where tests conventionally lie, per language, in gitignore form."""
    patterns = {spec.name: spec.test_patterns for spec in LANGUAGES}
    return patterns | {spec.name: spec.test_patterns for spec in PLAIN_LANGUAGES}


def source_pattern() -> str:
    """The regular expression by which pre-commit decides whether our hook has work to do."""
    extensions = "|".join(sorted(ext[1:] for ext in _BY_EXTENSION))
    return rf"(?i)(\.({extensions})$)|(^|/)(pyproject\.toml|sai-baseline\.json)$"
