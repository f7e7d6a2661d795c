"""Model directories of a few kilobytes for tests: a table of token vectors behind real ONNX."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing

DIMENSION = 6
WORDS = ("[UNK]", "[CLS]", "[SEP]", *(f"w{number}" for number in range(97)))
INPUTS = ("input_ids", "attention_mask")

Table = npt.NDArray[np.float32]


def tiny_model(  # each parameter is one thing in which models differ
    directory: Path,
    *,
    inputs: Sequence[str] = INPUTS,
    output: str = "last_hidden_state",
    sentence: bool = False,
    integer: int = TensorProto.INT64,
    dimension: int = DIMENSION,
    window: int = 8,
    file: str = "model.onnx",
) -> Path:
    """Write a model whose token vectors are rows of `table`, and return its directory.

    A position adds a row of the table to its token, a type 100 to each number. A `sentence`
    output is the largest number of each column.
    """
    path = directory / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_model(inputs, output, sentence, integer, dimension).SerializeToString())
    tiny_tokenizer().save(str(directory / "tokenizer.json"))
    write_json(directory / "sentence_bert_config.json", {"max_seq_length": window})
    return directory


def table(dimension: int = DIMENSION) -> Table:
    """The vectors of all words, of shape (words, dimension)."""
    return np.random.default_rng(5).normal(size=(len(WORDS), dimension)).astype(np.float32)


def token_vectors(text: str, dimension: int = DIMENSION) -> Table:
    """What the model gives for the tokens of a text, special ones included."""
    words = ["[CLS]", *text.split(), "[SEP]"]
    return table(dimension)[[WORDS.index(word) if word in WORDS else 0 for word in words]]


def write_json(path: Path, content: Mapping[str, object]) -> None:
    """Write a file of settings as they lie beside models."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def tiny_tokenizer() -> Tokenizer:
    """Splits at blanks; like many published ones it would cut and pad if it were let."""
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=4)
    return tokenizer


def _model(
    inputs: Sequence[str], output: str, sentence: bool, integer: int, dimension: int
) -> onnx.ModelProto:
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["tokens"])]
    last = "tokens"
    if "position_ids" in inputs:
        nodes += [
            helper.make_node("Gather", ["table", "position_ids"], ["places"]),
            helper.make_node("Add", [last, "places"], ["placed"]),
        ]
        last = "placed"
    if "token_type_ids" in inputs:
        nodes += [
            helper.make_node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["types", "hundred"], ["shifts"]),
            helper.make_node("Unsqueeze", ["shifts", "two"], ["columns"]),
            helper.make_node("Add", [last, "columns"], ["typed"]),
        ]
        last = "typed"
    if sentence:
        nodes.append(helper.make_node("ReduceMax", [last], [output], axes=[1], keepdims=0))
    else:
        nodes.append(helper.make_node("Identity", [last], [output]))
    shape: list[str | int | None] = (
        ["batch", dimension] if sentence else ["batch", "tokens", dimension]
    )
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, integer, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)],
        [
            numpy_helper.from_array(table(dimension), "table"),
            numpy_helper.from_array(np.array(100, dtype=np.float32), "hundred"),
            numpy_helper.from_array(np.array([2], dtype=np.int64), "two"),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
