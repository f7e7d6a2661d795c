"""Lexical scopes of a file: which names are local to a function, and which come from outside."""

from __future__ import annotations


class Scopes:
    """A tree of scopes, built while walking; names are asked for when the walk is over.

    The file itself and classes are scopes without locals: what they define can be named from
    outside, so it is not free to be renamed. Block scopes count as their function's. A scope's
    number is greater than that of any scope around it; 0 is the file.
    """

    def __init__(self) -> None:
        self._parents: list[int] = [-1]
        self._names: list[set[str] | None] = [None]
        self._outer: list[set[str]] = [set()]
        self._resolved: list[dict[str, int]] = [{}]

    def open(self, parent: int, *, has_locals: bool) -> int:
        """Add a scope inside `parent` and return its number."""
        self._parents.append(parent)
        self._names.append(set() if has_locals else None)
        self._outer.append(set())
        self._resolved.append({})
        return len(self._parents) - 1

    def parent(self, scope: int) -> int:
        """The scope around a scope."""
        return self._parents[scope]

    def bind(self, scope: int, name: str) -> None:
        """Note that `name` is bound in `scope`; no effect where there are no locals."""
        names = self._names[scope]
        if names is not None:
            names.add(name)

    def declare_outer(self, scope: int, name: str) -> None:
        """Note that `scope` declares `name` as not its own (`global`)."""
        self._outer[scope].add(name)

    def home(self, scope: int, name: str) -> int:
        """The function scope in which `name`, used in `scope`, is bound; -1 if in none."""
        resolved = self._resolved[scope]
        found = resolved.get(name)
        if found is None:
            found = resolved[name] = self._lookup(scope, name)
        return found

    def _lookup(self, scope: int, name: str) -> int:
        while scope > 0:
            if name in self._outer[scope]:
                return -1
            names = self._names[scope]
            if names is not None and name in names:
                return scope
            scope = self._parents[scope]
        return -1
