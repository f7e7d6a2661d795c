"""Chunkers, one module a way of cutting, and the table of their names."""

from __future__ import annotations

from collections.abc import Callable

from sai.core.settings import Settings
from sai.ports import Chunker, Embedder


def _ast(settings: Settings, embedder: Embedder) -> Chunker:
    from sai.chunkers.function_chunker import FunctionChunker

    usual = FunctionChunker(
        strip_comments=settings.strip_comments, max_chars=settings.max_chunk_chars
    )
    return _with_fallback(usual, settings, embedder)


def _lines(settings: Settings, embedder: Embedder) -> Chunker:
    from sai.chunkers.window_chunker import LineChunker

    del embedder  # lines are lines
    return LineChunker(strip_comments=settings.strip_comments, max_chars=settings.max_chunk_chars)


def _tokens(settings: Settings, embedder: Embedder) -> Chunker:
    from sai.chunkers.window_chunker import TokenChunker

    usual = TokenChunker(
        embedder.token_counts,
        strip_comments=settings.strip_comments,
        max_chars=settings.max_chunk_chars,
    )
    return _with_fallback(usual, settings, embedder)


def _with_fallback(usual: Chunker, settings: Settings, embedder: Embedder) -> Chunker:
    from sai.chunkers.fallback_chunker import FallbackChunker

    if not settings.lines_fallback:
        return usual
    return FallbackChunker(usual, otherwise=_lines(settings, embedder))


CHUNKERS: dict[str, Callable[[Settings, Embedder], Chunker]] = {
    "ast": _ast,
    "lines": _lines,
    "tokens": _tokens,
}
