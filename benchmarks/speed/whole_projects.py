"""What a whole project costs: time, memory and index size of `sai duplicates`, cold and warm.

    python benchmarks/speed/whole_projects.py DIRECTORY...

copies each DIRECTORY (unpacked sources) into a scratch repository, runs `sai duplicates` on it
twice and prints a row of a table: files, functions, seconds of processor and clock, the largest
memory of the process, the index file, and what was skipped and why.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "sai", "duplicates", "--json"]
HEAD = (
    "project", "files", "functions", "clusters", "seconds", "CPU s", "MiB", "index MiB", "warm s",
)  # fmt: skip


class Run(NamedTuple):
    """One process: its report, seconds by the clock and of the processor, MiB at most."""

    report: dict[str, object]
    clock_s: float
    cpu_s: float
    mib: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", nargs="+", type=Path)
    arguments = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |\n| --- |" + " ---: |" * (len(HEAD) - 1))
    for directory in arguments.directory:
        with tempfile.TemporaryDirectory() as scratch:
            print(_row(directory, Path(scratch) / directory.name), flush=True)


def _row(source: Path, top: Path) -> str:
    _repository(source, top)
    cold, warm = _run(top), _run(top)
    index = top / ".sai" / "index.duckdb"
    counts, problems = cold.report["counts"], cold.report["problems"]
    assert isinstance(counts, dict)
    assert isinstance(problems, list)
    cells = (
        source.name,
        f"{counts['files']:,}",
        f"{counts['chunks']:,}",
        f"{cold.report['count']:,}",
        f"{cold.clock_s:.1f}",
        f"{cold.cpu_s:.1f}",
        f"{cold.mib:.0f}",
        f"{index.stat().st_size / 2**20:.1f}",
        f"{warm.clock_s:.1f}",
    )
    reasons = Counter((each["reason"], each["skipped"]) for each in problems)
    lines = [
        f"    {number} {'skipped' if skipped else 'read in part'}: {reason}"
        for (reason, skipped), number in reasons.most_common()
    ]
    return "\n".join(["| " + " | ".join(cells) + " |", *lines])


def _run(top: Path) -> Run:
    started = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(COMMAND, cwd=top, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        clock_s = time.perf_counter() - started
        output.seek(0)
        text = output.read()
    if status:
        raise SystemExit(f"{top.name}: sai failed with status {os.waitstatus_to_exitcode(status)}")
    cpu_s = usage.ru_utime + usage.ru_stime
    return Run(json.loads(text), clock_s, cpu_s, usage.ru_maxrss / 1024)


def _repository(source: Path, top: Path) -> None:
    shutil.copytree(source, top, ignore=shutil.ignore_patterns(".sai", ".git"), symlinks=True)
    git = ["git", "-c", "user.name=b", "-c", "user.email=b@example.org", "-C", str(top)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A", "-f"], check=True)
    subprocess.run([*git, "commit", "-q", "--no-verify", "-m", "start"], check=True)


if __name__ == "__main__":
    main()
