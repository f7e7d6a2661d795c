"""Bringing a store up to date: what is known is neither read nor cut nor embedded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
import numpy.typing as npt
import pytest
from tests.fakes import (
    Content,
    CountingChunker,
    CountingEmbedder,
    FailingStore,
    MemoryTree,
    RecordedProgress,
    memory_store,
    workspace,
)
from tests.sample_functions import EDITED, PARSE, RETRY, SETTLE

from sai.core.records import Oddity, Unindexed
from sai.core.settings import Settings
from sai.core.source import Problem
from sai.errors import IndexUnusableError
from sai.ports import ChunkStore
from sai.services import analysis
from sai.services import sync as module
from sai.services.sync import sync
from sai.services.workspace import TreeFiles

FILES: dict[str, Content] = {"a.py": SETTLE, "b.py": PARSE + "\n\n" + RETRY}


@dataclass
class Work:
    """What one sync had to do, and what it found."""

    reads: list[str]
    cut: int
    embedded: int
    files: TreeFiles
    symbols: list[tuple[str, str]]


class Project:
    """A store that is synced again and again."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.store: ChunkStore = memory_store()
        self.settings = settings or Settings()
        self.embedder = "counting"

    def synced(self, tree: MemoryTree | dict[str, Content]) -> Work:
        tree = tree if isinstance(tree, MemoryTree) else MemoryTree(tree)
        chunker, embedder = CountingChunker(), CountingEmbedder(self.embedder)
        space = workspace(self.settings, chunker=chunker, embedder=embedder)
        files = sync(space, self.store, tree)
        table, _ = self.store.load(files.contents)
        symbols = list(zip(table.paths, table.symbols, strict=True))
        return Work(tree.reads, len(chunker.texts), len(embedder.inputs), files, symbols)


def unstamped(files: dict[str, Content]) -> MemoryTree:
    return MemoryTree(files, proof="none")


# -- what is done again


def test_the_first_run_reads_cuts_and_embeds_everything() -> None:
    work = Project().synced(FILES)
    assert (work.reads, work.cut, work.embedded) == (["a.py", "b.py"], 2, 3)
    assert work.symbols == [("a.py", "settle"), ("b.py", "parse_header"), ("b.py", "fetch")]


def test_the_second_run_does_nothing() -> None:
    project = Project()
    first = project.synced(FILES)
    second = project.synced(FILES)
    assert (second.reads, second.cut, second.embedded) == ([], 0, 0)
    assert (second.files, second.symbols) == (first.files, first.symbols)


def test_a_stamp_proves_that_a_file_is_unchanged() -> None:
    project, stamps = Project(), {"a.py": "1", "b.py": "2"}
    project.synced(MemoryTree(FILES, proof="stamp", stamps=stamps))
    again = project.synced(MemoryTree(FILES, proof="stamp", stamps={**stamps, "b.py": "3"}))
    assert (again.reads, again.cut, again.embedded) == (["b.py"], 0, 0)


def test_a_stamp_says_nothing_about_another_path() -> None:
    project = Project()
    project.synced(MemoryTree({"a.py": SETTLE}, proof="stamp", stamps={"a.py": "1"}))
    moved = MemoryTree({"b.py": PARSE}, proof="stamp", stamps={"b.py": "1"})
    assert project.synced(moved).symbols == [("b.py", "parse_header")]


def test_without_proof_files_are_read_but_not_cut_again() -> None:
    project = Project()
    project.synced(unstamped(FILES))
    again = project.synced(unstamped(FILES))
    assert (again.reads, again.cut, again.embedded) == (["a.py", "b.py"], 0, 0)


def test_a_moved_file_is_not_read_where_git_knows_it() -> None:
    project = Project()
    project.synced(FILES)
    moved = project.synced({"deep/c.py": SETTLE, "b.py": FILES["b.py"]})
    assert (moved.reads, moved.cut, moved.embedded) == ([], 0, 0)
    assert ("deep/c.py", "settle") in moved.symbols
    assert not [path for path, _ in moved.symbols if path == "a.py"]


def test_a_moved_file_is_neither_cut_nor_embedded_where_git_does_not_know_it() -> None:
    project = Project()
    project.synced(unstamped({"a.py": SETTLE}))
    moved = project.synced(unstamped({"c.py": SETTLE}))
    assert (moved.reads, moved.cut, moved.embedded) == (["c.py"], 0, 0)


def test_a_blob_that_another_view_has_read_is_not_read() -> None:
    project = Project()
    project.synced(MemoryTree(FILES, view="disk"))
    staged = project.synced(MemoryTree(FILES, view="staged"))
    assert (staged.reads, staged.cut, staged.embedded) == ([], 0, 0)


def test_a_revert_costs_nothing() -> None:
    project = Project()
    project.synced({"a.py": SETTLE})
    project.synced({"a.py": EDITED})
    assert project.synced({"a.py": SETTLE}).reads == []


def test_only_an_edited_file_is_cut_and_only_its_new_texts_are_embedded() -> None:
    project = Project()
    project.synced(FILES)
    edited = project.synced({**FILES, "b.py": f"{PARSE}\n\n{RETRY}\n\n{EDITED}"})
    assert (edited.reads, edited.cut, edited.embedded) == (["b.py"], 1, 1)
    assert len(edited.symbols) == 4


def test_equal_texts_of_one_run_are_embedded_once() -> None:
    assert Project().synced({"a.py": SETTLE, "b.py": SETTLE + "\n"}).embedded == 1


def test_equal_texts_in_different_batches_are_embedded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_FILES_PER_BATCH", 1)
    assert Project().synced({"a.py": SETTLE, "b.py": SETTLE + "\n"}).embedded == 1


def test_deleted_files_and_functions_leave_no_ghosts() -> None:
    project = Project()
    project.synced(FILES)
    left = project.synced({"b.py": RETRY})
    assert left.symbols == [("b.py", "fetch")]
    assert project.synced({}).symbols == []


def test_views_do_not_disturb_each_other() -> None:
    project = Project()
    project.synced(MemoryTree({"a.py": SETTLE}, view="disk"))
    project.synced(MemoryTree({"a.py": EDITED}, view="staged"))
    again = project.synced(MemoryTree({"a.py": SETTLE}, view="disk"))
    assert (again.reads, set(project.store.view("staged"))) == ([], {"a.py"})


def test_a_tree_without_a_view_is_forgotten() -> None:
    project = Project()
    project.synced(MemoryTree({"a.py": SETTLE}, view=""))
    assert project.store.view("") == {}


# -- other settings


@pytest.mark.parametrize(
    "settings",
    [
        Settings(strip_comments=False),
        Settings(skip_generated=False),
        Settings(max_file_kib=100),
    ],
)
def test_another_pipeline_cuts_again_but_embeds_no_known_text(settings: Settings) -> None:
    project = Project()
    project.synced(FILES)
    project.settings = settings
    again = project.synced(FILES)
    assert (again.reads, again.cut, again.embedded) == (["a.py", "b.py"], 2, 0)


def test_a_new_version_of_the_pipeline_cuts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project()
    project.synced(FILES)
    monkeypatch.setattr(analysis, "PIPELINE_VERSION", analysis.PIPELINE_VERSION + 1)
    again = project.synced(FILES)
    assert (again.cut, again.embedded) == (2, 0)


def test_limits_of_links_are_not_part_of_the_pipeline() -> None:
    project = Project()
    project.synced(FILES)
    limits = replace(project.settings.duplicates, min_structure=0.9, min_tokens=10)
    project.settings = replace(project.settings, duplicates=limits)
    assert project.synced(FILES).cut == 0


def test_another_embedder_embeds_again() -> None:
    project = Project()
    project.synced(FILES)
    project.embedder = "other"
    assert project.synced(FILES).embedded == 3
    project.embedder = "counting"
    assert project.synced(FILES).embedded == 0


# -- which files


def test_files_in_no_known_or_no_wanted_language_are_passed_over() -> None:
    files: dict[str, Content] = {"a.py": SETTLE, "b.ts": "", "README.md": "# a", "Makefile": ""}
    work = Project(Settings(languages=("python",))).synced(files)
    assert (work.reads, dict(work.files.excluded)) == (["a.py"], {})


def test_excluded_files_are_counted_by_reason_and_not_read() -> None:
    work = Project().synced({"a.py": SETTLE, "lib/b.py": SETTLE, "lib/c.ts": "", "lib/d.md": ""})
    assert (work.reads, dict(work.files.excluded)) == (["a.py"], {"vendored": 2})


def test_files_that_cannot_be_read_are_named_and_tried_again() -> None:
    project = Project()
    broken: dict[str, Content] = {"a.py": SETTLE, "b.py": Problem("b.py", "permission denied")}
    for expected in (["a.py", "b.py"], ["b.py"]):
        work = project.synced(broken)
        assert (work.reads, dict(work.files.unread)) == (expected, {"b.py": "permission denied"})
    assert project.synced({"a.py": SETTLE, "b.py": PARSE}).symbols[-1] == ("b.py", "parse_header")


def test_a_file_that_is_known_to_be_too_large_is_not_read() -> None:
    tree = MemoryTree({"a.py": SETTLE, "b.py": PARSE}, sizes={"a.py": 2000 * 1024, "b.py": 100})
    work = Project().synced(tree)
    assert work.reads == ["b.py"]
    assert dict(work.files.unread) == {"a.py": "larger than max-file-kib (512 KiB)"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"# @generated\n" + SETTLE.encode(), "generated"),
        (SETTLE.encode() + b"#" * 600_000, "larger than max-file-kib (512 KiB)"),
        (b"name = '\xff\xfe'\n", "not UTF-8 (byte 8)"),
        (b"\0\0\0", "binary: it holds NUL bytes"),
    ],
)
def test_odd_contents_are_kept_with_their_reason(content: bytes, reason: str) -> None:
    project = Project()
    for _ in range(2):
        work = project.synced({"a.py": content})
        _, about = project.store.load(work.files.contents)
        assert (work.symbols, dict(about)) == ([], {"a.py": Oddity(reason, "")})


def test_functions_that_are_not_to_be_indexed_are_counted_only() -> None:
    project = Project()
    work = project.synced({"a.py": f"# sai-noindexing\n{SETTLE}\n\n{PARSE}"})
    _, about = project.store.load(work.files.contents)
    assert work.symbols == [("a.py", "parse_header")]
    left_out = (Unindexed(2, 2 + SETTLE.rstrip("\n").count("\n"), "settle", ""),)
    assert (work.embedded, dict(about)) == (1, {"a.py": Oddity("", "", left_out)})


# -- interruptions and progress


def test_what_was_written_before_an_interruption_is_not_done_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_FILES_PER_BATCH", 1)
    project = Project()
    chunker = CountingChunker()
    failing = FailingStore(project.store, calls=6)  # view, blobs, then three calls a batch
    with pytest.raises(IndexUnusableError):
        sync(workspace(chunker=chunker), failing, MemoryTree(FILES))
    work = project.synced(FILES)
    assert work.reads == ["b.py"]
    assert len(work.symbols) == 3


def test_progress_is_told_batch_by_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FILES_PER_BATCH", 2)
    space = workspace()
    sync(space, space.store, MemoryTree({f"{n}.py": PARSE + f"# {n}" for n in range(5)}))
    assert isinstance(space.progress, RecordedProgress)
    assert [step for step in space.progress.steps if step[0] == "indexing files"] == [
        ("indexing files", 2, 5), ("indexing files", 4, 5), ("indexing files", 5, 5),
    ]  # fmt: skip


class EndingEmbedder(CountingEmbedder):
    """Raises at some call; `sizes` are the numbers of texts that it was given."""

    def __init__(self, end: BaseException | None = None, at: int = 0) -> None:
        super().__init__()
        self.sizes: list[int] = []
        self._end, self._at = end, at

    def embed(self, inputs: Sequence[str]) -> npt.NDArray[np.int8]:
        self.sizes.append(len(inputs))
        if self._end and len(self.sizes) == self._at:
            raise self._end
        return super().embed(inputs)


@pytest.mark.parametrize(
    ("seconds", "end", "left"),
    [
        pytest.param(0, KeyboardInterrupt(), [2, 1], id="an interrupt keeps all that is done"),
        pytest.param(6, KeyboardInterrupt(), [2, 1], id="each vector is kept once"),
        pytest.param(6, RuntimeError(), [2, 2, 1], id="a slow model's are written by and by"),
        pytest.param(0, RuntimeError(), [2, 2, 2, 2, 1], id="a quick one's with the contents"),
    ],
)
def test_what_was_embedded_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, seconds: int, end: BaseException, left: list[int]
) -> None:
    monkeypatch.setattr(module, "_TEXTS_AT_ONCE", 2)
    tree = MemoryTree(
        {"a.py": "".join(f"def f{n}(a):\n    return a.step_{n}()\n\n\n" for n in range(9))}
    )
    ticks = count(0, seconds)
    space = workspace(embedder=EndingEmbedder(end, at=4))
    with pytest.raises(type(end)):
        sync(replace(space, clock=lambda: next(ticks)), space.store, tree)
    assert space.store.view("disk") == {}
    embedder = EndingEmbedder()
    again = workspace(embedder=embedder)
    files = sync(again, space.store, tree)
    assert embedder.sizes == left
    assert len(space.store.load(files.contents)[0]) == 9
    assert isinstance(again.progress, RecordedProgress)
    assert ("embedding functions", sum(left), sum(left)) in again.progress.steps


def test_some_paths_alone_are_synced_and_others_stay() -> None:
    space = workspace()
    sync(space, space.store, MemoryTree(FILES))
    tree = MemoryTree({"a.py": PARSE + "# changed", "b.py": PARSE + "# changed, too"})
    before = space.store.view("disk")
    files = sync(space, space.store, tree, only={"a.py"})
    assert tree.reads == ["a.py"]
    assert files.contents["b.py"] == before["b.py"].content
    assert files.contents["a.py"] != before["a.py"].content
