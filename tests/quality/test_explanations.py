"""What is explained of a pair of real functions is what the gate does with it."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from pathlib import Path

from tests.chunk_tables import table_from

from sai.core.duplicates import LinkFinder
from sai.core.hurdles import explained
from sai.core.limits import PathLimits
from sai.core.settings import DuplicateSettings, Override
from sai.syntax.languages import language_of

PROJECT = Path(__file__).resolve().parents[2]
PLACES = ("tests/fixtures/pairs", "src/sai/core", "src/sai/syntax", "tests/functional")
STRICT = Override(("syntax",), (("min_lines", 9), ("min_structure", 0.8)))
LIMITS = PathLimits(DuplicateSettings(), [(lambda path: "syntax" in path, STRICT)])
OTHER_PAIRS = 1_000


def test_real_pairs_are_explained_as_they_are_judged() -> None:
    files = {
        path.relative_to(PROJECT).as_posix(): path.read_text(encoding="utf-8")
        for place in PLACES
        for path in (PROJECT / place).rglob("*.*")
        if language_of(path.name)
    }
    finder = LinkFinder(table_from(files), LIMITS)
    links = {link.pair: link for link in finder.links()}
    rows = range(len(finder.table))
    others = random.Random(0).sample(list(combinations(rows, 2)), OTHER_PAIRS)
    assert links
    for a, b in [*links, *pairwise(rows), *others]:
        told = explained(finder, a, b)
        link = links.get((a, b))
        assert told.linked is (link is not None)
        assert told.linked is all(hurdle.is_met for hurdle in told.hurdles)
        if link is not None:
            verdict = told.verdict
            assert (verdict.kind, verdict.structure) == (link.kind, link.structure)
            assert verdict.limit == link.limit
