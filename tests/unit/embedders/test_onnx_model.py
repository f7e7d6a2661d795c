"""Running a model: what an odd session makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from sai.embedders.onnx_model import OnnxModel
from sai.errors import ModelError


class Port(NamedTuple):
    """An input or output."""

    name: str
    type: str = "tensor(int64)"


class FakeSession:
    """A session whose outputs are given; it remembers what it was fed and asked for."""

    def __init__(
        self, outputs: Mapping[str, object], inputs: Sequence[Port] = (Port("input_ids"),)
    ) -> None:
        self.outputs = outputs
        self.inputs = inputs
        self.fed: dict[str, list[list[int]]] = {}
        self.asked: list[str] = []

    def get_inputs(self) -> Sequence[Port]:
        return self.inputs

    def get_outputs(self) -> Sequence[Port]:
        return [Port(name) for name in self.outputs]

    def run(
        self, names: Sequence[str], feed: Mapping[str, npt.NDArray[np.generic]]
    ) -> Sequence[npt.NDArray[np.generic]]:
        self.fed = {name: array.tolist() for name, array in feed.items()}
        self.asked = list(names)
        return [np.array(self.outputs[name]) for name in names]


TOKENS = [[[1.0, 2.0], [3.0, 4.0]]]


def refusal(session: FakeSession) -> str:
    with pytest.raises(ModelError) as caught:
        OnnxModel(session, "m.onnx").vector([1, 2])
    assert caught.value.hint
    return caught.value.message


def test_every_known_input_has_its_meaning() -> None:
    names = ("input_ids", "attention_mask", "token_type_ids", "position_ids")
    session = FakeSession({"last_hidden_state": TOKENS}, [Port(name) for name in names])
    assert OnnxModel(session, "m.onnx").vector([7, 9]).tolist() == [2.0, 3.0]
    assert session.fed == {
        "input_ids": [[7, 9]],
        "attention_mask": [[1, 1]],
        "token_type_ids": [[0, 0]],
        "position_ids": [[0, 1]],
    }


@pytest.mark.parametrize(
    ("outputs", "asked"),
    [
        (["last_hidden_state", "pooler_output"], "last_hidden_state"),
        (["pooler_output", "last_hidden_state"], "last_hidden_state"),
        (["token_embeddings", "sentence_embedding"], "sentence_embedding"),
        (["one", "two"], "one"),
    ],
)
def test_the_output_is_chosen_by_name(outputs: list[str], asked: str) -> None:
    session = FakeSession(dict.fromkeys(outputs, TOKENS))
    OnnxModel(session, "m.onnx").vector([1, 2])
    assert session.asked == [asked]


@pytest.mark.parametrize(("output", "shape"), [([1.0], "(1,)"), ([[1.0], [2.0]], "(2, 1)")])
def test_an_output_of_another_shape_is_refused(output: object, shape: str) -> None:
    assert refusal(FakeSession({"x": output})) == f"the model m.onnx gives x of shape {shape}"


def test_an_output_without_numbers_is_refused() -> None:
    assert refusal(FakeSession({"x": [["no number"]]})).startswith(
        "the model m.onnx failed on 2 tokens: could not convert"
    )


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(number: float) -> None:
    expected = "the model m.onnx gives numbers that are not finite"
    assert refusal(FakeSession({"x": [[1.0, number]]})) == expected


def test_a_failure_without_a_message_is_named_by_its_kind() -> None:
    class Failing(FakeSession):
        def run(
            self, names: Sequence[str], feed: Mapping[str, npt.NDArray[np.generic]]
        ) -> Sequence[npt.NDArray[np.generic]]:
            raise MemoryError

    assert refusal(Failing({"x": TOKENS})) == "the model m.onnx failed on 2 tokens: MemoryError"
