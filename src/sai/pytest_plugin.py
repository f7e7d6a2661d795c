"""pytest hooks; everything else is imported when the gate runs."""

from __future__ import annotations

import time
import traceback
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import pluggy
    from _pytest._code.code import TerminalRepr

    from sai.bootstrap import Session
    from sai.core.run_report import RunReport
    from sai.errors import SaiError

NAME = "sai-duplicates"
_PROJECT_FILE = "pyproject.toml"
_LINES = "sai_lines"  # attribute of the item's report; xdist carries it from its workers


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the ini key."""
    group = parser.getgroup("sai", "duplicate code (pytest-sai)")
    group.addoption(
        "--sai-duplicates",
        action="store_true",
        help="add one item that fails when near-duplicate code was added",
    )
    group.addoption("--sai-since", metavar="REF", help="judge what differs from the merge base")
    group.addoption("--sai-baseline", metavar="PATH", help="file of accepted clusters")
    group.addoption(
        "--sai-report",
        action="append",
        default=[],
        metavar="FORMAT:PATH",
        help="also write the report to a file; may be given several times",
    )
    parser.addini("sai_duplicates", "always run with --sai-duplicates", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the gate where it is switched on, and refuse settings that it cannot work with."""
    if config.getoption("sai_duplicates") or config.getini("sai_duplicates"):
        gate = _Gate(config)
        config.pluginmanager.register(gate, "sai-gate")
        if gate.is_wanted and not _has_no_session_of_its_own(config):
            _refuse_bad_settings(config)
        return
    for option in ("--sai-since", "--sai-baseline", "--sai-report"):
        if config.getoption(option):
            raise pytest.UsageError(f"{option} needs --sai-duplicates")


class _Gate:
    """The hooks of a run with the gate."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._lines: list[str] = []

    @property
    def is_wanted(self) -> bool:
        """Whether to add the item unasked: by the ini key not where node ids are asked for."""
        asked_for_nodes = any("::" in argument for argument in self._config.args)
        return bool(self._config.getoption("sai_duplicates")) or not asked_for_nodes

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> GateFile | None:
        """Find the item where its node id is asked for."""
        is_project_file = file_path == self._config.rootpath / _PROJECT_FILE
        if is_project_file and parent.session.isinitpath(file_path):
            return GateFile.from_parent(parent, path=file_path)
        return None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> Generator[None, None, None]:
        """Add the item before others select and shuffle; put it last when they are done."""
        gates = [item for item in items if isinstance(item, GateItem)]
        others = [item for item in items if not isinstance(item, GateItem)]
        if not gates and self.is_wanted:
            added = session.genitems(_gate_file(session))
            gates = [item for item in added if isinstance(item, GateItem)]
        items[:] = [*others, *gates[:1]]
        yield
        items.sort(key=lambda item: isinstance(item, GateItem))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pluggy.Result[pytest.TestReport], None]:
        """Give the item's lines for the summary to its report."""
        outcome = yield
        if isinstance(item, GateItem):
            setattr(outcome.get_result(), _LINES, list(item.lines))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the lines for the summary."""
        if report.when == "call":
            self._lines += getattr(report, _LINES, [])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was looked at, and what a person should know of it."""
        if self._lines:
            terminalreporter.section(NAME)
        for text in self._lines:
            terminalreporter.write_line(text)


class GateError(Exception):
    """Why the item fails: all of the text is shown, its first line stands for it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.summary = text.partition("\n")[0]


class GateFile(pytest.File):
    """`pyproject.toml`, or the root directory in its place, as what holds the item."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the item."""
        yield GateItem.from_parent(self, name=NAME)


class GateItem(pytest.Item):
    """The gate. `lines` are for the summary of the run."""

    lines: tuple[str, ...] = ()

    def runtest(self) -> None:
        """Judge the projects; raises `GateError` where one does not pass."""
        from sai.errors import SaiError
        from sai.reporters import rendered

        try:
            run, notices = _judged(self.config)
        except SaiError as error:
            raise GateError(_text_of(error)) from error
        except Exception as error:
            raise GateError(_text_of_bug(error)) from error
        self.lines = (*_pass_lines(run), *(f"sai: {notice}" for notice in notices))
        if not run.passed:
            raise GateError(rendered("text", run).rstrip("\n"))

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's signature
    ) -> str | TerminalRepr:
        """The text of a `GateError` alone, whatever the style of tracebacks."""
        if not isinstance(excinfo.value, GateError):
            return super().repr_failure(excinfo)
        shown = excinfo.getrepr(style="value", chain=False)
        if shown.reprcrash:  # the one line of `--tb=line`, the short summary and JUnit's message
            shown.reprcrash.path, shown.reprcrash.lineno = str(self.path), 1
            shown.reprcrash.message = excinfo.value.summary
        return shown

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the item belongs, and its headline."""
        return self.path, None, NAME


def _gate_file(session: pytest.Session) -> GateFile:
    root = session.config.rootpath
    if (root / _PROJECT_FILE).is_file():
        return GateFile.from_parent(session, path=root / _PROJECT_FILE)
    return GateFile.from_parent(session, path=root, nodeid=root.name or "root")


def _has_no_session_of_its_own(config: pytest.Config) -> bool:
    """Whether pytest only prints help, or works for a process that checked the settings."""
    only_informs = any(config.getoption(name, default=False) for name in ("help", "markers"))
    return only_informs or hasattr(config, "workerinput")


def _refuse_bad_settings(config: pytest.Config) -> None:
    """Fail now for a mistake in the settings, rather than after all tests.

    Other trouble is left to the item, which reports it and lets the tests run.
    """
    from sai.bootstrap import refuse_mistakes
    from sai.errors import SaiError, UsageError
    from sai.reporters.outputs import parsed_outputs

    try:
        parsed_outputs(config.getoption("sai_report"))
        refuse_mistakes(_open_session(config))
    except SaiError as error:
        if error.exit_code == UsageError.exit_code:
            raise pytest.UsageError(_text_of(error)) from error
    except Exception:  # noqa: BLE001 - a bug of ours, which the item reports as one
        return


def _open_session(config: pytest.Config) -> Session:
    """The project around pytest's root directory, with the options that were given."""
    from sai.bootstrap import open_session

    given = config.getoption("sai_baseline")
    baseline = None if given is None else config.invocation_params.dir / given
    return open_session(config.rootpath, baseline=baseline)


def _judged(config: pytest.Config) -> tuple[RunReport, list[str]]:
    """Judge the projects and write the reports that were asked for; also notices of the run."""
    from sai.bootstrap import everything_on_disk, judged, since
    from sai.reporters import rendered
    from sai.reporters.outputs import parsed_outputs, write_file

    started = time.monotonic()
    session = _open_session(config)
    ref = config.getoption("sai_since")
    enquiry = everything_on_disk(session) if ref is None else since(session, ref)
    run = judged(enquiry, started)
    for name, path in parsed_outputs(config.getoption("sai_report")):
        write_file(config.invocation_params.dir / path, rendered(name, run))
    return run, list(enquiry.notices)


def _pass_lines(run: RunReport) -> Iterator[str]:
    """A pass in one line a project, and a warning where a baseline is out of date."""
    from sai.core.run_report import seen_from_above
    from sai.reporters.text_footer import MAX_PATHS, pass_line
    from sai.reporters.wording import count, visible

    for report in map(seen_from_above, run.reports) if run.is_several else run.reports:
        if run.passed:
            yield pass_line(report)
        if report.counts.stale:
            stale = count(report.counts.stale, "stale baseline entry", "stale baseline entries")
            where = f"{report.baseline_path}: " if run.is_several else ""
            yield (
                f"sai: warning: {where}{stale}; `sai baseline prune` removes what no longer links"
            )
        for notice in report.notices[:MAX_PATHS]:
            yield f"sai: note: {visible(notice)}"


def _text_of(error: SaiError) -> str:
    hint = f"\n     {error.hint}" if error.hint else ""
    return f"sai: error: {error.message}{hint}"


def _text_of_bug(error: Exception) -> str:
    what = traceback.format_exception_only(type(error), error)[-1].strip()
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return f"sai: error: this is a bug in sai: {what}\n     please report it, with this:\n\n{trace}"
