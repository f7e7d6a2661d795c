"""Reports compared byte for byte; SAI_UPDATE_GOLDEN=1 writes the files anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.reporters.explanations import APART, LINKED

from sai.core.explanation import Explanation
from sai.core.report import CheckReport, SemanticMatch
from sai.core.run_report import RunReport
from sai.reporters import explain_report, json_report, several_json, several_text, text_report

GOLDEN = Path(__file__).parents[2] / "golden"


def _explore_json(report: CheckReport) -> str:
    query = json_report.ExploreQuery(min_cluster_size=2, top_k=10, max_clusters=2)
    return json_report.render_explore(report, query)


def _several(report: CheckReport) -> RunReport:
    """A run on three projects: the first fails, the second passes, nothing changed in the third."""
    web = replace(report, root="my web", clusters=(), problems=(), excluded=(), notices=())
    return RunReport((report, web), projects=3, seconds=0.9)


def _explained(explanation: Explanation) -> str:
    return explain_report.render_text(explanation, text_report.TextOptions())


def _with_semantic(report: CheckReport) -> CheckReport:
    """The same, asked for what may do the same: three pairs, one more than is listed."""
    ends = [member for cluster in report.clusters for member in cluster.members]
    pairs = (SemanticMatch(ends[0], ends[i], 0.95 - i / 100) for i in (1, 2, 3))
    return replace(report, semantic=tuple(pairs))


def _semantic_text(report: CheckReport) -> str:
    caution = "words only; another embedder knows better"
    return text_report.render_explore(_with_semantic(report), 2, text_report.TextOptions(), caution)


CASES: dict[str, tuple[str, Callable[[CheckReport], str]]] = {
    "pass.txt": ("pass", text_report.render),
    "pass.json": ("pass", json_report.render),
    "new.txt": ("new", text_report.render),
    "new.json": ("new", json_report.render),
    "grown.txt": ("grown", text_report.render),
    "grown.json": ("grown", json_report.render),
    "first_run.txt": ("first_run", text_report.render),
    "foreign.txt": ("foreign", text_report.render),
    "first_run.json": ("first_run", json_report.render),
    "several.txt": ("new", lambda report: several_text.render(_several(report))),
    "several.json": ("new", lambda report: several_json.render(_several(report))),
    "explore.txt": ("explore", lambda report: text_report.render_explore(report, 2)),
    "explore.json": ("explore", _explore_json),
    "explain_linked.txt": ("pass", lambda _: _explained(LINKED)),
    "explain_linked.json": ("pass", lambda _: explain_report.render_json(LINKED)),
    "explain_apart.txt": ("pass", lambda _: _explained(APART)),
    "explain_apart.json": ("pass", lambda _: explain_report.render_json(APART)),
    "semantic.txt": ("explore", _semantic_text),
    "semantic.json": ("explore", lambda report: _explore_json(_with_semantic(report))),
    "odd_names.txt": ("odd_names", text_report.render),
    "odd_names.json": ("odd_names", json_report.render),
}


@pytest.mark.parametrize("name", CASES)
def test_the_report_is_the_golden_file(name: str, samples: dict[str, CheckReport]) -> None:
    sample, render = CASES[name]
    written = render(samples[sample]).encode("utf-8")
    golden = GOLDEN / name
    if os.environ.get("SAI_UPDATE_GOLDEN") == "1":
        golden.write_bytes(written)
    assert written == golden.read_bytes()


def test_every_golden_file_is_compared() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(CASES)
