"""One command per chore: `python3 dev.py demo`, `test` or `quick`; needs Python 3.10 and git."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "dev-stamp.json"
OLDEST_PYTHON = (3, 10)

RUN_PYTEST = ("python", "-m", "pytest")


class Step(NamedTuple):
    """A command inside the virtual environment, and the line that announces it."""

    name: str
    command: tuple[str, ...]


STATIC_STEPS = (
    Step("ruff: rules", ("python", "-m", "ruff", "check", ".")),
    Step("ruff: format", ("python", "-m", "ruff", "format", "--check", ".")),
    Step("mypy", ("python", "-m", "mypy")),
    Step("import rules", ("lint-imports",)),
)
FAST_STEP = Step(
    "fast tests",
    (
        *(
            *RUN_PYTEST,
            "-n",
            "2",
            "-m",
            "not slow and not precommit and not evaluation and not mount",
        ),
        *("tests/unit", "tests/contract", "tests/quality"),
    ),
)
# Pairs for measuring that are kept beside the project, not in it.
EVALUATION_PAIRS = ROOT.parent / "shared" / "eval" / "truth"
EVALUATION_STEPS = (
    (Step("evaluation pairs", (*RUN_PYTEST, "-m", "evaluation")),)
    if EVALUATION_PAIRS.is_dir()
    else ()
)
# A small file system of its own needs Linux with name spaces for users.
MOUNT_PROBE = ("unshare", "-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt")
MOUNT_STEP = Step("tests on a full disk", (*RUN_PYTEST, "-n", "2", "-m", "mount"))
TEST_STEPS = (
    *STATIC_STEPS,
    Step("documentation", ("python", "-m", "mkdocs", "build", "--strict", "--quiet")),
    Step("our own gate", ("python", "-m", "sai", "check")),
    Step("tests", (*RUN_PYTEST, "-n", "2")),
    *EVALUATION_STEPS,
    Step("tests with real hook environments", (*RUN_PYTEST, "-m", "precommit")),
)
QUICK_STEPS = (*STATIC_STEPS, FAST_STEP)

DEMO_NOTE = """
The sample in examples/shop holds duplicates on purpose, so the gate found them and ended with
exit status 1: in a hook this commit would have been stopped, in CI this build would be red.
examples/shop/README.md lists what is planted, and the lookalikes that passed.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the chore that the command line names and return its exit status."""
    if sys.version_info < OLDEST_PYTHON:
        return complain(f"Python 3.10 or newer is needed; this is {sys.version.split()[0]}.")
    parser = argparse.ArgumentParser(description=__doc__)
    chores = parser.add_subparsers(dest="chore", required=True)
    chores.add_parser("demo", help="install SAI and run the gate on the sample project")
    chores.add_parser("test", help="install everything and run every check and test")
    chores.add_parser("quick", help="the loop for daily work: linters, types, fast tests")
    chore = parser.parse_args(arguments).chore
    status = set_up("" if chore == "demo" else "dev")
    if status:
        return status
    if chore == "demo":
        return demo()
    return run_steps((*TEST_STEPS, *mount_steps()) if chore == "test" else QUICK_STEPS)


def mount_steps() -> tuple[Step, ...]:
    """The tests that mount a file system, where this system lets us."""
    if shutil.which("unshare") and not subprocess.run(MOUNT_PROBE, check=False).returncode:
        return (MOUNT_STEP,)
    say("Left out: tests on a full disk (`pytest -m mount`); this system mounts none for us.")
    return ()


def demo() -> int:
    """Show the gate on `examples/shop`; findings are the expected outcome."""
    sample = ROOT / "examples" / "shop"
    command = ("python", "-m", "sai", "check")
    say(f"sai check  (in {sample.relative_to(ROOT).as_posix()})\n")
    status = run(command, cwd=sample)
    if status == 1:
        say(DEMO_NOTE)
        return 0
    if status == 0:
        return complain("The gate passed, but the sample holds duplicates: something is wrong.")
    return status


def run_steps(steps: tuple[Step, ...]) -> int:
    """Run the steps in order up to the first failure, whose status is returned."""
    finished: list[str] = []
    for number, step in enumerate(steps, start=1):
        say(f"\n[{number}/{len(steps)}] {step.name}: {' '.join(step.command)}")
        begin = time.monotonic()
        status = run(step.command)
        seconds = time.monotonic() - begin
        say(f"[{number}/{len(steps)}] {step.name}: {verdict(status)} in {seconds:.1f} s")
        finished.append(f"  {verdict(status):8} {seconds:7.1f} s  {step.name}")
        if status:
            break
    say("\nSummary\n" + "\n".join(finished))
    return status


def verdict(status: int) -> str:
    """Return the word for an exit status."""
    return "failed" if status else "ok"


def set_up(extra: str) -> int:
    """Make `.venv` hold the project with `extra`; does nothing when it already does."""
    wanted = fingerprint()
    stamp = read_stamp()
    if stamp.get("project") == wanted and extra in (stamp.get("extra"), "") and is_usable():
        return 0
    status = 0 if is_usable() else create_environment()
    if status:
        return status
    target = f".[{extra}]" if extra else "."
    say(f"Installing {target} into .venv")
    status = run(("python", "-m", "pip", "install", "--quiet", "--editable", target))
    if status:
        return complain("pip could not install the project; its message stands above.", status)
    STAMP.write_text(json.dumps({"project": wanted, "extra": extra}), encoding="utf-8")
    return 0


def create_environment() -> int:
    """Create `.venv` anew with the interpreter that runs this file."""
    say(f"Creating .venv with Python {sys.version.split()[0]}")
    if VENV.exists():
        shutil.rmtree(VENV)
    outcome = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
    if outcome.returncode == 0:
        return 0
    return complain(
        "No virtual environment could be made. On Debian and Ubuntu the module is a package of"
        " its own: apt install python3-venv."
    )


def is_usable() -> bool:
    """Whether `.venv` holds an interpreter that starts, is new enough and has pip."""
    if not PYTHON.exists():
        return False
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    outcome = subprocess.run([str(PYTHON), "-c", probe], check=False, capture_output=True)
    return outcome.returncode == 0


def fingerprint() -> str:
    """Return what an installation depends on, as one digest."""
    sources = (ROOT / "pyproject.toml", ROOT / "src" / "sai" / "__init__.py")
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def read_stamp() -> dict[str, str]:
    """Return what the last finished set-up wrote; empty where there was none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def run(command: tuple[str, ...], cwd: Path = ROOT) -> int:
    """Run a command with the environment's programs first, its output untouched."""
    program = str(PYTHON) if command[0] == "python" else str(SCRIPTS / command[0])
    environment = {
        **os.environ,
        "PATH": f"{SCRIPTS}{os.pathsep}{os.environ.get('PATH', '')}",
        "VIRTUAL_ENV": str(VENV),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "NO_MKDOCS_2_WARNING": "1",
    }
    for name in ("PYTHONHOME", "PYTHONPATH"):
        environment.pop(name, None)
    return subprocess.run([program, *command[1:]], cwd=cwd, env=environment, check=False).returncode


def say(text: str) -> None:
    """Print at once, so that lines stand in order with those of the commands."""
    print(text, flush=True)


def complain(text: str, status: int = 3) -> int:
    """Print an error and return the exit status that goes with it."""
    print(f"dev.py: {text}", file=sys.stderr, flush=True)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
