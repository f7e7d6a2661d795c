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
from docs.generate import commands, error_messages, parts, refreshed
from tests.functional.git_repo import GitRepo

from sai.cli import app
from sai.cli.parser import command_line_parser
from sai.core.digests import DIGEST_VERSION
from sai.errors import SaiError
from sai.sources.ignore_rules import (
    DECLARATIONS_NAME,
    PathFilter,
)
from sai.stores.baseline_file import dump_baseline, read_baseline
from sai.syntax.languages import source_pattern

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("examples/*/*.md")])
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


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


def options(parser: argparse.ArgumentParser) -> set[str]:
    """The long options of one parser."""
    return {o for action in parser._actions for o in action.option_strings if o.startswith("--")}


COMMANDS = dict(commands(command_line_parser()))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_generated_parts_of_a_page_are_up_to_date(file: Path) -> None:
    text = file.read_text("utf-8")
    assert refreshed(text) == text, "run: python docs/generate.py"


def test_every_generated_part_stands_on_one_page() -> None:
    shown = re.findall(r"<!-- generated: (.+?) -->", "".join(p.read_text("utf-8") for p in PAGES))
    groups = {"sai", "sai baseline"}  # they only hold commands
    assert sorted(shown) == sorted(parts().keys() - groups)


def test_every_command_has_a_section() -> None:
    described = set(re.findall(r"^##+ `(sai(?: [a-z]+)+)", page("reference/cli.md"), re.MULTILINE))
    assert described == {f"sai {name}" for name in COMMANDS if name}


def test_every_error_says_what_to_do_and_its_kind_is_explained() -> None:
    found = set(error_messages())
    assert len(found) > 40
    assert [message for _, message, hint in found if not hint] == []
    kinds = rows(page("reference/errors.md").partition("## All messages")[0])
    assert {slug for slug, _, _ in found} == kinds.keys() - {"kind", "---"}


def test_the_reference_names_exactly_the_options_that_exist() -> None:
    existing = {"--stale"}.union(*map(options, COMMANDS.values()))  # that one is of `sai-hook`
    assert set(OPTION.findall(page("reference/cli.md"))) == existing


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
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    patterns = {hook["id"]: hook.get("files") for hook in hooks}
    assert patterns == {"sai-duplicates": source_pattern(), "sai-baseline-stale": None}


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
