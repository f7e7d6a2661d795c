"""A reader for JSON files that were merged line by line: tolerant of commas, knows its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_MAX_DEPTH = 8

_TOKEN = re.compile(r'[ \t\r\n,]+|"(?:[^"\\\x00-\x1f]|\\.)*"|-?\d{1,15}\b(?!\.)|[\[\]{}:]')


class LinedJsonError(ValueError):
    """What cannot be read, and the 1-based line where it stands."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


class Node(NamedTuple):
    """A value and the line where it starts."""

    value: str | int | dict[str, Node] | list[Node]
    line: int


def parse_lined_json(text: str) -> Node:
    """Parse one value; raises `LinedJsonError`.

    Commas count as blanks, since a line merge leaves too many or too few. A key given twice is
    an error, as is what no reader here needs: fractions, `true`, `false`, `null`.
    """
    parser = _Parser(text)
    node = parser.value(depth=0)
    parser.end()
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._token, self._line = next(self._tokens)

    def value(self, depth: int) -> Node:
        token, line = self._take()
        if token in ("{", "[") and depth < _MAX_DEPTH:
            return Node(self._object(depth) if token == "{" else self._array(depth), line)
        if token.startswith('"'):
            return Node(_decoded(token, line), line)
        if token.lstrip("-").isdecimal():
            return Node(int(token), line)
        raise LinedJsonError(line, f"unexpected {token}" if token else "unexpected end of the file")

    def end(self) -> None:
        if self._token:
            raise LinedJsonError(self._line, f"unexpected {self._token[:40]} after the end")

    def _object(self, depth: int) -> dict[str, Node]:
        members: dict[str, Node] = {}
        while self._token != "}":
            key, line = self.value(depth=_MAX_DEPTH)
            if not isinstance(key, str):
                raise LinedJsonError(line, "a key must be a string")
            if key in members:
                raise LinedJsonError(line, f'the key "{key}" is given twice')
            if self._take()[0] != ":":
                raise LinedJsonError(line, f'no ":" after "{key}"')
            members[key] = self.value(depth + 1)
        self._take()
        return members

    def _array(self, depth: int) -> list[Node]:
        items: list[Node] = []
        while self._token != "]":
            items.append(self.value(depth + 1))
        self._take()
        return items

    def _take(self) -> tuple[str, int]:
        taken = self._token, self._line
        if self._token:
            self._token, self._line = next(self._tokens)
        return taken


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The tokens with their lines; at the end an empty one."""
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            rest = text[position : position + 30].splitlines()[0]
            raise LinedJsonError(line, f"unexpected {rest!r}")
        position = match.end()
        if match[0][0] in " \t\r\n,":
            line += match[0].count("\n")
        else:
            yield match[0], line
    yield "", line


def _decoded(token: str, line: int) -> str:
    try:
        return str(json.loads(token))
    except ValueError as error:
        raise LinedJsonError(line, f"not a JSON string: {token[:40]}") from error
