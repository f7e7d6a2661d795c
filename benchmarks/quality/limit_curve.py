"""How alike unrelated code is, by the information it shares: what `limit_of` was drawn from.

Give it the directories of at least two unpacked packages that have nothing to do with each other:

    python benchmarks/quality/limit_curve.py packages/click packages/tornado ...

A function of one project should have no near-duplicate in another, so the best match that it
finds there is a lookalike. Functions whose renamed digest occurs in two projects are left out:
vendored copies. Of each project a sample of its functions (all, where there are fewer) is compared
with the functions of all others, as the gate does it: candidates by vector, then structure. The
table says, for the best matches that share so much information, how alike they are, what the
limit is in the middle of the row, and how many the gate would have linked.

Tests, generated files and functions below the size floor are left out, as the gate does.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sai.chunkers.function_chunker import FunctionChunker
from sai.core.digests import renamed_digest, token_codes
from sai.core.settings import DuplicateSettings
from sai.core.source import Chunk
from sai.core.structure import compare, limit_of, sequence
from sai.core.text import UndecodableError, decode, is_generated
from sai.core.vectors import neighbours
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.syntax.languages import language_of

BUCKETS = (6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 100)
LIMITS = DuplicateSettings()


class Function(NamedTuple):
    project: int
    place: str
    chunk: Chunk
    renamed: str


class Match(NamedTuple):
    similarity: float
    information: float
    left: str
    right: str


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="+", type=Path, help="directories of unpacked packages")
    parser.add_argument("--sample", type=int, default=400, help="functions of each project")
    parser.add_argument(
        "--min-score", type=float, default=LIMITS.min_score, help="cosine of a candidate"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the choice of the sample")
    parser.add_argument("--worst", type=int, default=10, help="lookalikes to print")
    arguments = parser.parse_args()
    if len(arguments.packages) < 2:
        parser.error("at least two packages are needed")
    functions = own_functions(arguments.packages)
    print_packages(arguments.packages, functions)
    chosen = sampled(functions, arguments.sample, random.Random(arguments.seed))
    matches = best_matches(functions, chosen, arguments.min_score)
    print_table(matches)
    print_worst(matches, arguments.worst)


def own_functions(packages: Sequence[Path]) -> list[Function]:
    """The comparable functions of all projects, without those that two projects hold."""
    found = [
        Function(number, place, chunk, renamed_digest(chunk.tokens))
        for number, package in enumerate(packages)
        for place, chunk in functions_of(package)
    ]
    owners: defaultdict[str, set[int]] = defaultdict(set)
    for function in found:
        owners[function.renamed].add(function.project)
    return [function for function in found if len(owners[function.renamed]) == 1]


def functions_of(package: Path) -> Iterator[tuple[str, Chunk]]:
    chunker = FunctionChunker()
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        language = language_of(name)
        if not language or is_test(name) or not path.is_file():
            continue
        data = path.read_bytes()
        if is_generated(data) or len(data) > 512 * 1024:
            continue
        try:
            text = decode(data, language)
        except UndecodableError:
            continue
        for chunk in chunker.chunks(text, language).chunks:
            if is_comparable(chunk):
                yield f"{package.name}/{name}:{chunk.start_line} {chunk.symbol}", chunk


def is_test(name: str) -> bool:
    *folders, file = name.split("/")
    return bool({"test", "tests", "testing"} & set(folders)) or file.startswith("test_")


def is_comparable(chunk: Chunk) -> bool:
    large_enough = chunk.code_lines >= LIMITS.min_lines and len(chunk.tokens) >= LIMITS.min_tokens
    return large_enough and not chunk.is_stub


def sampled(functions: Sequence[Function], size: int, chooser: random.Random) -> list[int]:
    """Rows of at most `size` functions of each project."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for row, function in enumerate(functions):
        rows[function.project].append(row)
    return sorted(row for own in rows.values() for row in chooser.sample(own, min(size, len(own))))


def best_matches(
    functions: Sequence[Function], chosen: Sequence[int], min_score: float
) -> list[Match]:
    """For each chosen function its most similar one in another project, if it has candidates."""
    embedder = SketchEmbedder()
    vectors = embedder.embed([embedder.input_of(function.chunk) for function in functions])
    prepared = [sequence(token_codes(function.chunk.tokens)) for function in functions]
    best: dict[int, Match] = {}
    for near in neighbours(vectors, np.array(chosen, dtype=np.int64), min_score):
        for row, other in zip(near.query.tolist(), near.row.tolist(), strict=True):
            left, right = functions[row], functions[other]
            if left.project == right.project:
                continue
            found = compare(prepared[row], prepared[other])
            if row not in best or found.similarity > best[row].similarity:
                best[row] = Match(found.similarity, found.information, left.place, right.place)
    return list(best.values())


def print_packages(packages: Sequence[Path], functions: Sequence[Function]) -> None:
    counts = Counter(function.project for function in functions)
    print("Packages (comparable functions):")
    for number, package in enumerate(packages):
        print(f"  {version_of(package)} ({counts[number]})")


def version_of(package: Path) -> str:
    """Name and version as the package's metadata has them."""
    for metadata in sorted(package.glob("*.dist-info")):
        return metadata.name.removesuffix(".dist-info").replace("-", " ")
    return package.name


def print_table(matches: Sequence[Match]) -> None:
    print()
    print("| information | functions | median | 99 % | most | limit | linked |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for low, high in zip((0, *BUCKETS), (*BUCKETS, 0), strict=True):
        inside = [m for m in matches if low <= m.information and (not high or m.information < high)]
        if inside:
            label = f"{low}–{high}" if high else f"over {low}"
            print(row_of(label, (low + (high or low)) / 2, inside))
    linked = sum(map(is_linked, matches))
    print(f"\n{linked} of {len(matches)} best matches would be linked.")


def row_of(label: str, middle: float, inside: Sequence[Match]) -> str:
    values = np.array([match.similarity for match in inside])
    limit = limit_of(middle, LIMITS.min_structure)
    shares = [np.median(values), np.quantile(values, 0.99), values.max(), limit]
    cells = [label, str(len(inside)), *(f"{share:.2f}" for share in shares)]
    return f"| {' | '.join(cells)} | {sum(map(is_linked, inside))} |"


def is_linked(match: Match) -> bool:
    return match.similarity >= limit_of(match.information, LIMITS.min_structure)


def print_worst(matches: Sequence[Match], count: int) -> None:
    def excess(match: Match) -> float:
        return match.similarity - limit_of(match.information, LIMITS.min_structure)

    print("\nClosest to their limit, or above it:")
    for match in sorted(matches, key=excess, reverse=True)[:count]:
        print(
            f"  {match.similarity:.3f} ({excess(match):+.3f}, information"
            f" {match.information:.1f})\n    {match.left}\n    {match.right}"
        )


if __name__ == "__main__":
    main()
