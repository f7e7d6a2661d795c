"""Embedders, one module a technology, and the table of their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sai.core.settings import OnnxSettings
from sai.ports import Embedder


@dataclass(frozen=True, slots=True)
class EmbedderRow:
    """One embedder: how it is made, its own default of `duplicates.min-score`, what it is.

    `make` takes the settings of a model and the project's root; it loads no model yet. The limits
    keep over 99.5 % of the links of the packages in benchmarks/quality/min_score.py; that of
    `onnx`, which holds for any model, is below the least score of a link with `minilm`.
    `semantic_score` is what `sai duplicates --semantic` asks for: no promise, only a list of a
    length that a person reads (benchmarks/quality/semantic_score.py). `semantic_caution` is printed
    with that list.
    """

    make: Callable[[OnnxSettings, Path], Embedder]
    min_score: float
    semantic_score: float
    summary: str
    semantic_caution: str = ""


def _sketch(settings: OnnxSettings, root: Path) -> Embedder:
    from sai.embedders.sketch_embedder import SketchEmbedder

    del settings, root  # there is no model
    return SketchEmbedder()


def _minilm(settings: OnnxSettings, root: Path) -> Embedder:
    from sai.embedders.minilm import minilm_embedder

    del settings, root  # all of it is fixed
    return minilm_embedder()


def _onnx(settings: OnnxSettings, root: Path) -> Embedder:
    from sai.embedders.onnx_embedder import local_embedder

    return local_embedder(root, settings)


_ONNX = EmbedderRow(_onnx, 0.40, 0.90, "Any local sentence-transformers style ONNX directory.")

EMBEDDERS: dict[str, EmbedderRow] = {
    "sketch": EmbedderRow(
        _sketch,
        0.50,
        0.70,
        "Feature hashing of tokens: no model, the same bits.",
        'sketch compares words, not what they mean; embedder = "minilm" finds more of these',
    ),
    "minilm": EmbedderRow(
        _minilm, 0.50, 0.85, "The text model all-MiniLM-L6-v2, shipped as a package."
    ),
    "onnx": _ONNX,
    "ort": _ONNX,  # its name in other tools
}
