"""Reports in files: `FORMAT:PATH` as people write it, and the writing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sai.errors import SaiError, UsageError
from sai.reporters import FORMATS


def parsed_outputs(values: Sequence[str]) -> list[tuple[str, Path]]:
    """`FORMAT:PATH` values; a `UsageError` for an unknown format or a missing path."""
    outputs = []
    for value in values:
        name, _, path = value.partition(":")
        if name not in FORMATS or path in ("", "-"):
            known = ", ".join(f"{each}:PATH" for each in FORMATS)
            raise UsageError(f"not an output: {value!r}", hint=f"known are {known}")
        outputs.append((name, Path(path)))
    return outputs


def write_file(path: Path, text: str) -> None:
    """Write a result to a file, UTF-8; a `SaiError` where that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaiError(f"cannot write {path}: {reason}", hint="name another file") from error
