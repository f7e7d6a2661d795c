"""Which limits hold for a chunk and for a pair, where `overrides` change them for some paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sai.core.settings import OVERRIDABLE, DuplicateSettings, Override


class Overridden(NamedTuple):
    """A limit, by its field of `DuplicateSettings`, from the override with these patterns."""

    name: str
    value: int | float
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathLimits:
    """The limits of a project: those of `[tool.sai.duplicates]`, and what differs by path.

    Each override comes with what says of a path whether it is meant. A file in several of them
    gets the stricter (larger) value of each key that they name.
    """

    base: DuplicateSettings
    overrides: Sequence[tuple[Callable[[str], bool], Override]] = ()

    def of(self, path: str) -> DuplicateSettings:
        """The limits for the chunks of one file."""
        values = tuple((each.name, each.value) for each in self.overridden(path))
        return Override((), values).over(self.base) if values else self.base

    def overridden(self, path: str) -> tuple[Overridden, ...]:
        """The values for one file that overrides give, each once, in the order of the overrides."""
        found: dict[str, Overridden] = {}
        for is_meant, override in self.overrides:
            for name, value in override.values if is_meant(path) else ():
                if name not in found or value > found[name].value:
                    found[name] = Overridden(name, value, override.paths)
        return tuple(found.values())


class TableLimits:
    """The limits of each row of a table. `kinds` numbers those that differ, one item a row."""

    def __init__(self, paths: Sequence[str], limits: PathLimits) -> None:
        kinds = {limits.base: 0}
        if limits.overrides:
            of_path = cache(lambda path: kinds.setdefault(limits.of(path), len(kinds)))
            self.kinds = [of_path(path) for path in paths]
        else:
            self.kinds = [0] * len(paths)
        self._settings = tuple(kinds)
        self._stricter = cache(self._stricter_of)

    @property
    def min_score(self) -> float:
        """The least cosine that any pair may have."""
        return min(settings.min_score for settings in self._settings)

    @property
    def min_structure(self) -> float:
        """The least structural similarity that any pair may have."""
        return min(settings.min_structure for settings in self._settings)

    def column(self, name: str) -> npt.NDArray[np.int64]:
        """One integer limit for each row, shape (rows,)."""
        values = np.array([getattr(settings, name) for settings in self._settings], dtype=np.int64)
        return values[np.array(self.kinds, dtype=np.int64)]

    def of(self, row: int) -> DuplicateSettings:
        """The limits of a chunk."""
        return self._settings[self.kinds[row]]

    def of_pair(self, a: int, b: int) -> DuplicateSettings:
        """The limits of a pair: the stricter of each."""
        one, other = self.kinds[a], self.kinds[b]
        return self._settings[one] if one == other else self._stricter(one, other)

    def _stricter_of(self, one: int, other: int) -> DuplicateSettings:
        left, right = self._settings[one], self._settings[other]
        larger = {name: max(getattr(left, name), getattr(right, name)) for name in OVERRIDABLE}
        return replace(left, **larger)
