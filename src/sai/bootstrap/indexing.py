"""The index of a project as a file: its state, and the snapshot that a team shares."""

from __future__ import annotations

from sai.bootstrap.session import Session
from sai.core.indexing import Decision, IndexStatus
from sai.core.records import ViewEntry
from sai.core.source import Problem
from sai.errors import UsageError
from sai.services.analysis import pipeline_id
from sai.services.dry_run import OTHER_PROJECT, dry_run
from sai.services.refresh import freshness
from sai.stores.duckdb_file import FileState
from sai.stores.duckdb_schema import FORMAT
from sai.stores.duckdb_snapshot import export
from sai.stores.duckdb_store import DuckDbStore


def index_status(session: Session) -> IndexStatus:
    """The state of the index; changes and makes nothing.

    `IndexUnusableError` where another process has the file.
    """
    file, workspace, settings = session.index_file(), session.workspace(), session.resolved.settings
    state = file.state() or FileState(0, None, {})
    usable, exists = state.format == FORMAT, file.path.is_file()
    known: dict[str, ViewEntry] = DuckDbStore(file).view("disk") if usable else {}
    return IndexStatus(
        path=session.shown(file.path),
        named=settings.index.path,
        shared=session.shares_index,
        size=state.size if exists else None,
        format=state.format,
        is_usable=usable,
        rows=state.rows,
        embedder=settings.embedder,
        embedder_id=workspace.embedder.id,
        dimension=file.dimension(pipeline_id(workspace)) if usable else 0,
        chunker=settings.chunker,
        freshness=freshness(workspace, known, session.disk_tree()),
    )


def indexing_decisions(session: Session) -> tuple[Decision, ...]:
    """What would be indexed of the files on disk; what else lies there is named, too."""
    whole = session.all_on_disk()
    tree, place_reason = session.own(whole), session.path_filter().place_reason
    others = [Problem(other, OTHER_PROJECT) for other in tree.others]
    aside = [
        Problem(each.path, place_reason(each.path) or each.reason)
        for each in whole.aside()
        if tree.own([each.path])
    ]
    return dry_run(session.workspace(), tree, place_reason, [*aside, *others])


def flush(session: Session) -> tuple[str, ...]:
    """Remove the index, and a private copy that is left from one; return what was removed."""
    files = session.index_files()
    return tuple(session.shown(file.path) for file in files if file.remove())


def renew_snapshot(session: Session) -> bool:
    """Make the index that git tracks hold what the files on disk need; False if it does already.

    `UsageError` where git tracks none.
    """
    path = session.resolved.settings.index.path
    if not session.shares_index:
        raise UsageError(
            f"{path} is not tracked by git, so there is no snapshot to renew",
            hint=f"`git add -f {path}` shares the index; runs then use it as a seed",
        )
    file = session.index_file()
    contents = {entry.content for entry in DuckDbStore(file).view("disk").values()}
    return export(file.path, session.root / path, sorted(contents))
