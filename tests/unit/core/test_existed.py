"""What existed before a change: old debt passes, new debt does not, small edits awaken nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.chunk_tables import PlacedChunk, chunk_of, chunks_of, table_of, words

from sai.core.duplicates import LinkFinder
from sai.core.existed import existed_before
from sai.core.limits import PathLimits
from sai.core.settings import DuplicateSettings
from sai.core.source import Suppression

DEFAULTS = DuplicateSettings()

TALLY = """\
def tally(orders, currency):
    totals = {}
    for order in orders:
        if order.currency != currency or order.cancelled:
            continue
        totals[order.customer] = totals.get(order.customer, 0) + order.net_amount()
    return sorted(totals.items(), key=lambda item: item[1], reverse=True)
"""
LONGER = TALLY.replace("    return sorted", "    audit.record(currency)\n    return sorted")
SHORT = "def tally(orders):\n    return orders\n"
DULL = """\
def tally(orders, currency):
    self.a = orders
    self.b = currency
    return (orders, currency, orders)
"""
BRIEF = """\
def tally(orders, currency):
    totals = {}
    for order in orders:
        totals[order.customer] = totals.get(order.customer, 0) + order.net_amount(True)
    return sorted(totals.items(), key=lambda item: item[1], reverse=True)
"""
OTHER = "def unrelated(path):\n    return path.read_text()\n"
MARKED = "# sai-noduplicate\n" + TALLY

Existed = tuple[list[tuple[str, str]], list[str]]


def existed(
    now: Sequence[PlacedChunk],
    before: Sequence[PlacedChunk],
    changed: set[str],
    settings: DuplicateSettings = DEFAULTS,
) -> Existed:
    """Paths of the links that existed, and of the changed chunks that did."""
    table = table_of(sorted(now, key=lambda item: (item[0], item[1].start_line)))
    links = LinkFinder(table, PathLimits(settings)).links()
    assert links
    pairs, chunks = existed_before(
        links, table, table_of(before), frozenset(changed), PathLimits(settings)
    )
    return (
        sorted((table.paths[a], table.paths[b]) for a, b in pairs),
        sorted(table.paths[chunk] for chunk in chunks),
    )


def existed_in_files(now: Mapping[str, str], before: Mapping[str, str]) -> Existed:
    """The same for files; what `before` names, or `now` holds anew, is what changed."""
    changed = {path for path in {*now, *before} if now.get(path) != before.get(path)}
    old = {path: text for path, text in before.items() if path in changed}
    return existed(chunks_of(now), chunks_of(old), changed)


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        pytest.param(
            {"a.py": LONGER, "b.py": TALLY},
            {"a.py": TALLY, "b.py": TALLY},
            ([("a.py", "b.py")], ["a.py"]),
            id="an edited copy of an unchanged file",
        ),
        pytest.param(
            {"a.py": LONGER, "b.py": LONGER},
            {"a.py": TALLY, "b.py": TALLY},
            ([("a.py", "b.py")], ["a.py", "b.py"]),
            id="both copies edited",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"b.py": TALLY},
            ([], []),
            id="a copy added in a new file",
        ),
        pytest.param(
            {"a.py": OTHER + TALLY, "b.py": TALLY},
            {"a.py": OTHER, "b.py": TALLY},
            ([], ["a.py"]),
            id="a copy added to a file",
        ),
        pytest.param(
            {"a.py": TALLY + OTHER, "b.py": TALLY},
            {"a.py": TALLY, "b.py": TALLY},
            ([("a.py", "b.py")], ["a.py"]),
            id="another function added to a file that held a copy",
        ),
        pytest.param(
            {"b.py": TALLY, "c.py": TALLY},
            {"a.py": TALLY, "b.py": TALLY},
            ([("b.py", "c.py")], ["c.py"]),
            id="a copy moved to another file",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY, "c.py": TALLY},
            {"a.py": TALLY + OTHER, "b.py": TALLY},
            ([("a.py", "b.py")], ["a.py"]),
            id="a third copy added",
        ),
        pytest.param(
            {"a.py": TALLY.replace("def tally", "def rank"), "b.py": TALLY},
            {"a.py": TALLY, "b.py": TALLY},
            ([("a.py", "b.py")], ["a.py"]),
            id="a copy renamed",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": MARKED, "b.py": TALLY},
            ([], ["a.py"]),
            id="the marker of a copy removed",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": "def tally(orders, currency):\n    ...\n", "b.py": TALLY},
            ([], ["a.py"]),
            id="a stub filled with a copy",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": SHORT, "b.py": SHORT},
            ([], ["a.py", "b.py"]),
            id="equal functions below the floor grown alike",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": DULL, "b.py": DULL},
            ([], ["a.py", "b.py"]),
            id="equal functions that say too little grown alike",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": BRIEF, "b.py": BRIEF.replace("True", "False")},
            ([], ["a.py", "b.py"]),
            id="edited functions below the floor grown alike",
        ),
        pytest.param(
            {"a.py": TALLY, "b.py": TALLY},
            {"a.py": SHORT, "b.py": TALLY},
            ([], ["a.py"]),
            id="a function rewritten as a copy",
        ),
    ],
)
def test_pairs_and_chunks_that_existed(
    now: Mapping[str, str], before: Mapping[str, str], expected: Existed
) -> None:
    assert existed_in_files(now, before) == expected


def test_a_pair_that_layout_alone_lifts_over_the_floor_existed() -> None:
    short = [(path, chunk_of(words(50), lines=3)) for path in ("a.py", "b.py")]
    long = [(path, chunk_of(words(50), lines=9)) for path in ("a.py", "b.py")]
    assert existed(long, short, {"a.py", "b.py"})[0] == [("a.py", "b.py")]


@pytest.mark.parametrize(
    ("changed_before", "changed_now", "is_old"),
    [
        pytest.param(16, 15, True, id="a near miss that rises a little"),
        pytest.param(16, 13, False, id="a near miss that rises above the margin"),
        pytest.param(17, 15, False, id="a clear miss that rises a little"),
        pytest.param(15, 13, True, id="a link that rises above the margin"),
    ],
)
def test_a_small_edit_of_a_near_miss_awakens_nothing(
    changed_before: int, changed_now: int, is_old: bool
) -> None:
    neighbour = ("b.py", chunk_of(words(50)))
    now = [("a.py", chunk_of(words(50, changed_now))), neighbour]
    before = [("a.py", chunk_of(words(50, changed_before)))]
    assert existed(now, before, {"a.py"}) == ([("a.py", "b.py")] if is_old else [], ["a.py"])


def test_without_margin_a_near_miss_counts_as_new() -> None:
    now = [("a.py", chunk_of(words(50, 15))), ("b.py", chunk_of(words(50)))]
    before = [("a.py", chunk_of(words(50, 16)))]
    assert existed(now, before, {"a.py"}, replace(DEFAULTS, margin=0.0))[0] == []


def test_a_marker_of_today_and_of_before_needs_no_answer() -> None:
    silenced = Suppression(no_duplicate=True)
    now = [("a.py", chunk_of(words(50))), ("b.py", chunk_of(words(50)))]
    before = [("a.py", chunk_of(words(50), mark=silenced)), ("a.py", chunk_of(words(50), start=40))]
    renamed = replace(before[1][1], symbol="g")
    assert existed(now, [before[0], ("a.py", renamed)], {"a.py"})[0] == []


WRAPPER = (
    "def tally(orders, currency):\n    with timed():\n        return _tally(orders, currency)\n"
)


@pytest.mark.parametrize("place", ["a.py", "new.py"])
def test_a_function_whose_name_a_stranger_took_existed(place: str) -> None:
    moved = TALLY.replace("def tally", "def _tally")
    now = {"b.py": TALLY, "a.py": WRAPPER, place: moved}
    if place == "a.py":
        now["a.py"] = WRAPPER + "\n\n" + moved
    pairs, _ = existed_in_files(now, {"a.py": TALLY, "b.py": TALLY})
    assert pairs in ([(place, "b.py")], [("b.py", place)])


def test_a_copy_of_old_text_is_no_move_where_the_original_was_edited() -> None:
    now = {"a.py": LONGER, "new.py": TALLY, "b.py": TALLY}
    pairs, _ = existed_in_files(now, {"a.py": TALLY, "b.py": TALLY})
    assert pairs == [("a.py", "b.py")]


def test_links_among_unchanged_files_existed() -> None:
    placed = [(path, chunk_of(words(50))) for path in ("a.py", "b.py", "c.py")]
    pairs, chunks = existed(placed, [], {"c.py"})
    assert (pairs, chunks) == ([("a.py", "b.py")], [])
