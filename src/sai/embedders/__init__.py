"""Embedders, one module a technology, and the table of their names."""

from __future__ import annotations

from collections.abc import Callable

from sai.ports import Embedder


def _sketch() -> Embedder:
    from sai.embedders.sketch_embedder import SketchEmbedder

    return SketchEmbedder()


EMBEDDERS: dict[str, Callable[[], Embedder]] = {"sketch": _sketch}
