"""The list of tables `overrides`."""

from __future__ import annotations

import pytest

from sai.config import parse_table, resolve
from sai.core.settings import OVERRIDABLE, DuplicateSettings, Override
from sai.errors import ConfigurationError

CHOICES = {"languages": ("python",), "chunker": ("ast",), "embedder": ("sketch",)}


def overrides_of(toml: str) -> tuple[Override, ...]:
    table = parse_table(f"[tool.sai]\n{toml}".encode(), "pyproject.toml")
    return resolve(table, environment={}, command_line={}, choices=CHOICES).settings.overrides


def test_each_table_becomes_an_override_in_its_order() -> None:
    toml = """
    [[tool.sai.overrides]]
    paths = ["legacy/", "*_pb.py"]
    min-lines = 20
    min-structure = 0.9
    [[tool.sai.overrides]]
    paths = ["core/"]
    min-exact-lines = 3
    """
    assert overrides_of(toml) == (
        Override(("legacy/", "*_pb.py"), (("min_lines", 20), ("min_structure", 0.9))),
        Override(("core/",), (("min_exact_lines", 3),)),
    )


def test_an_empty_list_is_no_override() -> None:
    assert overrides_of("overrides = []") == ()


def test_only_fields_of_the_duplicates_table_can_be_overridden() -> None:
    assert set(OVERRIDABLE) <= set(DuplicateSettings.__dataclass_fields__)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (
            "overrides = 3",
            "tool.sai.overrides must be a list of tables with `paths` and limits, not 3",
        ),
        ("overrides = [{}]", "tool.sai.overrides, table 1 has no `paths`: a list of patterns of"),
        ("overrides = [{paths = []}]", "table 1 paths must name at least one pattern"),
        ("overrides = [{paths = ['!']}]", 'paths holds "!", which is not a pattern'),
        ("overrides = [{paths = 'a'}]", 'paths must be a list of texts, not "a"'),
        (
            "overrides = [{paths = ['a'], min-lins = 3}]",
            "table 1 min-lins is not a known key here; did you mean min-lines?",
        ),
        (
            "overrides = [{paths = ['a'], linkage = 'single'}]",
            "table 1 linkage cannot differ by path; what can: min-score, min-structure, margin, "
            "min-lines, min-tokens, min-exact-lines",
        ),
        (
            "overrides = [{paths = ['a']}, {paths = ['b'], min-structure = 2}]",
            "table 2 min-structure must be between 0.5 and 1, not 2",
        ),
        (
            "overrides = [{paths = ['a'], min-exact-lines = 30}]",
            "table 1 contradicts the rest: the size floor of exact copies (30 lines) must not be "
            "above that of edited ones (6 lines)",
        ),
    ],
)
def test_a_mistake_names_the_table_and_the_key(toml: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        overrides_of(toml)
    assert caught.value.message.startswith("pyproject.toml: tool.sai.overrides")
    assert message in caught.value.message


def test_all_mistakes_of_all_tables_are_named_at_once() -> None:
    toml = "overrides = [{paths = 3, min-lines = 0}, {x = 1}]"
    with pytest.raises(ConfigurationError) as caught:
        overrides_of(toml)
    assert caught.value.message.splitlines()[0] == "4 mistakes in the configuration:"


def test_there_is_no_variable_for_overrides() -> None:
    with pytest.raises(ConfigurationError) as caught:
        resolve({}, environment={"SAI_OVERRIDES": "x"}, command_line={}, choices=CHOICES)
    assert caught.value.message == (
        "environment: SAI_OVERRIDES is not a variable; write it in pyproject.toml"
    )
