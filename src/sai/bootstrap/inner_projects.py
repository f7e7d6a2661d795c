"""Projects inside a project: directories further down whose `pyproject.toml` has `[tool.sai]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sai.config import Resolved, own_table
from sai.config.pyproject import FILE_NAME
from sai.core.settings import Settings
from sai.core.source import Problem
from sai.errors import ConfigurationError
from sai.sources.ignore_rules import PathFilter

Read = Callable[[Iterable[str]], Mapping[str, bytes | Problem]]
Resolve = Callable[[Mapping[str, object], str], Resolved]
"""Settings from a table and the name of its file, for messages."""


@dataclass(frozen=True, slots=True)
class InnerProject:
    """A project inside another: its directory there, with a final slash, and its settings."""

    place: str
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class InnerProjects:
    """Finds the projects inside one, which may hold further ones.

    `read` gives the content of files in the tree that is judged. `tracked` says that git lists
    them. A project that the one around it leaves out is none; neither are those inside it.
    """

    read: Read
    resolve: Resolve
    tracked: bool

    def among(self, paths: Iterable[str], settings: Settings) -> tuple[InnerProject, ...]:
        """The projects by place, from the paths of a project with `settings`.

        Nothing is read unless a path further down is that of a `pyproject.toml`.
        `ConfigurationError` names a file that cannot be read, or holds a mistake.
        """
        ending = f"/{FILE_NAME}"
        places = sorted(path[: -len(FILE_NAME)] for path in paths if path.endswith(ending))
        return tuple(self._below("", settings, places)) if places else ()

    def _below(
        self, outer: str, settings: Settings, places: Sequence[str]
    ) -> Iterator[InnerProject]:
        hides = PathFilter(settings, self.tracked).hides
        visible = [p for p in places if not hides(f"{p}{FILE_NAME}"[len(outer) :])]
        tables = self._tables(visible)
        last = ""
        for place in visible:
            if place not in tables or (last and place.startswith(last)):
                continue
            last = place
            resolved = self.resolve(tables[place], f"{place}{FILE_NAME}")
            yield InnerProject(place, resolved)
            inside = [p for p in places if p.startswith(place) and p != place]
            if inside:
                yield from self._below(place, resolved.settings, inside)

    def _tables(self, places: Sequence[str]) -> dict[str, dict[str, object]]:
        """The tables of those places that have one."""
        found = {}
        for path, data in self.read([f"{place}{FILE_NAME}" for place in places]).items():
            if isinstance(data, Problem):
                raise ConfigurationError(
                    f"{path} cannot be read: {data.reason}",
                    hint="it may hold settings: make it readable, or resolve its conflict",
                )
            table = own_table(data, path)
            if table is not None:
                found[path[: -len(FILE_NAME)]] = table
        return found
