"""Texts to the windows of token ids that a model can read at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sai.embedders.model_errors import model_errors
from sai.errors import ConfigurationError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PASSAGE_PREFIXES = {"none": "", "e5": "passage: ", "qwen": ""}
"""What each style of `onnx.prefix` puts before code; "qwen" marks nothing but questions."""

_PROBE = "a"


class Window(NamedTuple):
    """One reading of the model: its token ids, and how many of them are the text's own."""

    ids: list[int]
    weight: int


class TokenWindows:
    """Splits texts that are longer than the model's window, into parts of about equal length.

    Each part gets the special tokens and the prefix that a whole text would get. Nothing is
    ever cut off.
    """

    def __init__(self, tokenizer: Tokenizer, window: int, prefix: str) -> None:
        self._tokenizer = tokenizer
        self._prefix = prefix
        probe = tokenizer.encode(_PROBE)
        own = [place for place, special in enumerate(probe.special_tokens_mask) if not special]
        start, end = (own[0], own[-1] + 1) if own else (len(probe.ids), len(probe.ids))
        self._head, self._tail = probe.ids[:start], probe.ids[end:]
        taken = len(self._head) + len(self._tail) + len(self._split(prefix)[0])
        self._room = window - taken
        if self._room < 1:
            raise ConfigurationError(
                f"a window of {window} tokens leaves no room for text: {taken} are always taken",
                hint="set onnx.max-tokens to what the model was made for",
                slug="embedder",
            )

    def windows(self, text: str) -> list[Window]:
        """The windows of one text, in its order; none where the model would read nothing."""
        prefix, content = self._split(self._prefix + text)
        parts = max(1, -(-len(content) // self._room))
        bounds = [len(content) * part // parts for part in range(parts + 1)]
        found = []
        for start, end in pairwise(bounds):
            ids = [*self._head, *prefix, *content[start:end], *self._tail]
            if ids:
                found.append(Window(ids, max(1, end - start)))
        return found

    def count(self, text: str) -> int:
        """Tokens of a text, neither prefix nor special ones."""
        return len(self._bare(text)[0])

    def _split(self, text: str) -> tuple[list[int], list[int]]:
        """Token ids of the prefix that the text begins with, and of the rest."""
        ids, ends = self._bare(text)
        length = len(self._prefix.rstrip())
        count = sum(end <= length for end in ends) if length else 0
        return ids[:count], ids[count:]

    def _bare(self, text: str) -> tuple[list[int], Sequence[int]]:
        """Ids without special tokens, and where each ends in the text."""
        readable = text.encode("utf-8", "replace").decode()  # lone surrogates are no text
        encoding = self._tokenizer.encode(readable, add_special_tokens=False)
        return encoding.ids, [end for _, end in encoding.offsets]


def load_tokenizer(path: Path, *, lowercase: bool) -> Tokenizer:
    """The tokenizer of a `tokenizer.json`, or of the `vocab.txt` of a BERT model.

    ModelError where the file is broken.
    """
    from tokenizers import Tokenizer

    with model_errors(f"the tokenizer {path} cannot be read", "download the model's files anew"):
        if path.suffix == ".txt":
            return _wordpiece(path.read_text(encoding="utf-8").split("\n"), lowercase=lowercase)
        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer


def _wordpiece(words: Sequence[str], *, lowercase: bool) -> Tokenizer:
    """The tokenizer of BERT (Devlin et al., 2018) for a vocabulary in order of ids."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import TemplateProcessing

    vocabulary = {word: number for number, word in enumerate(words) if word}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    specials = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=specials)
    return tokenizer
