"""The sketch: pinned vectors, the same bits whatever the batch, the process and the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.chunk_tables import chunks_of

from sai.core.settings import OnnxSettings
from sai.core.source import Chunk, Token, TokenKind
from sai.core.vectors import cosine
from sai.embedders import EMBEDDERS
from sai.embedders.sketch_embedder import SketchEmbedder

PINNED = {
    "": {76: -127},
    "kdef\0nload\0k(\0l\0k)\0s'two words'\0d7": {
        7: -52, 17: -52, 30: -52, 40: -52, 66: 52, 81: 52, 158: -73, 160: 73, 250: -73,
    },
    "ncamelCaseName\0nSNAKE_case\0sünïcode 日本\0o": {
        21: 73, 59: 73, 71: 73, 152: -40, 161: 40, 168: 40, 194: -40, 209: 56, 214: -40,
        230: 40, 239: 40, 244: -40,
    },
}  # fmt: skip

SAMPLE = """
def weigh(parcels, scale):
    total = 0
    for parcel in parcels:
        total += scale.read(parcel) * 1.5
    return {"total": total, "count": len(parcels)}
"""

any_token = st.builds(Token, st.sampled_from(TokenKind), st.text(min_size=1, max_size=12))
token_lists = st.lists(any_token, max_size=30)


def sample() -> Chunk:
    ((_, chunk),) = chunks_of({"a.py": SAMPLE})
    return chunk


def embedded(*inputs: str) -> npt.NDArray[np.int8]:
    return SketchEmbedder().embed(inputs)


@pytest.mark.parametrize(("text", "expected"), PINNED.items())
def test_vectors_are_pinned(text: str, expected: dict[int, int]) -> None:
    (vector,) = embedded(text)
    assert {int(i): int(vector[i]) for i in vector.nonzero()[0]} == expected


def test_the_table_knows_it() -> None:
    embedder = EMBEDDERS["sketch"].make(OnnxSettings(), Path())
    assert (embedder.id, embedder.dimension) == ("sketch-1", 256)


def test_no_inputs_give_no_vectors() -> None:
    assert embedded().shape == (0, 256)


@given(st.lists(token_lists, min_size=1, max_size=6), st.integers(1, 6))
def test_the_size_of_a_batch_does_not_matter(lists: list[list[Token]], size: int) -> None:
    embedder = SketchEmbedder()
    chunk = sample()
    inputs = [embedder.input_of(replace(chunk, tokens=tuple(tokens))) for tokens in lists]
    whole = embedder.embed(inputs)
    parts = [SketchEmbedder().embed(inputs[i : i + size]) for i in range(0, len(inputs), size)]
    assert np.array_equal(whole, np.concatenate(parts))
    assert np.array_equal(whole[::-1], embedder.embed(inputs[::-1]))


@given(token_lists)
def test_slices_are_whole_numbers_of_length_127(tokens: list[Token]) -> None:
    embedder = SketchEmbedder()
    vectors = embedder.embed([embedder.input_of(replace(sample(), tokens=tuple(tokens)))])
    assert vectors.shape == (1, 256)
    assert vectors.dtype == np.int8
    for part in vectors.reshape(2, 128).astype(np.int64):
        assert not part.any() or 120 <= np.sqrt((part * part).sum()) <= 134


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_hash_seed_does_not_matter(seed: str) -> None:
    program = (
        "import sys; from sai.embedders.sketch_embedder import SketchEmbedder;"
        "vectors = SketchEmbedder().embed([sys.argv[1].replace('|', chr(0))]);"
        "sys.stdout.write(vectors.tobytes().hex())"
    )
    text = SketchEmbedder().input_of(sample())
    done = subprocess.run(
        [sys.executable, "-c", program, text.replace("\0", "|")],
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == embedded(text).tobytes().hex()


def test_a_copy_with_renamed_locals_reads_alike() -> None:
    renamed = SAMPLE.replace("total", "sum_").replace("parcel", "item").replace('"sum_"', '"total"')
    ((_, other),) = chunks_of({"a.py": renamed})
    embedder = SketchEmbedder()
    assert other.tokens != sample().tokens
    assert embedder.input_of(other) == embedder.input_of(sample())


def test_the_place_and_the_name_of_a_chunk_are_not_read() -> None:
    moved = replace(sample(), symbol="other", start_line=100, end_line=105, text="")
    embedder = SketchEmbedder()
    assert embedder.input_of(moved) == embedder.input_of(sample())


def test_other_names_from_outside_read_differently_but_of_one_shape() -> None:
    ((_, other),) = chunks_of({"a.py": SAMPLE.replace("read", "measure")})
    embedder = SketchEmbedder()
    vectors = embedder.embed([embedder.input_of(sample()), embedder.input_of(other)])
    assert np.array_equal(vectors[0, :128], vectors[1, :128])
    assert 0.8 < cosine(vectors[0], vectors[1]) < 1.0


def test_a_very_long_string_is_read_in_part() -> None:
    words = " ".join(f"w{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(5000))
    short, long = embedded(f"s{' '.join(words.split()[:40])}", f"s{words}")
    assert np.array_equal(short, long)
