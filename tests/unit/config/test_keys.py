"""The flat table of keys and the rules of the settings agree."""

from __future__ import annotations

import pytest

from sai.config import all_keys
from sai.config.keys import TABLES, UNSUPPORTED, settings_from
from sai.core.settings import IndexSettings, Settings, combination_violations, rule_of


def test_defaults_obey_their_own_rules() -> None:
    for key in all_keys().values():
        assert key.rule.violation(key.default) == ""
    assert combination_violations(Settings()) == ()


def test_reserved_names_are_not_keys() -> None:
    assert not set(UNSUPPORTED) & {*all_keys(), *TABLES}


def test_variables_are_unique() -> None:
    assert len({key.variable for key in all_keys().values()}) == len(all_keys())


def test_names_follow_the_fields() -> None:
    key = all_keys()["duplicates.min-exact-lines"]
    assert (key.table, key.leaf, key.variable, key.kind, key.default) == (
        "duplicates",
        "min-exact-lines",
        "SAI_DUPLICATES_MIN_EXACT_LINES",
        int,
        4,
    )


def test_no_values_give_the_defaults() -> None:
    assert settings_from({}) == Settings()


def test_a_field_that_does_not_exist_has_no_rule() -> None:
    with pytest.raises(KeyError):
        rule_of(IndexSettings, "size")


@pytest.mark.parametrize("path", ["a", "a/b.json", "./a", "a/../b", ".sai/x y.duckdb", "é"])
def test_paths_inside_the_project_are_fine(path: str) -> None:
    assert rule_of(Settings, "baseline").violation(path) == ""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("..", "must not leave the project"),
        ("../a", "must not leave the project"),
        ("a/../../a", "must not leave the project"),
        ("~/a", "must be relative to the project root"),
        (".", "must name a file"),
        ("a/..", "must name a file"),
        (" ", "must name a file"),
        ("a\0", "must not hold control characters"),
    ],
)
def test_other_paths_are_not(path: str, text: str) -> None:
    assert rule_of(Settings, "baseline").violation(path) == text
