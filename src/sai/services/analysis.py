"""From the bytes of a file to the record that the index keeps of them."""

from __future__ import annotations

from collections.abc import Sequence

from blake3 import blake3

from sai.core.digests import (
    DIGEST_VERSION,
    exact_digest,
    renamed_digest,
    token_codes,
    vector_key,
)
from sai.core.records import ChunkRecord, ContentRecord, Unindexed
from sai.core.settings import Settings
from sai.core.source import Chunk, Cut
from sai.core.text import UndecodableError, decode, is_generated
from sai.services.workspace import Workspace
from sai.syntax.trees import grammar_version

PIPELINE_VERSION = 3
"""Raise when the same bytes are cut or normalised differently: known contents are made anew."""

GENERATED = "generated"
_LONGEST_REASON = 500


def pipeline_id(workspace: Workspace) -> str:
    """Short digest of all that decides how bytes become chunks and vectors."""
    settings = workspace.settings
    parts = (
        PIPELINE_VERSION,
        DIGEST_VERSION,
        grammar_version(),
        settings.chunker,
        settings.lines_fallback,
        settings.max_chunk_chars,
        workspace.embedder.id,
        settings.strip_comments,
        settings.skip_generated,
        settings.max_file_kib,
    )
    return blake3(repr(parts).encode()).hexdigest()[:12]


def too_large(settings: Settings) -> str:
    """Why a large file is left out."""
    return f"larger than max-file-kib ({settings.max_file_kib} KiB)"


def cut(workspace: Workspace, data: bytes, language: str) -> Cut:
    """Cut one file's bytes into chunks; `skipped` says why there are none."""
    settings = workspace.settings
    if len(data) > settings.max_file_kib * 1024:
        return Cut((), skipped=too_large(settings))
    if settings.skip_generated and is_generated(data):
        return Cut((), skipped=GENERATED)
    try:
        return workspace.chunker.chunks(decode(data, language), language)
    except UndecodableError as error:
        return Cut((), skipped=str(error))


def analyse(
    workspace: Workspace, key: str, data: bytes, language: str
) -> tuple[ContentRecord, Sequence[str]]:
    """Cut one file's bytes; return its record and the embedder's input for each chunk."""
    found = cut(workspace, data, language)
    if found.skipped:
        return ContentRecord(key, skipped=found.skipped), ()
    kept = [c for c in found.chunks if not (c.suppression and c.suppression.no_index)]
    inputs = [workspace.embedder.input_of(chunk) for chunk in kept]
    records = tuple(
        _record(chunk, vector_key(workspace.embedder.id, text))
        for chunk, text in zip(kept, inputs, strict=True)
    )
    unindexed = tuple(
        Unindexed(c.start_line, c.end_line, c.symbol, mark.reason[:_LONGEST_REASON], mark.by_file)
        for c in found.chunks
        if (mark := c.suppression) and mark.no_index
    )
    record = ContentRecord(
        key, records, problem=found.problem, unindexed=unindexed, idle=found.idle
    )
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
        is_test=chunk.is_test,
        by_file=suppression is not None and suppression.by_file,
    )
