"""Several projects in one run: which they are, which files are whose, and who is asked what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sai.bootstrap.session import Session
from sai.config.pyproject import FILE_NAME
from sai.ports import SourceTree
from sai.services.sync import language_in
from sai.services.workspace import Question
from sai.sources.part_of_tree import PartOfTree


@dataclass(frozen=True, slots=True)
class Part:
    """A project, and those files of a tree that are its own."""

    session: Session
    tree: PartOfTree

    @property
    def is_of_interest(self) -> bool:
        """Whether it has a file in a language that is read, or a baseline."""
        settings = self.session.resolved.settings
        has_source = any(language_in(settings, entry.path) for entry in self.tree.entries())
        return has_source or self.session.baseline() is not None


@dataclass(frozen=True, slots=True)
class Enquiry:
    """What one run asks: a question of each project that it judges, by place.

    `projects` counts all. A `partial` one asks about changes, of the projects that hold one.
    """

    asked: tuple[tuple[Session, Question], ...]
    projects: int = 1
    partial: bool = False

    @property
    def changed(self) -> bool:
        """Whether there is anything to judge: in a run on changes, whether there are any."""
        return not self.partial or any(question.changed for _, question in self.asked)

    def showing_suppressed(self) -> Enquiry:
        """The same, with what markers silenced."""
        asked = [(session, replace(q, show_suppressed=True)) for session, q in self.asked]
        return replace(self, asked=tuple(asked))

    @property
    def notices(self) -> Iterator[str]:
        """Lines about the run for a person, with the project that they speak of."""
        for session, _ in self.asked:
            name = f"{session.place.rstrip('/')}: " if session.place else ""
            yield from (f"{name}{notice}" for notice in session.notices)


def parts(session: Session, whole: SourceTree) -> tuple[Part, ...]:
    """The session's project and those inside it, by place, with their files in a tree."""
    inner = session.inner_projects(whole)
    places = [project.place for project in inner]
    found = [Part(session, PartOfTree(whole, without=_given(places)))]
    for project in inner:
        place = project.place
        deeper = [p[len(place) :] for p in places if p.startswith(place) and p != place]
        own = session.of_inner(project)
        # Outside git a walk leaves out what the outer project's settings say.
        part = own.disk_tree() if session.repo is None else PartOfTree(whole, place, _given(deeper))
        found.append(Part(own, part))
    return tuple(found)


def _given(places: list[str]) -> Callable[[], list[str]]:
    return lambda: places


def refuse_mistakes(session: Session) -> None:
    """Read the settings and the baselines of all projects; raises for what is wrong with them.

    Outside git only those of the session's own project: the others would have to be searched for.
    """
    session.baseline()
    if session.repo is not None:
        named = session.repo.tracked_named(FILE_NAME, session.under)
        present = [path for path in named if _is_regular(session.root / path)]
        read = session.all_on_disk().read
        for project in session.inner_projects_among(present, read):
            session.of_inner(project).baseline()


def _is_regular(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def of_everything(found: tuple[Part, ...], ask: Callable[[Part], Question]) -> Enquiry:
    """Ask about all files; of several projects only those with a source file or a baseline."""
    asked = [(part.session, ask(part)) for part in found if len(found) == 1 or part.is_of_interest]
    return Enquiry(tuple(asked), len(found))


def of_changes(
    found: tuple[Part, ...],
    changed: frozenset[str],
    ask: Callable[[Part, frozenset[str]], Question],
) -> Enquiry:
    """Ask about changes; of several projects only those that hold one."""
    asked = [
        (part.session, ask(part, own))
        for part in found
        if (own := part.tree.own(changed)) or len(found) == 1
    ]
    return Enquiry(tuple(asked), len(found), partial=True)
