"""Finds the parts of a sentence-transformers style directory and what they say of the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

from blake3 import blake3

from sai.embedders.model_errors import model_errors
from sai.errors import ModelError

LARGEST_WINDOW = 2048
"""Models that read more get this, unless told: time and memory grow with the window's square."""

_LOCATION = b"\n\x08location\x12"
_UNSAID_WINDOW = 256
_NO_LIMIT = 1_000_000  # some tokenizers write 10**30 for "no limit"
_WINDOW_KEYS = (
    ("sentence_bert_config.json", "max_seq_length"),
    ("tokenizer_config.json", "model_max_length"),
    ("config.json", "max_position_embeddings"),
)
_POOLINGS = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_lasttoken": "last",
}


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model on disk. `window` is in tokens, special ones included.

    `tokenizer` is a `tokenizer.json` or a WordPiece `vocab.txt`, which `lowercase` goes with.
    `pooling` makes one vector of a text from those of its tokens: "mean", "cls", "max", "last".
    """

    model: Path
    tokenizer: Path
    window: int
    pooling: str = "mean"
    lowercase: bool = True

    def digest(self) -> str:
        """Changes with every byte of model and tokenizer, and with how they are used.

        Reads all of the model: about 20 ms for 23 MB that the system has in memory. ModelError
        where a file cannot be read.
        """
        hasher = blake3(repr((self.window, self.pooling, self.lowercase)).encode())
        for path in (self.model, self.tokenizer, *_outside_weights(self.model)):
            with model_errors(f"{path} cannot be read", "look at its permissions"):
                hasher.update(blake3().update_mmap(path).digest())
        return hasher.hexdigest()[:16]


def find_model(place: Path, max_tokens: int = 0) -> ModelFiles:
    """The model in a directory, or of one `.onnx` file; ModelError says what is missing.

    `max_tokens` replaces the window that the model's files give.
    """
    model = place if place.suffix == ".onnx" and place.is_file() else _model_file(place)
    home = model.parent.parent if model.parent.name == "onnx" else model.parent
    return ModelFiles(
        model=model,
        tokenizer=_tokenizer_file(home, model.parent),
        window=max_tokens or min(_stated_window(home), LARGEST_WINDOW),
        pooling=_pooling(home),
        lowercase=_entries(home / "tokenizer_config.json").get("do_lower_case") is not False,
    )


def _outside_weights(model: Path) -> list[Path]:
    """Files beside the model that hold weights of it, as its own bytes name them.

    In ONNX a tensor that lies elsewhere has an entry with the key `location`: in the encoding of
    protocol buffers the mark below, then a length of one byte, then the name.
    """
    names = set()
    with (
        model_errors(f"{model} cannot be read", "download it anew, or look at its permissions"),
        model.open("rb") as file,
        mmap(file.fileno(), 0, access=ACCESS_READ) as data,
    ):
        place = data.find(_LOCATION)
        while place >= 0:
            start = place + len(_LOCATION) + 1
            names.add(data[start : start + data[start - 1]] if start <= len(data) else b"")
            place = data.find(_LOCATION, start)
    paths = (model.parent / name.decode("utf-8", "replace") for name in sorted(names) if name)
    return [path for path in paths if path.is_file()]


def _model_file(directory: Path) -> Path:
    if not directory.is_dir():
        raise ModelError(
            f"there is no model at {directory}",
            hint="onnx.path names a directory with an ONNX model, from the project's root",
        )
    places = (directory, directory / "onnx")
    found = [p / "model.onnx" for p in places if (p / "model.onnx").is_file()]
    found = found or sorted(path for p in places for path in p.glob("*.onnx") if path.is_file())
    if not found:
        raise ModelError(
            f"there is no ONNX model in {directory}",
            hint="SAI looks for model.onnx, onnx/model.onnx, or a single other .onnx file; a "
            "model of another format must be exported to ONNX first",
        )
    if len(found) > 1:
        names = ", ".join(path.relative_to(directory).as_posix() for path in found)
        raise ModelError(
            f"there are several ONNX models in {directory}: {names}",
            hint="let onnx.path name one of these files",
        )
    return found[0]


def _tokenizer_file(*directories: Path) -> Path:
    for name in ("tokenizer.json", "vocab.txt"):
        for directory in directories:
            if (directory / name).is_file():
                return directory / name
    raise ModelError(
        f"there is no tokenizer.json in {directories[0]}",
        hint="put the tokenizer.json of the model beside it",
    )


def _stated_window(home: Path) -> int:
    for name, key in _WINDOW_KEYS:
        value = _entries(home / name).get(key)
        if isinstance(value, int) and 0 < value < _NO_LIMIT:
            return value
    return _UNSAID_WINDOW


def _pooling(home: Path) -> str:
    path = home / "1_Pooling" / "config.json"
    wanted = [
        key
        for key, value in _entries(path).items()
        if key.startswith("pooling_mode_") and value is True
    ]
    if not wanted:
        return "mean"
    if len(wanted) > 1 or wanted[0] not in _POOLINGS:
        raise ModelError(
            f"{path} asks for a pooling that SAI does not know: {', '.join(sorted(wanted))}",
            hint=f"SAI knows one of {', '.join(_POOLINGS)}",
        )
    return _POOLINGS[wanted[0]]


def _entries(path: Path) -> Mapping[str, object]:
    """What a JSON file holds; nothing where there is none."""
    try:
        loaded = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(
            f"{path} cannot be read: {error}", hint="download the model's files anew"
        ) from error
    return loaded if isinstance(loaded, dict) else {}
