"""The JSON report: its schema, its stability, and odd file names."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sai.core.report import CheckReport
from sai.reporters import FORMATS, json_report

GOLDEN = Path(__file__).parents[2] / "golden"
REPORTS = sorted(set(GOLDEN.glob("*.json")) - set(GOLDEN.glob("explain_*")))  # those are no reports
Samples = dict[str, CheckReport]


def schema() -> dict[str, object]:
    text = files("sai.reporters").joinpath("report.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, object] = json.loads(text)
    return loaded


def objects(node: object) -> list[dict[str, object]]:
    if isinstance(node, list):
        return [found for item in node for found in objects(item)]
    if isinstance(node, dict):
        here = [node] if node.get("type") == "object" else []
        return here + [found for item in node.values() for found in objects(item)]
    return []


def test_the_schema_is_valid_and_allows_no_unknown_key() -> None:
    Draft202012Validator.check_schema(schema())
    assert all(found["additionalProperties"] is False for found in objects(schema()))


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name)
def test_golden_reports_follow_the_schema(path: Path) -> None:
    Draft202012Validator(schema()).validate(json.loads(path.read_bytes()))


@pytest.mark.parametrize("key", ["version", "verdict", "clusters", "links", "timings"])
def test_a_report_without_a_required_key_is_refused(key: str, samples: Samples) -> None:
    document = json.loads(json_report.render(samples["new"]))
    del document[key]
    assert not Draft202012Validator(schema()).is_valid(document)


def test_links_spell_out_both_places(samples: Samples) -> None:
    document = json.loads(json_report.render(samples["new"]))
    assert document["verdict"] == "fail"
    assert document["links"] == [
        {
            "a": {
                "path": "src/shop/invoices.py",
                "start_line": 88,
                "end_line": 97,
                "symbol": "send_reminder",
            },
            "b": {
                "path": "src/shop/shipping/parcels.py",
                "start_line": 120,
                "end_line": 129,
                "symbol": "Parcels.push_notice",
            },
            "kind": "edited",
            "score": 0.91,
            "structure": 0.928,
            "limit": 0.78,
            "accepted": False,
        }
    ]


def test_only_the_timings_differ_between_runs(samples: Samples) -> None:
    first = json_report.render(samples["new"])
    second = json_report.render(replace(samples["new"], seconds=77.123456))
    assert first != second
    documents = [json.loads(first), json.loads(second)]
    assert documents[1].pop("timings") == {"seconds": 77.1235}
    documents[0].pop("timings")
    assert json.dumps(documents[0]) == json.dumps(documents[1])


def test_floats_have_four_digits(samples: Samples) -> None:
    cluster = replace(samples["new"].clusters[0], min_sim=0.123456789)
    document = json.loads(json_report.render(replace(samples["new"], clusters=(cluster,))))
    assert document["clusters"][0]["min_sim"] == 0.1235


def test_any_file_name_gives_valid_utf8_json(samples: Samples) -> None:
    text = json_report.render(samples["odd_names"])
    document = json.loads(text.encode("utf-8"))
    paths = [member["path"] for member in document["clusters"][0]["members"]]
    assert paths == ["src/caf\\xe9/a\tb\nc.py", "src/in put/\x1b[31mred.py", "src/\u202efdp.js"]
    assert text.endswith("}\n")
    assert "\r" not in text


def test_a_listing_has_no_verdict_and_counts_what_it_cut(samples: Samples) -> None:
    query = json_report.ExploreQuery(min_cluster_size=2, top_k=10, max_clusters=1, seeded=True)
    document = json.loads(json_report.render_explore(samples["explore"], query))
    Draft202012Validator(schema()).validate(document)
    assert "verdict" not in document
    assert document["count"] == 3
    assert [cluster["saved_lines"] for cluster in document["clusters"]] == [31]
    assert len(document["links"]) == 3, "links are never cut"


def test_the_table_of_formats_loads_each_renderer(samples: Samples) -> None:
    rendered = {name: load()(samples["pass"]) for name, load in FORMATS.items()}
    assert rendered["text"].startswith("sai: no new duplicates")
    assert json.loads(rendered["json"])["verdict"] == "pass"
