"""Composition root: finds projects, reads their settings, picks adapters, frames questions."""

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
    "judged",
    "open_session",
    "semantic_score",
    "since",
    "staged_changes",
    "whole_disk",
    "whole_index",
]
