"""The text of a run over several projects: a headline for each, findings with paths from above."""

from __future__ import annotations

from collections.abc import Iterator

from sai.core.run_report import RunReport, seen_from_above
from sai.reporters import text_report
from sai.reporters.styled import BAD, Piece, line, paint
from sai.reporters.text_report import TextOptions
from sai.reporters.wording import count

_DEFAULTS = TextOptions()


def render(run: RunReport, options: TextOptions = _DEFAULTS) -> str:
    """The text of each project, failing ones as blocks; before them how many projects fail.

    Paths and commands are for where the run was started. "" for a quiet pass.
    """
    texts = [text_report.render(seen_from_above(report), options) for report in run.reports]
    if not run.passed and not options.quiet and len(texts) > 1:
        texts.insert(0, paint([line(Piece(headline(run), BAD))], color=options.color))
    if not run.reports and not options.quiet:
        texts = [f"sai: no new duplicates · {_nothing(run)} · {run.seconds:.1f} s\n"]
    return "".join(_spaced([text for text in texts if text]))


def render_run(run: RunReport, options: TextOptions = _DEFAULTS) -> str:
    """The text of any run: of one project its report, as it is."""
    if run.is_several:
        return render(run, options)
    (report,) = run.reports
    return text_report.render(report, options)


def headline(run: RunReport) -> str:
    """How much was found in how many of the projects that were judged."""
    failing = sum(not report.passed for report in run.reports)
    found = text_report.found(run.findings)
    return f"sai: {found} in {failing} of {count(len(run.reports), 'project')}"


def _nothing(run: RunReport) -> str:
    return f"nothing to judge in {count(run.projects, 'project')}"


def _spaced(texts: list[str]) -> Iterator[str]:
    """The texts with an empty line around those of several lines."""
    for number, text in enumerate(texts):
        before = texts[number - 1] if number else ""
        if before and max(before.count("\n"), text.count("\n")) > 1:
            yield "\n"
        yield text
