"""Reports of a run on several projects, and of a run on one that is alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sai.core.report import CheckReport
from sai.core.run_report import RunReport
from sai.reporters import FORMATS, OF_SEVERAL, rendered, several_text, text_report
from sai.reporters.text_report import TextOptions

Samples = dict[str, CheckReport]


def test_every_format_has_a_form_for_several_projects() -> None:
    assert OF_SEVERAL.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", FORMATS)
def test_of_one_project_the_report_is_as_ever(name: str, samples: Samples) -> None:
    run = RunReport((samples["new"],))
    assert rendered(name, run) == FORMATS[name]()(samples["new"])
    if name == "text":
        assert several_text.render_run(run) == text_report.render(samples["new"])


def test_a_pass_is_one_line_a_project(samples: Samples) -> None:
    web = replace(samples["pass"], root="web")
    text = several_text.render_run(RunReport((samples["pass"], web), 2))
    assert [line.split(" · ")[:2] for line in text.splitlines()] == [
        ["sai: ./", "no new duplicates"],
        ["sai: web/", "no new duplicates"],
    ]


def test_a_project_that_fails_alone_needs_no_line_on_all(samples: Samples) -> None:
    text = several_text.render(RunReport((replace(samples["new"], root="web"),), 4))
    assert text.startswith("sai: web/ · 1 new duplicate\n\nNEW  ")


def test_quiet_leaves_the_places_of_projects_that_fail(samples: Samples) -> None:
    new, passed = replace(samples["new"], root="web"), samples["pass"]
    text = several_text.render(RunReport((passed, new), 2), TextOptions(quiet=True))
    assert text.splitlines()[0] == "sai: web/ · 1 new duplicate"
    assert "web/src/shop/invoices.py:88" in text
    assert several_text.render(RunReport((passed, passed), 2), TextOptions(quiet=True)) == ""
    assert several_text.render(RunReport((), 2), TextOptions(quiet=True)) == ""


def test_where_no_project_was_judged_that_is_said() -> None:
    text = several_text.render(RunReport((), 3, 0.04))
    assert text == "sai: no new duplicates · nothing to judge in 3 projects · 0.0 s\n"


def test_a_first_run_names_the_directory_to_list(samples: Samples) -> None:
    text = several_text.render(RunReport((replace(samples["first_run"], root="my web"),), 2))
    assert "There is no baseline yet (my web/sai-baseline.json)" in text
    assert "sai duplicates 'my web/' lists them" in text
    top = several_text.render(RunReport((samples["first_run"],), 2))
    assert "more; sai duplicates lists them" in top
