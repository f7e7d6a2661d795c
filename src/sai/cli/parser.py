"""What the command line takes: every command with its options, and the module that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sai.cli.console import Console

Handler = Callable[[argparse.Namespace, Console], int]


def command_line_parser() -> argparse.ArgumentParser:
    """The parser of `sai`; a parsed namespace holds the `handler` of its command."""
    parser = argparse.ArgumentParser(
        prog="sai", description="Stops near-duplicate code from entering a repository."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    parser.set_defaults(color="auto")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _add_check,
        _add_duplicates,
        _add_explain,
        _add_index,
        _add_sync,
        _add_flush,
        _add_baseline,
        _add_config,
        _add_init,
    ):
        add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from sai import __version__

        Console().result(f"sai {__version__}\n")
        parser.exit()


if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001


def _lazy(module: str, function: str) -> Handler:
    """A handler whose module is imported when it runs: `sai --help` needs no DuckDB."""

    def run(arguments: argparse.Namespace, console: Console) -> int:
        handler: Handler = getattr(import_module(f"sai.cli.{module}"), function)
        return handler(arguments, console)

    return run


def _command(commands: Commands, name: str, text: str, handler: Handler) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text)
    command.set_defaults(handler=handler)
    command.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colour the output"
    )
    return command


def _add_format_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default: text)"
    )
    command.add_argument(
        "--json", dest="format", action="store_const", const="json", help="same as --format json"
    )


def _add_result_options(command: argparse.ArgumentParser) -> None:
    _add_format_options(command)
    command.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FORMAT:PATH",
        help="also write the report to a file (json:report.json); may be given several times",
    )


def _add_check(commands: Commands) -> None:
    command = _command(
        commands, "check", "Fail when near-duplicate code was added.", _lazy("check", "run_check")
    )
    what = command.add_mutually_exclusive_group()
    what.add_argument(
        "--staged", action="store_true", help="judge what is staged in git, as the hook does"
    )
    what.add_argument(
        "--since", metavar="REF", help="judge what differs on disk from the merge base with REF"
    )
    command.add_argument(
        "--against",
        choices=("head", "none"),
        help="what counts as old with --staged and --since: what was there before the change "
        "(head, the default), or only what the baseline accepts (none)",
    )
    command.add_argument("--baseline", type=Path, metavar="PATH", help="file of accepted clusters")
    command.add_argument("--strict", action="store_true", help="fail when a file was skipped, too")
    command.add_argument(
        "--show-tests", action="store_true", help="show clusters that lie wholly in tests"
    )
    command.add_argument(
        "--show-suppressed", action="store_true", help="show what opt-out markers silenced"
    )
    command.add_argument(
        "--quiet", action="store_true", help="print places only, nothing on a pass"
    )
    _add_result_options(command)


def _add_duplicates(commands: Commands) -> None:
    text = "Show all clusters of a tree, those that save most lines first."
    command = _command(commands, "duplicates", text, _lazy("duplicates", "run_duplicates"))
    command.add_argument(
        "path",
        nargs="?",
        default=".",
        help="show clusters that hold a function of this directory or file (default: here)",
    )
    command.add_argument(
        "--max-clusters", type=int, metavar="N", help="show at most N clusters; all are counted"
    )
    command.add_argument(
        "--min-score",
        type=float,
        metavar="S",
        help="least cosine of a pair, instead of duplicates.min-score",
    )
    command.add_argument(
        "--min-structure",
        type=float,
        metavar="S",
        help="least structure of a pair, instead of duplicates.min-structure",
    )
    command.add_argument(
        "--semantic",
        action="store_true",
        help="also list functions that may do the same, written differently",
    )
    command.add_argument("--fail", action="store_true", help="exit with 1 if there is any cluster")
    _add_result_options(command)


def _add_explain(commands: Commands) -> None:
    text = "Say why two functions are or are not linked, with each limit and score."
    command = _command(commands, "explain", text, _lazy("explain", "run_explain"))
    for name in ("first", "second"):
        command.add_argument(name, metavar=name.upper(), help="path:line or path::symbol")
    command.add_argument("--staged", action="store_true", help="as they are staged in git")
    _add_format_options(command)


def _add_index(commands: Commands) -> None:
    text = "Bring the index up to date with the files on disk, or look at it."
    command = _command(commands, "index", text, _lazy("index", "run_index"))
    what = command.add_mutually_exclusive_group()
    what.add_argument(
        "--status", action="store_true", help="show size, files, functions, model, freshness"
    )
    what.add_argument(
        "--dry-run", action="store_true", help="list every file with what is decided, and why"
    )
    what.add_argument(
        "--snapshot", action="store_true", help="renew the index file that git tracks"
    )
    _add_format_options(command)


def _add_sync(commands: Commands) -> None:
    text = "Bring the index up to date with what changed, and say what did."
    command = _command(commands, "sync", text, _lazy("sync", "run_sync"))
    what = command.add_mutually_exclusive_group()
    what.add_argument("--staged", action="store_true", help="what is staged in git")
    what.add_argument("--since", metavar="REF", help="what differs from the merge base")
    what.add_argument(
        "--file", action="append", metavar="PATH", help="this file only; may be given several times"
    )
    _add_format_options(command)


def _add_flush(commands: Commands) -> None:
    text = "Remove the index; the next run makes it anew."
    _command(commands, "flush", text, _lazy("flush", "run_flush"))


def _add_baseline(commands: Commands) -> None:
    text = "Accept known duplicates, and look after the file of accepted ones."
    command = commands.add_parser("baseline", help=text, description=text)
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    accept = _command(
        actions,
        "accept",
        "Accept all findings, or those with the given ids.",
        _lazy("baseline", "run_accept"),
    )
    accept.add_argument("ids", nargs="*", metavar="ID", help="only these; reports print them")
    accept.add_argument("--reason", default="", help="why; kept in the file and shown")
    refresh = _command(
        actions,
        "refresh",
        "Renew the entries of accepted functions.",
        _lazy("baseline", "run_refresh"),
    )
    prune = _command(
        actions, "prune", "Remove entries that no longer link.", _lazy("baseline", "run_prune")
    )
    status = _command(
        actions, "status", "Count known and stale entries.", _lazy("baseline", "run_status")
    )
    status.add_argument("--fail-stale", action="store_true", help="exit with 1 on stale entries")
    for each in (accept, refresh, prune, status):
        each.add_argument("--baseline", type=Path, metavar="PATH", help="file of accepted clusters")


def _add_config(commands: Commands) -> None:
    command = _command(
        commands, "config", "Print every setting with its origin.", _lazy("config", "run_config")
    )
    command.add_argument("--json", action="store_true", help="print JSON")


def _add_init(commands: Commands) -> None:
    _command(
        commands,
        "init",
        "Add a commented [tool.sai] table to pyproject.toml.",
        _lazy("init", "run_init"),
    )
