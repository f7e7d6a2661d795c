"""How reading copes with real trees, minified and broken files included: time and memory.

    python benchmarks/robustness/read_all.py DIRECTORY... [--max-file-kib 20000] [--slowest 10]

reads every source file below each DIRECTORY as the index does (decode, parse, cut, digests,
sketch), vendored and generated ones too, and prints files, functions, seconds, peak MiB, the
reasons for which files were skipped, and the files that took longest for their size. An exception
is printed with its file and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.limits import PathLimits
from sai.core.settings import Settings
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.services.analysis import analyse
from sai.services.workspace import Workspace
from sai.stores.duckdb_store import DuckDbStore
from sai.syntax.languages import language_of

SMALLEST_KIB = 64  # seconds per MB of a smaller file tell more about the clock than about the file
KIB_PER_RSS_UNIT = 1 if sys.platform != "darwin" else 1 / 1024


class Reading(NamedTuple):
    """One file: how long it took, what came of it."""

    path: Path
    size: int
    seconds: float
    functions: int
    skipped: str
    problem: str

    @property
    def seconds_per_mb(self) -> float:
        """Seconds per megabyte; small files count as `SMALLEST_KIB`."""
        return self.seconds / (max(self.size, SMALLEST_KIB * 1024) / 1e6)


class _Silent:
    def step(self, what: str, done: int, total: int) -> None:
        """Say nothing."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directories", type=Path, nargs="+")
    parser.add_argument("--max-file-kib", type=int, default=Settings().max_file_kib)
    parser.add_argument("--slowest", type=int, default=10)
    arguments = parser.parse_args()
    gc.set_threshold(20_000)  # as the command sets it
    space = _workspace(arguments.max_file_kib)
    failures = 0
    for directory in arguments.directories:
        readings = []
        for path in _sources(directory):
            try:
                readings.append(_read(space, path))
            except Exception:  # noqa: BLE001 - the file is what matters
                failures += 1
                print(f"FAILED {path}\n{traceback.format_exc()}")
        _print(directory, readings, arguments.slowest)
    return 1 if failures else 0


def _workspace(max_file_kib: int) -> Workspace:
    settings = Settings(max_file_kib=max_file_kib, skip_generated=False)
    return Workspace(
        settings=settings,
        limits=PathLimits(settings.duplicates),
        chunker=FunctionChunker(),
        embedder=SketchEmbedder(),
        store=DuckDbStore(None),
        private_store=lambda: DuckDbStore(None),
        excluded=lambda _: "",
        is_test=lambda _: False,
        progress=_Silent(),
    )


def _sources(directory: Path) -> Iterator[Path]:
    for path in sorted(directory.rglob("*")):
        if language_of(path.name) and path.is_file() and not path.is_symlink():
            yield path


def _read(space: Workspace, path: Path) -> Reading:
    data = path.read_bytes()
    started = time.perf_counter()
    record, inputs = analyse(space, "key", data, language_of(path.name))
    space.embedder.embed(inputs)
    seconds = time.perf_counter() - started
    return Reading(path, len(data), seconds, len(record.chunks), record.skipped, record.problem)


def _print(directory: Path, readings: list[Reading], slowest: int) -> None:
    peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB_PER_RSS_UNIT
    megabytes = sum(reading.size for reading in readings) / 1e6
    print(
        f"{directory}: {len(readings)} files, {megabytes:.1f} MB, "
        f"{sum(reading.functions for reading in readings)} functions, "
        f"{sum(reading.seconds for reading in readings):.1f} s, peak {peak_kib / 1024:.0f} MiB"
    )
    for text in (
        *_counted("skipped", (reading.skipped for reading in readings)),
        *_counted("odd", (reading.problem for reading in readings)),
    ):
        print(f"  {text}")
    for reading in sorted(readings, key=lambda r: -r.seconds_per_mb)[:slowest]:
        print(
            f"  {reading.seconds_per_mb:6.2f} s/MB  {reading.seconds:6.2f} s  "
            f"{reading.size / 1e6:6.2f} MB  {reading.path.relative_to(directory)}"
        )


def _counted(what: str, reasons: Iterator[str]) -> Iterator[str]:
    for reason, number in Counter(filter(None, reasons)).most_common():
        yield f"{what} {number}: {reason}"


if __name__ == "__main__":
    sys.exit(main())
