"""Literals as they are compared: quotes, their escapes and digit grouping are formatting."""

from __future__ import annotations

import re

_STRING = re.compile(r"""(?s)([A-Za-z@$]*)(#*)('{3}|"{3}|['"`])(.*)\3\2\Z""")
_ESCAPE = re.compile(r"(?s)\\(?:([xuU][0-9a-fA-F]{2,8})|(.))")
_DECIMAL = re.compile(r"(\d*)\.(\d*)(.*)")
_PLACE = re.compile(rb"\{\{|\{[^{}]*\}")
_INLINE = re.compile(rb"(?<=\{)[a-z_]\w*(?=[:}])|(?<!\w)[a-z_]\w*(?=\$)")
_PREFIX_END = "\x01"
_PREFIX_LETTERS = str.maketrans({"u": "", "f": "", "$": "", "@": "r"})
_TRIPLE = '"""'


def string_text(literal: str) -> str:
    """Text of a plain string literal without its quotes; a prefix that changes it stays.

    >>> string_text("'a'"), string_text("b'a'") == string_text("B'a'")
    ('a', True)
    """
    match = _STRING.match(literal)
    if match is None:
        return literal
    prefix, _, _, text = match.groups()
    prefix = prefix.lower()
    if "f" in prefix or "$" in prefix:
        text = text.replace("{{", "{").replace("}}", "}")
    if "@" in prefix:
        text = text.replace('""', '"')
    prefix = "".join(sorted(prefix.translate(_PREFIX_LETTERS)))
    if "r" not in prefix:
        text = part_text(text)
    elif "\\" not in text:
        prefix = prefix.replace("r", "")
    return f"{prefix}{_PREFIX_END}{text}" if prefix else text


def part_text(text: str) -> str:
    """Text inside quotes, or a part of it, with escapes written in one way."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    if match[1]:
        return match[0][:2] + match[1][1:].lower()
    return match[2] if match[2] in "'\"`" else match[0]


def inline_names(literal: bytes) -> list[tuple[int, int]]:
    """Where names of variables stand in a format string, such as `a` and `b` in `"{a:>b$}"`."""
    if b"{" not in literal:
        return []
    found = []
    for place in _PLACE.finditer(literal):
        found += [match.span() for match in _INLINE.finditer(literal, *place.span())]
    return found


def dedented_text(literal: str) -> str:
    """A literal in triple quotes without the indentation that its language takes away.

    That of the last line counts, for there the closing quotes stand.
    """
    first, *rest = literal.split("\n")
    if not rest or _TRIPLE not in first:
        return literal
    indented = [line for line in rest[:-1] if line.strip()] + rest[-1:]
    margin = min(len(line) - len(line.lstrip()) for line in indented)
    return "\n".join([first.rstrip(), *(line[margin:] for line in rest)])


def number_text(literal: str) -> str:
    """A number without digit grouping, in lower case, with digits around its point.

    >>> number_text("1_000."), number_text(".50E+3"), number_text("0xFF")
    ('1000.0', '0.5e3', '0xff')
    """
    if literal.isdigit():
        return literal
    text = literal.replace("_", "").lower()
    match = _DECIMAL.fullmatch(text)
    if match is not None:
        whole, fraction, rest = match.groups()
        text = f"{whole or '0'}.{fraction.rstrip('0') or '0'}{rest}"
    return text.replace("e+", "e")
