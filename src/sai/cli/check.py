"""`sai check`: judge, print, exit code. The hook uses its parts."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from sai.bootstrap import everything_on_disk, judged, open_session, since, staged_changes
from sai.cli.console import Console, TerminalProgress
from sai.core.run_report import RunReport, seen_from_above
from sai.reporters import rendered
from sai.reporters.outputs import parsed_outputs, write_file
from sai.reporters.several_text import render_run as render_text
from sai.reporters.text_report import TextOptions
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
        enquiry = staged_changes(session)
        if not enquiry.changed and arguments.format == "text" and not outputs:
            console.note("no source text is staged")
            return 0
    elif arguments.since is not None:
        enquiry = since(session, arguments.since)
    else:
        enquiry = everything_on_disk(session)
    if arguments.show_suppressed:
        enquiry = enquiry.showing_suppressed()
    run = judged(enquiry, started)
    console.notes(enquiry.notices)
    status = print_verdict(
        run,
        console,
        form=arguments.format,
        quiet=arguments.quiet,
        show_tests=arguments.show_tests,
    )
    for name, path in outputs:
        write_file(path, rendered(name, run))
    if status == 0 and arguments.strict and not _skips_allowed(run, console):
        return 1
    return status


def print_verdict(
    run: RunReport,
    console: Console,
    *,
    form: str = "text",
    quiet: bool = False,
    show_tests: bool = False,
) -> int:
    """Print what a run found in one of the FORMATS and return the exit code of its verdict."""
    if form == "text":
        style = text_options(console, quiet=quiet, show_tests=show_tests)
        console.result(render_text(run, style))
    else:
        console.result(rendered(form, run))
    return 0 if run.passed else 1


def _skips_allowed(run: RunReport, console: Console) -> bool:
    """Whether no file was skipped; names those that were."""
    reports = map(seen_from_above, run.reports)
    skipped = [problem for report in reports for problem in report.problems if problem.skipped]
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
