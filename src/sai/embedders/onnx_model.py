"""Runs one ONNX model on one window of tokens at a time: which inputs, which output, pooling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sai.embedders.model_errors import model_errors
from sai.errors import ModelError

Vector = npt.NDArray[np.float64]
_Array = npt.NDArray[np.generic]

_INPUTS: Mapping[str, Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]] = {
    "input_ids": lambda ids: ids,
    "attention_mask": np.ones_like,
    "token_type_ids": np.zeros_like,
    "position_ids": lambda ids: np.arange(ids.shape[1], dtype=np.int64)[None, :],
}
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_OUTPUTS = ("sentence_embedding", "last_hidden_state", "token_embeddings")
_POOLINGS: Mapping[str, Callable[[Vector], Vector]] = {  # of shape (tokens, dimension)
    "mean": lambda tokens: tokens.mean(axis=0),
    "cls": lambda tokens: tokens[0],
    "max": lambda tokens: tokens.max(axis=0),
    "last": lambda tokens: tokens[-1],
}


class _Port(Protocol):
    """An input or output of a session."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...


class Session(Protocol):
    """What is used of an `onnxruntime.InferenceSession`."""

    def get_inputs(self) -> Sequence[_Port]:
        """What must be fed."""
        ...

    def get_outputs(self) -> Sequence[_Port]:
        """What can be asked for."""
        ...

    def run(self, names: Sequence[str], feed: Mapping[str, _Array]) -> Sequence[_Array]:
        """The named outputs for these inputs."""
        ...


class OnnxModel:
    """A loaded model, safe for use by several threads.

    It reads one window at a time and without padding, on one thread: so the same tokens give the
    same numbers whatever else is embedded and however many processors there are, also where the
    model is quantised dynamically (its scales would depend on the whole batch).
    """

    def __init__(self, session: Session, name: str, pooling: str = "mean") -> None:
        self._session = session
        self._name = name
        self._pool = _POOLINGS[pooling]
        self._types = {port.name: _TYPES.get(port.type, np.int64) for port in session.get_inputs()}
        outputs = [port.name for port in session.get_outputs()]
        self._output = next((known for known in _OUTPUTS if known in outputs), outputs[0])
        unknown = sorted(self._types.keys() - _INPUTS.keys())
        if unknown:
            raise ModelError(
                f"the model {name} wants inputs that SAI does not know: {', '.join(unknown)}",
                hint="export it for feature extraction, without a cache of past keys",
            )

    def vector(self, ids: Sequence[int]) -> Vector:
        """The vector of one window, of any length; ModelError where the model fails."""
        tokens = np.array([ids], dtype=np.int64)
        feed = {name: _INPUTS[name](tokens).astype(kind) for name, kind in self._types.items()}
        with model_errors(
            f"the model {self._name} failed on {len(ids)} tokens",
            "if it reads fewer tokens at once, set onnx.max-tokens; otherwise export it anew",
        ):
            (given,) = self._session.run([self._output], feed)
            output = np.asarray(given, dtype=np.float64)
        if output.ndim not in (2, 3) or output.shape[0] != 1:
            raise ModelError(
                f"the model {self._name} gives {self._output} of shape {output.shape}",
                hint="SAI reads vectors of tokens (1, tokens, dimension) or of texts "
                "(1, dimension)",
            )
        vector = self._pool(output[0]) if output.ndim == 3 else output[0]
        if not np.isfinite(vector).all():
            raise ModelError(
                f"the model {self._name} gives numbers that are not finite",
                hint="a model in half precision may need another export",
            )
        return vector


def open_session(path: Path) -> Session:
    """Load a model for one thread, quietly; ModelError where ONNX Runtime refuses it."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors arrive as exceptions
    with model_errors(
        f"the model {path} cannot be loaded",
        "download it anew, with its .onnx_data file if it has one, or update onnxruntime",
    ):
        session: Session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        return session
