"""Links of a table: what is linked, what never is, and that order and seeds change nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chunk_tables import PlacedChunk, chunk_of, chunks_of, table_from, table_of, words

from sai.core import duplicates as module
from sai.core.clustering import connected_groups
from sai.core.duplicates import Link, LinkFinder, floor_counts
from sai.core.limits import PathLimits
from sai.core.report import LinkKind
from sai.core.settings import DuplicateSettings
from sai.core.source import Suppression, Token, TokenKind

LIMITS = PathLimits(DuplicateSettings())


def _with(**values: float) -> PathLimits:
    return PathLimits(replace(LIMITS.base, **values))  # type: ignore[arg-type]


ROUTE = """\
def plan_route(depot, parcels, limit):
    route, load = [depot], 0
    for parcel in sorted(parcels, key=lambda p: p.distance_to(depot)):
        if load + parcel.weight > limit:
            route.append(depot)
            load = 0
        route.append(parcel.address)
        load += parcel.weight
    return route
"""
RENAMED = ROUTE.replace("parcel", "item").replace("load", "carried")
EDITED = ROUTE.replace("return route", 'log.info("planned")\n    return route')


def linked(*texts: str) -> list[tuple[str, str, str]]:
    """The links of files `0.py`, `1.py` ...: symbols and kind."""
    table = table_from({f"{number}.py": text for number, text in enumerate(texts)})
    found = LinkFinder(table, LIMITS).links()
    return [(table.symbols[link.a], table.symbols[link.b], link.kind.value) for link in found]


def links_of(*placed: PlacedChunk) -> list[Link]:
    return LinkFinder(table_of(placed), LIMITS).links()


# -- kinds of links


@pytest.mark.parametrize(
    ("other", "kind"), [(ROUTE, "exact"), (RENAMED, "renamed"), (EDITED, "edited")]
)
def test_a_copy_is_linked(other: str, kind: str) -> None:
    assert linked(ROUTE, other) == [("plan_route", "plan_route", kind)]


def test_every_pair_of_a_family_is_linked_with_its_own_kind() -> None:
    table = table_from({"0.py": ROUTE, "1.py": RENAMED, "2.py": ROUTE, "3.py": EDITED})
    kinds = {(link.a, link.b): link.kind.value for link in LinkFinder(table, LIMITS).links()}
    assert kinds == {
        (0, 1): "renamed", (0, 2): "exact", (0, 3): "edited",
        (1, 2): "renamed", (1, 3): "edited", (2, 3): "edited",
    }  # fmt: skip


def test_links_carry_the_numbers_of_the_verdict() -> None:
    table = table_from({"0.py": ROUTE, "1.py": RENAMED, "2.py": EDITED})
    finder = LinkFinder(table, LIMITS)
    for link in finder.links():
        was = finder.verdict(link.a, link.b)
        assert was.linked
        assert (link.kind, link.score) == (was.kind, was.score)
        assert (link.structure, link.limit) == (was.structure, was.limit)


def test_the_verdict_on_pairs_of_very_different_length_names_their_structure() -> None:
    table = table_of([("a.py", chunk_of(words(10))), ("b.py", chunk_of(words(50)))])
    was = LinkFinder(table, LIMITS).verdict(0, 1)
    assert not was.linked
    assert was.structure == pytest.approx(1 / 3)


def test_a_share_at_the_limit_links_and_one_below_does_not() -> None:
    base, at, below = words(50), words(50, 15), words(50, 16, edit="y")
    (link,) = links_of(("a.py", chunk_of(base)), ("b.py", chunk_of(at)), ("c.py", chunk_of(below)))
    assert (link.a, link.b, link.structure, link.limit) == (0, 1, 0.7, 0.7)


# -- vectors and structure


def test_equal_vectors_do_not_link_different_code() -> None:
    placed = [("a.py", chunk_of(words(50))), ("b.py", chunk_of(words(50, family="v")))]
    table = table_of(placed, np.ones((2, 8), dtype=np.int8))
    assert LinkFinder(table, _with(min_score=0.0)).links() == []


@pytest.mark.parametrize("other", [ROUTE, RENAMED])
def test_no_embedder_can_take_an_equal_copy_away(other: str) -> None:
    placed = chunks_of({"a.py": ROUTE, "b.py": other})
    table = table_of(placed, np.array([[1, 0], [0, 1]], dtype=np.int8))
    assert [link.score for link in LinkFinder(table, LIMITS).links()] == [0.0]


def test_an_edited_copy_needs_the_score_too() -> None:
    placed = chunks_of({"a.py": ROUTE, "b.py": EDITED})
    table = table_of(placed, np.array([[1, 0], [0, 1]], dtype=np.int8))
    assert LinkFinder(table, LIMITS).links() == []


# -- what is never linked


def test_a_function_is_not_linked_with_one_inside_it() -> None:
    inner = "\n".join(f"    {line}" for line in ROUTE.splitlines())
    assert linked(f"def outer():\n{inner}\n    return plan_route\n") == []


def test_copies_of_nested_functions_are_linked_but_not_across_the_levels_of_one_file() -> None:
    inner = "\n".join(f"    {line}" for line in ROUTE.splitlines())
    text = f"def outer():\n{inner}\n    return plan_route\n"
    table = table_from({"a.py": text, "b.py": text})
    found = {(link.a, link.b) for link in LinkFinder(table, LIMITS).links()}
    assert {(0, 2), (1, 3)} <= found
    assert not found & {(0, 1), (2, 3)}


def test_stubs_are_not_linked() -> None:
    placed = [(f"{n}.py", chunk_of(words(50), stub=n == 0)) for n in range(3)]
    assert [(link.a, link.b) for link in links_of(*placed)] == [(1, 2)]


@pytest.mark.parametrize("silenced", [0, 1])
@pytest.mark.parametrize("other", [ROUTE, EDITED])
def test_a_silenced_function_is_not_linked_on_either_side(silenced: int, other: str) -> None:
    texts = [ROUTE, other]
    texts[silenced] = "# sai-noduplicate: kept apart\n" + texts[silenced]
    assert linked(*texts) == []


@pytest.mark.parametrize(
    ("lines", "count", "changed", "expected"),
    [
        pytest.param(4, 20, 0, 1, id="equal, at its floor"),
        pytest.param(3, 20, 0, 0, id="equal, too few lines"),
        pytest.param(4, 19, 0, 0, id="equal, too few tokens"),
        pytest.param(6, 40, 1, 1, id="edited, at its floor"),
        pytest.param(5, 40, 1, 0, id="edited, too few lines"),
        pytest.param(6, 39, 1, 0, id="edited, too few tokens"),
    ],
)
def test_floors_of_equal_and_of_edited_copies(
    lines: int, count: int, changed: int, expected: int
) -> None:
    left = chunk_of(words(count), lines=lines)
    right = chunk_of(words(count, changed), lines=lines)
    assert len(links_of(("a.py", left), ("b.py", right))) == expected


@pytest.mark.parametrize(
    ("names", "lines", "expected"),
    [
        pytest.param(words(8) * 3, 4, 1, id="short, and it says something"),
        pytest.param(words(2) * 12, 4, 0, id="short, and it repeats itself"),
        pytest.param(words(2) * 12, 6, 1, id="it repeats itself, but it is long enough"),
    ],
)
def test_short_equal_copies_must_say_something(names: list[str], lines: int, expected: int) -> None:
    placed = [(path, chunk_of(names, lines=lines)) for path in ("a.py", "b.py")]
    assert len(links_of(*placed)) == expected


def test_huge_functions_are_linked_to_equal_ones_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ALIGNED_TOKENS", 60)
    placed = [
        (f"{number}.py", chunk_of(names, lines=30))
        for number, names in enumerate([words(61), words(61), words(61, 1), words(60, 1)])
    ]
    assert [(link.a, link.b) for link in links_of(*placed)] == [(0, 1)]


def test_a_copy_that_layout_makes_short_is_still_found_by_an_edited_one() -> None:
    long, short = chunk_of(words(50), lines=10), chunk_of(words(50), lines=4)
    found = links_of(("a.py", short), ("b.py", long), ("c.py", chunk_of(words(50, 2), lines=10)))
    assert [(link.a, link.b, link.kind.value) for link in found] == [
        (0, 1, "exact"),
        (1, 2, "edited"),
    ]


def test_every_chunk_that_is_not_compared_is_counted_once() -> None:
    silenced = Suppression(no_duplicate=True)
    placed = [
        ("a.py", chunk_of(words(50))),
        ("b.py", chunk_of(words(50), lines=2)),
        ("c.py", chunk_of(words(5), stub=True)),
        ("d.py", chunk_of(words(50), stub=True, mark=silenced)),
        ("e.py", chunk_of(words(50), mark=silenced)),
        ("f.py", chunk_of(words(5), mark=silenced)),
    ]
    assert floor_counts(LinkFinder(table_of(placed), LIMITS)) == (1, 2, 2)


@pytest.mark.parametrize("seeds", [None, []])
def test_an_empty_table_has_no_links(seeds: Sequence[int] | None) -> None:
    table = table_of([], np.empty((0, 1), dtype=np.int8))
    assert LinkFinder(table, LIMITS).links(seeds) == []


# -- order and seeds, on random projects


def random_project(seed: int, chunks: int = 36) -> list[PlacedChunk]:
    """Families of functions, their edits around the limit; some small, nested or silenced."""
    chooser = random.Random(seed)
    placed = []
    for number in range(chunks):
        family = chooser.choice("pqrstu")
        names = words(chooser.choice((30, 48)), chooser.randint(0, 18), family=family)
        tokens = [
            Token(TokenKind.LOCAL if n % 5 == 0 else TokenKind.NAME, word)
            for n, word in enumerate(chooser.sample(names, 3) + names)
        ]
        chunk = replace(
            chunk_of(
                names,
                symbol=f"f{number}",
                start=1 + 8 * (number // 9),
                lines=chooser.choice((3, 5, 8, 12)),
                stub=chooser.random() < 0.05,
                mark=Suppression(no_duplicate=True) if chooser.random() < 0.05 else None,
            ),
            tokens=tuple(tokens if chooser.random() < 0.5 else tokens[3:]),
        )
        placed.append((f"{number % 9}.py", chunk))
    return sorted(placed, key=lambda item: (item[0], item[1].start_line))


projects = st.integers(0, 40).map(random_project)


def by_symbol(finder: LinkFinder) -> dict[frozenset[str], tuple[LinkKind, float, float, float]]:
    symbols = finder.table.symbols
    return {
        frozenset((symbols[link.a], symbols[link.b])): (
            link.kind,
            link.score,
            link.structure,
            link.limit,
        )
        for link in finder.links()
    }


def test_the_random_projects_hold_links_of_every_kind() -> None:
    kinds = {link.kind for seed in range(41) for link in links_of(*random_project(seed))}
    assert kinds == set(LinkKind)


@given(projects, st.randoms(use_true_random=False))
def test_the_order_of_files_changes_no_link_and_no_number(
    placed: list[PlacedChunk], shuffler: random.Random
) -> None:
    paths = sorted({path for path, _ in placed})
    new = dict(zip(paths, shuffler.sample(paths, len(paths)), strict=True))
    moved = [(new[path], chunk) for path, chunk in placed]
    moved.sort(key=lambda item: (item[0], item[1].start_line))
    finders = [LinkFinder(table_of(rows), LIMITS) for rows in (placed, moved)]
    assert by_symbol(finders[0]) == by_symbol(finders[1])


@settings(max_examples=30)
@given(projects)
def test_links_are_what_the_verdicts_on_all_pairs_say(placed: list[PlacedChunk]) -> None:
    finder = LinkFinder(table_of(placed), LIMITS)
    table, expected = finder.table, set()
    for a in range(len(table)):
        for b in range(a + 1, len(table)):
            verdict = finder.verdict(a, b)
            assert verdict == finder.verdict(b, a)
            edited = verdict.kind is LinkKind.EDITED
            floor = finder.above_floor if edited else finder.above_exact_floor
            if verdict.linked and floor[a] and floor[b] and not table.overlap(a, b):
                expected.add((a, b))
    assert {(link.a, link.b) for link in finder.links()} == expected


@given(projects, st.sets(st.integers(0, 35), max_size=4))
def test_seeds_give_the_links_of_the_clusters_that_hold_them(
    placed: list[PlacedChunk], seeds: set[int]
) -> None:
    finder = LinkFinder(table_of(placed), LIMITS)
    whole = finder.links()
    groups = connected_groups([(link.a, link.b) for link in whole])
    reached = {item for group in groups if not seeds.isdisjoint(group) for item in group}
    assert LinkFinder(finder.table, LIMITS).links(seeds) == [
        link for link in whole if link.a in reached
    ]


@given(projects)
def test_a_stricter_limit_never_adds_a_link(placed: list[PlacedChunk]) -> None:
    table = table_of(placed)

    def pairs(limits: PathLimits) -> set[tuple[int, int]]:
        return {(link.a, link.b) for link in LinkFinder(table, limits).links()}

    scores = [pairs(_with(min_score=score)) for score in (0.5, 0.8, 0.95)]
    structures = [pairs(_with(min_structure=least)) for least in (0.7, 0.8, 0.95)]
    assert scores[0] >= scores[1] >= scores[2]
    assert structures[0] >= structures[1] >= structures[2]
