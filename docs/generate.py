"""The generated parts of the reference: `python docs/generate.py` brings them up to date.

A part stands in a page between `<!-- generated: NAME -->` and `<!-- end -->`. A test compares what
stands there with what would be written.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sai import errors
from sai.cli.parser import command_line_parser
from sai.config import Key, all_keys, toml_value
from sai.config.overrides import overridable_keys
from sai.embedders import EMBEDDERS
from sai.sources import ignore_rules
from sai.syntax.languages import LANGUAGES
from sai.syntax.languages.plain import PLAIN_LANGUAGES, PlainSpec
from sai.syntax.languages.spec import LanguageSpec

DOCS = Path(__file__).resolve().parent
SOURCE = DOCS.parent / "src" / "sai"
_PART = re.compile(r"(<!-- generated: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def refreshed(text: str) -> str:
    """A page with every generated part as it should be; `KeyError` for a part of no name."""
    return _PART.sub(lambda part: f"{part[1]}{parts()[part[2]]().strip()}\n{part[3]}", text)


def parts() -> dict[str, Callable[[], str]]:
    """What writes each part, by its name."""
    found: dict[str, Callable[[], str]] = {
        "files": lambda: _keys(_FILE_KEYS),
        "analysis": lambda: _keys(_ANALYSIS_KEYS),
        "verdict": lambda: _keys(_verdict_keys()),
        "overridable": lambda: ", ".join(f"`{leaf}`" for leaf in overridable_keys()) + ".",
        "languages": lambda: _languages(LANGUAGES),
        "plain languages": lambda: _languages(PLAIN_LANGUAGES),
        "vendored": lambda: _names(ignore_rules.VENDORED_DIRECTORIES),
        "generated directories": lambda: _names(ignore_rules.GENERATED_DIRECTORIES),
        "untracked directories": lambda: _names(ignore_rules.UNTRACKED_DIRECTORIES),
        "embedders": _embedders,
        "errors": _errors,
    }
    for name, parser in commands(command_line_parser()):
        found[f"sai {name}".strip()] = lambda parser=parser: _command(parser)  # type: ignore[misc]
    return found


# -- settings

_FILE_KEYS = (
    "include",
    "exclude",
    "extend-exclude-dirs",
    "languages",
    "lines-fallback",
    "skip-generated",
    "max-file-kib",
    "test-paths",
)
_ANALYSIS_KEYS = (
    "chunker",
    "max-chunk-chars",
    "strip-comments",
    "embedder",
    "onnx.path",
    "onnx.prefix",
    "onnx.dimension",
    "onnx.max-tokens",
    "index.path",
)
_DEFAULTS_IN_WORDS = {
    "languages": "all known",
    "test-paths": "by language",
    "duplicates.min-score": "by embedder",
}


def _verdict_keys() -> list[str]:
    """All other keys, so that a new one cannot be forgotten."""
    return [name for name in all_keys() if name not in _FILE_KEYS + _ANALYSIS_KEYS]


def _keys(names: Iterable[str]) -> str:
    rows = [(f"`{key.name}`", _default(key), key.rule.summary) for key in map(_key, names)]
    return _table(("key", "default", "meaning"), rows)


def _key(name: str) -> Key:
    return all_keys()[name]


def _default(key: Key) -> str:
    return _DEFAULTS_IN_WORDS.get(key.name, f"`{toml_value(key.default)}`")


# -- tables of the program


def _languages(specs: Sequence[LanguageSpec | PlainSpec]) -> str:
    rows = [
        (f"`{spec.name}`", _names(spec.extensions), _names(spec.test_patterns)) for spec in specs
    ]
    return _table(("language", "files", "tests by convention"), rows)


def _embedders() -> str:
    rows = [(f"`{name}`", f"`{row.min_score:g}`", row.summary) for name, row in EMBEDDERS.items()]
    return _table(("embedder", "`min-score` where none is set", "what it is"), rows)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# -- commands


def commands(
    parser: argparse.ArgumentParser, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """A parser and its sub-parsers, each with its name: `baseline accept`."""
    yield name, parser
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for child, inner in action.choices.items():
                yield from commands(inner, f"{name} {child}".strip())


def _command(parser: argparse.ArgumentParser) -> str:
    """What a command takes, as a table, without what all commands take."""
    rows = [
        (f"`{_form(action)}`", _escaped(action.help or ""))
        for action in parser._actions  # noqa: SLF001
        if action.help is not argparse.SUPPRESS
        and not {"--help", "--color"}.intersection(action.option_strings)
        and not isinstance(action, argparse._SubParsersAction)  # noqa: SLF001
    ]
    return _table(("argument", "meaning"), rows) if rows else "It takes no arguments."


def _form(action: argparse.Action) -> str:
    """An option with its value, or a positional argument, as its help writes them."""
    value = action.metavar or ("\\|".join(map(str, action.choices or ())) or action.dest.upper())
    name = value if isinstance(value, str) else " ".join(value)
    if not action.option_strings:
        return f"[{name}]" if action.nargs in ("?", "*") else name
    return action.option_strings[-1] + ("" if action.nargs == 0 else f" {name}")


# -- errors


def _errors() -> str:
    """All messages by slug, from the source, with what they tell to do; holes are written `…`."""
    by_slug: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for slug, message, hint in sorted(set(error_messages())):
        by_slug[slug].append((_escaped(message), _escaped(hint)))
    texts = []
    for slug, rows in sorted(by_slug.items()):
        texts.append(f"### {slug}\n\n{_table(('message', 'what to do'), rows)}")
    return "\n\n".join(texts)


def error_messages() -> Iterator[tuple[str, str, str]]:
    """Slug, message and hint of every error that the source makes with a text of its own."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and (kind := _error_kind(node)):
                named = {k.arg: _text(_meant(k.value, constants)) for k in node.keywords}
                message = _text(_meant(node.args[0], constants))
                if message.strip("… :"):
                    yield named.get("slug", kind.slug), message, named.get("hint", "")


def _error_kind(call: ast.Call) -> type[errors.SaiError] | None:
    kind = getattr(errors, call.func.id, None) if isinstance(call.func, ast.Name) else None
    return kind if isinstance(kind, type) and issubclass(kind, errors.SaiError) else None


def _meant(node: ast.expr, named_texts: Mapping[str, ast.expr]) -> ast.expr:
    """The text that a name of the module stands for."""
    return named_texts.get(node.id, node) if isinstance(node, ast.Name) else node


def _text(node: ast.expr) -> str:
    """A text as far as it stands in the source."""
    if isinstance(node, ast.Constant):
        return str(node.value).partition("\n")[0]
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(value) for value in node.values)
    if isinstance(node, ast.BinOp):
        return _text(node.left) + _text(node.right)
    return "…"


# -- Markdown


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")


def main() -> int:
    """Bring all pages up to date; names those that changed."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    for page in sorted(DOCS.rglob("*.md")):
        before = page.read_text("utf-8")
        after = refreshed(before)
        if after != before:
            page.write_text(after, "utf-8")
            sys.stdout.write(f"changed {page.relative_to(DOCS.parent).as_posix()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
