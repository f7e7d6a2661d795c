"""Embedder `onnx`: a local model in ONNX form, run by ONNX Runtime without a network."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from pathlib import Path
from textwrap import dedent

import numpy as np
import numpy.typing as npt

from sai.core.settings import OnnxSettings
from sai.core.source import Chunk
from sai.embedders.int8_vectors import quantised
from sai.embedders.model_errors import importing
from sai.embedders.model_files import ModelFiles, find_model
from sai.embedders.onnx_model import OnnxModel, Vector, open_session
from sai.embedders.token_windows import PASSAGE_PREFIXES, TokenWindows, Window, load_tokenizer
from sai.errors import ConfigurationError

METHOD_VERSION = 1
"""Raise when the same model would give other vectors: windows, pooling or rounding change."""


class LoadedModel:
    """A tokenizer and a model in memory: vectors of windows. Safe for several threads."""

    def __init__(self, tokens: TokenWindows, model: OnnxModel) -> None:
        self._tokens = tokens
        self._model = model
        self.dimension = len(model.vector(tokens.windows("a")[0].ids))

    def vectors(self, texts: Sequence[str]) -> Vector:
        """Shape (texts, dimension): of each text the mean of its windows, weighted by tokens."""
        windows = [
            (row, window) for row, text in enumerate(texts) for window in self._tokens.windows(text)
        ]
        sums = np.zeros((len(texts), self.dimension))
        found = self._by_length([window for _, window in windows])
        for (row, window), vector in zip(windows, found, strict=True):
            sums[row] += window.weight * vector  # in the order of the text, whoever was first
        return sums

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """How many tokens of the text's own each text has."""
        return [self._tokens.count(text) for text in texts]

    def _by_length(self, windows: Sequence[Window]) -> list[Vector]:
        """The vector of each window, in the given order; the longest are begun first."""
        order = sorted(range(len(windows)), key=lambda n: -len(windows[n].ids))
        with ThreadPoolExecutor(max_workers=_processors()) as pool:
            found = pool.map(self._model.vector, (windows[n].ids for n in order))
            by_place = dict(zip(order, found, strict=True))
        return [by_place[n] for n in range(len(windows))]


class OnnxEmbedder:
    """Reads the text of functions. The model is loaded when something must be embedded.

    On one machine equal texts give equal vectors, alone or among others; other processors and
    versions of ONNX Runtime round differently, so there a vector may differ in its last digits.
    """

    def __init__(
        self, identity: Callable[[], str], load: Callable[[], LoadedModel], dimension: int = 0
    ) -> None:
        """`dimension` is what the vectors must have; 0 takes what the model gives."""
        self._identity = identity
        self._load = load
        self._wanted = dimension

    @cached_property
    def id(self) -> str:
        """Changes with every byte of the model and every setting that could change a vector."""
        return self._identity()

    @property
    def dimension(self) -> int:
        """Length of a vector; loads the model where it is not set."""
        return self._wanted or self._model.dimension

    def input_of(self, chunk: Chunk) -> str:
        """The source text without comments, moved to the left margin."""
        return dedent(chunk.text)

    def token_counts(self, texts: Sequence[str]) -> list[int]:
        """Tokens of the model's tokenizer; loads the model."""
        return self._model.token_counts(texts)

    def embed(self, inputs: Sequence[str]) -> npt.NDArray[np.int8]:
        """Vectors of shape (len(inputs), dimension), see `quantised`; all processors are used.

        Without inputs no model is loaded, and the dimension may be 0. ModelError where the model
        cannot be run; ConfigurationError where its dimension is not the one that was set.
        """
        if not inputs:
            return np.empty((0, self._wanted), dtype=np.int8)
        return quantised(self._model.vectors(inputs))

    @cached_property
    def _model(self) -> LoadedModel:
        model = self._load()
        if self._wanted not in (0, model.dimension):
            raise ConfigurationError(
                f"onnx.dimension is {self._wanted}, but the model's vectors have "
                f"{model.dimension} numbers",
                hint=f"set it to {model.dimension}, or leave it out",
                slug="embedder",
            )
        return model


def local_embedder(root: Path, settings: OnnxSettings) -> OnnxEmbedder:
    """The embedder for the model at `settings.path`, below `root`.

    ModelError where parts of it are missing; nothing is loaded yet.
    """
    files = find_model(root / settings.path, settings.max_tokens)

    def identity() -> str:
        return f"onnx-{METHOD_VERSION}-{settings.prefix}-{files.digest()}"

    load = partial(load_model, files, PASSAGE_PREFIXES[settings.prefix], "onnx")
    return OnnxEmbedder(identity, load, settings.dimension)


def load_model(files: ModelFiles, prefix: str, extra: str) -> LoadedModel:
    """Load tokenizer and model; `extra` names the packages that are needed for it."""
    with importing(extra):
        tokenizer = load_tokenizer(files.tokenizer, lowercase=files.lowercase)
        session = open_session(files.model)
    tokens = TokenWindows(tokenizer, files.window, prefix)
    return LoadedModel(tokens, OnnxModel(session, files.model.name, files.pooling))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
