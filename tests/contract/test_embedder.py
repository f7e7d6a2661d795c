"""What every embedder promises; each behaviour is tested on every implementation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.chunk_tables import chunks_of
from tests.tiny_models import tiny_model

from sai.core.settings import OnnxSettings
from sai.core.source import Chunk
from sai.core.vectors import cosine
from sai.embedders import EMBEDDERS, EmbedderRow
from sai.ports import Embedder

SOURCE = """
def weigh(parcels, scale):
    total = 0
    for parcel in parcels:
        total += scale.read(parcel) * 1.5
    return {"total": total, "count": len(parcels)}


class Book:
    def title_of(self, entry):
        return entry.title or self.fallback(entry)


def wait(seconds, clock=None):
    while seconds > 0:
        seconds -= clock.tick() if clock else 1
"""

Made = Callable[[], Embedder]


@pytest.fixture(params=["sketch", "minilm", "onnx"], scope="module")
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Makes the embedder anew; `onnx` on a model of a few kilobytes."""
    root = tmp_path_factory.mktemp("project")
    tiny_model(root / "model")
    settings = OnnxSettings(path="model")
    return lambda: EMBEDDERS[request.param].make(settings, root)


@pytest.fixture(scope="module")
def embedder(made: Made) -> Embedder:
    return made()


def chunks() -> list[Chunk]:
    return [chunk for _, chunk in chunks_of({"a.py": SOURCE})]


def inputs(embedder: Embedder) -> list[str]:
    return [embedder.input_of(chunk) for chunk in chunks()]


def test_an_identity_is_one_printable_word_and_always_the_same(made: Made) -> None:
    identity = made().id
    assert identity == made().id
    assert identity.isprintable()
    assert identity.split() == [identity]


def test_there_is_a_row_of_int8_for_each_text(embedder: Embedder) -> None:
    vectors = embedder.embed(inputs(embedder))
    assert vectors.dtype == np.int8
    assert vectors.shape == (3, embedder.dimension)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    vectors = embedder.embed([])
    assert vectors.dtype == np.int8
    assert vectors.ndim == 2
    assert len(vectors) == 0


def test_equal_texts_give_equal_vectors_whatever_else_is_embedded(made: Made) -> None:
    embedder = made()
    texts = inputs(embedder)
    together = embedder.embed([*texts, texts[0]])
    assert np.array_equal(together[0], together[3])
    assert np.array_equal(together[:3], embedder.embed(texts[::-1])[::-1])
    for text, vector in zip(texts, together[:3], strict=True):
        assert np.array_equal(made().embed([text])[0], vector)


def test_where_a_chunk_stands_is_not_read(embedder: Embedder) -> None:
    chunk = chunks()[0]
    moved = replace(chunk, symbol="other", start_line=100, end_line=105)
    assert embedder.input_of(moved) == embedder.input_of(chunk)


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "\0", "\ud800", "日本語 ünï 🙂", "x" * 5000, "w1 " * 3000, "[SEP] </s>"]
)
def test_any_text_can_be_embedded(embedder: Embedder, text: str) -> None:
    vectors = embedder.embed([text, text])
    assert vectors.shape == (2, embedder.dimension)
    assert np.array_equal(vectors[0], vectors[1])


def test_a_text_is_nearest_to_itself(embedder: Embedder) -> None:
    vectors = embedder.embed(inputs(embedder))
    for first, vector in enumerate(vectors):
        assert cosine(vector, vector) == pytest.approx(1.0)
        for other in np.delete(vectors, first, axis=0):
            assert cosine(vector, other) < 1.0


@pytest.mark.parametrize("row", EMBEDDERS.values(), ids=EMBEDDERS)
def test_every_row_has_a_limit_of_its_own_and_a_line_of_description(row: EmbedderRow) -> None:
    assert 0.0 < row.min_score < 1.0
    assert row.summary.endswith(".")
    assert "\n" not in row.summary


def test_the_name_of_other_tools_means_the_same() -> None:
    assert EMBEDDERS["ort"] is EMBEDDERS["onnx"]
