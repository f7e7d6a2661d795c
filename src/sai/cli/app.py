"""The `sai` command: dispatch, and the one place where errors become exit codes."""

from __future__ import annotations

import gc
import os
import traceback
from collections.abc import Callable, Sequence

from sai.cli.console import Console
from sai.cli.parser import command_line_parser
from sai.errors import SaiError, UsageError

_COLLECT_AFTER = 20_000  # a tenth less time for an index: chunks are many and hold no cycles
EXIT_CLEAN, EXIT_FINDINGS, EXIT_BUG, EXIT_INTERRUPTED = 0, 1, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 clean, 1 findings, 2 usage or configuration,
    3 environment, 70 our bug, 130 interrupted.
    """
    arguments, unknown = command_line_parser().parse_known_args(argv)
    console = Console(arguments.color)
    if unknown:
        return guarded(lambda: _refuse(arguments.command, unknown), console)
    return guarded(lambda: arguments.handler(arguments, console), console)


def _refuse(command: str, unknown: Sequence[str]) -> int:
    """Refuse arguments that a command does not know; say what may have been meant."""
    hint = f"`sai {command} --help` lists what it takes"
    if command == "check" and not unknown[0].startswith("-"):
        hint = f"check judges the whole project; to look at a part: sai duplicates {unknown[0]}"
    raise UsageError(f"sai {command} does not take {' '.join(unknown)}", hint=hint)


def guarded(run: Callable[[], int], console: Console) -> int:
    """Run something and turn whatever it raises into a message and an exit code."""
    gc.set_threshold(_COLLECT_AFTER)
    try:
        return run()
    except SaiError as error:
        console.error(error)
        return error.exit_code
    except ImportError as error:
        hint = "install pytest-sai again: pip install --force-reinstall pytest-sai"
        console.error(SaiError(f"the installation is broken: {error}", hint=hint))
        return SaiError.exit_code
    except KeyboardInterrupt:
        console.note("interrupted")
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one boundary: a bug gets a message, too
        if os.environ.get("SAI_TRACEBACK"):
            traceback.print_exc()
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        hint = "please report it, with what SAI_TRACEBACK=1 prints"
        console.error(SaiError(f"this is a bug in sai: {text}", hint=hint))
        return EXIT_BUG
