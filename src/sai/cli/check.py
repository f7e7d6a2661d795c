"""`sai check`: judge, print, exit code. The hook and the pytest plugin use its parts."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sai.bootstrap import Session, open_session, since, staged_changes, whole_disk
from sai.cli.console import Console, TerminalProgress, write_file
from sai.core.report import CheckReport
from sai.errors import SaiError, UsageError
from sai.reporters import FORMATS
from sai.reporters.text_report import TextOptions
from sai.reporters.text_report import render as render_text
from sai.services.check import check
from sai.services.workspace import Question


def run_check(arguments: argparse.Namespace, console: Console) -> int:
    """Run the gate as the options ask for and return the exit code."""
    outputs = parsed_outputs(arguments.output)
    started = time.monotonic()
    session = open_session(
        Path.cwd(), options=options_of(arguments), staged=arguments.staged,
        progress=TerminalProgress(),
    )  # fmt: skip
    if arguments.staged:
        question = staged_changes(session)
        if question is None:
            console.note("nothing is staged")
            return 0
    elif arguments.since:
        question = since(session, arguments.since)
    else:
        question = whole_disk(session)
    report = judged(session, question, started)
    return finish(report, arguments, outputs, console)


def judged(session: Session, question: Question, started: float) -> CheckReport:
    """The report on a question, with the seconds since `started` (a `time.monotonic`)."""
    report = check(session.workspace(), question)
    if not report.counts.files and not report.partial:
        raise SaiError(
            "nothing to check: no source file was found",
            hint="look at include, exclude and languages in `sai config`; inside git only "
            "tracked files are checked",
            slug="nothing-to-check",
        )
    return replace(report, seconds=time.monotonic() - started)


def finish(
    report: CheckReport,
    arguments: argparse.Namespace,
    outputs: Sequence[tuple[str, Path]],
    console: Console,
) -> int:
    """Print and write a report and return the exit code of its verdict."""
    if arguments.format == "text":
        console.result(render_text(report, text_options(arguments, console)))
    else:
        console.result(FORMATS[arguments.format]()(report))
    if report.passed and arguments.format == "text":
        for notice in report.notices:
            console.note(notice)
    for name, path in outputs:
        write_file(path, FORMATS[name]()(report))
    skipped = [problem for problem in report.problems if problem.skipped]
    if report.passed and skipped and arguments.strict:
        console.note(f"{len(skipped)} files were skipped, which --strict does not allow")
        return 1
    return 0 if report.passed else 1


def text_options(arguments: argparse.Namespace, console: Console) -> TextOptions:
    """How text is to look on this terminal."""
    import sys

    return TextOptions(
        color=console.wants_color(sys.stdout),
        width=console.width,
        quiet=arguments.quiet,
        show_tests=arguments.show_tests,
    )


def parsed_outputs(values: Sequence[str]) -> list[tuple[str, Path]]:
    """`FORMAT:PATH` values; a `UsageError` for an unknown format or a missing path."""
    outputs = []
    for value in values:
        name, _, path = value.partition(":")
        if name not in FORMATS or not path:
            known = ", ".join(f"{each}:PATH" for each in FORMATS)
            raise UsageError(f"not an output: {value!r}", hint=f"known are {known}")
        outputs.append((name, Path(path)))
    return outputs


_KEYS: dict[str, str] = {
    "against": "against",
    "baseline": "baseline",
    "max_clusters": "duplicates.max-clusters",
    "min_score": "duplicates.min-score",
    "min_structure": "duplicates.min-structure",
}


def options_of(arguments: argparse.Namespace) -> dict[str, object]:
    """The settings that were given as options, by full key name."""
    return {key: getattr(arguments, name, None) for name, key in _KEYS.items()}
