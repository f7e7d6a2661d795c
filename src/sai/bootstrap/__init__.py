"""Composition root: finds projects, reads their settings, picks adapters, frames questions."""

from sai.bootstrap.indexing import index_status, renew_snapshot, staged_tree
from sai.bootstrap.questions import (
    between,
    explored,
    judged,
    semantic_score,
    since,
    staged_changes,
    whole_disk,
    whole_index,
)
from sai.bootstrap.session import Options, Session, open_session

__all__ = [
    "Options",
    "Session",
    "between",
    "explored",
    "index_status",
    "judged",
    "open_session",
    "renew_snapshot",
    "semantic_score",
    "since",
    "staged_changes",
    "staged_tree",
    "whole_disk",
    "whole_index",
]
