"""Bring the store up to date with a source tree: read, cut and embed only what it does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from sai.core.digests import content_key
from sai.core.records import ContentRecord, SyncBatch, ViewEntry
from sai.core.settings import Settings
from sai.core.source import Problem, TreeEntry
from sai.ports import ChunkStore, SourceTree
from sai.services.analysis import analyse, pipeline_id, too_large
from sai.services.workspace import TreeFiles, Workspace
from sai.syntax.languages import any_language_of, language_of

_FILES_PER_BATCH = 400
_TEXTS_AT_ONCE = 200  # a model takes seconds for them
_WRITE_AFTER_S = 10.0  # what a killed run embeds again; `sketch` needs less for a whole batch


def sync(
    workspace: Workspace, store: ChunkStore, tree: SourceTree, only: Container[str] | None = None
) -> TreeFiles:
    """Make the store hold every chunk of `tree` and return what the tree's files are.

    With `only`, just these paths are looked at; the others stay as the view had them.

    A file is not read where its git object or its stamp proves that its content is known; it is
    parsed only when its content is new, and embedded only where the exact text is new. Each
    batch is written whole, so an interrupted run loses time only.
    """
    return _Sync(workspace, store, tree, only).run()


def recognised(
    workspace: Workspace, known: Mapping[str, ViewEntry], tree: SourceTree
) -> dict[str, bool]:
    """For each file that a sync would index, whether it is recognised unread as in a view."""
    pipeline, largest = pipeline_id(workspace), workspace.settings.max_file_kib * 1024
    found = {}
    for entry in tree.entries():
        language = language_in(workspace.settings, entry.path)
        if not language or workspace.excluded(entry.path):
            continue
        if entry.size is None or entry.size <= largest:
            own = proof_of(pipeline, entry, language)
            found[entry.path] = _shows(entry, own, known.get(entry.path))
    return found


def language_in(settings: Settings, path: str) -> str:
    """The language of a file; "" where the project does not want it."""
    language = any_language_of(path) if settings.lines_fallback else language_of(path)
    return language if not settings.languages or language in settings.languages else ""


def proof_of(pipeline: str, entry: TreeEntry, language: str) -> str:
    """What is recorded to recognise a file unread; it ends in ":" where nothing can show it."""
    return f"{pipeline}:{language}:{entry.blob or entry.stamp}"


def _shows(entry: TreeEntry, proof: str, before: ViewEntry | None) -> bool:
    """Whether the proof shows that the file is the one that a view held before."""
    return before is not None and bool(entry.blob or entry.stamp) and before.proof == proof


class _Sync:
    def __init__(
        self,
        workspace: Workspace,
        store: ChunkStore,
        tree: SourceTree,
        only: Container[str] | None,
    ) -> None:
        self.workspace = workspace
        self.store = store
        self.tree = tree
        self.pipeline = pipeline_id(workspace)
        self.known = store.view(tree.view) if tree.view else {}
        self.only = only
        kept = self.known.items() if only is not None else ()
        self.entries = {path: entry for path, entry in kept if path not in (only or ())}
        self.unread: dict[str, str] = {}
        self._largest = workspace.settings.max_file_kib * 1024
        self._too_large = too_large(workspace.settings)

    def run(self) -> TreeFiles:
        excluded: Counter[str] = Counter()
        pending = []
        for entry in self.tree.entries():
            if self.only is not None and entry.path not in self.only:
                continue
            language = language_in(self.workspace.settings, entry.path)
            if not language:
                continue
            reason = self.workspace.excluded(entry.path)
            if reason:
                excluded[reason] += 1
            elif entry.size is not None and entry.size > self._largest:
                self.unread[entry.path] = self._too_large
            elif not self._recognised(entry, language):
                pending.append((entry, language))
        self._read(self._unknown_blobs(pending))
        if self.tree.view and self.entries != self.known:
            self.store.write(_EMPTY, self.tree.view, self.entries)
        contents = {path: entry.content for path, entry in sorted(self.entries.items())}
        return TreeFiles(contents, self.unread, dict(sorted(excluded.items())))

    def _proof(self, entry: TreeEntry, language: str) -> str:
        return proof_of(self.pipeline, entry, language)

    def _recognised(self, entry: TreeEntry, language: str) -> bool:
        before = self.known.get(entry.path)
        if before is None or not _shows(entry, self._proof(entry, language), before):
            return False
        self.entries[entry.path] = before
        return True

    def _unknown_blobs(
        self, pending: Sequence[tuple[TreeEntry, str]]
    ) -> list[tuple[TreeEntry, str]]:
        """Take over the contents of blobs that were read before, at any path; return the rest."""
        proofs = [self._proof(entry, language) for entry, language in pending if entry.blob]
        known = self.store.contents_of(proofs)
        left = []
        for entry, language in pending:
            proof = self._proof(entry, language)
            if entry.blob and proof in known:
                self.entries[entry.path] = ViewEntry(proof, known[proof])
            else:
                left.append((entry, language))
        return left

    def _read(self, pending: Sequence[tuple[TreeEntry, str]]) -> None:
        done = 0
        rest = iter(pending)
        while batch := list(islice(rest, _FILES_PER_BATCH)):
            self._read_batch(batch)
            done += len(batch)
            self.workspace.progress.step("indexing files", done, len(pending))

    def _read_batch(self, batch: Sequence[tuple[TreeEntry, str]]) -> None:
        found = self.tree.read([entry.path for entry, _ in batch])
        blobs: dict[str, str] = {}
        sources: dict[str, tuple[bytes, str]] = {}
        for entry, language in batch:
            data = found[entry.path]
            if isinstance(data, Problem):
                self.unread[entry.path] = data.reason
                continue
            key = content_key(data, language, self.pipeline)
            proof = self._proof(entry, language)
            self.entries[entry.path] = ViewEntry(proof, key)
            sources[key] = (data, language)
            if entry.blob:
                blobs[proof] = key
        absent = self.store.absent(sources, ())
        records = [
            analyse(self.workspace, key, data, language)
            for key, (data, language) in sources.items()
            if key in absent
        ]
        if records or blobs:
            self._write(records, blobs)

    def _write(
        self, records: Sequence[tuple[ContentRecord, Sequence[str]]], blobs: Mapping[str, str]
    ) -> None:
        """Embed what is new and write all. Vectors come first: no content is ever without."""
        inputs = {
            chunk.vector_key: text
            for record, texts in records
            for chunk, text in zip(record.chunks, texts, strict=True)
        }
        new, vectors = self._vectors(sorted(self.store.absent((), inputs)), inputs)
        self.store.write(SyncBatch([record for record, _ in records], new, vectors, blobs))

    def _vectors(
        self, keys: Sequence[str], inputs: Mapping[str, str]
    ) -> tuple[Sequence[str], npt.NDArray[np.int8]]:
        """The keys that are left to write, with their vectors, shape (keys, dimension).

        Those of a slow model are written by and by, and what is done when it is interrupted.
        """
        clock, parts = self.workspace.clock, list[npt.NDArray[np.int8]]()
        done, kept, written = 0, 0, clock()
        try:
            while done < len(keys):
                texts = [inputs[key] for key in keys[done : done + _TEXTS_AT_ONCE]]
                parts.append(self.workspace.embedder.embed(texts))
                done += len(texts)
                self.workspace.progress.step("embedding functions", done, len(keys))
                if clock() - written >= _WRITE_AFTER_S:
                    self._keep(keys[kept:], parts)
                    kept, parts, written = done, [], clock()
        except KeyboardInterrupt:
            self._keep(keys[kept:], parts)
            raise
        return keys[kept:], np.concatenate(parts) if parts else _EMPTY.vectors

    def _keep(self, keys: Sequence[str], parts: Sequence[npt.NDArray[np.int8]]) -> None:
        """Write the vectors of the first keys: no content refers to them yet."""
        if parts:
            vectors = np.concatenate(parts)
            self.store.write(SyncBatch((), keys[: len(vectors)], vectors, {}))


_EMPTY = SyncBatch((), (), np.empty((0, 0), dtype=np.int8), {})
