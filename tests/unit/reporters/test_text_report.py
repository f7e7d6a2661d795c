"""The text report, beyond what the golden files show."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sai.core.report import CheckReport, Counts, LinkKind, State
from sai.core.source import Problem, Span
from sai.core.windows import window_symbol
from sai.reporters.styled import cropped, flowed, line, paint, width_of
from sai.reporters.text_report import TextOptions, render, render_explore
from sai.reporters.wording import percent, visible, what_it_is
from sai.syntax.languages.plain import PLAIN_LANGUAGES

ANSI = re.compile(r"\x1b\[[0-9;]*m")
Samples = dict[str, CheckReport]


def test_a_pass_is_one_line_that_says_what_was_compared(samples: Samples) -> None:
    assert render(samples["pass"]) == (
        "sai: no new duplicates · 5 changed functions compared with 7,123 in 580 files"
        " · 3 known, 12 in tests · 0.4 s\n"
    )


def test_a_pass_names_what_was_not_judged(samples: Samples) -> None:
    report = replace(
        samples["pass"],
        partial=False,
        counts=Counts(files=1, chunks=1, untracked=2, stale=1),
        problems=(Problem("a.py", "not UTF-8"), Problem("b.py", "syntax error", skipped=False)),
    )
    assert render(report) == (
        "sai: no new duplicates · 1 function in 1 file · 1 stale baseline entry,"
        " 2 untracked source files not checked · 1 file skipped ·"
        " 1 file read only in part · 0.4 s\n"
    )


def test_a_quiet_pass_says_nothing(samples: Samples) -> None:
    assert render(samples["pass"], TextOptions(quiet=True)) == ""


def test_a_quiet_failure_gives_places_only(samples: Samples) -> None:
    assert render(samples["new"], TextOptions(quiet=True)) == (
        "sai: 1 new duplicate\n"
        "2 copies · 92 % alike · about 9 lines could go\n"
        "     src/shop/invoices.py:88           send_reminder\n"
        "     src/shop/shipping/parcels.py:120  Parcels.push_notice\n"
    )


def test_a_passing_line_does_not_import_rich() -> None:
    program = (
        "import sys\n"
        "from sai.core.report import CheckReport, Counts, Limits\n"
        "from sai.reporters import FORMATS\n"
        "limits = Limits('sketch', .6, .7, 6, 40, 4)\n"
        "FORMATS['text']()(CheckReport('.', '', True, True, '', (), Counts(), limits))\n"
        "assert not any(name.split('.')[0] == 'rich' for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["new", "grown", "first_run", "odd_names"])
def test_colour_changes_nothing_but_the_colours(name: str, samples: Samples) -> None:
    coloured = render(samples[name], TextOptions(color=True))
    assert ANSI.search(coloured)
    assert ANSI.sub("", coloured) == render(samples[name])
    assert "\x1b" not in render(samples[name])


def test_only_the_holes_of_the_code_are_coloured(samples: Samples) -> None:
    coloured = render(samples["new"], TextOptions(color=True))
    code = next(row for row in coloured.splitlines() if "def " in row)
    assert ANSI.sub("", code).startswith("    def ⟨1⟩(⟨2⟩, ⟨3⟩")
    assert re.sub(r"\x1b\[35m⟨\d⟩\x1b\[0m", "", code) == "    def (, , retries=3):"


@pytest.mark.parametrize("width", [20, 40, 80])
def test_narrow_terminals_never_break_a_place(width: int, samples: Samples) -> None:
    for sample in samples.values():
        text = render(sample, TextOptions(width=width))
        for cluster in sample.findings[:1]:
            for member in cluster.members:
                if cluster.state is State.NEW and not text.startswith("sai: 7 groups"):
                    assert f"{visible(member.span.path)}:{member.span.start_line}" in text


def test_every_report_can_be_encoded_and_holds_no_control_character(samples: Samples) -> None:
    for sample in samples.values():
        for text in (render(sample), render_explore(sample)):
            text.encode("utf-8")
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


def test_more_findings_than_asked_for_are_counted(samples: Samples) -> None:
    report = replace(samples["first_run"], has_baseline=True)
    text = render(report, TextOptions(max_findings=3))
    assert text.count("sai baseline accept") == 3
    assert "… 4 more findings; --format json has them all" in text


def test_five_clusters_without_a_baseline_are_shown_in_full(samples: Samples) -> None:
    report = replace(samples["first_run"], clusters=samples["first_run"].clusters[:5])
    assert render(report).count("\nNEW  ") == 5


def test_the_summary_of_a_first_run_does_not_list_all_clusters(samples: Samples) -> None:
    text = render(samples["first_run"])
    assert "src/shop/module_1.py" not in text
    assert "sai baseline accept\n" in text
    assert "sai check --since REF\n" in text


def test_few_findings_beside_a_baseline_that_does_not_fit_get_a_note(samples: Samples) -> None:
    report = replace(samples["foreign"], clusters=samples["foreign"].clusters[:5])
    text = render(report)
    assert text.count("\nNEW  ") == 5
    assert "1 of its 40 accepted families is found here; `sai baseline prune` drops" in text
    fitting = replace(report, counts=replace(report.counts, resolved=20))
    assert "accepted families" not in render(fitting)


def test_clusters_in_tests_are_shown_on_request_only(samples: Samples) -> None:
    cluster = replace(samples["new"].clusters[0], in_tests=True)
    report = replace(samples["pass"], clusters=(cluster,))
    assert report.passed
    assert "invoices" not in render(report)
    shown = render(report, TextOptions(show_tests=True))
    assert "In tests, not failing: 1 cluster\n" in shown
    assert "     src/shop/invoices.py:88" in shown


def test_a_grown_family_names_the_added_member_and_the_closest_accepted_one(
    samples: Samples,
) -> None:
    text = render(samples["grown"])
    assert "  + A  web/src/api/orders.ts:15" in text
    assert "devices.ts:8" in text
    assert "carts.ts" not in text
    assert "users.ts" not in text


def test_a_grown_family_without_links_across_names_any_accepted_member(samples: Samples) -> None:
    cluster = replace(samples["grown"].clusters[0], links=())
    assert "carts.ts:12" in render(replace(samples["grown"], clusters=(cluster,)))


def test_a_large_cluster_lists_the_added_members_and_counts_the_rest(samples: Samples) -> None:
    first = samples["new"].clusters[0].members[0]
    members = tuple(
        replace(first, span=Span(f"src/m{i:02}.py", 1, 9), added=i == 29) for i in range(30)
    )
    cluster = replace(samples["new"].clusters[0], members=members)
    text = render(replace(samples["new"], clusters=(cluster,)))
    assert "  + L  src/m29.py:1" in text
    assert "… 18 more copies" in text
    assert "… 18 more copies" in render_explore(replace(samples["new"], clusters=(cluster,)))


def test_code_and_holes_are_cut_and_the_rest_is_counted(samples: Samples) -> None:
    cluster = samples["new"].clusters[0]
    assert cluster.skeleton is not None
    hole = cluster.skeleton.holes[0]
    skeleton = replace(
        cluster.skeleton,
        lines=tuple(f"line_{i}()" for i in range(32)),
        holes=tuple(replace(hole, number=i) for i in range(1, 19)),
    )
    report = replace(samples["new"], clusters=(replace(cluster, skeleton=skeleton),))
    text = render(report)
    assert "    line_19()\n    … 12 more lines\n" in text
    assert "    … 3 more differences\n" in text


def test_explore_of_nothing_is_one_line_and_full_listing_has_no_verdict(samples: Samples) -> None:
    assert render_explore(samples["pass"]).startswith("sai: no similar functions · 5 changed")
    nothing = render_explore(replace(samples["pass"], semantic=()))
    assert nothing.startswith("sai: no similar functions, none with close vectors · 5 changed")
    listing = render_explore(samples["explore"])
    assert "in tests" in listing
    assert "no differences" in listing
    assert not re.search(r"\b(NEW|GROWN|new|grown|fail\w*|accept)\b", listing)


def test_the_headline_says_what_kind_of_copy_it_is(samples: Samples) -> None:
    cluster = samples["new"].clusters[0]
    said = {
        kinds: what_it_is(
            replace(cluster, links=tuple(replace(cluster.links[0], kind=kind) for kind in kinds))
        )
        for kinds in [
            (LinkKind.EXACT,),
            (LinkKind.EXACT, LinkKind.RENAMED),
            (LinkKind.EDITED,),
            (LinkKind.EDITED, LinkKind.RENAMED),
        ]
    }
    assert list(said.values()) == [
        "2 copies of one function, identical",
        "2 copies of one function, identical but for names",
        "2 copies of one function, 92 % alike",
        "2 copies of one function, 92 % alike, renamed",
    ]


def of_windows(report: CheckReport) -> CheckReport:
    cluster = report.clusters[0]
    members = tuple(
        replace(m, symbol=window_symbol(n)) for n, m in enumerate(cluster.members, start=1)
    )
    return replace(report, unit="window", clusters=(replace(cluster, members=members),))


def test_windows_are_not_called_functions(samples: Samples) -> None:
    for report in (of_windows(samples["new"]), of_windows(samples["grown"])):
        for text in (render(report), render_explore(report)):
            without_code = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
            assert "function" not in without_code
            assert "window" in without_code


def test_the_marker_is_written_as_a_comment_of_its_language(samples: Samples) -> None:
    new = samples["new"]
    cluster = new.clusters[0]
    marks = {e: spec.line_comments[0] for spec in PLAIN_LANGUAGES for e in spec.extensions}
    for extension, mark in marks.items():
        span = Span(f"a{extension}", 1, 9)
        members = tuple(replace(member, span=span) for member in cluster.members)
        text = render(replace(new, clusters=(replace(cluster, members=members),)))
        assert f"  silence it  {mark} sai-noduplicate: reason   as a comment" in text


def test_only_equality_is_a_hundred_percent() -> None:
    assert [percent(x) for x in (1.0, 0.9999, 0.29, 0.0)] == ["100 %", "99 %", "29 %", "0 %"]


def test_odd_characters_are_escaped() -> None:
    assert visible("a\tb\nc\r\x1b\x85\udce9\ud800\u202e\U000e0001é") == (
        "a\\tb\\nc\\r\\x1b\\x85\\xe9\\ud800\\u202e\\U000e0001é"
    )


@settings(deadline=None)
@given(st.text(), st.integers(1, 20))
def test_cropping_keeps_within_the_width(text: str, width: int) -> None:
    cut = cropped(visible(text), width)
    assert width_of(cut) <= width
    assert cut == visible(text) or cut.endswith("…")


@settings(deadline=None)
@given(st.lists(st.text("ab", min_size=1, max_size=9)), st.integers(1, 30))
def test_flowed_pieces_are_never_broken(pieces: list[str], width: int) -> None:
    rows = flowed(pieces, width)
    assert [piece for row in rows for piece in row.split(" · ")] == pieces
    assert all(width_of(row) <= width or " · " not in row for row in rows)


def test_plain_lines_have_no_trailing_space() -> None:
    assert paint([line("a  "), ()], color=False) == "a\n\n"


def test_of_many_added_copies_none_is_taken_for_the_accepted_one(samples: Samples) -> None:
    grown = samples["grown"].clusters[0]
    accepted = next(m for m in grown.members if not m.added)
    added = replace(accepted, added=True)
    spans = [replace(accepted.span, path=f"src/copy_{number:02}.py") for number in range(14)]
    link = replace(grown.links[0], a=13, b=14, accepted=False)
    cluster = replace(
        grown,
        members=(*(replace(added, span=span) for span in spans), accepted),
        links=(link,),
        weakest=(13, 14),
        strongest=(13, 14),
        skeleton=None,
    )
    text = render(replace(samples["grown"], clusters=(cluster,)))
    (closest,) = [row for row in text.split("\n") if "accepted, the closest one" in row]
    assert accepted.span.path in closest
