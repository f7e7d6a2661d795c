"""Chunkers, one module a way of cutting, and the table of their names."""

from __future__ import annotations

from collections.abc import Callable

from sai.core.settings import Settings
from sai.ports import Chunker


def _ast(settings: Settings) -> Chunker:
    from sai.chunkers.function_chunker import FunctionChunker

    return FunctionChunker(strip_comments=settings.strip_comments)


CHUNKERS: dict[str, Callable[[Settings], Chunker]] = {"ast": _ast}
