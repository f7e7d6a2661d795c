from __future__ import annotations

import pytest

from sai.core.source import TreeEntry
from sai.sources.git_output import (
    Change,
    IndexRow,
    RawRow,
    changes,
    index_rows,
    one_line,
    quoted,
    raw_rows,
    tree_entries,
)

A, B, ZERO = "a" * 40, "b" * 40, "0" * 40


def test_index_rows_are_regular_files_only() -> None:
    output = (
        f"100644 {A} 0\tp/a b.py\x00120000 {A} 0\tp/link.py\x00160000 {A} 0\tp/module\0"
        f"100755 {B} 2\tp/run.py\0"
    ).encode()

    assert index_rows(output, len("p/")) == [
        IndexRow("a b.py", "100644", A, "0"),
        IndexRow("run.py", "100755", B, "2"),
    ]


def test_tree_entries_carry_blob_and_size() -> None:
    output = f"100644 blob {A}      12\tx\ty.py\x00160000 commit {B}       -\tmodule\0".encode()

    assert tree_entries(output, 0) == [TreeEntry("x\ty.py", blob=A, size=12)]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (f":000000 100644 {ZERO} {A} A", RawRow("f", "", A, exists=True, unread=False)),
        (f":100644 000000 {A} {ZERO} D", RawRow("f", A, "", exists=False, unread=False)),
        (f":100644 100644 {A} {B} M", RawRow("f", A, B, exists=True, unread=False)),
        (f":100644 100644 {A} {ZERO} M", RawRow("f", A, "", exists=True, unread=True)),
        (f":120000 100644 {A} {B} T", RawRow("f", "", B, exists=True, unread=False)),
        (f":100644 120000 {A} {B} T", RawRow("f", A, "", exists=False, unread=False)),
        (f":100644 000000 {ZERO} {ZERO} U", RawRow("f", "", "", exists=True, unread=True)),
    ],
)
def test_a_raw_row_knows_both_sides(head: str, row: RawRow) -> None:
    assert raw_rows(f"{head}\0f\0".encode()) == [row]


def test_changes_are_changes_of_content() -> None:
    rows = [
        RawRow("p/new.py", "", A, exists=True, unread=False),
        RawRow("p/gone.py", A, "", exists=False, unread=False),
        RawRow("p/mode_only.py", A, A, exists=True, unread=False),
        RawRow("p/link", "", "", exists=False, unread=False),
    ]

    assert changes(rows, len("p/")) == (
        Change("gone.py", A, exists=False),
        Change("new.py", "", exists=True),
    )


def test_a_path_is_quoted_as_git_reads_it() -> None:
    assert quoted('a "b"\\\n\u00e9\udcff') == b'"a \\042b\\042\\134\\012\\303\\251\\377"'


def test_only_the_last_line_break_ends_an_answer() -> None:
    assert one_line(b"/odd\nname\n\n") == "/odd\nname\n"
