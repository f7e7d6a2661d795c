"""Which cosine limit an embedder needs: what `duplicates.min-score` of an embedder is drawn from.

Give it the directories of unpacked packages, and names of embedders:

    python benchmarks/quality/min_score.py --embedder sketch --embedder minilm packages/click ...

Cosine only proposes candidates; the verdict is taken on tokens. So a good limit keeps nearly all
pairs that the verdict would link, and proposes few others. In each package every pair of edited
copies is found without any cosine, by looking at all pairs of functions above the size floors
(equal and renamed copies need no candidate). Of these links, and of all functions, a sample of
each package is embedded. For each limit the table says which share of the links it keeps, and
which share of all pairs of functions it proposes.

Tests, generated files and functions below the size floor are left out, as the gate does.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from limit_curve import LIMITS, functions_of, version_of

from sai.core.digests import renamed_digest, token_codes
from sai.core.preselection import Preselection
from sai.core.settings import OnnxSettings
from sai.core.source import Chunk
from sai.core.structure import compare, limit_of, sequence
from sai.embedders import EMBEDDERS

SCORES = tuple(round(0.05 * step, 2) for step in range(2, 20))
GOAL = 0.995

Pair = tuple[int, int]


class Sample(NamedTuple):
    """Functions of one package: pairs of rows that link, and rows of any functions."""

    name: str
    chunks: Sequence[Chunk]
    links: Sequence[Pair]
    found: int
    rows: Sequence[int]


class Scores(NamedTuple):
    links: np.ndarray
    pairs: np.ndarray


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="+", type=Path, help="directories of unpacked packages")
    parser.add_argument("--embedder", action="append", choices=tuple(EMBEDDERS))
    parser.add_argument("--model", type=Path, help="model directory, for the embedder onnx")
    parser.add_argument("--prefix", default="none", help="prefix style of that model")
    parser.add_argument("--functions", type=int, default=800, help="compared in each package")
    parser.add_argument("--links", type=int, default=40, help="embedded of each package")
    parser.add_argument("--any", type=int, default=40, help="other functions of each package")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of the samples")
    arguments = parser.parse_args()
    chooser = random.Random(arguments.seed)
    samples = [
        sampled(package, arguments.functions, arguments.links, arguments.any, chooser)
        for package in arguments.packages
    ]
    print("Packages (functions compared, links found, links embedded):")
    for sample in samples:
        print(f"  {sample.name} ({len(sample.chunks)}, {sample.found}, {len(sample.links)})")
    model = OnnxSettings(path=str(arguments.model or ""), prefix=arguments.prefix)
    results = {name: scored(name, model, samples) for name in arguments.embedder or ["sketch"]}
    print_table(results)


def sampled(
    package: Path, functions: int, links: int, others: int, chooser: random.Random
) -> Sample:
    placed = distinct(functions_of(package))
    placed = chooser.sample(placed, min(functions, len(placed)))
    chunks = [chunk for _, chunk in placed]
    linked = all_links(placed)
    rows = chooser.sample(range(len(chunks)), min(others, len(chunks)))
    chosen = chooser.sample(linked, min(links, len(linked)))
    return Sample(version_of(package), chunks, chosen, len(linked), rows)


def distinct(placed: Iterable[tuple[str, Chunk]]) -> list[tuple[str, Chunk]]:
    """One function for each renamed digest: equal and renamed copies need no candidate."""
    return list({renamed_digest(chunk.tokens): (place, chunk) for place, chunk in placed}.values())


def all_links(placed: Sequence[tuple[str, Chunk]]) -> list[Pair]:
    """All pairs that the verdict links whatever their cosine."""
    codes = [token_codes(chunk.tokens) for _, chunk in placed]
    prepared = [sequence(each) for each in codes]
    left, right = np.triu_indices(len(placed), 1)
    may = Preselection(codes).may_link(left, right, LIMITS.min_structure)
    found = []
    for a, b in zip(left[may].tolist(), right[may].tolist(), strict=True):
        if overlap(placed[a], placed[b]):
            continue
        structure = compare(prepared[a], prepared[b])
        if structure.similarity >= limit_of(structure.information, LIMITS.min_structure):
            found.append((a, b))
    return found


def overlap(a: tuple[str, Chunk], b: tuple[str, Chunk]) -> bool:
    """Whether one function stands inside the other."""
    same_file = a[0].rpartition(":")[0] == b[0].rpartition(":")[0]
    return same_file and a[1].start_line <= b[1].end_line and b[1].start_line <= a[1].end_line


def scored(name: str, model: OnnxSettings, samples: Sequence[Sample]) -> Scores:
    """Cosines of the links and of all pairs inside each sample of any functions."""
    embedder = EMBEDDERS[name].make(model, Path())
    embedder.embed(["load the model"])
    links: list[float] = []
    pairs: list[float] = []
    seconds, count = 0.0, 0
    for sample in samples:
        rows = sorted({row for pair in sample.links for row in pair} | set(sample.rows))
        inputs = [embedder.input_of(sample.chunks[row]) for row in rows]
        started = time.perf_counter()
        vectors = embedder.embed(inputs).astype(np.float64)
        seconds += time.perf_counter() - started
        count += len(rows)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit = dict(zip(rows, vectors / np.where(lengths > 0, lengths, 1), strict=True))
        links += [float(unit[a] @ unit[b]) for a, b in sample.links]
        pairs += [float(unit[a] @ unit[b]) for a, b in combinations(sample.rows, 2)]
    print(f"\n{name}: {count} functions embedded, {count / seconds:,.0f} a second")
    return Scores(np.array(links), np.array(pairs))


def print_table(results: Mapping[str, Scores]) -> None:
    names = [f"{name} {what}" for name in results for what in ("keeps", "proposes")]
    print(f"\n| limit | {' | '.join(names)} |")
    print(f"| ---: |{' ---: |' * len(names)}")
    for limit in SCORES:
        cells = [
            f"{(values >= limit).mean():.2%}" for scores in results.values() for values in scores
        ]
        print(f"| {limit:.2f} | {' | '.join(cells)} |")
    for name, scores in results.items():
        low = np.quantile(scores.links, 1 - GOAL, method="lower")
        print(
            f"\n{name}: {GOAL:.1%} of {len(scores.links)} links score at least {low:.3f};", end=""
        )
        print(f" the lowest are {', '.join(f'{s:.3f}' for s in np.sort(scores.links)[:5])}")


if __name__ == "__main__":
    main()
