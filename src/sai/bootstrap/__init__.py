"""Composition root: finds projects, reads their settings, picks adapters, frames questions."""

from sai.bootstrap.indexing import (
    flush,
    index_status,
    indexing_decisions,
    renew_snapshot,
)
from sai.bootstrap.opening import open_session
from sai.bootstrap.projects import Enquiry, refuse_mistakes
from sai.bootstrap.questions import (
    between,
    changed_since,
    embedder_row,
    everything_on_disk,
    everything_staged,
    explored,
    is_anything_staged,
    judged,
    judged_alone,
    since,
    staged_changes,
    whole_disk,
    whole_index,
)
from sai.bootstrap.session import Options, Session

__all__ = [
    "Enquiry",
    "Options",
    "Session",
    "between",
    "changed_since",
    "embedder_row",
    "everything_on_disk",
    "everything_staged",
    "explored",
    "flush",
    "index_status",
    "indexing_decisions",
    "is_anything_staged",
    "judged",
    "judged_alone",
    "open_session",
    "refuse_mistakes",
    "renew_snapshot",
    "since",
    "staged_changes",
    "whole_disk",
    "whole_index",
]
