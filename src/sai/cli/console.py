"""The only place that prints: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from sai.errors import SaiError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE_S = 0.5
_RESULT_WIDTH = 100


class Console:
    """Writes results, notes and errors; knows whether a stream is a terminal in colour."""

    def __init__(self, color: str = "auto") -> None:
        self._color = color

    def wants_color(self, stream: TextIO | None) -> bool:
        """Whether to colour: as asked for, else on a terminal unless NO_COLOR is set."""
        if self._color != "auto":
            return self._color == "always"
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return stream is not None and stream.isatty() and not plain

    @property
    def width(self) -> int:
        """Columns of the terminal; 100 where there is none."""
        if sys.stdout is None or not sys.stdout.isatty():
            return _RESULT_WIDTH
        return max(40, min(os.get_terminal_size(sys.stdout.fileno()).columns, 120))

    def result(self, text: str) -> None:
        """Print a result on stdout; characters that the terminal lacks are escaped."""
        _write(sys.stdout, text)

    def note(self, text: str) -> None:
        """Print one line for a person on stderr."""
        _write(sys.stderr, f"sai: {text}\n")

    def notes(self, texts: Iterable[str]) -> None:
        """Print several lines for a person."""
        for text in texts:
            self.note(text)

    def error(self, error: SaiError) -> None:
        """Print what happened and what to do."""
        self.note(f"error: {error.message}")
        if error.hint:
            hint = error.hint.replace("\n", "\n     ")
            _write(sys.stderr, f"     {hint}\n")


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed by the caller, who does not want to hear
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except BrokenPipeError:  # nobody reads on; the exit code must still be the verdict's
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaiError(
            f"the output cannot be written: {reason}", hint="look at where standard output goes"
        ) from error


class TerminalProgress:
    """A bar on stderr for work over half a second, only on a terminal."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def step(self, what: str, done: int, total: int) -> None:
        """Show how far the work is, once it takes long enough to be worth it."""
        if not sys.stderr.isatty() or time.monotonic() - self._started < _PATIENCE_S:
            return
        bar = self._bar = self._bar or _started_bar()
        if what not in self._tasks:
            self._tasks[what] = bar.add_task(what, total=total)
        bar.update(self._tasks[what], completed=done, total=total)
        if done >= total:
            bar.remove_task(self._tasks.pop(what))
        if not self._tasks:
            bar.stop()
            self._bar = None


def _started_bar() -> Progress:
    from rich.console import Console as RichConsole
    from rich.progress import Progress

    bar = Progress(console=RichConsole(stderr=True), transient=True)
    bar.start()
    return bar
