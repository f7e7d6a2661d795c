"""Editing the baseline from a judgement: what is accepted, renewed and removed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.fakes import Content, MemoryTree, workspace
from tests.sample_functions import EDITED, PARSE, RENAMED, RETRY, SETTLE

from sai.core.baseline import Baseline
from sai.core.source import Problem
from sai.errors import UsageError
from sai.services.baseline import (
    accept_findings,
    known_ids,
    prune_members,
    refresh_members,
    require_known,
    status,
)
from sai.services.check import report_on
from sai.services.judgement import Judgement, judge
from sai.services.workspace import Question

Files = Mapping[str, Content]

TWO_PAIRS: Files = {"a.py": SETTLE, "b.py": RENAMED, "c.py": PARSE, "d.py": PARSE}


def judged(files: Files, baseline: Baseline | None = None) -> Judgement:
    return judge(workspace(), Question(MemoryTree(files), "files", baseline=baseline))


def accepted(files: Files, *ids: str, reason: str = "") -> Baseline:
    return accept_findings(judged(files), ids, reason).baseline


def places(baseline: Baseline) -> list[list[str]]:
    return sorted(sorted(m.path for m in family.members) for family in baseline.families)


def test_all_findings_are_accepted_at_once() -> None:
    edit = accept_findings(judged(TWO_PAIRS), (), "old debt")
    assert places(edit.baseline) == [["a.py", "b.py"], ["c.py", "d.py"]]
    assert {family.reason for family in edit.baseline.families} == {"old debt"}
    assert edit.changes
    assert status(judged(TWO_PAIRS, edit.baseline)).findings == 0


def test_accepting_again_changes_nothing() -> None:
    baseline = accepted(TWO_PAIRS)
    again = accept_findings(judged(TWO_PAIRS, baseline), (), "")
    assert (again.baseline, again.changes) == (baseline, ())


def test_a_finding_is_accepted_by_its_id() -> None:
    judgement = judged(TWO_PAIRS)
    clusters = report_on(workspace(), judgement).clusters
    wanted = next(c.id for c in clusters if c.members[0].span.path == "c.py")
    edit = accept_findings(judgement, [wanted], "")
    assert places(edit.baseline) == [["c.py", "d.py"]]
    assert status(judged(TWO_PAIRS, edit.baseline)).findings == 1


def test_an_id_may_be_that_of_any_of_several_projects() -> None:
    one, other = judged({"a.py": SETTLE, "b.py": RENAMED}), judged({"c.py": PARSE, "d.py": PARSE})
    ids = [report_on(workspace(), each).clusters[0].id for each in (one, other)]
    require_known(ids, [one, other])
    assert [known_ids(each, ids) for each in (one, other)] == [[ids[0]], [ids[1]]]
    with pytest.raises(UsageError, match="0000aaaa"):
        require_known([*ids, "0000aaaa"], [one, other])


def test_unknown_ids_are_named() -> None:
    with pytest.raises(UsageError, match="'0000aaaa', '1111bbbb'"):
        accept_findings(judged(TWO_PAIRS), ["1111bbbb", "0000aaaa"], "")


def test_clusters_inside_tests_are_accepted_only_by_their_id() -> None:
    files: Files = {"tests/a.py": SETTLE, "tests/b.py": RENAMED}
    assert accepted(files).families == ()
    (cluster,) = report_on(workspace(), judged(files)).clusters
    assert places(accepted(files, cluster.id)) == [["tests/a.py", "tests/b.py"]]


def test_a_renewed_baseline_names_the_functions_as_they_are() -> None:
    baseline = accepted(TWO_PAIRS)
    now: Files = {**TWO_PAIRS, "b.py": EDITED}
    edit = refresh_members(judged(now, baseline))
    assert places(edit.baseline) == places(baseline)
    assert edit.baseline != baseline
    assert refresh_members(judged(now, edit.baseline)).changes == ()


def test_what_no_longer_links_is_removed() -> None:
    baseline = accepted(TWO_PAIRS)
    now: Files = {"a.py": SETTLE, "b.py": RENAMED, "c.py": PARSE, "d.py": RETRY}
    assert len(status(judged(now, baseline)).stale) == 2
    edit = prune_members(judged(now, baseline))
    assert places(edit.baseline) == [["a.py", "b.py"]]
    assert status(judged(now, edit.baseline)).stale == ()


@pytest.mark.parametrize(
    "unreadable", [Problem("d.py", "permission denied"), b"# \xff is no UTF-8\n"]
)
def test_what_could_not_be_read_is_neither_stale_nor_removed(unreadable: Content) -> None:
    baseline = accepted(TWO_PAIRS)
    judgement = judged({**TWO_PAIRS, "d.py": unreadable}, baseline)
    assert prune_members(judgement).baseline == baseline
    assert report_on(workspace(), judgement).counts.stale == 0


def test_the_status_counts_families_members_and_findings() -> None:
    baseline = accepted({"a.py": SETTLE, "b.py": RENAMED})
    found = status(judged(TWO_PAIRS, baseline))
    assert (found.families, found.members, found.findings, found.outdated) == (1, 2, 1, False)
