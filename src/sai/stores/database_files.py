"""Database files as files: their directory, drafts that take their place, removal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OWN_DIRECTORY = ".sai"
_IGNORE_FILE = "*\n"
_ABANDONED_S = 600.0  # a draft this old is that of a run that was killed


def prepare_directory(directory: Path) -> None:
    """Make the index's directory; one of our own is ignored by git from within."""
    directory.mkdir(parents=True, exist_ok=True)
    ignore = directory / ".gitignore"
    if directory.name == OWN_DIRECTORY and not ignore.exists():
        ignore.write_text(_IGNORE_FILE, encoding="ascii")


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """A place for a file in the making that shall become `path`; what is left there is removed.

    So are drafts that killed runs left behind.
    """
    start = f"{path.name}.draft-"
    with suppress(OSError):
        for other in path.parent.iterdir():
            if other.name.startswith(start) and _is_abandoned(other):
                other.unlink(missing_ok=True)
    draft = path.with_name(start + secrets.token_hex(6))
    try:
        yield draft
    finally:
        with suppress(OSError):
            unlink(draft)


def placed(draft: Path, path: Path) -> None:
    """Give a finished file its place, unless another run has put one there in the meantime.

    To replace a file that the other run has open would leave it with the log of a stranger.
    """
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        if not path.exists():
            draft.replace(path)
    draft.unlink(missing_ok=True)


def unlink(path: Path) -> None:
    """Remove a database file, if it is there, and its log."""
    path.unlink(missing_ok=True)
    path.with_name(path.name + ".wal").unlink(missing_ok=True)


def _is_abandoned(draft: Path) -> bool:
    return draft.lstat().st_mtime < time.time() - _ABANDONED_S
