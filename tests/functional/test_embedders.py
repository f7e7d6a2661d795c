"""Projects that choose a model: copies are found, and models are loaded only when needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import EDITED_COPY, PARSER, settlement
from tests.tiny_models import tiny_model

LOADED = (
    "import atexit, runpy, sys;"
    "atexit.register(lambda: print([n for n in ('onnxruntime', 'tokenizers') if n in sys.modules],"
    " file=sys.stderr));"
    "runpy.run_module('sai', run_name='__main__')"
)
CONFIGURED = {
    "minilm": '[tool.sai]\nembedder = "minilm"\n',
    "onnx": '[tool.sai]\nembedder = "onnx"\n[tool.sai.onnx]\npath = "models/tiny"\n',
    "ort": '[tool.sai]\nembedder = "ort"\n[tool.sai.onnx]\npath = "models/tiny"\n',
}


@pytest.fixture(params=CONFIGURED)
def repo(request: pytest.FixtureRequest, tmp_path: Path) -> GitRepo:
    """A repository without duplicates whose settings name an embedder."""
    repo = GitRepo.create(tmp_path / "repo")
    tiny_model(repo.top / "models" / "tiny")
    repo.committed(
        {
            "pyproject.toml": CONFIGURED[request.param],
            "src/orders.py": settlement(),
            "src/headers.py": PARSER,
        }
    )
    return repo


def test_a_renamed_and_edited_copy_is_found(repo: GitRepo) -> None:
    repo.stage("src/bills.py", EDITED_COPY)
    outcome = repo.sai("check", "--staged")
    assert outcome.status == 1, outcome.text
    assert outcome.added == ["src/bills.py:1"]
    assert outcome.err == ""


def test_a_warm_run_loads_no_model(repo: GitRepo) -> None:
    command = (sys.executable, "-c", LOADED, "check")
    cold, warm = repo.run(command), repo.run(command)
    assert (cold.status, cold.err) == (0, "['onnxruntime', 'tokenizers']\n")
    assert (warm.status, warm.err) == (0, "[]\n")


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed({"pyproject.toml": CONFIGURED["onnx"], "src/orders.py": settlement()})
    outcome = repo.sai("check")
    assert outcome.status == 3
    assert "there is no model at " in outcome.err
    assert "Traceback" not in outcome.err
