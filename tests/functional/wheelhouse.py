"""A directory of wheels from which pip installs the project without a network."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.functional.git_repo import PROJECT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCATION = "SAI_TEST_WHEELHOUSE"
"""Names a directory to keep the wheels in, in place of pytest's cache."""


def filled_wheelhouse(default: Path) -> Path:
    """The wheelhouse at `default` or where the environment says, filled if it is not yet.

    It holds what the project needs to be built and to run, for this interpreter, as pip finds
    it today; a change of the requirements makes it anew.
    """
    place = Path(os.environ.get(LOCATION) or default)
    needed = _requirements()
    text = "\n".join((sys.version, *needed))
    stamp = place / f"complete-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    if not stamp.exists():
        command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--prefer-binary")
        subprocess.run([*command, "--wheel-dir", str(place), *needed], check=True)
        stamp.touch()
    return place


def _requirements() -> list[str]:
    document = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    return [*document["build-system"]["requires"], *document["project"]["dependencies"]]
