"""Fakes that implement the ports in memory and remember what they were asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from blake3 import blake3

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.chunk_table import ChunkTable
from sai.core.records import Oddity, SyncBatch, ViewEntry
from sai.core.settings import Settings
from sai.core.source import Chunk, Cut, Problem, TreeEntry
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.errors import IndexUnusableError
from sai.ports import ChunkStore
from sai.services.workspace import Workspace
from sai.sources.ignore_rules import path_limits
from sai.stores.duckdb_store import DuckDbStore

Content = str | bytes | Problem


class MemoryTree:
    """A source tree; `reads` lists the paths that were read.

    With `proof` "blob" files are known by their content, with "stamp" by `stamps`, else not.
    """

    def __init__(
        self,
        files: Mapping[str, Content],
        *,
        view: str = "disk",
        proof: str = "blob",
        stamps: Mapping[str, str] | None = None,
        sizes: Mapping[str, int] | None = None,
    ) -> None:
        self.files = dict(files)
        self.view = view
        self.reads: list[str] = []
        self._proof = proof
        self._stamps = stamps or {}
        self._sizes = sizes or {}
        self.problems: Sequence[Problem] = ()

    def entries(self) -> Sequence[TreeEntry]:
        return [self._entry(path) for path in sorted(self.files)]

    def read(self, paths: Iterable[str]) -> Mapping[str, bytes | Problem]:
        wanted = list(paths)
        self.reads += wanted
        return {path: _bytes(self.files[path]) for path in wanted}

    def _entry(self, path: str) -> TreeEntry:
        data, size = _bytes(self.files[path]), self._sizes.get(path)
        if self._proof == "blob" and isinstance(data, bytes):
            return TreeEntry(path, blob=blake3(data).hexdigest(), size=size)
        return TreeEntry(path, stamp=self._stamps.get(path, ""), size=size)


def _bytes(content: Content) -> bytes | Problem:
    return content.encode() if isinstance(content, str) else content


class CountingChunker:
    """Cuts functions; `texts` lists the texts that were cut."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._chunker = FunctionChunker()

    def chunks(self, text: str, language: str) -> Cut:
        self.texts.append(text)
        return self._chunker.chunks(text, language)


class CountingEmbedder:
    """Sketches; `inputs` lists the texts that were embedded."""

    dimension = 256

    def __init__(self, identity: str = "counting") -> None:
        self.id = identity
        self.inputs: list[str] = []
        self._embedder = SketchEmbedder()

    def input_of(self, chunk: Chunk) -> str:
        return self._embedder.input_of(chunk)

    def token_counts(self, texts: Sequence[str]) -> Sequence[int]:
        return self._embedder.token_counts(texts)

    def embed(self, inputs: Sequence[str]) -> npt.NDArray[np.int8]:
        self.inputs += inputs
        return self._embedder.embed(inputs)


class FailingStore:
    """A store that is unusable from its n-th call on."""

    def __init__(self, store: ChunkStore, calls: int = 0) -> None:
        self._store = store
        self._calls_left = calls

    def _counted(self) -> ChunkStore:
        if self._calls_left == 0:
            raise IndexUnusableError("the index is in use: index.duckdb")
        self._calls_left -= 1
        return self._store

    def view(self, name: str) -> Mapping[str, ViewEntry]:
        return self._counted().view(name)

    def contents_of(self, proofs: Collection[str]) -> Mapping[str, str]:
        return self._counted().contents_of(proofs)

    def absent(self, contents: Collection[str], vectors: Collection[str]) -> set[str]:
        return self._counted().absent(contents, vectors)

    def write(
        self, batch: SyncBatch, view: str = "", entries: Mapping[str, ViewEntry] | None = None
    ) -> None:
        self._counted().write(batch, view, entries)

    def load(self, files: Mapping[str, str]) -> tuple[ChunkTable, Mapping[str, Oddity]]:
        return self._counted().load(files)


class RecordedProgress:
    """Remembers every step."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def step(self, what: str, done: int, total: int) -> None:
        self.steps.append((what, done, total))


def memory_store() -> DuckDbStore:
    """An empty store that lives as long as the test."""
    return DuckDbStore(None)


def workspace(
    settings: Settings | None = None,
    *,
    store: ChunkStore | None = None,
    chunker: CountingChunker | None = None,
    embedder: CountingEmbedder | None = None,
    excluded: Callable[[str], str] = lambda path: "vendored" if path.startswith("lib/") else "",
) -> Workspace:
    """A project in memory; `lib/` is vendored, `tests/` are tests."""
    settings = settings or Settings()
    return Workspace(
        settings=settings,
        limits=path_limits(settings),
        chunker=chunker or CountingChunker(),
        embedder=embedder or CountingEmbedder(),
        store=store or memory_store(),
        private_store=memory_store,
        excluded=excluded,
        is_test=lambda path: path.startswith("tests/"),
        progress=RecordedProgress(),
    )
