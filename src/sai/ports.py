"""Ports: what the services need from the outside world, one narrow protocol each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from sai.core.chunk_table import ChunkTable
from sai.core.records import Oddity, SyncBatch, ViewEntry
from sai.core.source import Chunk, Cut, Problem, TreeEntry


class SourceTree(Protocol):
    """A set of files as one moment shows them: on disk, in the git index, or in a commit."""

    @property
    def view(self) -> str:
        """Name under which the index remembers this tree ("disk", "staged"); "" is forgotten."""
        ...

    @property
    def problems(self) -> Sequence[Problem]:
        """Directories that could not be listed; known after `entries`."""
        ...

    def entries(self) -> Sequence[TreeEntry]:
        """All regular files below the project root, sorted by path, before SAI's own filters."""
        ...

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        """Content of the given listed paths; a `Problem` for one that cannot be read (any more)."""
        ...


class Chunker(Protocol):
    """Cuts the text of a file into chunks."""

    def chunks(self, text: str, language: str) -> Cut:
        """Cut `text` (LF line ends) into chunks by start line; odd source code raises nothing."""
        ...


class Embedder(Protocol):
    """Turns chunks into vectors whose cosine says how alike they are."""

    @property
    def id(self) -> str:
        """Identity of model and version; part of the key of every cached vector."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def input_of(self, chunk: Chunk) -> str:
        """The exact text that is embedded for this chunk; equal texts give equal vectors."""
        ...

    def token_counts(self, texts: Sequence[str]) -> Sequence[int]:
        """How many tokens each text has for this embedder, special ones left out."""
        ...

    def embed(self, inputs: Sequence[str]) -> npt.NDArray[np.int8]:
        """Vectors of shape (len(inputs), dimension); the dimension may be 0 without inputs.

        On one machine a text has one vector, whatever else is embedded. `sketch` gives the same
        bits on every machine; models do not promise that. Vectors only propose candidates: how
        alike a pair is, is always decided on its tokens.
        """
        ...


class ChunkStore(Protocol):
    """Remembers contents, chunks and vectors; a cache that may be empty at any time.

    Every method raises `IndexUnusableError` where the store is busy or broken beyond repair.
    """

    def view(self, name: str) -> Mapping[str, ViewEntry]:
        """What a view showed when it was written last, by path."""
        ...

    def contents_of(self, proofs: Collection[str]) -> Mapping[str, str]:
        """Content keys of git blobs that were read before, by proof."""
        ...

    def absent(self, contents: Collection[str], vectors: Collection[str]) -> set[str]:
        """Those of the content and vector keys that the store does not hold."""
        ...

    def write(
        self, batch: SyncBatch, view: str = "", entries: Mapping[str, ViewEntry] | None = None
    ) -> None:
        """Add a batch and, if `entries` are given, replace what `view` shows: all or nothing."""
        ...

    def load(self, files: Mapping[str, str]) -> tuple[ChunkTable, Mapping[str, Oddity]]:
        """The chunks of files (path to content key); (skipped, problem, unindexed) of odd ones."""
        ...


class Progress(Protocol):
    """Tells a person that work goes on."""

    def step(self, what: str, done: int, total: int) -> None:
        """`done` of `total` units of `what` are finished; called often, must be cheap."""
        ...
