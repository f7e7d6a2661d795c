"""Bring the store up to date with a source tree: read, cut and embed only what it does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
from blake3 import blake3

from sai.core.digests import (
    DIGEST_VERSION,
    content_key,
    exact_digest,
    renamed_digest,
    token_codes,
    vector_key,
)
from sai.core.records import ChunkRecord, ContentRecord, SyncBatch, ViewEntry
from sai.core.settings import Settings
from sai.core.source import Chunk, Problem, TreeEntry
from sai.core.text import UndecodableError, decode, is_generated
from sai.ports import ChunkStore, SourceTree
from sai.services.workspace import TreeFiles, Workspace
from sai.syntax.languages import language_of
from sai.syntax.trees import grammar_version

PIPELINE_VERSION = 1
"""Raise when the same bytes are cut or normalised differently: known contents are made anew."""

GENERATED = "generated"
_FILES_PER_BATCH = 400
_LONGEST_REASON = 500


def sync(workspace: Workspace, store: ChunkStore, tree: SourceTree) -> TreeFiles:
    """Make the store hold every chunk of `tree` and return what the tree's files are.

    A file is not read where its git object or its stamp proves that its content is known; it is
    parsed only when its content is new, and embedded only where the exact text is new. Each
    batch is written whole, so an interrupted run loses time only.
    """
    return _Sync(workspace, store, tree).run()


class _Sync:
    def __init__(self, workspace: Workspace, store: ChunkStore, tree: SourceTree) -> None:
        self.workspace = workspace
        self.store = store
        self.tree = tree
        self.pipeline = pipeline_id(workspace)
        self.known = store.view(tree.view) if tree.view else {}
        self.entries: dict[str, ViewEntry] = {}
        self.unread: dict[str, str] = {}
        self._largest = workspace.settings.max_file_kib * 1024
        self._too_large = too_large(workspace.settings)

    def run(self) -> TreeFiles:
        excluded: Counter[str] = Counter()
        pending = []
        for entry in self.tree.entries():
            language = self._language(entry.path)
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

    def _language(self, path: str) -> str:
        language, wanted = language_of(path), self.workspace.settings.languages
        return language if not wanted or language in wanted else ""

    def _proof(self, entry: TreeEntry, language: str) -> str:
        """What shows, unread, that the file has a known content; "" for nothing."""
        mark = entry.blob or entry.stamp
        return f"{self.pipeline}:{language}:{mark}" if mark else ""

    def _recognised(self, entry: TreeEntry, language: str) -> bool:
        before, proof = self.known.get(entry.path), self._proof(entry, language)
        if before is None or not proof or before.proof != proof:
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
            self.store.write(self._embedded(records, blobs))

    def _embedded(
        self, records: Sequence[tuple[ContentRecord, Sequence[str]]], blobs: Mapping[str, str]
    ) -> SyncBatch:
        inputs = {
            chunk.vector_key: text
            for record, texts in records
            for chunk, text in zip(record.chunks, texts, strict=True)
        }
        new = sorted(self.store.absent((), inputs))
        vectors = self.workspace.embedder.embed([inputs[key] for key in new])
        return SyncBatch([record for record, _ in records], new, vectors, blobs)


_EMPTY = SyncBatch((), (), np.empty((0, 0), dtype=np.int8), {})


def pipeline_id(workspace: Workspace) -> str:
    """Short digest of all that decides how bytes become chunks and vectors."""
    settings = workspace.settings
    parts = (
        PIPELINE_VERSION,
        DIGEST_VERSION,
        grammar_version(),
        settings.chunker,
        workspace.embedder.id,
        settings.strip_comments,
        settings.skip_generated,
        settings.max_file_kib,
    )
    return blake3(repr(parts).encode()).hexdigest()[:12]


def too_large(settings: Settings) -> str:
    """Why a large file is left out."""
    return f"larger than max-file-kib ({settings.max_file_kib} KiB)"


def analyse(
    workspace: Workspace, key: str, data: bytes, language: str
) -> tuple[ContentRecord, Sequence[str]]:
    """Cut one file's bytes; return its record and the embedder's input for each chunk."""
    settings = workspace.settings
    if len(data) > settings.max_file_kib * 1024:
        return ContentRecord(key, skipped=too_large(settings)), ()
    if settings.skip_generated and is_generated(data):
        return ContentRecord(key, skipped=GENERATED), ()
    try:
        text = decode(data, language)
    except UndecodableError as error:
        return ContentRecord(key, skipped=str(error)), ()
    cut = workspace.chunker.chunks(text, language)
    if cut.skipped:
        return ContentRecord(key, skipped=cut.skipped), ()
    kept = [c for c in cut.chunks if not (c.suppression and c.suppression.no_index)]
    inputs = [workspace.embedder.input_of(chunk) for chunk in kept]
    records = tuple(
        _record(chunk, vector_key(workspace.embedder.id, text))
        for chunk, text in zip(kept, inputs, strict=True)
    )
    record = ContentRecord(key, records, problem=cut.problem, unindexed=len(cut.chunks) - len(kept))
    return record, inputs


def _record(chunk: Chunk, vector: str) -> ChunkRecord:
    suppression = chunk.suppression
    return ChunkRecord(
        symbol=chunk.symbol,
        start_line=chunk.start_line,
        end_line=chunk.end_line,
        code_lines=chunk.code_lines,
        digest=exact_digest(chunk.tokens),
        renamed=renamed_digest(chunk.tokens),
        vector_key=vector,
        codes=token_codes(chunk.tokens),
        is_stub=chunk.is_stub,
        no_duplicate=suppression is not None and suppression.no_duplicate,
        reason=suppression.reason[:_LONGEST_REASON] if suppression else "",
    )
