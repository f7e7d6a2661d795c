"""Runs `sai` and kills it with SIGKILL at a recorded point of its work on the index.

    python killed_at.py POINT NAMES ENTRY ARGUMENTS...

Points are the calls of the stores and of the sync, and every statement and file operation that they
make, counted in order. POINT 0 kills nothing and writes the names of all points to the file NAMES.
ENTRY is `check` for the command or `hook`. The index keeps as little as it can that no view shows,
so that a change makes it smaller.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from sai.stores.duckdb_store import DuckDbStore

WATCHED = ("sai.stores.", "sai.services.sync", "sai.embedders.")
OPERATIONS = frozenset(
    {"execute", "connect", "close", "fetchall", "fetchnumpy", "replace", "link", "unlink", "mkdir"}
)


class Recorder:
    """Counts points, remembers their names, and kills the process at one of them."""

    def __init__(self, point: int) -> None:
        self.point = point
        self.names: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        module = str(frame.f_globals.get("__name__"))
        if event == "call" and module.startswith(WATCHED):
            self._reached(f"{module}.{frame.f_code.co_name}")
        elif (
            event == "c_call"
            and getattr(argument, "__name__", "") in OPERATIONS
            and module.startswith((*WATCHED, "pathlib"))
        ):
            self._reached(f"{module}: {argument.__name__}")

    def _reached(self, name: str) -> None:
        self.names.append(name)
        if len(self.names) == self.point:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> int:
    """Run the command below the recorder."""
    point, names, entry, *arguments = sys.argv[1:]
    defaults = DuckDbStore.__init__.__kwdefaults__
    assert defaults is not None
    defaults["spare_chunks"] = 1
    from sai.cli.app import main as command
    from sai.precommit import main as hook

    recorder = Recorder(int(point))
    sys.argv = ["sai", *arguments]
    sys.setprofile(recorder)
    status = hook() if entry == "hook" else command([entry, *arguments])
    sys.setprofile(None)
    Path(names).write_text("\n".join(recorder.names), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
