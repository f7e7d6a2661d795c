"""`sai check`: judge, print, exit code. The hook uses its parts."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from sai.bootstrap import judged, open_session, since, staged_changes, whole_disk
from sai.cli.console import Console, TerminalProgress
from sai.core.report import CheckReport
from sai.reporters import FORMATS
from sai.reporters.outputs import parsed_outputs, write_file
from sai.reporters.text_report import TextOptions
from sai.reporters.text_report import render as render_text
from sai.reporters.wording import count, visible


def run_check(arguments: argparse.Namespace, console: Console) -> int:
    """Run the gate as the options ask for and return the exit code."""
    outputs = parsed_outputs(arguments.output)
    started = time.monotonic()
    session = open_session(
        Path.cwd(),
        options=options_of(arguments),
        baseline=arguments.baseline,
        staged=arguments.staged,
        progress=TerminalProgress(),
    )
    if arguments.staged:
        question = staged_changes(session)
        if not question.changed and arguments.format == "text" and not outputs:
            console.note("nothing is staged")
            return 0
    elif arguments.since is not None:
        question = since(session, arguments.since)
    else:
        question = whole_disk(session)
    question = replace(question, show_suppressed=arguments.show_suppressed)
    report = judged(session, question, started)
    console.notes(session.notices)
    status = print_verdict(
        report,
        console,
        form=arguments.format,
        quiet=arguments.quiet,
        show_tests=arguments.show_tests,
    )
    for name, path in outputs:
        write_file(path, FORMATS[name]()(report))
    if status == 0 and arguments.strict and not _skips_allowed(report, console):
        return 1
    return status


def print_verdict(
    report: CheckReport,
    console: Console,
    *,
    form: str = "text",
    quiet: bool = False,
    show_tests: bool = False,
) -> int:
    """Print a report in one of the FORMATS and return the exit code of its verdict."""
    if form == "text":
        style = text_options(console, quiet=quiet, show_tests=show_tests)
        console.result(render_text(report, style))
    else:
        console.result(FORMATS[form]()(report))
    return 0 if report.passed else 1


def _skips_allowed(report: CheckReport, console: Console) -> bool:
    """Whether no file was skipped; names those that were."""
    skipped = [problem for problem in report.problems if problem.skipped]
    for problem in skipped:
        console.note(f"skipped {visible(problem.path)}: {visible(problem.reason)}")
    if skipped:
        console.note(f"{count(len(skipped), 'file')} skipped, which --strict does not allow")
    return not skipped


def text_options(console: Console, *, quiet: bool = False, show_tests: bool = False) -> TextOptions:
    """How text is to look on this terminal."""
    return TextOptions(
        color=console.wants_color(sys.stdout),
        width=console.width,
        quiet=quiet,
        show_tests=show_tests,
    )


_KEYS: dict[str, str] = {
    "against": "against",
    "max_clusters": "duplicates.max-clusters",
    "min_score": "duplicates.min-score",
    "min_structure": "duplicates.min-structure",
}


def options_of(arguments: argparse.Namespace) -> dict[str, object]:
    """The settings that were given as options, by full key name."""
    return {key: getattr(arguments, name, None) for name, key in _KEYS.items()}
