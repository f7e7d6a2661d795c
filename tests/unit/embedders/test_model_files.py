"""What is found in a model directory, and what is said when something is missing there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny_models import tiny_model, write_json

from sai.embedders.model_files import LARGEST_WINDOW, ModelFiles, find_model
from sai.errors import ModelError


def message(place: Path) -> str:
    with pytest.raises(ModelError) as caught:
        find_model(place)
    assert caught.value.hint
    assert (caught.value.exit_code, caught.value.slug) == (3, "embedder")
    return caught.value.message


@pytest.mark.parametrize(
    "file", ["model.onnx", "onnx/model.onnx", "model_int8.onnx", "onnx/model_quantized.onnx"]
)
def test_the_model_is_found(tmp_path: Path, file: str) -> None:
    tiny_model(tmp_path, file=file)
    assert find_model(tmp_path) == ModelFiles(tmp_path / file, tmp_path / "tokenizer.json", 8)


def test_the_plain_name_wins_over_variants(tmp_path: Path) -> None:
    tiny_model(tmp_path, file="onnx/model_O4.onnx")
    tiny_model(tmp_path, file="onnx/model.onnx")
    assert find_model(tmp_path).model == tmp_path / "onnx" / "model.onnx"


def test_several_variants_are_listed(tmp_path: Path) -> None:
    for name in ("onnx/model_int8.onnx", "onnx/model_O4.onnx"):
        tiny_model(tmp_path, file=name)
    assert message(tmp_path) == (
        f"there are several ONNX models in {tmp_path}: onnx/model_O4.onnx, onnx/model_int8.onnx"
    )


def test_one_of_several_variants_can_be_named(tmp_path: Path) -> None:
    for name in ("onnx/model_int8.onnx", "onnx/model_O4.onnx"):
        tiny_model(tmp_path, file=name)
    chosen = tmp_path / "onnx" / "model_O4.onnx"
    assert find_model(chosen) == ModelFiles(chosen, tmp_path / "tokenizer.json", 8)


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert message(tmp_path / "models") == f"there is no model at {tmp_path / 'models'}"


def test_a_directory_without_a_model_is_named(tmp_path: Path) -> None:
    assert message(tmp_path) == f"there is no ONNX model in {tmp_path}"


def test_a_missing_tokenizer_is_named(tmp_path: Path) -> None:
    (tiny_model(tmp_path) / "tokenizer.json").unlink()
    assert message(tmp_path) == f"there is no tokenizer.json in {tmp_path}"


def test_a_vocabulary_does_for_a_tokenizer(tmp_path: Path) -> None:
    (tiny_model(tmp_path) / "tokenizer.json").unlink()
    (tmp_path / "vocab.txt").write_text("[UNK]\n[CLS]\n[SEP]\n", encoding="utf-8")
    write_json(tmp_path / "tokenizer_config.json", {"do_lower_case": False})
    assert find_model(tmp_path) == ModelFiles(
        tmp_path / "model.onnx", tmp_path / "vocab.txt", 8, lowercase=False
    )


@pytest.mark.parametrize(
    ("files", "window"),
    [
        ({"sentence_bert_config.json": {"max_seq_length": 128}}, 128),
        ({"tokenizer_config.json": {"model_max_length": 64}}, 64),
        ({"config.json": {"max_position_embeddings": 512}}, 512),
        (
            {
                "config.json": {"max_position_embeddings": 512},
                "sentence_bert_config.json": {"max_seq_length": 256},
            },
            256,
        ),
        ({"tokenizer_config.json": {"model_max_length": 10**30}}, 256),
        ({"sentence_bert_config.json": {"max_seq_length": None}}, 256),
        ({"config.json": {"max_position_embeddings": 32768}}, LARGEST_WINDOW),
        ({}, 256),
    ],
)
def test_the_window_is_what_the_files_say(
    tmp_path: Path, files: dict[str, dict[str, object]], window: int
) -> None:
    (tiny_model(tmp_path) / "sentence_bert_config.json").unlink()
    for name, content in files.items():
        write_json(tmp_path / name, content)
    assert find_model(tmp_path).window == window
    assert find_model(tmp_path, max_tokens=4096).window == 4096


@pytest.mark.parametrize("content", ["{", "\ud800", "[" * 100_000])
def test_a_broken_file_of_settings_is_named(tmp_path: Path, content: str) -> None:
    broken = tiny_model(tmp_path) / "sentence_bert_config.json"
    broken.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert message(tmp_path).startswith(f"{broken} cannot be read: ")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (["pooling_mode_mean_sqrt_len_tokens"], "pooling_mode_mean_sqrt_len_tokens"),
        (
            ["pooling_mode_mean_tokens", "pooling_mode_cls_token"],
            "pooling_mode_cls_token, pooling_mode_mean_tokens",
        ),
    ],
)
def test_an_unknown_pooling_is_refused(tmp_path: Path, asked: list[str], named: str) -> None:
    file = tiny_model(tmp_path) / "1_Pooling" / "config.json"
    write_json(file, dict.fromkeys(asked, True))
    assert message(tmp_path) == f"{file} asks for a pooling that SAI does not know: {named}"


def test_a_file_that_vanishes_is_named(tmp_path: Path) -> None:
    files = find_model(tiny_model(tmp_path))
    files.tokenizer.unlink()
    with pytest.raises(ModelError) as caught:
        files.digest()
    assert caught.value.message.startswith(f"{files.tokenizer} cannot be read: ")


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    (tiny_model(tmp_path) / "model.onnx").write_bytes(b"")
    files = find_model(tmp_path)
    with pytest.raises(ModelError) as caught:
        files.digest()
    assert caught.value.message.startswith(f"{files.model} cannot be read: ")


@pytest.mark.parametrize("rest", [b"", b"\x7f", b"\x03abc"])
def test_a_model_that_ends_in_the_middle_of_a_name_has_a_digest(
    tmp_path: Path, rest: bytes
) -> None:
    (tiny_model(tmp_path) / "model.onnx").write_bytes(b"\n\x08location\x12" + rest)
    assert len(find_model(tmp_path).digest()) == 16
