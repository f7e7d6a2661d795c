"""Markers: how they are read in a comment, and which function they speak of."""

from __future__ import annotations

import pytest

from sai.core.markers import Marker, assign_markers, find_markers, misspelled_markers
from sai.core.source import IdleMarker, Suppression

NO_DUPLICATE = Suppression(no_duplicate=True)
NO_INDEX = Suppression(no_index=True)
NO_DUPLICATE_FILE = Suppression(no_duplicate=True, by_file=True)
NO_INDEX_FILE = Suppression(no_index=True, by_file=True)


@pytest.mark.parametrize(
    ("comment", "suppression"),
    [
        ("# sai-noduplicate", NO_DUPLICATE),
        ("#sai-noduplicate", NO_DUPLICATE),
        ("// SAI-NoDuplicate", NO_DUPLICATE),
        ("/* sai-noindexing */", NO_INDEX),
        ("# noqa: E501  sai-noduplicate", NO_DUPLICATE),
        ("# sai-noduplicate-file", NO_DUPLICATE_FILE),
        ("// sai-NOINDEXING-FILE", NO_INDEX_FILE),
        (
            "# sai-noduplicate: two protocols",
            Suppression(no_duplicate=True, reason="two protocols"),
        ),
        (
            "# sai-noindexing-file : made by hand: really",
            Suppression(no_index=True, reason="made by hand: really", by_file=True),
        ),
        (
            "/* sai-noduplicate: two protocols */",
            Suppression(no_duplicate=True, reason="two protocols"),
        ),
        ("<!-- sai-noduplicate: x -->", Suppression(no_duplicate=True, reason="x")),
        ("# sai-noduplicate:", NO_DUPLICATE),
        ("# sai-noduplicate because", NO_DUPLICATE),
    ],
)
def test_a_marker_in_a_comment(comment: str, suppression: Suppression) -> None:
    assert find_markers(3, 3, comment) == [Marker(3, 3, suppression)]


@pytest.mark.parametrize(
    "comment",
    ["# sai-noduplicates", "# sai-noduplicate-files", "# sai-noduplicate_x", "# sai noduplicate",
     "# sai-noindex", "# noduplicate", "# xsai-noduplicate"],
)  # fmt: skip
def test_words_that_only_look_like_a_marker(comment: str) -> None:
    assert find_markers(1, 1, comment) == []


def test_markers_on_the_lines_of_a_block_comment() -> None:
    comment = "/*\n * sai-noduplicate: one\n * sai-noindexing\n */"
    assert find_markers(5, 8, comment) == [
        Marker(6, 8, Suppression(no_duplicate=True, reason="one")),
        Marker(7, 8, NO_INDEX),
    ]


def test_a_reason_of_many_blanks_costs_no_time() -> None:
    (marker,) = find_markers(1, 1, f"# sai-noduplicate: a{' ' * 200_000}b */")
    assert marker.suppression.reason == f"a{' ' * 200_000}b"


OUTER, INNER, LATER = (10, 30), (15, 20), (35, 40)
FUNCTIONS = (OUTER, INNER, LATER)


def assigned(line: int, *comment_lines: int, asks: Suppression = NO_DUPLICATE) -> list[bool]:
    """Which of the functions a marker on `line` speaks of."""
    marker = Marker(line, line, asks)
    found, _ = assign_markers([marker], FUNCTIONS, frozenset(comment_lines), 8)
    return [suppression == asks for suppression in found]


@pytest.mark.parametrize(
    ("line", "comment_lines", "expected"),
    [
        (9, (9,), [True, False, False]),
        (7, (7, 8, 9), [True, False, False]),
        (7, (7, 9), [False, False, False]),
        (9, (), [False, False, False]),
        (10, (), [True, False, False]),
        (30, (), [True, False, False]),
        (12, (12,), [True, False, False]),
        (14, (14,), [False, True, False]),
        (14, (), [True, False, False]),
        (15, (), [False, True, False]),
        (18, (18,), [False, True, False]),
        (20, (), [False, True, False]),
        (21, (21,), [True, False, False]),
        (32, (32,), [False, False, False]),
        (34, (34,), [False, False, True]),
        (50, (50,), [False, False, False]),
    ],
)
def test_the_function_that_a_marker_speaks_of(
    line: int, comment_lines: tuple[int, ...], expected: list[bool]
) -> None:
    assert assigned(line, *comment_lines) == expected


@pytest.mark.parametrize(("line", "covered"), [(1, True), (7, True), (8, False), (12, False)])
def test_a_file_marker_counts_before_the_first_code_only(line: int, covered: bool) -> None:
    assert assigned(line, line, asks=NO_DUPLICATE_FILE) == [covered] * 3


def test_a_file_marker_counts_where_there_is_no_code() -> None:
    marker = Marker(1, 1, NO_INDEX_FILE)
    assert assign_markers([marker], [(1, 1)], frozenset({1}), 0) == ([NO_INDEX_FILE], [])


def test_markers_of_one_function_add_up_and_the_first_reason_stays() -> None:
    markers = [
        Marker(1, 1, NO_INDEX_FILE),
        Marker(9, 9, Suppression(no_duplicate=True, reason="one")),
        Marker(11, 11, Suppression(no_duplicate=True, reason="two")),
    ]
    assert assign_markers(markers, FUNCTIONS, frozenset({1, 9}), 8)[0] == [
        Suppression(no_index=True, no_duplicate=True, reason="one", by_file=True),
        NO_INDEX_FILE,
        NO_INDEX_FILE,
    ]


def test_a_function_marked_on_its_own_too_is_not_silenced_by_the_file_alone() -> None:
    markers = [Marker(1, 1, NO_DUPLICATE_FILE), Marker(9, 9, NO_DUPLICATE)]
    found, _ = assign_markers(markers, FUNCTIONS, frozenset({1, 9}), 8)
    assert found == [NO_DUPLICATE, NO_DUPLICATE_FILE, NO_DUPLICATE_FILE]


def test_thousands_of_file_markers_cost_no_time() -> None:
    asks = Suppression(no_index=True, reason="one", by_file=True)
    markers = [Marker(1, 1, asks)] * 20_000
    functions = [(line, line) for line in range(2, 20_002)]
    found, _ = assign_markers(markers, functions, frozenset({1}), 2)
    assert set(found) == {asks}


def test_of_functions_on_one_line_the_first_is_meant() -> None:
    marker = Marker(2, 2, NO_DUPLICATE)
    assert assign_markers([marker], [(3, 3), (3, 3)], frozenset({2}), 1)[0] == [NO_DUPLICATE, None]


def test_no_functions_and_no_markers() -> None:
    assert assign_markers([], [], frozenset(), 0) == ([], [])
    assert assign_markers([], FUNCTIONS, frozenset({9}), 8) == ([None] * 3, [])


# -- markers without effect


@pytest.mark.parametrize(
    ("line", "asks", "said"),
    [
        (12, NO_DUPLICATE, ""),
        (50, NO_DUPLICATE, "sai-noduplicate has no effect: no function starts right below it"),
        (1, NO_DUPLICATE_FILE, ""),
        (12, NO_INDEX_FILE, "sai-noindexing-file has no effect: it must stand before the first"),
    ],
)
def test_a_marker_that_speaks_of_nothing_is_named(line: int, asks: Suppression, said: str) -> None:
    _, idle = assign_markers([Marker(line, line, asks)], FUNCTIONS, frozenset({line}), 8)
    assert [(each.line, each.text.startswith(said)) for each in idle] == (
        [(line, True)] if said else []
    )


def test_a_marker_for_a_file_without_functions_is_named() -> None:
    assert assign_markers([Marker(1, 1, NO_INDEX_FILE)], [], frozenset({1}), 2) == (
        [],
        [IdleMarker(1, "sai-noindexing-file has no effect: there is no function in this file")],
    )


@pytest.mark.parametrize(
    ("comment", "meant"),
    [
        ("# sai-noduplicates: why", "sai-noduplicate"),
        ("# SAI-no-duplicate", "sai-noduplicate"),
        ("# sai-noindex", "sai-noindexing"),
        ("// sai-no-indexing-file", "sai-noindexing-file"),
        ("# sai-nodup", "sai-noduplicate"),
        ("# sai-noduplciate", "sai-noduplicate"),
        ("# sai-noduplicate_file", "sai-noduplicate-file"),
        ("# sai-ignore", "sai-noduplicate"),
        ("# sai-skip-file", "sai-noduplicate-file"),
        ("# sai-disable-next-line", "sai-noduplicate"),
        ("# sai-noduplicate: no sai-noindexing here", None),
        ("# see the hooks sai-duplicates and sai-baseline-stale", None),
        ("# not-sai-nothing, sai-no, sai-noise, sai-notes, sai-ignored-by-all", None),
        (f"# sai-{'no' * 100_000}", None),
    ],
)
def test_a_marker_that_is_misspelled_is_named(comment: str, meant: str | None) -> None:
    found = misspelled_markers(3, f"first line\n{comment}")
    assert [(m.line, m.text.rpartition(" ")[2]) for m in found] == ([(4, meant)] if meant else [])
