"""The embedder `onnx` on small real models: pooling, windows, prefixes, inputs, and identity."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import pytest
from onnx import TensorProto
from tests.chunk_tables import chunk_of
from tests.tiny_models import (
    DIMENSION,
    INPUTS,
    Table,
    table,
    tiny_model,
    token_vectors,
    write_json,
)

from sai.core.settings import OnnxSettings
from sai.embedders.int8_vectors import quantised
from sai.embedders.onnx_embedder import OnnxEmbedder, local_embedder
from sai.errors import ConfigurationError, ModelError

SHORT = "w1 w2 w3"
LONG = " ".join(f"w{number}" for number in range(40))


def embedder(root: Path, **settings: int | str) -> OnnxEmbedder:
    """The embedder of the model in `root`."""
    values: dict[str, int | str] = {"path": ".", **settings}
    return local_embedder(root, replace(OnnxSettings(), **values))  # type: ignore[arg-type]


def embedded(root: Path, text: str, **settings: int | str) -> npt.NDArray[np.int8]:
    vectors = embedder(root, **settings).embed([text])
    return vectors.reshape(-1)


def with_outside_weights(directory: Path, name: str) -> None:
    """Move the weights of the model there into a file of their own."""
    file = directory / "model.onnx"
    model = onnx.load(file)
    onnx.save(model, file, save_as_external_data=True, location=name, size_threshold=0)


def expected(vector: Table | npt.NDArray[np.float64]) -> list[int]:
    """The int8 numbers of a real vector: the largest is 127."""
    exact = vector.astype(np.float64)
    return [round(number) for number in exact * 127 / np.abs(exact).max()]


# -- from tokens to a vector


def test_a_text_is_the_mean_of_its_tokens_special_ones_included(tmp_path: Path) -> None:
    vector = embedded(tiny_model(tmp_path), SHORT)
    assert vector.dtype == np.int8
    assert vector.tolist() == expected(token_vectors(SHORT).mean(axis=0))


@pytest.mark.parametrize(
    ("key", "rows"),
    [("pooling_mode_cls_token", 0), ("pooling_mode_lasttoken", -1)],
)
def test_a_model_may_ask_for_the_vector_of_one_token(tmp_path: Path, key: str, rows: int) -> None:
    tiny_model(tmp_path)
    write_json(tmp_path / "1_Pooling" / "config.json", {key: True, "word_embedding_dimension": 6})
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT)[rows])


def test_a_model_may_ask_for_the_largest_numbers(tmp_path: Path) -> None:
    tiny_model(tmp_path)
    write_json(tmp_path / "1_Pooling" / "config.json", {"pooling_mode_max_tokens": True})
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT).max(axis=0))


def test_an_output_for_whole_texts_is_taken_as_it_is(tmp_path: Path) -> None:
    tiny_model(tmp_path, output="sentence_embedding", sentence=True)
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT).max(axis=0))


def test_an_output_with_another_name_is_found(tmp_path: Path) -> None:
    tiny_model(tmp_path, output="something")
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT).mean(axis=0))


@pytest.mark.parametrize("inputs", [["input_ids"], INPUTS, [*INPUTS, "token_type_ids"]])
@pytest.mark.parametrize("integer", [TensorProto.INT64, TensorProto.INT32])
def test_a_model_is_fed_what_it_wants(tmp_path: Path, inputs: list[str], integer: int) -> None:
    tiny_model(tmp_path, inputs=inputs, integer=integer)
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT).mean(axis=0))


def test_a_model_that_wants_positions_gets_them_from_zero(tmp_path: Path) -> None:
    tiny_model(tmp_path, inputs=[*INPUTS, "position_ids"])
    placed = token_vectors(SHORT) + table()[: 3 + 2]
    assert embedded(tmp_path, SHORT).tolist() == expected(placed.mean(axis=0))


def test_vectors_come_in_the_order_of_the_texts(tmp_path: Path) -> None:
    texts = [LONG, "w1", SHORT, LONG + " w7", "w2", ""]
    model = embedder(tiny_model(tmp_path))
    alone = [model.embed([text])[0].tolist() for text in texts]
    assert model.embed(texts).tolist() == alone
    assert model.embed(texts[::-1]).tolist() == alone[::-1]


# -- long texts


def test_a_text_longer_than_the_window_is_the_weighted_mean_of_its_parts(tmp_path: Path) -> None:
    text = " ".join(f"w{number}" for number in range(8))  # 6 of 8 tokens are free: two parts of 4
    parts = [token_vectors("w0 w1 w2 w3").mean(axis=0), token_vectors("w4 w5 w6 w7").mean(axis=0)]
    assert embedded(tiny_model(tmp_path), text).tolist() == expected(np.mean(parts, axis=0))


def test_parts_weigh_as_much_as_they_hold_tokens(tmp_path: Path) -> None:
    text = " ".join(f"w{number}" for number in range(7))  # parts of 3 and 4
    first, second = (token_vectors(part).mean(axis=0) for part in ("w0 w1 w2", "w3 w4 w5 w6"))
    assert embedded(tiny_model(tmp_path), text).tolist() == expected((3 * first + 4 * second) / 7)


def test_the_very_end_of_a_long_text_counts(tmp_path: Path) -> None:
    model = embedder(tiny_model(tmp_path))
    first, second = model.embed([f"{LONG} w50", f"{LONG} w51"])
    assert first.tolist() != second.tolist()


def test_max_tokens_replaces_the_window_of_the_model(tmp_path: Path) -> None:
    whole = token_vectors(LONG).mean(axis=0)
    tiny_model(tmp_path)
    assert embedded(tmp_path, LONG).tolist() != expected(whole)
    assert embedded(tmp_path, LONG, max_tokens=42).tolist() == expected(whole)


def test_a_window_without_room_for_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        embedded(tiny_model(tmp_path), SHORT, max_tokens=2)
    assert caught.value.message == (
        "a window of 2 tokens leaves no room for text: 2 are always taken"
    )


# -- prefixes


def test_the_e5_style_marks_each_part_as_a_passage(tmp_path: Path) -> None:
    tiny_model(tmp_path)  # "passage:" is a word that it does not know, like any other
    text = " ".join(f"w{number}" for number in range(8))  # 5 tokens are free
    parts = ["passage: w0 w1 w2 w3", "passage: w4 w5 w6 w7"]
    means = [token_vectors(part).mean(axis=0) for part in parts]
    assert embedded(tmp_path, text, prefix="e5").tolist() == expected(np.mean(means, axis=0))


def test_the_qwen_style_leaves_code_as_it_is(tmp_path: Path) -> None:
    tiny_model(tmp_path)
    plain, qwen = embedder(tmp_path), embedder(tmp_path, prefix="qwen")
    assert plain.embed([LONG]).tolist() == qwen.embed([LONG]).tolist()
    assert plain.id != qwen.id


# -- dimension and identity


def test_the_dimension_is_what_the_model_gives(tmp_path: Path) -> None:
    assert embedder(tiny_model(tmp_path)).dimension == DIMENSION


def test_another_dimension_than_the_set_one_is_refused_by_both_names(tmp_path: Path) -> None:
    model = embedder(tiny_model(tmp_path), dimension=384)
    with pytest.raises(ConfigurationError) as caught:
        model.embed([SHORT])
    assert caught.value.message == ("onnx.dimension is 384, but the model's vectors have 6 numbers")


def test_the_identity_is_the_same_for_the_same_files_anywhere(tmp_path: Path) -> None:
    here, there = tiny_model(tmp_path / "here"), tiny_model(tmp_path / "there")
    assert embedder(here).id == embedder(there).id
    assert embedder(here).id.startswith("onnx-1-none-")


@pytest.mark.parametrize(
    "change",
    [
        {"prefix": "e5"},
        {"max_tokens": 16},
    ],
)
def test_the_identity_changes_with_settings(tmp_path: Path, change: dict[str, int | str]) -> None:
    tiny_model(tmp_path)
    assert embedder(tmp_path).id != embedder(tmp_path, **change).id


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "weights.bin"])
def test_the_identity_changes_with_every_byte(tmp_path: Path, name: str) -> None:
    with_outside_weights(tiny_model(tmp_path), "weights.bin")
    before = embedder(tmp_path).id
    with (tmp_path / name).open("ab") as file:
        file.write(b" ")
    assert embedder(tmp_path).id != before


def test_the_identity_changes_with_the_pooling(tmp_path: Path) -> None:
    before = embedder(tiny_model(tmp_path)).id
    write_json(tmp_path / "1_Pooling" / "config.json", {"pooling_mode_cls_token": True})
    assert embedder(tmp_path).id != before


def test_the_text_that_is_read_does_not_depend_on_where_it_stands(tmp_path: Path) -> None:
    model = embedder(tiny_model(tmp_path))
    chunk = replace(chunk_of(["w1"]), text="def f():\n    return 1")
    inner = replace(chunk, text="    def f():\n        return 1", start_line=5, end_line=20)
    assert model.input_of(inner) == model.input_of(chunk) == chunk.text


# -- models that cannot be used


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    (tiny_model(tmp_path) / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, SHORT)
    assert caught.value.message.startswith(f"the model {tmp_path / 'model.onnx'} cannot be loaded")
    assert caught.value.hint.startswith("download it anew")
    assert caught.value.exit_code == 3


def test_a_model_of_a_later_standard_is_refused(tmp_path: Path) -> None:
    file = tiny_model(tmp_path) / "model.onnx"
    model = onnx.load(file)
    model.opset_import[0].version = 999
    file.write_bytes(model.SerializeToString())
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, SHORT)
    assert caught.value.message.startswith(f"the model {file} cannot be loaded: ")
    assert "update onnxruntime" in caught.value.hint


def test_weights_that_lie_elsewhere_and_are_missing_are_named(tmp_path: Path) -> None:
    with_outside_weights(tiny_model(tmp_path), "w.bin")
    assert embedded(tmp_path, SHORT).tolist() == expected(token_vectors(SHORT).mean(axis=0))
    (tmp_path / "w.bin").unlink()
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, SHORT)
    assert "w.bin" in caught.value.message
    assert "onnx_data" in caught.value.hint


def test_a_broken_tokenizer_is_named(tmp_path: Path) -> None:
    (tiny_model(tmp_path) / "tokenizer.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, SHORT)
    assert caught.value.message.startswith(
        f"the tokenizer {tmp_path / 'tokenizer.json'} cannot be read: "
    )


def test_a_model_that_wants_unknown_inputs_is_refused(tmp_path: Path) -> None:
    tiny_model(tmp_path, inputs=[*INPUTS, "past_key_values"])
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, SHORT)
    assert caught.value.message == (
        "the model model.onnx wants inputs that SAI does not know: past_key_values"
    )


def test_a_model_that_reads_less_than_it_is_given_says_which_key_helps(tmp_path: Path) -> None:
    tiny_model(tmp_path, inputs=[*INPUTS, "position_ids"], window=1000)
    with pytest.raises(ModelError) as caught:
        embedded(tmp_path, " ".join(["w1"] * 200))
    assert caught.value.message.startswith("the model model.onnx failed on 202 tokens: ")
    assert "onnx.max-tokens" in caught.value.hint


# -- rounding to int8


def test_directions_survive_above_1024_dimensions_and_products_stay_exact() -> None:
    vectors = np.random.default_rng(1).normal(size=(2, 4096))
    numbers = quantised(vectors).astype(np.int64)
    cosine = vectors[0] @ vectors[1] / np.sqrt(np.prod((vectors**2).sum(axis=1)))
    lengths = np.sqrt((numbers**2).sum(axis=1))
    assert (lengths < 4096).all()
    assert numbers[0] @ numbers[1] / lengths.prod() == pytest.approx(cosine, abs=1e-3)


def test_a_row_of_zeros_stays_one() -> None:
    assert quantised(np.array([[0.0, 0.0], [0.0, -2.0]])).tolist() == [[0, 0], [0, -127]]
