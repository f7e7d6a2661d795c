"""Windows over lines: they cover what is not blank, overlap, and come to an end."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.windows import (
    LINE_OVERLAP,
    MAX_LINES,
    MAX_TOKENS,
    TOKEN_OVERLAP,
    Window,
    function_of,
    line_windows,
    names_window,
    part_symbol,
    token_windows,
    window_symbol,
)

texts = st.lists(st.sampled_from(["", "   ", "x = 1", "y" * 30, "z" * 300]), max_size=200)
limits = st.sampled_from([0, 1, 40, 500])


def of_lines(lines: list[str], max_chars: int = 0) -> list[Window]:
    return line_windows(lines, Window(1, len(lines)), max_chars)


def of_tokens(counts: list[int]) -> list[Window]:
    return token_windows(["x" * count for count in counts], counts, Window(1, len(counts)))


@given(texts, limits)
def test_windows_of_lines_cover_all_that_is_not_blank(lines: list[str], max_chars: int) -> None:
    windows = of_lines(lines, max_chars)
    covered = {line for first, last in windows for line in range(first, last + 1)}
    assert {n for n, line in enumerate(lines, 1) if line.strip()} <= covered
    for first, last in windows:
        assert lines[first - 1].strip()
        assert lines[last - 1].strip()
        assert last - first < MAX_LINES
        size = sum(len(line) + 1 for line in lines[first - 1 : last])
        assert not max_chars or first == last or size <= max_chars
    assert windows == sorted(set(windows))


@given(st.lists(st.integers(0, 150), max_size=120))
def test_windows_of_tokens_cover_all_tokens_and_are_no_larger(counts: list[int]) -> None:
    windows = of_tokens(counts)
    covered = {line for first, last in windows for line in range(first, last + 1)}
    assert {n for n, count in enumerate(counts, 1) if count} <= covered
    for first, last in windows:
        assert first == last or sum(counts[first - 1 : last]) <= MAX_TOKENS
    for before, after in pairwise(windows):
        shared = sum(counts[after.first - 1 : before.last])
        assert shared <= TOKEN_OVERLAP
        assert before < after


def test_a_window_begins_before_the_previous_ended() -> None:
    assert of_lines(["x"] * 130) == [Window(1, 60), Window(53, 112), Window(105, 130)]
    assert Window(1, 60).last - Window(53, 112).first + 1 == LINE_OVERLAP


def test_the_last_tokens_of_a_window_are_repeated() -> None:
    assert of_tokens([8] * 20) == [Window(1, 14), Window(13, 20)]


def test_a_line_that_is_too_long_is_a_window_of_its_own() -> None:
    assert of_lines(["a", "b" * 100, "c"], 10) == [Window(1, 1), Window(2, 2), Window(3, 3)]
    assert of_tokens([1, 500, 1]) == [Window(1, 1), Window(2, 2), Window(3, 3)]


def test_only_the_lines_asked_for_are_cut() -> None:
    assert line_windows(["a"] * 9, Window(3, 5)) == [Window(3, 5)]


@pytest.mark.parametrize("lines", [[], [""], ["", "  ", ""]])
def test_nothing_but_blanks_gives_no_window(lines: list[str]) -> None:
    assert of_lines(lines) == []


def test_very_many_lines_take_no_time() -> None:
    started = time.monotonic()
    of_lines([""] * 300_000 + ["x"], 500)
    of_tokens([0] * 300_000 + [1])
    assert time.monotonic() - started < 5


def test_blank_lines_before_a_full_window_take_no_time() -> None:
    counts = [0] * 100_000 + [10, 105, 3]
    started = time.monotonic()
    assert of_tokens(counts) == [Window(100_001, 100_001), Window(100_002, 100_003)]
    assert time.monotonic() - started < 5


def test_every_window_ends_later_than_the_one_before() -> None:
    windows = of_tokens([5, 5, 5, 105, 7, 0, 0, 104, 9])
    assert windows == [Window(1, 3), Window(3, 4), Window(5, 8), Window(9, 9)]


@pytest.mark.parametrize("symbol", ["parse", "Reader.parse#2", "parse (part 1)"])
def test_a_part_knows_its_function(symbol: str) -> None:
    assert function_of(part_symbol(symbol, 12)) == symbol


def test_names_of_windows_are_told_from_those_of_functions() -> None:
    assert names_window(window_symbol(3))
    assert names_window(part_symbol("parse", 2))
    assert not any(map(names_window, ["parse", "window", "window.3", "f#2", "part"]))
