"""What would be indexed, file by file, with the reason; needs neither index nor model."""

from __future__ import annotations

from collections.abc import Iterator

from sai.core.indexing import NOTHING_TO_INDEX, Decision
from sai.core.source import Problem, TreeEntry
from sai.ports import SourceTree
from sai.services.analysis import cut, too_large
from sai.services.sync import language_in
from sai.services.workspace import Workspace
from sai.syntax.languages import any_language_of, language_of

NO_LANGUAGE = "no language that is read"
OTHER_LANGUAGE = "not in `languages`"
UNINDEXED = "sai-noindexing"
_FILES_AT_ONCE = 400


def dry_run(workspace: Workspace, tree: SourceTree) -> Iterator[Decision]:
    """Decide on every file that the tree lists, by path, in the order of the filters."""
    yield from (Decision(p.path, is_indexed=False, note=p.reason) for p in tree.problems)
    entries = tree.entries()
    for start in range(0, len(entries), _FILES_AT_ONCE):
        some = entries[start : start + _FILES_AT_ONCE]
        reasons = {entry.path: _reason(workspace, entry) for entry in some}
        data = tree.read([path for path, reason in reasons.items() if not reason])
        for path, reason in reasons.items():
            if reason:
                yield Decision(path, is_indexed=False, note=reason)
            else:
                yield _decided(workspace, path, data[path])
        workspace.progress.step("looking at files", start + len(some), len(entries))


def _reason(workspace: Workspace, entry: TreeEntry) -> str:
    """Why a file is left out unread; "" if it is not."""
    settings = workspace.settings
    if not language_in(workspace, entry.path):
        known = any_language_of(entry.path) if settings.lines_fallback else language_of(entry.path)
        return OTHER_LANGUAGE if known else NO_LANGUAGE
    if entry.size is not None and entry.size > settings.max_file_kib * 1024:
        return workspace.excluded(entry.path) or too_large(settings)
    return workspace.excluded(entry.path)


def _decided(workspace: Workspace, path: str, data: bytes | Problem) -> Decision:
    if isinstance(data, Problem):
        return Decision(path, is_indexed=False, note=data.reason)
    found = cut(workspace, data, language_in(workspace, path))
    if found.skipped:
        return Decision(path, is_indexed=False, note=found.skipped)
    kept = [c for c in found.chunks if not (c.suppression and c.suppression.no_index)]
    left = len(found.chunks) - len(kept)
    if not kept:
        return Decision(path, is_indexed=False, note=UNINDEXED if left else NOTHING_TO_INDEX)
    notes = [found.problem, f"{left} left out by {UNINDEXED}" if left else ""]
    return Decision(path, is_indexed=True, chunks=len(kept), note="; ".join(filter(None, notes)))
