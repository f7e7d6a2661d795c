"""Bring the index up to date on purpose, and tell what that changed; how fresh it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

from sai.core.indexing import NO_LANGUAGE, NOTHING_TO_INDEX, Freshness, Refreshed
from sai.core.records import ViewEntry
from sai.errors import UsageError
from sai.ports import ChunkStore, SourceTree
from sai.services.sync import recognised, sync
from sai.services.workspace import Workspace

REMOVED = "removed"


def refresh(
    workspace: Workspace,
    tree: SourceTree,
    only: Set[str] | None = None,
    *,
    named: bool = False,
) -> Refreshed:
    """Sync a tree, or just some of its paths, and tell what changed in its view.

    Where a person `named` the paths, one that neither the tree nor the index knows is a
    `UsageError`, and one that is left out is told with the reason.
    """
    asked = only if named and only else frozenset[str]()
    return workspace.with_store(lambda store: _refresh(workspace, store, tree, only, asked))


def _refresh(
    workspace: Workspace,
    store: ChunkStore,
    tree: SourceTree,
    only: Set[str] | None,
    asked: Set[str],
) -> Refreshed:
    listed = {entry.path for entry in tree.entries()}  # first: a tree that refuses makes no index
    before = store.view(tree.view)
    for path in sorted(asked):
        if path not in before and path not in listed:
            raise UsageError(
                f"{path}: neither the project nor the index has this file",
                hint="name a file that git tracks, or that it tracked before; a project inside "
                "this one syncs its own",
            )
    files = sync(workspace, store, tree, only)
    touched = {
        path: content
        for path, content in files.contents.items()
        if path not in before or before[path].content != content
    }
    table, about = store.load(touched)
    chunks = Counter(table.paths)
    removed = {
        path: (about[path].skipped if path in about else "") or NOTHING_TO_INDEX
        for path in touched
        if not chunks[path]
    }
    for path in {*before, *asked} - files.contents.keys():
        left_out = files.unread.get(path) or workspace.excluded(path) or NO_LANGUAGE
        removed[path] = left_out if path in listed else REMOVED
    return Refreshed(
        tuple((path, chunks[path]) for path in sorted(touched) if chunks[path]),
        tuple(sorted(removed.items())),
        len(files.contents),
    )


def freshness(workspace: Workspace, known: Mapping[str, ViewEntry], tree: SourceTree) -> Freshness:
    """Hold a tree against what a view of it showed; reads and parses nothing."""
    found = recognised(workspace, known, tree)
    return Freshness(
        current=sum(found.values()),
        changed=sum(not same and path in known for path, same in found.items()),
        new=sum(path not in known for path in found),
        gone=len(known.keys() - found.keys()),
    )
