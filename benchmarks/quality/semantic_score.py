"""How long the list of `sai duplicates --semantic` gets: what `semantic_score` is drawn from.

Give it the directories of unpacked packages, and names of embedders:

    python benchmarks/quality/semantic_score.py --embedder sketch --embedder minilm packages/click

The pairs of that list are not linked and nothing verifies them, so there is no right limit, only a
length that a person reads through. For each limit the table says how many pairs each package gives,
and for all packages together how many there are to a hundred functions that are large enough.
`--show` prints the closest pairs, to be judged by eye.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sai.bootstrap import explored, judged_alone, open_session
from sai.core.report import SemanticMatch
from sai.embedders import EMBEDDERS

SCORES = tuple(round(0.05 * step, 2) for step in range(11, 20))


class Listing(NamedTuple):
    """The pairs of one package above the least of the limits, closest first."""

    package: str
    functions: int
    pairs: Sequence[SemanticMatch]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="+", type=Path, help="directories of unpacked packages")
    parser.add_argument("--embedder", action="append", choices=tuple(EMBEDDERS))
    parser.add_argument("--show", type=int, default=0, help="print so many pairs of each package")
    arguments = parser.parse_args()
    for name in arguments.embedder or ["sketch"]:
        listings = [listing(package, name) for package in arguments.packages]
        print_table(name, listings)
        for each in listings:
            for pair in each.pairs[: arguments.show]:
                ends = (f"{end.span} {end.symbol}" for end in (pair.a, pair.b))
                print(f"  {each.package}  {pair.score:.3f}  {' – '.join(ends)}")


def listing(package: Path, embedder: str) -> Listing:
    """What `sai duplicates --semantic` would list of a package with the least limit."""
    options = {"embedder": embedder}
    session, question = explored(open_session(package, options=options), package, options)
    question = replace(question, semantic_score=SCORES[0])
    session = replace(session, keeps_index=False)
    report = judged_alone(session, question, time.monotonic())
    counts = report.counts
    compared = counts.chunks - counts.below_floor - counts.stubs - counts.suppressed
    return Listing(package.name, compared, report.semantic or ())


def print_table(embedder: str, listings: Sequence[Listing]) -> None:
    functions = sum(each.functions for each in listings)
    names = [f"{each.package} ({each.functions})" for each in listings]
    print(f"\n{embedder}\n\n| limit | {' | '.join(names)} | to 100 functions |")
    print(f"| ---: |{' ---: |' * (len(names) + 1)}")
    for limit in SCORES:
        counts = [sum(pair.score >= limit for pair in each.pairs) for each in listings]
        cells = [*map(str, counts), f"{100 * sum(counts) / functions:.1f}"]
        print(f"| {limit:.2f} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
