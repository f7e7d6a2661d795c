"""The documentation says what the program does: options, settings, formats, and the tutorial."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml
from tests.functional.git_repo import GitRepo

from sai.cli import app
from sai.cli.parser import command_line_parser
from sai.config import all_keys, toml_value
from sai.core.digests import DIGEST_VERSION
from sai.errors import SaiError
from sai.sources.ignore_rules import (
    DECLARATIONS_NAME,
    GENERATED_DIRECTORIES,
    UNTRACKED_DIRECTORIES,
    VENDORED_DIRECTORIES,
    PathFilter,
)
from sai.stores.baseline_file import dump_baseline, read_baseline
from sai.syntax.languages import LANGUAGES, conventional_tests, source_pattern

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("examples/*/*.md")])
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
DESCRIBED_DEFAULTS = {"languages": "all known", "test-paths": "by language"}


def page(name: str) -> str:
    """The text of a page of `docs`."""
    return (DOCS / name).read_text(encoding="utf-8")


def section(text: str, start: str) -> str:
    """A second-level section whose heading starts so, without its heading."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        if heading.startswith(start):
            return body
    raise AssertionError(f"no section {start}")


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables by their first cell, backquotes left out."""
    lines = [line.strip("| ") for line in text.split("\n") if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.replace("\\|", "¦").split(" | ")] for line in lines]
    return {first.strip("`"): rest for first, *rest in cells}


def quoted(text: str) -> set[str]:
    """What stands between backquotes, code blocks left out."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


def commands(
    parser: argparse.ArgumentParser, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """A parser and its sub-parsers, each with its name: `baseline accept`."""
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child, inner in action.choices.items():
                yield from commands(inner, f"{name} {child}".strip())


def options(parser: argparse.ArgumentParser) -> set[str]:
    """The long options of one parser."""
    return {o for action in parser._actions for o in action.option_strings if o.startswith("--")}


COMMANDS = dict(commands(command_line_parser()))


def test_the_reference_names_exactly_the_options_that_exist() -> None:
    existing = set().union(*map(options, COMMANDS.values()))
    assert set(OPTION.findall(page("reference/cli.md"))) == existing


@pytest.mark.parametrize("command", ["check", "duplicates", "index", "baseline", "config", "init"])
def test_the_section_of_a_command_names_its_options_and_no_others(command: str) -> None:
    reference = page("reference/cli.md")
    common = set(OPTION.findall(reference.partition("\n## ")[0]))
    named = set(OPTION.findall(section(reference, f"`sai {command}")))
    existing: set[str] = set()
    for name, parser in COMMANDS.items():
        if name.split(" ")[0] == command:
            existing |= options(parser)
    assert existing - common <= named
    assert named <= existing


def test_every_action_of_the_baseline_is_described() -> None:
    described = " ".join(rows(section(page("reference/cli.md"), "`sai baseline")))
    actions = {name.split(" ")[1] for name in COMMANDS if name.startswith("baseline ")}
    assert set(re.findall(r"sai baseline (\w+)", described)) == actions


def documented_commands() -> Iterator[tuple[str, list[str]]]:
    """Each `sai …` of a console block, as arguments, with the page where it stands."""
    for file in PAGES:
        for block in re.findall(r"```console\n(.*?)```", file.read_text("utf-8"), re.DOTALL):
            for line in block.split("\n"):
                for part in re.split(r"&&|[()]", line) if "sai " in line else ():
                    words = shlex.split(part, comments=True) if part.count('"') % 2 == 0 else []
                    words = words[1:] if words[:1] == ["$"] else words
                    if words[:1] == ["sai"]:
                        yield file.relative_to(ROOT).as_posix(), words[1:]


def test_every_command_line_in_the_documentation_is_understood(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = list(documented_commands())
    assert len(found) > 10
    for where, arguments in found:
        try:
            command_line_parser().parse_args(arguments)
        except SystemExit:
            pytest.fail(f"{where}: sai {shlex.join(arguments)}\n{capsys.readouterr().err}")


def test_every_setting_stands_with_its_default() -> None:
    documented = rows(page("reference/configuration.md"))
    for key in all_keys().values():
        expected = DESCRIBED_DEFAULTS.get(key.name, f"`{toml_value(key.default)}`")
        assert documented[key.name][0] == expected, key.name


def test_the_directories_that_are_left_out_are_listed() -> None:
    text = section(page("reference/configuration.md"), "What is left out")
    vendored, generated, untracked = re.split(r"^\* ", text, flags=re.MULTILINE)[1:4]
    assert quoted(vendored) == set(VENDORED_DIRECTORIES)
    assert quoted(generated) == set(GENERATED_DIRECTORIES)
    assert quoted(untracked.partition("\n\n")[0]) == set(UNTRACKED_DIRECTORIES)


def test_the_file_names_that_are_given_as_left_out_are(default_filter: PathFilter) -> None:
    text = section(page("reference/configuration.md"), "What is left out")
    names = quoted(text[text.index("Files of these kinds") : text.index("* with `skip-generated`")])
    assert len(names) > 10
    for name in names:
        path = f"declared{name}" if DECLARATIONS_NAME.search(name) else name
        assert default_filter.reason(f"src/{path}"), name


@pytest.fixture
def default_filter() -> PathFilter:
    """What is left out of a git repository without settings."""
    from sai.core.settings import Settings

    return PathFilter(Settings(), tracked=True)


def test_every_language_stands_with_its_files_and_tests() -> None:
    text = section(page("reference/configuration.md"), "What is read")
    listed = dict(re.findall(r"^\* `(\w+)`: (.*)$", text, flags=re.MULTILINE))
    assert {name: quoted(files) for name, files in listed.items()} == {
        spec.name: set(spec.extensions) for spec in LANGUAGES
    }
    python, others = text.partition("Tests are by convention")[2].split("in the\nother")
    assert quoted(python) == set(conventional_tests()["python"])
    for name, patterns in conventional_tests().items():
        if name != "python":
            assert {pattern for pattern in patterns if "*" not in pattern} <= quoted(others)
            assert {".".join(p.split(".")[:2]) for p in patterns if "*" in p} == {
                "*.test",
                "*.spec",
            }


def test_every_exit_status_is_explained() -> None:
    def tree(error: type[SaiError]) -> Iterator[int]:
        yield error.exit_code
        for child in error.__subclasses__():
            yield from tree(child)

    own = {app.EXIT_CLEAN, app.EXIT_FINDINGS, app.EXIT_BUG, app.EXIT_INTERRUPTED}
    documented = {int(cell) for cell in rows(page("reference/exit-codes.md")) if cell.isdecimal()}
    assert documented == own | set(tree(SaiError))


def test_every_key_of_the_json_report_is_named() -> None:
    schema = json.loads((ROOT / "src/sai/reporters/report.schema.json").read_text("utf-8"))
    text = page("reference/report-json.md")
    top = {name for cell in rows(section(text, "Top level")) for name in cell.split("`, `")}
    assert set(schema["properties"]) == top - {"key", "---"}
    assert set(property_names(schema)) <= quoted(text)


def property_names(schema: object) -> Iterator[str]:
    """The names of all properties, at any depth of a schema."""
    if isinstance(schema, Mapping):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, Mapping) else ()
        for value in schema.values():
            yield from property_names(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from property_names(value)


def test_the_baseline_of_the_reference_is_what_would_be_written() -> None:
    text = page("reference/baseline-file.md")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    baseline = read_baseline(example.encode(), "sai-baseline.json")
    assert dump_baseline(baseline).decode() == example
    assert baseline.digest_version == DIGEST_VERSION
    assert set(re.findall(r'"([a-z]+)":', example)) <= quoted(text)


def test_the_published_hook_has_the_pattern_of_the_language_table() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["files"] == source_pattern()


def test_every_page_is_in_the_navigation() -> None:
    def pages(entry: object) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, (list, dict)):
            for each in entry if isinstance(entry, list) else entry.values():
                yield from pages(each)

    configuration = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    listed = list(pages(configuration["nav"]))
    assert sorted(listed) == sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.md"))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_leads_to_one(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text("utf-8")):
        assert "://" in target or (file.parent / target).is_file(), target


def test_the_tutorial_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tutorial = page("tutorial/first-gate.md")
    prices, invoices, fees = re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL)
    repo = GitRepo.create(tmp_path / "shop")
    monkeypatch.chdir(repo.top)
    for name, value in repo.env.items():
        monkeypatch.setenv(name, value)

    def shown(*arguments: str) -> None:
        app.main(arguments)
        printed = re.sub(r"\d\.\d s$", "", capsys.readouterr().out, flags=re.MULTILINE)
        for line in printed.split("\n"):
            assert line in tutorial

    repo.committed({"prices.py": prices})
    shown("check")
    repo.stage("invoices.py", invoices)
    shown("check", "--staged")
    shown("baseline", "accept", "--reason", "to be merged with the new price model")
    repo.git("add", "sai-baseline.json")
    shown("check", "--staged")
    repo.git("commit", "-q", "-m", "Invoices")
    repo.stage("fees.py", fees)
    app.main(["check", "--staged"])
    grown = capsys.readouterr().out.partition("\n\n    def")[0]
    assert grown in tutorial
