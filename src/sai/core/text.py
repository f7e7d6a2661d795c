"""Bytes of a source file to text: encodings, line ends, and the marks of generated files."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_COOKIE_LINES = 2
_BOMS = (
    (b"\xff\xfe\0\0", "utf-32"),  # before UTF-16, whose mark it begins with
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8"),
)
_DECLARABLE = re.compile(
    r"ascii|utf-8(?:-sig)?|iso8859-\d+|cp(?:125\d|437|720|737|775|85[02578]|86\d|874|93[26]|949|950|1125)"
    r"|koi8-[rtu]|kz1048|ptcp154|hp-roman8|tis-620|johab|big5|big5hkscs|gbk?|gb2312|gb18030"
    r"|euc_(?:jp|kr|jis_2004|jisx0213)|shift_jis(?:_2004|x0213)?|iso2022_\w+"
    r"|mac-(?:cyrillic|greek|iceland|latin2|roman|turkish|croatian|farsi|arabic|romanian)"
)
"""Character sets, by the name that `codecs` gives them. What else Python registers changes lines
(`unicode_escape`), takes quadratic time (`idna`, `punycode`) or depends on the machine (`mbcs`).
"""
_NUL = "binary: it holds NUL bytes"


class UndecodableError(ValueError):
    """The bytes are no text that we can read; the message is the reason for the report."""


def decode(data: bytes, language: str) -> str:
    """Text with `\\n` line ends, without byte order mark.

    UTF-8, UTF-16 and UTF-32 with their mark, or (Python) the character set that the file declares
    (PEP 263). Raises `UndecodableError` for anything else.
    """
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "")
    if not encoding:
        if b"\0" in data:
            raise UndecodableError(_NUL)
        encoding = _declared(data) if language == "python" else ""
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeError as error:
        what = f"not {encoding}, as it declares" if encoding else "not UTF-8"
        where = f" (byte {error.start})" if isinstance(error, UnicodeDecodeError) else ""
        raise UndecodableError(what + where) from error
    if "\0" in text:
        raise UndecodableError(_NUL)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _declared(data: bytes) -> str:
    """The encoding that a Python file declares in its first two lines; "" for none."""
    for line in _first_lines(data):
        match = _COOKIE.match(line)
        if match:
            return _character_set(match[1].decode("ascii"))
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return ""


def _character_set(declared: str) -> str:
    """The codec of a declared encoding; `UndecodableError` for one that is none for source code."""
    name = declared.lower().replace("_", "-")
    if name.startswith("utf-8-"):  # `utf-8-unix` and the like, as Emacs writes and Python reads
        return "utf-8"
    if name.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1")):
        return "iso8859-1"
    try:
        codec = codecs.lookup(declared).name
    except LookupError as error:
        raise UndecodableError(f"unknown encoding {declared!r}") from error
    if _DECLARABLE.fullmatch(codec) is None:
        raise UndecodableError(f"encoding {declared!r} is not for source code")
    return declared


def _first_lines(data: bytes) -> Iterator[bytes]:
    yield from re.split(rb"\r\n|\r|\n", data[:1000], maxsplit=_COOKIE_LINES)[:_COOKIE_LINES]


_GENERATED_BYTES = 600
_GENERATED = re.compile(
    rb"do not edit|@generated|code generated|auto-?generated|this file is generated", re.IGNORECASE
)


def is_generated(data: bytes) -> bool:
    """Whether the first 600 bytes say that a program wrote this file."""
    return _GENERATED.search(data[:_GENERATED_BYTES]) is not None
