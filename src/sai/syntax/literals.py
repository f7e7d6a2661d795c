"""Literals as they are compared: quotes, their escapes and digit grouping are formatting."""

from __future__ import annotations

import re

_STRING = re.compile(r"""(?s)([A-Za-z]*)('{3}|"{3}|['"`])(.*)\2\Z""")


def string_text(literal: str) -> str:
    """Text of a plain string literal without its quotes; a prefix that changes it stays.

    >>> string_text('"it\\\\'s"') == string_text("'it\\\\'s'")
    True
    """
    match = _STRING.match(literal)
    if match is None:
        return literal
    prefix, _, text = match.groups()
    prefix = "".join(sorted(prefix.lower().replace("u", "").replace("f", "")))
    if "r" not in prefix:
        text = text.replace("\\'", "'").replace('\\"', '"').replace("\\`", "`")
    return f"{prefix}:{text}" if prefix else text


def number_text(literal: str) -> str:
    """A number without digit grouping, in lower case."""
    return literal.replace("_", "").lower()
