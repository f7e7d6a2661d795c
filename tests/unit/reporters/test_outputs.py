"""`FORMAT:PATH` values and the files that they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from sai.errors import SaiError, UsageError
from sai.reporters.outputs import parsed_outputs, write_file


def test_a_path_may_hold_colons() -> None:
    assert parsed_outputs(["json:a.json", "text:c:/b.txt"]) == [
        ("json", Path("a.json")),
        ("text", Path("c:/b.txt")),
    ]


@pytest.mark.parametrize("value", ["json", "json:", ":a.json", "xlsx:a", ""])
def test_anything_else_is_a_mistake_of_usage(value: str) -> None:
    with pytest.raises(UsageError, match="not an output") as caught:
        parsed_outputs([value])
    assert "json:PATH" in caught.value.hint


def test_a_file_is_written_as_utf_8_below_new_directories(tmp_path: Path) -> None:
    write_file(tmp_path / "new" / "a.txt", "ä\n\udcff\n")
    assert (tmp_path / "new" / "a.txt").read_bytes() == "ä\n\\udcff\n".encode()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaiError, match="cannot write"):
        write_file(tmp_path, "text")
