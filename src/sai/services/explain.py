"""Explain a pair: find the two functions, and ask the same finder that the gate asks."""

from __future__ import annotations

from sai.core.baseline import compare
from sai.core.chunk_table import ChunkTable, Pair
from sai.core.digests import DIGEST_VERSION
from sai.core.duplicates import LinkFinder
from sai.core.explanation import ExplainedChunk, Explanation
from sai.core.hurdles import explained
from sai.core.matching import IdentityIndex
from sai.core.report import ReportMember
from sai.errors import UsageError
from sai.ports import ChunkStore
from sai.services.places import Places, Reference
from sai.services.shown_code import ShownCode
from sai.services.sync import sync
from sai.services.workspace import Question, Workspace


def explain(
    workspace: Workspace, question: Question, first: Reference, second: Reference
) -> Explanation:
    """Say why two functions of a tree are or are not linked.

    `UsageError` where a reference names no function or several, or both the same one.
    """
    return workspace.with_store(lambda store: _explain(workspace, store, question, (first, second)))


def _explain(
    workspace: Workspace,
    store: ChunkStore,
    question: Question,
    references: tuple[Reference, Reference],
) -> Explanation:
    files = sync(workspace, store, question.tree)
    table, about = store.load(files.contents)
    places = Places(workspace, question, files, table, about)
    a, b = (places.row(reference) for reference in references)
    if a == b:
        raise UsageError(
            f"{references[0]} and {references[1]} are the same function", hint="name two"
        )
    finder = LinkFinder(table, workspace.limits)
    pair = explained(finder, a, b)
    accepted, because = _acceptance(question, table, (a, b)) if pair.linked else (False, "")
    one, other = _chunk(workspace, finder, a), _chunk(workspace, finder, b)
    fails = workspace.settings.duplicates.tests == "fail"
    return Explanation(
        one,
        other,
        pair=pair,
        min_structure=finder.limits.of_pair(a, b).min_structure,
        accepted=accepted,
        accepted_because=because,
        only_tests=not fails and one.is_test and other.is_test,
        skeleton=ShownCode(question.tree, table, (a, b)).skeleton((a, b)),
    )


def _chunk(workspace: Workspace, finder: LinkFinder, row: int) -> ExplainedChunk:
    table, path = finder.table, finder.table.paths[row]
    return ExplainedChunk(
        ReportMember(table.span(row), table.symbols[row], int(table.code_lines[row])),
        tokens=len(table.codes[row]),
        is_test=bool(table.is_test[row]) or workspace.is_test(path),
        reason=table.reasons[row],
        overridden=workspace.limits.overridden(path),
    )


def _acceptance(question: Question, table: ChunkTable, pair: Pair) -> tuple[bool, str]:
    """Whether the baseline accepts a linked pair, and the reason that it gives."""
    if question.baseline is None:
        return False, ""
    identities = IdentityIndex([table.identity(row) for row in range(len(table))])
    found = compare(question.baseline, identities, [pair], DIGEST_VERSION)
    if not found.accepted(*pair):
        return False, ""
    return True, next((found.baseline.families[f].reason for f in found.homes(pair)), "")
