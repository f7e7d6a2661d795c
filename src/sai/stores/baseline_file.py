"""The baseline as a committed JSON file: one self-contained line an entry, so branches merge."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import stat
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from sai.core.baseline import Baseline, Family, Member, is_digest
from sai.errors import BaselineError, SaiError
from sai.stores.lined_json import LinedJsonError, Node, parse_lined_json

FORMAT = "sai-baseline"
FORMAT_VERSION = 1

_HEADER = ("format", "version", "digests", "entries")
_MEMBER = ("family", "digest", "renamed", "path", "symbol")
_REASON = ("family", "reason")

_ESCAPED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Not UTF-8 (lone surrogates), or taken for a line's end or shown out of order by some tools."""

_CONFLICT_MARKER = re.compile(r"^(<{7}|>{7}|\|{7}|={7})( |$)")


def dump_baseline(baseline: Baseline) -> bytes:
    """The file's bytes: strict JSON, UTF-8, LF, equal for equal baselines.

    Each entry (a member, or the reason of a family) is one line that names its family, sorted by
    family and digest. So no line changes when another is added or removed (but for the last
    comma), and a merge that keeps the lines of both sides keeps what both accepted. Names that
    are not UTF-8 (surrogate escapes) are written as `\\udcXX`.
    """
    entries = ",\n".join(f"    {_json(entry)}" for entry in _entries(baseline))
    listed = f"[\n{entries}\n  ]" if entries else "[]"
    text = (
        f'{{\n  "format": {_json(FORMAT)},\n  "version": {FORMAT_VERSION},\n'
        f'  "digests": {baseline.digest_version},\n  "entries": {listed}\n}}\n'
    )
    return text.encode()


def _entries(baseline: Baseline) -> Iterator[dict[str, str]]:
    for family in baseline.families:
        if family.reason:
            yield dict(zip(_REASON, (family.key, family.reason), strict=True))
        for m in family.members:
            values = (family.key, m.digest, m.renamed, m.path, m.symbol)
            yield dict(zip(_MEMBER, values, strict=True))


def _json(value: str | dict[str, str]) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return _ESCAPED.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def read_baseline(data: bytes, origin: str) -> Baseline:
    """Read the bytes of a baseline; `origin` is the file's path, for messages.

    Tolerates what a line merge leaves (missing and superfluous commas, any order of entries,
    entries given twice), other formatting, a byte order mark and CRLF. Anything else that is not
    a baseline raises `BaselineError` with the line; it is never taken for an empty one.
    """
    try:
        text = _decoded(data)
        _refuse_conflict_markers(text, origin)
        top = _header(parse_lined_json(text))
        return Baseline(_families(top["entries"]), _whole(top["digests"], "digests"))
    except LinedJsonError as error:
        raise BaselineError(
            f"{origin}:{error.line}: {error}",
            hint="restore the file from git; only `sai baseline` should write it",
        ) from error


def _decoded(data: bytes) -> str:
    if not data.strip():
        raise LinedJsonError(1, "the file is empty")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LinedJsonError(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from error


def _refuse_conflict_markers(text: str, origin: str) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if _CONFLICT_MARKER.match(line.rstrip("\r")):
            raise BaselineError(
                f"{origin}:{number}: merge conflict markers",
                hint="keep what both sides accepted (after the merge is done: delete the marker "
                "lines and keep all others):\n"
                f"git -c merge.default=union checkout --merge -- {shlex.quote(origin)}"
                " && sai baseline refresh",
            )


def _header(document: Node) -> dict[str, Node]:
    """The top object with all its keys; format and version are judged before the rest."""
    top = document.value
    if not isinstance(top, dict) or "format" not in top or top["format"].value != FORMAT:
        raise LinedJsonError(document.line, f'not a baseline: it must hold "format": "{FORMAT}"')
    version = top.get("version", Node("", document.line))
    number = _whole(version, "version")
    if number > FORMAT_VERSION:
        what = f"format {number} was written by a newer version; this one reads {FORMAT_VERSION}"
        raise LinedJsonError(version.line, f"{what}: upgrade pytest-sai")
    if number < FORMAT_VERSION:
        raise LinedJsonError(version.line, f"there is no format {number}")
    _check_keys(top, _HEADER, document.line)
    return top


def _families(entries: Node) -> tuple[Family, ...]:
    if not isinstance(entries.value, list):
        raise LinedJsonError(entries.line, '"entries" must be a list')
    reasons: dict[str, set[str]] = {}
    members: dict[str, list[Member]] = {}
    for entry in entries.value:
        key, content = _entry(entry)
        if isinstance(content, Member):
            members.setdefault(key, []).append(content)
        else:
            reasons.setdefault(key, set()).add(content)
    return tuple(
        Family(key, tuple(ms), _joined(reasons.get(key, set()))) for key, ms in members.items()
    )


def _joined(reasons: Set[str]) -> str:
    """All that was given as a reason, on one branch or another; none that another one holds."""
    return "; ".join(
        reason
        for reason in sorted(reasons)
        if not any(reason in other for other in reasons if other != reason)
    )


def _entry(entry: Node) -> tuple[str, Member | str]:
    """The family's key, with a member of it or its reason."""
    if not isinstance(entry.value, dict):
        raise LinedJsonError(entry.line, "an entry must be an object")
    keys = _REASON if "reason" in entry.value else _MEMBER
    _check_keys(entry.value, keys, entry.line)
    family, *values = (_string(entry.value[key], key) for key in keys)
    if not is_digest(family):
        raise LinedJsonError(entry.line, f'not the key of a family: "{family}"')
    if keys is _REASON:
        return family, values[0]
    digest, renamed, path, symbol = values
    try:
        return family, Member(path, symbol, digest, renamed)
    except ValueError as error:
        raise LinedJsonError(entry.line, str(error)) from error


def _check_keys(found: Mapping[str, Node], expected: tuple[str, ...], line: int) -> None:
    for key, node in found.items():
        if key not in expected:
            raise LinedJsonError(node.line, f'unknown key "{key}"')
    for key in expected:
        if key not in found:
            raise LinedJsonError(line, f'the key "{key}" is missing')


def _string(node: Node, key: str) -> str:
    if not isinstance(node.value, str):
        raise LinedJsonError(node.line, f'"{key}" must be a string')
    return node.value


def _whole(node: Node, key: str) -> int:
    if not isinstance(node.value, int):
        raise LinedJsonError(node.line, f'"{key}" must be a whole number')
    return node.value


def write_baseline(path: Path, baseline: Baseline) -> bool:
    """Write the file atomically if its bytes would change; return whether they did.

    A reader sees the old file or the new one, never a part. Permission bits stay. A symbolic
    link stays one: the regular file that it names is replaced. Raises `SaiError` if the place
    cannot be written.
    """
    data = dump_baseline(baseline)
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(path, target)
        if mode is not None and target.read_bytes() == data:
            return False
        _replace(target, data, mode)
    except OSError as error:
        raise SaiError(
            f"cannot write the baseline {path}: {error.strerror or error}",
            hint="check the permissions and the free space of its directory, or name another "
            "file with `baseline` in [tool.sai]",
            slug="baseline",
        ) from error
    return True


def _mode_of(path: Path, target: Path) -> int | None:
    """Permission bits of the file to be replaced; None if there is none yet."""
    try:
        status = target.stat()
    except FileNotFoundError:
        if path.is_symlink():
            raise _not_replaceable(path, "a symbolic link to nothing") from None
        return None
    if not stat.S_ISREG(status.st_mode):
        raise _not_replaceable(path, "not a regular file")
    return stat.S_IMODE(status.st_mode)


def _not_replaceable(path: Path, what: str) -> BaselineError:
    return BaselineError(
        f"cannot write the baseline {path}: it is {what}",
        hint="name another file with `baseline` in [tool.sai]",
    )


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)  # the umask applies, as for any new file
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
