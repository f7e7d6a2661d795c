"""What would be indexed, file by file, with the reason; needs neither index nor model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sai.core.indexing import NO_LANGUAGE, NOTHING_TO_INDEX, Decision
from sai.core.source import Problem, TreeEntry
from sai.ports import SourceTree
from sai.services.analysis import cut, too_large
from sai.services.sync import language_in
from sai.services.workspace import Workspace
from sai.syntax.languages import any_language_of, language_of

OTHER_LANGUAGE = "not in `languages`"
UNINDEXED = "sai-noindexing"
OTHER_PROJECT = "a project of its own"
_FILES_AT_ONCE = 400


def dry_run(
    workspace: Workspace,
    tree: SourceTree,
    place_reason: Callable[[str], str],
    aside: Sequence[Problem] = (),
) -> tuple[Decision, ...]:
    """Decide on every file that the tree lists, in the order of the filters; sorted by path.

    `place_reason` says why the directory of a path is left out. `aside` is what lies there and is
    no file of the tree.
    """
    decisions = [*_decisions(workspace, tree, place_reason)]
    decisions += [
        Decision(each.path, is_indexed=False, note=each.reason) for each in (*tree.problems, *aside)
    ]
    return tuple(sorted(decisions, key=lambda decision: decision.path))


def _decisions(
    workspace: Workspace, tree: SourceTree, place_reason: Callable[[str], str]
) -> Iterator[Decision]:
    entries = tree.entries()
    for start in range(0, len(entries), _FILES_AT_ONCE):
        some = entries[start : start + _FILES_AT_ONCE]
        reasons = {e.path: place_reason(e.path) or _reason(workspace, e) for e in some}
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
    if not language_in(workspace.settings, entry.path):
        known = any_language_of(entry.path) if settings.lines_fallback else language_of(entry.path)
        return OTHER_LANGUAGE if known else NO_LANGUAGE
    if entry.size is not None and entry.size > settings.max_file_kib * 1024:
        return workspace.excluded(entry.path) or too_large(settings)
    return workspace.excluded(entry.path)


def _decided(workspace: Workspace, path: str, data: bytes | Problem) -> Decision:
    if isinstance(data, Problem):
        return Decision(path, is_indexed=False, note=data.reason)
    found = cut(workspace, data, language_in(workspace.settings, path))
    if found.skipped:
        return Decision(path, is_indexed=False, note=found.skipped)
    kept = [c for c in found.chunks if not (c.suppression and c.suppression.no_index)]
    left = len(found.chunks) - len(kept)
    if not kept:
        return Decision(path, is_indexed=False, note=UNINDEXED if left else NOTHING_TO_INDEX)
    notes = [found.problem, f"{left} left out by {UNINDEXED}" if left else ""]
    return Decision(path, is_indexed=True, chunks=len(kept), note="; ".join(filter(None, notes)))
