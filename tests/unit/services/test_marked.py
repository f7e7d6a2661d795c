"""What markers silenced, and which of them do nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.fakes import MemoryTree, workspace
from tests.sample_functions import PARSE, RENAMED, RETRY, SETTLE

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.report import CheckReport
from sai.core.settings import Settings
from sai.services.check import check
from sai.services.workspace import Question

MARK, MARK_FILE = "# sai-noduplicate: why\n", "# sai-noduplicate-file: all\n"
IDLE, IDLE_FILE = "sai-noduplicate has no effect", "sai-noduplicate-file has no effect"
TINY = "def tiny():\n    return 1\n"
STUB = "def stub():\n    ...\n"


def report(
    files: Mapping[str, str], *changed: str, show: bool = False, settings: Settings | None = None
) -> CheckReport:
    """The report on a tree, or on changed files of it."""
    question = Question(
        MemoryTree(files),
        "files in memory",
        changed=frozenset(changed) if changed else None,
        show_suppressed=show,
    )
    return check(workspace(settings), question)


def silenced(outcome: CheckReport) -> list[tuple[str, str, str, list[str]]]:
    """Place, marker, reason and places of copies of each silenced function."""
    assert outcome.suppressed is not None
    return [
        (str(s.member.span), s.marker, s.reason, [str(copy.span) for copy in s.copies])
        for s in outcome.suppressed
    ]


def test_silenced_functions_come_with_what_they_would_be_linked_to() -> None:
    files = {
        "a.py": SETTLE,
        "b.py": MARK + RENAMED,
        "c.py": MARK_FILE + SETTLE + PARSE,
        "d.py": "# sai-noindexing: by hand\n" + SETTLE,
        "e.py": "# sai-noindexing-file\n" + SETTLE,
        "f.py": MARK + STUB,
    }
    parse = 2 + SETTLE.count("\n")
    assert silenced(report(files, show=True)) == [
        ("b.py:2", "sai-noduplicate", "why", ["a.py:1", "c.py:2"]),
        ("c.py:2", "sai-noduplicate-file", "all", ["a.py:1", "b.py:2"]),
        (f"c.py:{parse}", "sai-noduplicate-file", "all", []),
        ("d.py:2", "sai-noindexing", "by hand", []),
        ("e.py:2", "sai-noindexing-file", "", []),
    ]


def test_as_many_are_listed_as_are_counted() -> None:
    files = {"a.py": MARK + TINY + MARK + STUB + MARK + SETTLE, "b.py": SETTLE, "c.py": STUB}
    files["d.py"] = "# sai-noindexing\n" + STUB
    outcome = report(files, show=True)
    assert len(silenced(outcome)) == outcome.counts.suppressed == 3


def test_what_was_silenced_is_told_on_request_only() -> None:
    assert report({"a.py": MARK + SETTLE}).suppressed is None


def test_of_a_change_only_its_files_are_listed() -> None:
    files = {"a.py": MARK + SETTLE, "b.py": MARK + RENAMED, "c.py": "# sai-noindexing\n" + SETTLE}
    assert silenced(report(files, "b.py", show=True)) == [
        ("b.py:2", "sai-noduplicate", "why", ["a.py:2"])
    ]


@pytest.mark.parametrize(
    ("text", "notices"),
    [
        (MARK + RENAMED, []),
        (MARK_FILE + PARSE + RENAMED, []),
        (PARSE, []),
        (MARK + PARSE, [f"b.py:2: {IDLE}: parse_header is like no other"]),
        (MARK + TINY, [f"b.py:2: {IDLE}: tiny is too small to be compared"]),
        (MARK + STUB, [f"b.py:2: {IDLE}: stub has no body of its own"]),
        (MARK_FILE + PARSE + RETRY, [f"b.py:1: {IDLE_FILE}: nothing in this file is like another"]),
        (
            MARK_FILE + MARK + PARSE + RENAMED,
            [f"b.py:3: {IDLE}: parse_header is like no other"],
        ),
        (
            PARSE + MARK,
            [f"b.py:9: {IDLE}: no function starts right below it, or holds it"],
        ),
    ],
)
def test_markers_without_effect_are_named_by_full_runs(text: str, notices: list[str]) -> None:
    outcome = report({"a.py": SETTLE, "b.py": text})
    assert list(outcome.notices) == notices
    assert outcome.passed


def test_parts_of_a_long_function_are_told_as_one() -> None:
    long = MARK + "def long():\n" + "".join(f"    step_{n}(value_{n})\n" for n in range(40))
    project = replace(workspace(), chunker=FunctionChunker(max_chars=200))
    outcome = check(project, Question(MemoryTree({"a.py": long}), "files in memory"))
    assert outcome.counts.chunks > 2
    assert outcome.notices == (f"a.py:2: {IDLE}: long is like no other",)


def test_a_partial_run_names_only_markers_that_are_idle_whatever_else_there_is() -> None:
    files = {"a.py": "X = 1\n" + MARK, "b.py": MARK + PARSE, "c.py": "X = 1\n" + MARK}
    outcome = report(files, "b.py", "c.py")
    assert [notice.split(": ")[0] for notice in outcome.notices] == ["c.py:2"]


def test_of_windows_it_is_not_told_that_they_are_like_no_other() -> None:
    outcome = report({"a.py": MARK + PARSE}, settings=Settings(chunker="lines"))
    assert outcome.notices == ()
