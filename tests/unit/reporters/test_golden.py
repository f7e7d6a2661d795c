"""Reports compared byte for byte; SAI_UPDATE_GOLDEN=1 writes the files anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sai.core.report import CheckReport
from sai.reporters import json_report, text_report

GOLDEN = Path(__file__).parents[2] / "golden"


def _explore_json(report: CheckReport) -> str:
    query = json_report.ExploreQuery(min_cluster_size=2, top_k=10, max_clusters=2)
    return json_report.render_explore(report, query)


CASES: dict[str, tuple[str, Callable[[CheckReport], str]]] = {
    "pass.txt": ("pass", text_report.render),
    "pass.json": ("pass", json_report.render),
    "new.txt": ("new", text_report.render),
    "new.json": ("new", json_report.render),
    "grown.txt": ("grown", text_report.render),
    "grown.json": ("grown", json_report.render),
    "first_run.txt": ("first_run", text_report.render),
    "first_run.json": ("first_run", json_report.render),
    "explore.txt": ("explore", lambda report: text_report.render_explore(report, 2)),
    "explore.json": ("explore", _explore_json),
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
