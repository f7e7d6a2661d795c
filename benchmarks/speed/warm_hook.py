"""How long a commit waits: the hook on a warm index with five changed files, beside bare imports.

    python benchmarks/speed/warm_hook.py DIRECTORY

copies DIRECTORY (say, an unpacked networkx) into a scratch repository, commits it, changes five
of its Python files, and runs `sai-hook` and `python -c "import duckdb, numpy, tree_sitter"` in
turn. Both pay for the interpreter and the imports; the difference is what the gate adds.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHANGED_FILES = 5
HOOK = [sys.executable, "-c", "import sys; from sai.precommit import main; sys.exit(main())"]
IMPORTS = [sys.executable, "-c", "import duckdb, numpy, tree_sitter"]
ADDED = "\n\ndef added_{number}(values, limit):\n    return [v for v in values if v < limit]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        top = Path(scratch) / "repo"
        _repository(arguments.directory, top)
        started = time.perf_counter()
        first = subprocess.run(HOOK, cwd=top, capture_output=True, text=True, check=False)
        cold_s = time.perf_counter() - started
        pairs = [(_seconds(HOOK, top), _seconds(IMPORTS, top)) for _ in range(arguments.runs)]
    hook_s, imports_s = (statistics.median(column) for column in zip(*pairs, strict=True))
    print((first.stdout + first.stderr).strip().splitlines()[-1])
    print(f"first run, the index is made   {cold_s:6.2f} s")
    print(f"warm hook, median of {arguments.runs}         {hook_s:6.2f} s")
    print(f"imports alone, median          {imports_s:6.2f} s")
    print(
        f"what the gate adds             {hook_s - imports_s:6.2f} s ({hook_s / imports_s:.1f} x)"
    )


def _repository(source: Path, top: Path) -> None:
    shutil.copytree(source, top, ignore=shutil.ignore_patterns("__pycache__", ".sai", ".git"))
    git = ["git", "-c", "user.name=b", "-c", "user.email=b@example.org", "-C", str(top)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "--no-verify", "-m", "start"], check=True)
    files = sorted(top.rglob("*.py"), key=lambda path: (-path.stat().st_size, path))
    for number, path in enumerate(files[:CHANGED_FILES]):
        with path.open("a", encoding="utf-8") as file:
            file.write(ADDED.format(number=number))
    subprocess.run([*git, "add", "-A"], check=True)


def _seconds(command: list[str], top: Path) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=top, capture_output=True, check=False)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
