"""Which files are tests: by the conventions of their language, or by the project's patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pathspec import GitIgnoreSpec


class TestFiles:
    """Decides by path alone. `patterns` (None: not set) stand for all languages."""

    __test__ = False  # not a test class, whatever its name suggests to pytest

    def __init__(
        self,
        patterns: tuple[str, ...] | None,
        conventions: Mapping[str, tuple[str, ...]],
        language_of: Callable[[str], str],
    ) -> None:
        self._language_of = language_of
        self._conventions = conventions
        self._own = None if patterns is None else GitIgnoreSpec.from_lines(patterns)
        self._by_language: dict[str, GitIgnoreSpec] = {}

    def matches(self, path: str) -> bool:
        """Whether the file at `path` is a test."""
        if self._own is not None:
            return self._own.match_file(path)
        language = self._language_of(path)
        if language not in self._by_language:
            patterns = self._conventions.get(language, ())
            self._by_language[language] = GitIgnoreSpec.from_lines(patterns)
        return self._by_language[language].match_file(path)
