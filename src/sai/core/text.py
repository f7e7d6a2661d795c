"""Bytes of a source file to text: encodings, line ends, and the marks of generated files."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_COOKIE_LINES = 2
_BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8"))


class UndecodableError(ValueError):
    """The bytes are no text that we can read; the message is the reason for the report."""


def decode(data: bytes, language: str) -> str:
    """Text with `\\n` line ends, without byte order mark.

    UTF-8, UTF-16 with its mark, or (Python) the encoding that the file declares (PEP 263).
    Raises `UndecodableError` for anything else.
    """
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "")
    if not encoding:
        if b"\0" in data:
            raise UndecodableError("binary: it holds NUL bytes")
        encoding = _declared(data) if language == "python" else ""
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeError as error:
        what = f"not {encoding}, as it declares" if encoding else "not UTF-8"
        where = f" (byte {error.start})" if isinstance(error, UnicodeDecodeError) else ""
        raise UndecodableError(what + where) from error
    except LookupError as error:
        raise UndecodableError(f"unknown encoding {encoding!r}") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _declared(data: bytes) -> str:
    """The encoding that a Python file declares in its first two lines; "" for none."""
    for line in _first_lines(data):
        match = _COOKIE.match(line)
        if match:
            return match[1].decode("ascii")
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return ""


def _first_lines(data: bytes) -> Iterator[bytes]:
    yield from re.split(rb"\r\n|\r|\n", data[:1000], maxsplit=_COOKIE_LINES)[:_COOKIE_LINES]


_GENERATED_BYTES = 600
_GENERATED = re.compile(
    rb"do not edit|@generated|code generated|auto-?generated|this file is generated", re.IGNORECASE
)


def is_generated(data: bytes) -> bool:
    """Whether the first 600 bytes say that a program wrote this file."""
    return _GENERATED.search(data[:_GENERATED_BYTES]) is not None
