"""The one result of a check: findings, counts, problems, verdict. All output is made from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from sai.core.source import Problem, Span


class State(str, Enum):
    """How a cluster stands to what is accepted. NEW and GROWN fail; the others pass."""

    NEW = "new"
    GROWN = "grown"
    KNOWN = "known"
    EDITED = "edited"
    MOVED = "moved"
    SHRUNK = "shrunk"
    RESOLVED = "resolved"

    @property
    def fails(self) -> bool:
        """Whether a cluster in this state makes the run fail."""
        return self in (State.NEW, State.GROWN)


class LinkKind(str, Enum):
    """Why two chunks are linked."""

    EXACT = "exact"  # equal digests (type 1)
    RENAMED = "renamed"  # equal renamed digests (type 2)
    EDITED = "edited"  # verified on tokens (type 3)


@dataclass(frozen=True, slots=True)
class ReportMember:
    """A chunk as the report names it; `added` where this change brought it into its cluster."""

    span: Span
    symbol: str
    code_lines: int
    added: bool = False


@dataclass(frozen=True, slots=True)
class ReportLink:
    """A verified pair. `a` and `b` index the members of the cluster that holds the link.

    `score` is the cosine of the vectors, `structure` the similarity of the normalised tokens,
    `limit` the least structure that would have linked this pair; all 0..1.
    """

    a: int
    b: int
    kind: LinkKind
    score: float
    structure: float
    limit: float
    accepted: bool = False


def closest_accepted(
    members: Sequence[int], added: Collection[int], links: Iterable[tuple[int, int, float, float]]
) -> int | None:
    """The member that was there before and is most like an added one; the smallest of several.

    `links` are both ends, structure and score. The first such member where no link reaches
    across; None where all are added.
    """
    across = [
        (structure, score, -(b if a in added else a))
        for a, b, structure, score in links
        if (a in added) != (b in added)
    ]
    if across:
        return -max(across)[2]
    return next((member for member in members if member not in added), None)


@dataclass(frozen=True, slots=True)
class Hole:
    """A place where the copies of a skeleton differ: its number and what fills it in each copy."""

    number: int
    fills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What copies share: `lines` of code with holes written ⟨1⟩, ⟨2⟩ …; one fill per member."""

    members: tuple[int, ...]  # indexes into the cluster's members, first one is the layout's source
    lines: tuple[str, ...]
    holes: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Chunks connected by links, with the state of the whole.

    `id` is stable against moves and line shifts. `min_sim` and `max_sim` are the structures of
    the weakest and the strongest pair, over all pairs. Members are sorted by path, then line.
    """

    id: str
    state: State
    members: tuple[ReportMember, ...]
    links: tuple[ReportLink, ...]
    min_sim: float
    max_sim: float
    weakest: tuple[int, int]  # indexes into members
    strongest: tuple[int, int]
    saved_lines: int
    in_tests: bool = False
    reason: str = ""  # the baseline's reason, if it has one
    skeleton: Skeleton | None = None


@dataclass(frozen=True, slots=True)
class SemanticMatch:
    """Two chunks that are not linked but whose vectors are close: perhaps the same purpose."""

    a: ReportMember
    b: ReportMember
    score: float


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A chunk that a marker silenced, and the chunks that it would be linked to without.

    `copies` is empty where nothing is like it, and for `sai-noindexing`, where nobody looked.
    """

    member: ReportMember
    marker: str
    reason: str
    copies: tuple[ReportMember, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run looked at. `below_floor` chunks were too small to be compared."""

    files: int = 0
    changed_files: int = 0
    chunks: int = 0
    changed_chunks: int = 0
    below_floor: int = 0
    stubs: int = 0
    suppressed: int = 0
    known: int = 0  # clusters that are accepted
    in_tests: int = 0  # clusters wholly inside test paths that did not fail
    stale: int = 0  # baseline entries that no longer link
    resolved: int = 0  # accepted families of which nothing links any more
    families: int = 0  # accepted families of the baseline
    untracked: int = 0  # source files that git does not track and that were not checked


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force, as the footer prints them."""

    embedder: str
    min_score: float
    min_structure: float
    min_lines: int
    min_tokens: int
    min_exact_lines: int


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All that a run found. `clusters` holds failing and passing ones, failing first, ranked.

    `implied` are clusters of functions inside functions that are in a cluster themselves: part
    of the evidence, but nothing that a person must be told twice. `notices` speak of the code,
    not of the run. `semantic` holds what may do the same, closest first, `suppressed`
    what markers silenced; None where nobody asked.
    `unit` is what chunks are called here: function, window, or chunk for both.

    `scope` says what was judged ("staged changes against HEAD", "12 tracked files" …).
    `seconds` is the only value that differs between two runs on the same input.
    """

    root: str
    scope: str
    partial: bool  # only clusters that touch a change were looked at
    has_baseline: bool
    baseline_path: str
    clusters: tuple[Cluster, ...]
    counts: Counts
    limits: Limits
    implied: tuple[Cluster, ...] = ()
    problems: tuple[Problem, ...] = ()
    excluded: tuple[tuple[str, int], ...] = ()  # (reason, number of files) left out by a filter
    notices: tuple[str, ...] = ()
    unit: str = "function"
    semantic: tuple[SemanticMatch, ...] | None = None
    suppressed: tuple[Suppressed, ...] | None = None
    staged: bool = False  # places are those of the staged text, not of the files on disk
    seconds: float = field(default=0.0, compare=False)

    @property
    def findings(self) -> tuple[Cluster, ...]:
        """The clusters that make the run fail."""
        return tuple(c for c in self.clusters if c.state.fails and not c.in_tests)

    @property
    def passed(self) -> bool:
        """Whether nothing unaccepted was found."""
        return not self.findings

    @property
    def baseline_fits(self) -> bool:
        """False where a whole run found less than half of the accepted families in the tree."""
        gone, all_of_them = self.counts.resolved, self.counts.families
        return self.partial or 2 * gone <= all_of_them
