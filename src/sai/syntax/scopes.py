"""Lexical scopes of a file: which names are local to a function, and which come from outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

_FARTHEST = 50  # scopes in which a name is bound only later


class Scopes:
    """A tree of scopes, built while walking; names are asked for when the walk is over.

    The file itself and classes are scopes without locals: what they define can be named from
    outside, so it is not free to be renamed. Block scopes count as their function's. A scope's
    number is greater than that of any scope around it; 0 is the file. A scope is left before the
    next one beside it is opened.
    """

    def __init__(self) -> None:
        self._parents: list[int] = [-1]
        self._names: list[dict[str, int] | None] = [None]
        self._outer: list[set[str]] = [set()]

    def open(self, parent: int, *, has_locals: bool) -> int:
        """Add a scope inside `parent` and return its number."""
        self._parents.append(parent)
        self._names.append({} if has_locals else None)
        self._outer.append(set())
        return len(self._parents) - 1

    def parent(self, scope: int) -> int:
        """The scope around a scope."""
        return self._parents[scope]

    def bind(self, scope: int, name: str, since: int = 0) -> None:
        """Note that `name` is bound in `scope`; no effect where there are no locals.

        Used at a place before `since`, it still means what it means around the scope.
        """
        names = self._names[scope]
        if names is not None:
            names[name] = min(since, names.get(name, since))

    def declare_outer(self, scope: int, name: str) -> None:
        """Note that `scope` declares `name` as not its own (`global`)."""
        self._outer[scope].add(name)

    def homes(self, uses: Sequence[tuple[int, str, int]]) -> list[int]:
        """For each scope, name and place of its use: the function scope that binds it, or -1.

        Linear in bindings and uses, however deep the scopes are nested: these are gone through in
        the order in which they were opened, with what each name means at that place.
        """
        found = [-1] * len(uses)
        used: list[list[int]] = [[] for _ in self._parents]
        for position, (scope, _, _) in enumerate(uses):
            used[scope].append(position)
        meanings: dict[str, list[tuple[int, int]]] = {}
        around: list[int] = []
        for scope in range(1, len(self._parents)):
            while around and around[-1] != self._parents[scope]:
                for name in self._said(around.pop()):
                    meanings[name].pop()
            around.append(scope)
            for name, since in self._said(scope).items():
                home = -1 if name in self._outer[scope] else scope
                meanings.setdefault(name, []).append((home, since))
            for position in used[scope]:
                _, name, place = uses[position]
                known = meanings.get(name)
                if known:
                    found[position] = _home(known, place)
        return found

    def _said(self, scope: int) -> dict[str, int]:
        """The names of which a scope says what they mean in it, and from which place on."""
        return (self._names[scope] or {}) | dict.fromkeys(self._outer[scope], 0)


def _home(known: list[tuple[int, int]], place: int) -> int:
    """The innermost meaning of a name that holds at a place."""
    for home, since in islice(reversed(known), _FARTHEST):
        if since <= place:
            return home
    return -1
