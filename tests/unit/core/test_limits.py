"""Limits that differ by path."""

from __future__ import annotations

from collections.abc import Callable

from tests.chunk_tables import table_from

from sai.core.duplicates import LinkFinder
from sai.core.limits import PathLimits, TableLimits
from sai.core.settings import DuplicateSettings, Override

BASE = DuplicateSettings()
FUNCTION = """def pick(orders, bins):
    chosen = []
    for order in orders:
        place = bins.lookup(order.article)
        if place is None:
            raise KeyError(order.article)
        chosen.append(place)
    return chosen
"""
EDITED = FUNCTION.replace("    return", '    audit.write("picked", orders)\n    return')


def under(directory: str) -> Callable[[str], bool]:
    return lambda path: path.startswith(directory)


def limits(**by_directory: dict[str, float]) -> PathLimits:
    return PathLimits(
        BASE,
        [
            (under(f"{directory}/"), Override((directory,), tuple(values.items())))
            for directory, values in by_directory.items()
        ],
    )


def test_a_file_in_no_override_has_the_limits_of_the_project() -> None:
    assert limits(old={"min_lines": 20}).of("new/a.py") is BASE


def test_a_file_in_two_overrides_gets_the_stricter_value_of_each_key() -> None:
    both = PathLimits(
        BASE,
        [
            (under("old/"), Override(("old",), (("min_lines", 20), ("min_structure", 0.6)))),
            (under("old/x"), Override(("old/x",), (("min_lines", 9), ("min_tokens", 80)))),
        ],
    )
    assert both.of("old/x.py") == DuplicateSettings(min_lines=20, min_structure=0.6, min_tokens=80)


def test_a_pair_gets_the_stricter_limits_of_its_two_files() -> None:
    table = TableLimits(
        ["a/1.py", "b/1.py", "c.py"],
        limits(a={"min_score": 0.9, "min_structure": 0.6}, b={"min_score": 0.2, "margin": 0.5}),
    )
    assert table.of_pair(0, 1) == DuplicateSettings(min_score=0.9, min_structure=0.7, margin=0.5)
    assert table.of_pair(1, 2) == DuplicateSettings(min_score=0.5, margin=0.5)
    assert table.of_pair(1, 0) == table.of_pair(0, 1)
    assert table.of(0).min_structure == 0.6
    assert table.min_score == 0.2
    assert table.column("min_lines").tolist() == [6, 6, 6]


def links(files: dict[str, str], path_limits: PathLimits) -> list[tuple[str, str, str]]:
    table = table_from(files)
    found = LinkFinder(table, path_limits).links()
    return [(table.paths[link.a], table.paths[link.b], link.kind.value) for link in found]


def test_equal_copies_under_different_limits_are_linked() -> None:
    files = {"a/1.py": FUNCTION, "b/1.py": FUNCTION, "b/2.py": FUNCTION.replace("place", "at")}
    assert links(files, limits(a={"min_structure": 0.95}, b={"min_lines": 7})) == [
        ("a/1.py", "b/1.py", "exact"),
        ("a/1.py", "b/2.py", "renamed"),
        ("b/1.py", "b/2.py", "renamed"),
    ]


def test_an_edited_copy_is_held_to_the_stricter_limit() -> None:
    files = {"a/1.py": FUNCTION, "b/1.py": EDITED, "c/1.py": EDITED}
    strict = limits(b={"min_structure": 0.99})
    assert links(files, strict) == [
        ("a/1.py", "c/1.py", "edited"),
        ("b/1.py", "c/1.py", "exact"),
    ]


def test_a_size_floor_holds_for_the_files_of_its_paths_only() -> None:
    files = {"a/1.py": FUNCTION, "b/1.py": FUNCTION, "c/1.py": FUNCTION}
    large = limits(b={"min_lines": 60, "min_exact_lines": 50})
    assert links(files, large) == [("a/1.py", "c/1.py", "exact")]


def test_links_from_seeds_agree_with_the_whole_under_overrides() -> None:
    files = {"a/1.py": FUNCTION, "b/1.py": EDITED, "c/1.py": FUNCTION, "c/2.py": EDITED}
    finder = LinkFinder(table_from(files), limits(b={"min_structure": 0.6}, c={"min_lines": 5}))
    assert finder.links([0]) == finder.links()
