"""Finding the project and reading its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sai.config import Project, find_project, has_table, parse_table
from sai.errors import ConfigurationError

OURS = b"[tool.sai]\nmax-file-kib = 1\n"
TABLE = {"max-file-kib": 1}


def write(directory: Path, content: bytes) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "pyproject.toml").write_bytes(content)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return tmp_path.resolve()


def test_nearest_table_upwards_wins(top: Path) -> None:
    write(top, b"[tool.sai]\n")
    write(top / "a", OURS)
    write(top / "a" / "b", b"[project]\nname = 'sailor'\n")
    assert find_project(top / "a" / "b", top) == Project(top / "a", TABLE, has_table=True)


def test_the_git_top_is_the_last_place_looked_at(top: Path) -> None:
    write(top, OURS)
    (top / "repo" / "a").mkdir(parents=True)
    assert find_project(top / "repo" / "a", top / "repo") == Project(top / "repo")


def test_an_empty_table_makes_a_project(top: Path) -> None:
    write(top / "a", b"[tool.sai]\n")
    assert find_project(top / "a", top) == Project(top / "a", {}, has_table=True)


def test_outside_git_the_start_is_the_project(top: Path) -> None:
    write(top / "a", b"[tool.other]\n")
    assert find_project(top / "a", None) == Project(top / "a")


def test_outside_git_a_table_further_up_counts(top: Path) -> None:
    write(top, OURS)
    (top / "a").mkdir()
    assert find_project(top / "a", None).root == top


def test_a_file_starts_in_its_directory(top: Path) -> None:
    write(top, OURS)
    (top / "m.py").write_text("")
    assert find_project(top / "m.py", top).root == top


def test_another_view_of_the_files_can_be_read(top: Path) -> None:
    write(top, b"[tool.other]\n")
    staged = {top / "pyproject.toml": OURS}
    assert find_project(top, top, staged.get) == Project(top, TABLE, has_table=True)


def test_a_broken_file_that_never_mentions_us_is_passed_by(top: Path) -> None:
    write(top, OURS)
    write(top / "a", b"x = = 1")
    assert find_project(top / "a", top).root == top


def test_a_broken_file_of_ours_is_named_with_its_line(top: Path) -> None:
    write(top, b"[tool.sai]\nx = = 1\n")
    with pytest.raises(ConfigurationError) as caught:
        find_project(top, top)
    assert caught.value.message == f"{top / 'pyproject.toml'}:2: not valid TOML: Invalid value"


def test_a_file_that_cannot_be_read_is_named(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(ConfigurationError, match=r"pyproject\.toml cannot be read: Permission"):
        find_project(top, top)


@pytest.mark.parametrize("data", [b"", b"[tool]\n", b"[tool.ruff]\n", b"[project]\nname='x'\n"])
def test_no_table_is_an_empty_one(data: bytes) -> None:
    assert parse_table(data, "p") == {}
    assert not has_table(data, "p")


@pytest.mark.parametrize(
    "data",
    [OURS, b"\xef\xbb\xbf" + OURS, OURS.replace(b"\n", b"\r\n"), b"tool.sai.max-file-kib = 1"],
)
def test_byte_order_mark_line_ends_and_dotted_keys_do_not_matter(data: bytes) -> None:
    assert parse_table(data, "p") == TABLE
    assert has_table(data, "p")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a = 1\n\nb 2\n", "p:3: not valid TOML: Expected '=' after a key in a key/value pair"),
        (b"a = 1\nb = [1,\n\n", "p:2: not valid TOML: Invalid value"),
        (b"a = 1\nb = '\xff'\n", "p:2: not valid TOML: not UTF-8"),
        (b"a = " + b"[" * 100_000, "p: not readable as TOML: a value is too large"),
        (b"a = " + b"9" * 5_000, "p: not readable as TOML: a value is too large"),
        (b"tool = 3", "p: tool must be a table, not 3"),
        (b"[tool]\nsai = [1]", "p: tool.sai must be a table, not a list"),
        (b"[[tool.sai]]", "p: tool.sai must be a table, not a list"),
    ],
)
def test_broken_content_is_named_with_file_and_line(data: bytes, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_table(data, "p")
    assert caught.value.message == message
