"""The table that `sai init` writes stays in step with the settings and spares the file."""

from __future__ import annotations

import re

import pytest
import yaml

from sai.config import all_keys, initial_table, parse_table, pre_commit_entry, resolve
from sai.core.settings import Override, Settings
from sai.errors import ConfigurationError, UsageError


def uncommented(text: str) -> bytes:
    return re.sub(r"^# (?=\S+ = |\[\[)", "", text, flags=re.MULTILINE).encode()


def test_the_template_changes_nothing() -> None:
    table = parse_table(initial_table(None).encode(), "p")
    assert table == {}


def test_the_template_shows_every_key_with_its_default() -> None:
    table = parse_table(uncommented(initial_table(None)), "p")
    resolved = resolve(table, environment={}, command_line={}, choices={})
    assert set(resolved.origins.values()) == {"pyproject.toml"}
    by_language = ()  # TOML cannot write an unset value; the comment says what unset means
    example = Override(("legacy/",), (("min_lines", 15),))
    assert resolved.settings == Settings(test_paths=by_language, overrides=(example,))


def test_the_template_explains_every_key() -> None:
    text = initial_table(None)
    for key in all_keys().values():
        assert f"#\n# {key.rule.summary}\n# {key.name} = " in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("existing", "before"),
    [
        (None, ""),
        (b"", ""),
        (b"# a\n[project]\nname  =  'x'  # y\n", "# a\n[project]\nname  =  'x'  # y\n\n"),
        (b"a = 1", "a = 1\n\n"),
        (b"\xef\xbb\xbfa = 1\r\n", "\ufeffa = 1\r\n\r\n"),
        (b"a = 'caf\xc3\xa9'\n", "a = 'caf\u00e9'\n\n"),
        (b"[tool.black]\nx = 1\n", "[tool.black]\nx = 1\n\n"),
    ],
)
def test_what_the_file_holds_is_kept(existing: bytes | None, before: str) -> None:
    text = initial_table(existing)
    newline = "\r\n" if existing and b"\r\n" in existing else "\n"
    assert text.startswith(f"{before}[tool.sai]{newline}#")
    assert set(re.findall(r"\r?\n", text)) == {newline}
    assert text.endswith(newline)


@pytest.mark.parametrize(
    "existing", [b"[tool.sai]\n", b"tool.sai.against = 'none'\n", b"[tool.sai.duplicates]\n"]
)
def test_an_existing_table_is_not_touched(existing: bytes) -> None:
    with pytest.raises(UsageError, match=r"^pyproject.toml has a \[tool.sai\] table already$"):
        initial_table(existing)


def test_a_file_that_cannot_take_a_table_is_not_touched() -> None:
    with pytest.raises(UsageError, match="cannot be added"):
        initial_table(b"tool = { other = { x = 1 } }\n")


def test_a_broken_file_is_not_touched() -> None:
    with pytest.raises(ConfigurationError, match=r"^pyproject.toml:1: not valid TOML"):
        initial_table(b"x = = 1\n")


def test_the_pre_commit_entry_is_yaml_with_the_given_tag() -> None:
    assert yaml.safe_load("repos:\n" + pre_commit_entry("1.0")) == {
        "repos": [
            {
                "repo": "https://github.com/OWNER/pytest-sai",
                "rev": "1.0",
                "hooks": [{"id": "sai-duplicates"}],
            }
        ]
    }
