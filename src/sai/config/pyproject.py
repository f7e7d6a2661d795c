"""Finds the project and reads the `[tool.sai]` table of its `pyproject.toml`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sai.config.mistakes import HINT, shown
from sai.errors import ConfigurationError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE_NAME = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """A project's root directory (absolute), its `[tool.sai]` table, and whether it has one."""

    root: Path
    table: Mapping[str, object] = field(default_factory=dict)
    has_table: bool = False


def read_from_disk(path: Path) -> bytes | None:
    """Content of a file; None when there is none. ConfigurationError when it cannot be read."""
    try:
        if path.is_fifo():  # reading it would wait for ever
            raise OSError("not a regular file")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationError(
            f"{path} cannot be read: {reason}", hint="Make the file readable, or remove it."
        ) from error


def find_project(
    start: Path,
    stop: Path | None,
    read: Callable[[Path], bytes | None] = read_from_disk,
) -> Project:
    """The project that `start` (a directory, or a file in one) belongs to.

    That is the nearest directory, from `start` upwards to the git top `stop`, whose
    `pyproject.toml` has `[tool.sai]`. Without any: `stop`, or `start` itself outside git (`stop`
    is None), with no table. `read` gives the content of an absolute path in another view of
    the tree, such as the staged one. ConfigurationError for a file on the way that is broken.
    """
    start = start.resolve()
    stop = stop.resolve() if stop is not None else None
    first = start.parent if start.is_file() else start
    for directory in (first, *first.parents):
        path = directory / FILE_NAME
        table = own_table(read(path), str(path))
        if table is not None:
            return Project(directory, table, has_table=True)
        if directory == stop:
            break
    return Project(stop or first)


def parse_table(data: bytes, origin: str) -> dict[str, object]:
    """The `[tool.sai]` table of a `pyproject.toml`; empty where there is none.

    `origin` is how messages call the file. ConfigurationError with the line for broken TOML.
    """
    return _find_table(data, origin) or {}


def has_table(data: bytes, origin: str) -> bool:
    """Whether a `pyproject.toml` has `[tool.sai]`, so that its directory is a project of ours.

    A file that never mentions `sai` is not parsed: a broken one elsewhere is not our concern.
    """
    return own_table(data, origin) is not None


def own_table(data: bytes | None, origin: str) -> dict[str, object] | None:
    """The `[tool.sai]` table of a `pyproject.toml`; None where there is no table or no file.

    `origin` is how messages call the file. ConfigurationError for one that is broken.
    """
    if data is None or b"sai" not in data.replace(b"\0", b""):  # UTF-16, too, mentions us
        return None
    return _find_table(data, origin)


def _find_table(data: bytes, origin: str) -> dict[str, object] | None:
    value: object = _parse(data, origin)
    name = ""
    for part in ("tool", "sai"):
        if not isinstance(value, dict):
            break
        if part not in value:
            return None
        value = value[part]
        name = f"{name}.{part}" if name else part
    if not isinstance(value, dict):
        raise ConfigurationError(f"{origin}: {name} must be a table, not {shown(value)}", hint=HINT)
    return value


def _parse(data: bytes, origin: str) -> dict[str, object]:
    try:
        parsed: dict[str, object] = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line, reason = _line_at(data[: error.start]), "not UTF-8"
        cause: Exception = error
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = int(found[1]) if found else _line_at(data.rstrip())
        reason = re.sub(r" \(at [^()]*\)$", "", str(error))
        cause = error
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, or brackets nested thousands deep.
        raise ConfigurationError(
            f"{origin}: not readable as TOML: a value is too large", hint=HINT
        ) from error
    else:
        return parsed
    raise ConfigurationError(
        f"{origin}:{line}: not valid TOML: {reason}", hint="Correct that line."
    ) from cause


def _line_at(before: bytes) -> int:
    return before.count(b"\n") + 1
