"""Which directories inside a project are projects of their own, and what is read to know it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.fakes import Content, MemoryTree

from sai.bootstrap.inner_projects import InnerProject, InnerProjects
from sai.config import Resolved, resolve
from sai.core.settings import Settings
from sai.core.source import Problem
from sai.errors import ConfigurationError

CHOICES: dict[str, tuple[str, ...]] = {"languages": (), "chunker": ("ast",), "embedder": ()}
TABLE = "[tool.sai]\n"


def resolved(table: Mapping[str, object], file_name: str = "pyproject.toml") -> Resolved:
    return resolve(table, environment={}, command_line={}, choices=CHOICES, file_name=file_name)


def places(files: Mapping[str, Content], settings: Settings | None = None) -> list[str]:
    tree = MemoryTree(files)
    found = InnerProjects(tree.read, resolved, tracked=True).among(files, settings or Settings())
    return [project.place for project in found]


def test_nothing_is_read_where_no_such_file_lies_further_down() -> None:
    tree = MemoryTree({"pyproject.toml": TABLE, "a/x.py": "", "a/not-pyproject.toml": TABLE})
    assert InnerProjects(tree.read, resolved, tracked=True).among(tree.files, Settings()) == ()
    assert tree.reads == []


def test_a_project_has_the_settings_of_its_table() -> None:
    tree = MemoryTree({"a/pyproject.toml": '[tool.sai]\nagainst = "none"\n'})
    found = InnerProjects(tree.read, resolved, tracked=True).among(tree.files, Settings())
    assert found == (InnerProject("a/", resolved({"against": "none"})),)


def test_directories_without_a_table_are_none() -> None:
    files = {"a/pyproject.toml": TABLE, "b/pyproject.toml": "[project]\n", "b-c/pyproject.toml": ""}
    assert places(files) == ["a/"]


def test_projects_inside_projects_are_found_by_place() -> None:
    files = {
        "a/pyproject.toml": TABLE,
        "a/deep/er/pyproject.toml": TABLE,
        "a/deep/pyproject.toml": "[project]\n",
        "a-b/pyproject.toml": TABLE,
    }
    assert places(files) == ["a-b/", "a/", "a/deep/er/"]


def test_what_lies_in_a_left_out_place_is_not_read() -> None:
    tree = MemoryTree({"vendor/a/pyproject.toml": TABLE, "out/pyproject.toml": TABLE})
    settings = Settings(exclude=("out/",))
    assert InnerProjects(tree.read, resolved, tracked=True).among(tree.files, settings) == ()
    assert tree.reads == []


def test_inside_a_project_its_own_settings_say_what_is_left_out() -> None:
    files = {
        "a/pyproject.toml": '[tool.sai]\nexclude = ["!vendor/", "old/"]\n',
        "a/vendor/x/pyproject.toml": TABLE,
        "a/old/pyproject.toml": TABLE,
    }
    assert places(files) == ["a/", "a/vendor/x/"]


def test_a_file_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"a/pyproject\.toml cannot be read: unmerged"):
        places({"a/pyproject.toml": Problem("a/pyproject.toml", "unmerged")})


def test_a_mistake_names_the_file() -> None:
    with pytest.raises(ConfigurationError, match=r"a/pyproject\.toml: tool\.sai\.mistake"):
        places({"a/pyproject.toml": "[tool.sai]\nmistake = 1\n"})
