"""The gate's report: states, what was added, similarities, counts, and the private store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.fakes import Content, FailingStore, MemoryTree, memory_store, workspace
from tests.sample_functions import EDITED, EDITED_MORE, PARSE, RENAMED, RETRY, SETTLE

from sai.core.baseline import Baseline
from sai.core.report import CheckReport, Cluster, Limits, LinkKind
from sai.core.settings import DuplicateSettings, Settings
from sai.core.source import Problem
from sai.services.baseline import accept_findings
from sai.services.check import check
from sai.services.judgement import judge
from sai.services.workspace import Question

Files = Mapping[str, Content]

PAIR: Files = {"a.py": SETTLE, "b.py": RENAMED}
UNLIKE: Files = {"p.py": PARSE, "r.py": RETRY}


def settings_with(**limits: object) -> Settings:
    return Settings(duplicates=replace(DuplicateSettings(), **limits))  # type: ignore[arg-type]


def whole(files: Files, baseline: Baseline | None = None) -> Question:
    return Question(MemoryTree(files), "files in memory", baseline=baseline, baseline_path="b.json")


def change(
    now: Files, *states: Files, against_them: bool = True, baseline: Baseline | None = None
) -> Question:
    """The question about what changed from the first of `states` to `now`."""
    changed = frozenset(path for path in {*now, *states[0]} if now.get(path) != states[0].get(path))
    before = [
        MemoryTree({path: text for path, text in state.items() if path in changed}, view="")
        for state in (states if against_them else ())
    ]
    return Question(MemoryTree(now, view="staged"), "changes", changed, before, baseline)


def report(question: Question, settings: Settings | None = None) -> CheckReport:
    return check(workspace(settings), question)


def accepted(files: Files) -> Baseline:
    """The baseline that accepts all clusters of these files."""
    return accept_findings(judge(workspace(), whole(files)), (), "as it is").baseline


def found(report: CheckReport) -> list[tuple[str, list[str]]]:
    """State and members of each cluster, with a star where this change added the member."""
    return [
        (cluster.state.value, [m.span.path + "*" * m.added for m in cluster.members])
        for cluster in report.clusters
    ]


def only(report: CheckReport) -> Cluster:
    (cluster,) = report.clusters
    return cluster


# -- states without a baseline


def test_unlike_functions_pass() -> None:
    outcome = report(whole(UNLIKE))
    assert (outcome.passed, outcome.clusters) == (True, ())


def test_in_a_full_run_every_cluster_is_new() -> None:
    outcome = report(whole({**PAIR, **UNLIKE}))
    assert not outcome.passed
    assert found(outcome) == [("new", ["a.py*", "b.py*"])]


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        pytest.param(
            {"a.py": SETTLE, "b.py": EDITED}, {"a.py": SETTLE},
            [("new", ["a.py", "b.py*"])], id="a copy in a new file",
        ),
        pytest.param(
            {"a.py": SETTLE, "b.py": PARSE + RENAMED}, {"a.py": SETTLE, "b.py": PARSE},
            [("new", ["a.py", "b.py*"])], id="a copy in an edited file",
        ),
        pytest.param(
            {"a.py": SETTLE + RENAMED.replace("settle", "other")}, {"a.py": SETTLE},
            [("new", ["a.py", "a.py*"])], id="a copy beside the original",
        ),
        pytest.param(
            {"a.py": SETTLE, "b.py": RENAMED}, {"c.py": PARSE},
            [("new", ["a.py*", "b.py*"])], id="two copies at once",
        ),
        pytest.param(
            {"a.py": SETTLE, "b.py": EDITED}, {"a.py": SETTLE, "b.py": RENAMED},
            [("known", ["a.py", "b.py"])], id="an old copy edited",
        ),
        pytest.param(
            {"a.py": SETTLE, "c.py": RENAMED}, {"a.py": SETTLE, "b.py": RENAMED},
            [("known", ["a.py", "c.py"])], id="an old copy moved",
        ),
        pytest.param(
            {**PAIR, "c.py": SETTLE}, PAIR,
            [("grown", ["a.py", "b.py", "c.py*"])], id="a third copy",
        ),
        pytest.param(
            {"a.py": SETTLE}, PAIR, [], id="a copy removed",
        ),
        pytest.param(
            {**PAIR, "p.py": PARSE}, PAIR, [], id="something else beside old copies",
        ),
    ],
)  # fmt: skip
def test_states_of_a_change(
    now: Files, before: Files, expected: list[tuple[str, list[str]]]
) -> None:
    outcome = report(change(now, before))
    assert found(outcome) == expected
    assert outcome.passed is not any(state in ("new", "grown") for state, _ in expected)


def test_against_nothing_old_copies_in_changed_files_are_new() -> None:
    now = {"a.py": SETTLE, "b.py": EDITED}
    before = {"a.py": SETTLE, "b.py": RENAMED}
    outcome = report(change(now, before, against_them=False))
    assert found(outcome) == [("new", ["a.py", "b.py*"])]


def test_a_merge_may_bring_what_any_of_its_parents_had() -> None:
    ours, theirs = {"a.py": SETTLE}, {"a.py": SETTLE, "b.py": RENAMED}
    assert report(change(theirs, ours, theirs)).passed
    assert not report(change(theirs, ours, ours)).passed


def test_a_report_knows_whether_its_places_are_those_of_the_staged_text() -> None:
    assert report(change(PAIR, UNLIKE)).staged
    assert not report(whole(PAIR)).staged


def test_pairs_that_may_do_the_same_are_listed_only_where_tests_are_not_ignored() -> None:
    question = replace(whole({"tests/a.py": PARSE, "tests/b.py": RETRY}), semantic_score=-1.0)
    listed = report(question).semantic
    assert listed is not None
    assert [(pair.a.span.path, pair.b.span.path) for pair in listed] == [
        ("tests/a.py", "tests/b.py")
    ]
    assert report(question, settings_with(tests="ignore")).semantic == ()


# -- states with a baseline


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param(PAIR, [("known", ["a.py", "b.py"])], id="as accepted"),
        pytest.param(
            {"a.py": SETTLE, "b.py": EDITED}, [("edited", ["a.py", "b.py"])], id="edited"
        ),
        pytest.param(
            {"a.py": SETTLE, "z.py": RENAMED}, [("moved", ["a.py", "z.py"])], id="moved"
        ),
        pytest.param(
            {**PAIR, "c.py": SETTLE}, [("grown", ["a.py", "b.py", "c.py*"])], id="a third copy"
        ),
        pytest.param(
            {"a.py": PARSE, "b.py": PARSE}, [("new", ["a.py*", "b.py*"])],
            id="another pair at the same places",
        ),
        pytest.param({"a.py": SETTLE}, [], id="resolved"),
    ],
)  # fmt: skip
def test_states_against_a_baseline(now: Files, expected: list[tuple[str, list[str]]]) -> None:
    baseline = accepted(PAIR)
    outcome = report(whole(now, baseline))
    assert outcome.has_baseline
    assert found(outcome) == expected
    assert outcome.counts.known == sum(state not in ("new", "grown") for state, _ in expected)


def test_a_known_family_shows_the_reason_that_was_given() -> None:
    outcome = report(whole(PAIR, accepted(PAIR)))
    assert only(outcome).reason == "as it is"
    assert [link.accepted for link in only(outcome).links] == [True]


def test_a_family_that_no_longer_links_is_counted_as_stale_in_a_full_run_only() -> None:
    baseline = accepted(PAIR)
    assert report(whole({"a.py": SETTLE}, baseline)).counts.stale > 0
    assert report(change({"a.py": SETTLE}, PAIR, baseline=baseline)).counts.stale == 0


def test_with_a_baseline_the_hook_accepts_what_it_holds_or_what_existed() -> None:
    baseline = accepted(PAIR)
    now = {**PAIR, "p.py": PARSE, "q.py": PARSE}
    before = {"a.py": SETTLE, "p.py": PARSE, "q.py": PARSE + RETRY}
    outcome = report(change(now, before, baseline=baseline))
    assert [state for state, _ in found(outcome)] == ["known", "known"]
    assert outcome.passed


# -- tests


TESTS: Files = {"tests/a.py": SETTLE, "tests/b.py": RENAMED}


def test_copies_wholly_inside_tests_are_counted_and_do_not_fail() -> None:
    outcome = report(whole(TESTS))
    assert outcome.passed
    assert (only(outcome).in_tests, outcome.counts.in_tests) == (True, 1)


def test_copies_inside_tests_fail_where_they_shall() -> None:
    outcome = report(whole(TESTS), settings_with(tests="fail"))
    assert (outcome.passed, only(outcome).in_tests) == (False, False)


def test_copies_inside_tests_can_be_ignored() -> None:
    assert report(whole(TESTS), settings_with(tests="ignore")).clusters == ()


@pytest.mark.parametrize("tests", ["report", "ignore"])
def test_a_test_that_copies_code_fails(tests: str) -> None:
    outcome = report(whole({"a.py": SETTLE, "tests/b.py": RENAMED}), settings_with(tests=tests))
    assert not outcome.passed


# -- similarities


CHAIN = {"a.py": SETTLE, "b.py": EDITED, "c.py": EDITED_MORE}


def test_links_and_similarities_are_those_of_the_verdicts() -> None:
    judgement = judge(workspace(), whole(CHAIN))
    verdicts = {
        (a, b): judgement.finder.verdict(a, b).structure for a, b in ((0, 1), (0, 2), (1, 2))
    }
    cluster = only(report(whole(CHAIN)))
    assert {(link.a, link.b): link.structure for link in cluster.links} == verdicts
    assert (cluster.min_sim, cluster.max_sim) == (min(verdicts.values()), max(verdicts.values()))
    assert verdicts[cluster.weakest] == cluster.min_sim
    assert verdicts[cluster.strongest] == cluster.max_sim


def test_with_single_linkage_pairs_without_a_link_count_in_the_least_similarity() -> None:
    verdict = judge(workspace(), whole(CHAIN)).finder.verdict(0, 2)
    limits = settings_with(linkage="single", min_structure=round(verdict.structure + 0.01, 3))
    cluster = only(report(whole(CHAIN), limits))
    assert [(link.a, link.b) for link in cluster.links] == [(0, 1), (1, 2)]
    assert cluster.weakest == (0, 2)
    assert cluster.min_sim == verdict.structure
    complete = report(whole(CHAIN), replace_linkage(limits, "complete"))
    assert sorted(members for _, members in found(complete)) == [
        ["a.py*", "b.py*"],
        ["b.py*", "c.py*"],
    ]


def replace_linkage(settings: Settings, linkage: str) -> Settings:
    return replace(settings, duplicates=replace(settings.duplicates, linkage=linkage))


def test_equal_copies_are_wholly_alike() -> None:
    cluster = only(report(whole({"a.py": SETTLE, "b.py": SETTLE, "c.py": RENAMED})))
    assert (cluster.min_sim, cluster.max_sim) == (1.0, 1.0)
    assert [link.kind for link in cluster.links] == [
        LinkKind.EXACT,
        LinkKind.RENAMED,
        LinkKind.RENAMED,
    ]
    assert cluster.saved_lines == 20


# -- order and skeletons


def test_failing_clusters_stand_first_then_those_that_save_most() -> None:
    files = {
        "a.py": PARSE, "b.py": PARSE, "c.py": SETTLE, "d.py": SETTLE, "e.py": SETTLE,
        "tests/f.py": RETRY, "tests/g.py": RETRY, "tests/h.py": RETRY, "tests/i.py": RETRY,
    }  # fmt: skip
    outcome = report(whole(files))
    assert [members for _, members in found(outcome)] == [
        ["c.py*", "d.py*", "e.py*"],
        ["a.py*", "b.py*"],
        ["tests/f.py*", "tests/g.py*", "tests/h.py*", "tests/i.py*"],
    ]


def test_a_skeleton_shows_what_was_added_beside_one_that_was_there() -> None:
    old = {f"{letter}.py": SETTLE for letter in "abcdef"}
    cluster = only(report(change({**old, "z.py": EDITED}, old)))
    assert cluster.skeleton is not None
    assert [cluster.members[at].added for at in cluster.skeleton.members] == [False, True]


def test_a_copy_inside_a_copy_is_not_a_finding_of_its_own() -> None:
    inner = "\n".join(f"    {line}" for line in SETTLE.splitlines())
    body = "\n".join(f"    {line}" for text in (PARSE, RETRY) for line in text.splitlines())
    outer = f"def outer():\n{inner}\n{body}\n"
    outcome = report(whole({"a.py": outer, "b.py": outer}))
    assert [member.symbol for member in only(outcome).members] == ["outer", "outer"]
    implied = sorted(m.symbol for cluster in outcome.implied for m in cluster.members)
    assert implied == sorted(["outer.settle", "outer.parse_header", "outer.fetch"] * 2)
    assert (outcome.counts.known, len(outcome.findings)) == (0, 1)


# -- counts, problems, limits


def test_everything_that_was_looked_at_is_counted() -> None:
    files: Files = {
        **PAIR,
        "c.py": f"# sai-noduplicate\n{SETTLE}\n\n# sai-noindexing\n{PARSE}",
        "d.py": "def stub():\n    ...\n\n\ndef tiny(x):\n    return x\n",
        "e.py": Problem("e.py", "permission denied"),
        "f.py": "# @generated\n" + SETTLE,
        "g.py": b"\0",
        "h.py": RETRY + "\n\nbroken = (\n",
        "lib/i.py": SETTLE,
        "notes.txt": "text",
    }
    outcome = report(replace(whole(files), untracked=3))
    counts = outcome.counts
    assert (counts.files, counts.untracked) == (7, 3)
    assert (counts.chunks, counts.below_floor, counts.stubs, counts.suppressed) == (6, 1, 1, 2)
    assert outcome.excluded == (("generated", 1), ("vendored", 1))
    assert [(p.path, p.skipped) for p in outcome.problems] == [
        ("e.py", True),
        ("g.py", True),
        ("h.py", False),
    ]
    assert found(outcome) == [("new", ["a.py*", "b.py*"])]


def test_changed_files_and_functions_are_counted() -> None:
    outcome = report(change({**PAIR, "c.py": PARSE + RETRY}, PAIR))
    assert (outcome.partial, outcome.counts.changed_files, outcome.counts.changed_chunks) == (
        True, 1, 2,
    )  # fmt: skip


def test_the_limits_in_force_are_part_of_the_report() -> None:
    limits = settings_with(min_score=0.6, min_structure=0.8, min_lines=7, min_tokens=50)
    assert report(whole(PAIR), limits).limits == Limits("counting", 0.6, 0.8, 7, 50, 4)


# -- the same verdict


@pytest.mark.parametrize("calls", range(8))
def test_an_index_that_fails_at_any_moment_is_worked_around(calls: int) -> None:
    now, before = {"a.py": SETTLE, "b.py": EDITED, "c.py": SETTLE}, PAIR
    expected = report(change(now, before))
    space = workspace(store=FailingStore(memory_store(), calls))
    assert check(space, change(now, before)) == expected
    assert space.notices == ["the index is in use: index.duckdb; this run made a private index"]


def test_a_warm_index_gives_the_same_report() -> None:
    space = workspace()
    files = {**CHAIN, **UNLIKE}
    first = check(space, whole(files))
    assert check(space, whole(files)) == first == report(whole(files))


def shuffled(files: Files, order: Sequence[int]) -> Files:
    items = list(files.items())
    return dict(items[number] for number in order)


@pytest.mark.parametrize("order", [(4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
def test_the_order_in_which_files_are_given_does_not_matter(order: Sequence[int]) -> None:
    files = {**CHAIN, **UNLIKE}
    assert report(whole(shuffled(files, order))) == report(whole(files))


def test_the_least_size_of_a_listing_does_not_change_the_verdict() -> None:
    judged = report(whole({"a.py": PARSE, "b.py": PARSE}), settings_with(min_cluster_size=3))
    assert not judged.passed


def test_directories_that_could_not_be_listed_are_problems() -> None:
    tree = MemoryTree({"a.py": PARSE})
    tree.problems = (Problem("secret", "no permission to list it"),)
    judged = report(Question(tree, "files"))
    assert judged.problems == (Problem("secret", "no permission to list it"),)
