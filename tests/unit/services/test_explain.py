"""The explanation of a pair: how functions are found, and what is told beside the conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from tests.fakes import Content, MemoryTree, workspace
from tests.sample_functions import EDITED, EDITED_MORE, PARSE, RENAMED, RETRY, SETTLE

from sai.core.explanation import Explanation
from sai.core.limits import Overridden
from sai.core.report import LinkKind
from sai.core.settings import DuplicateSettings, Override, Settings
from sai.core.source import Problem
from sai.errors import UsageError
from sai.services.baseline import accept_findings
from sai.services.check import check
from sai.services.explain import explain
from sai.services.judgement import judge
from sai.services.places import Reference
from sai.services.workspace import Question

Files = Mapping[str, Content]

NESTED = "def outer(rate):\n" + "".join(f"    {row}\n" for row in SETTLE.splitlines())
CLASSES = "".join(
    f"class {name}:\n" + "".join(f"    {row}\n" for row in SETTLE.splitlines()) + "\n\n"
    for name in ("Order", "Invoice")
)
PAIR: Files = {"a.py": SETTLE, "b.py": RENAMED}


def whole(files: Files) -> Question:
    return Question(MemoryTree(files), "files in memory")


def told(files: Files, first: Reference, second: Reference) -> Explanation:
    return explain(workspace(), whole(files), first, second)


def refused(files: Files, second: Reference) -> UsageError:
    with pytest.raises(UsageError) as caught:
        told({"a.py": SETTLE, **files}, Reference("a.py", 1), second)
    return caught.value


# -- the verdict


def test_every_pair_is_explained_as_the_gate_judges_it() -> None:
    files: Files = {
        "settle.py": SETTLE,
        "renamed.py": RENAMED,
        "edited.py": EDITED,
        "more.py": EDITED_MORE,
        "parse.py": PARSE,
        "retry.py": RETRY,
        "marked.py": f"# sai-noduplicate\n{SETTLE}",
        "small.py": "def small(a):\n    return a\n",
        "stub.py": "def stub(a):\n    raise NotImplementedError\n",
    }
    project, question = workspace(), whole(files)
    linked = {
        frozenset(cluster.members[end].span.path for end in (link.a, link.b))
        for cluster in check(project, question).clusters
        for link in cluster.links
    }
    found = {
        frozenset(paths)
        for paths in combinations(files, 2)
        if explain(project, question, *(Reference(path, 2) for path in paths)).pair.linked
    }
    assert found == linked
    assert frozenset({"settle.py", "more.py"}) in found


def test_a_pair_that_is_not_linked_shows_what_it_shares_all_the_same() -> None:
    files: Files = {"a.py": SETTLE, "b.py": f"# sai-noduplicate: on purpose\n{EDITED}"}
    explanation = told(files, Reference("a.py", 1), Reference("b.py", 3))
    assert (explanation.pair.linked, explanation.b.reason) == (False, "on purpose")
    assert explanation.skeleton is not None


def test_the_limit_is_told_with_the_information_that_it_follows_from() -> None:
    explanation = told({"a.py": SETTLE, "b.py": EDITED}, Reference("a.py", 1), Reference("b.py", 1))
    assert explanation.pair.verdict.kind is LinkKind.EDITED
    assert explanation.pair.verdict.information > 0
    assert explanation.min_structure == DuplicateSettings().min_structure


# -- what the gate makes of it


def test_an_accepted_pair_comes_with_the_reason() -> None:
    baseline = accept_findings(judge(workspace(), whole(PAIR)), (), "until spring").baseline
    question = replace(whole(PAIR), baseline=baseline)
    explanation = explain(workspace(), question, Reference("a.py", 1), Reference("b.py", 1))
    assert (explanation.accepted, explanation.accepted_because) == (True, "until spring")


def test_a_pair_that_no_family_holds_is_not_accepted() -> None:
    baseline = accept_findings(judge(workspace(), whole(PAIR)), (), "").baseline
    question = replace(whole({**PAIR, "c.py": EDITED}), baseline=baseline)
    explanation = explain(workspace(), question, Reference("a.py", 1), Reference("c.py", 1))
    assert (explanation.pair.linked, explanation.accepted) == (True, False)


@pytest.mark.parametrize(("tests", "do_not_fail"), [("report", True), ("fail", False)])
def test_two_tests_are_told_apart_where_tests_do_not_fail(tests: str, do_not_fail: bool) -> None:
    settings = Settings(duplicates=replace(DuplicateSettings(), tests=tests))
    files: Files = {"tests/a.py": SETTLE, "tests/b.py": RENAMED}
    one, other = (Reference(path, 1) for path in files)
    assert explain(workspace(settings), whole(files), one, other).only_tests is do_not_fail


def test_a_limit_by_path_comes_with_the_patterns_that_set_it() -> None:
    overrides = (Override(("a.*",), (("min_lines", 8),)), Override(("*.py",), (("min_lines", 7),)))
    explanation = explain(
        workspace(Settings(overrides=overrides)),
        whole(PAIR),
        Reference("a.py", 1),
        Reference("b.py", 1),
    )
    assert explanation.a.overridden == (Overridden("min_lines", 8, ("a.*",)),)
    assert explanation.b.overridden == (Overridden("min_lines", 7, ("*.py",)),)


# -- how functions are named


@pytest.mark.parametrize(
    ("reference", "symbol"),
    [
        (Reference("n.py", 1), "outer"),
        (Reference("n.py", 5), "outer.settle"),
        (Reference("n.py", symbol="outer"), "outer"),
        (Reference("n.py", symbol="settle"), "outer.settle"),
        (Reference("n.py", symbol="outer.settle"), "outer.settle"),
    ],
)
def test_a_function_is_found_by_any_line_and_by_its_last_name(
    reference: Reference, symbol: str
) -> None:
    explanation = told({"a.py": PARSE, "n.py": NESTED}, Reference("a.py", 1), reference)
    assert explanation.b.member.symbol == symbol


def test_a_function_and_one_inside_it_are_two_functions_that_never_link() -> None:
    explanation = told({"n.py": NESTED}, Reference("n.py", 1), Reference("n.py", 5))
    assert [h.condition.value for h in explanation.pair.hurdles if not h.is_met][:1] == ["apart"]


@pytest.mark.parametrize(
    ("second", "message", "hint"),
    [
        (Reference("a.py", 2), "a.py:1 and a.py:2 are the same function", "name two"),
        (
            Reference("c.py", symbol="settle"),
            "c.py::settle names several functions",
            "say which: c.py:2, c.py:15",
        ),
        (
            Reference("c.py", symbol="Ordr.settle"),
            "c.py::Ordr.settle: no function there is compared",
            "there are: Order.settle (line 2)",
        ),
        (
            Reference("c.py", 1),
            "c.py:1: no function there is compared",
            "there are: Order.settle (line 2), Invoice.settle (line 15)",
        ),
        (
            Reference("hidden.py", 2),
            "hidden.py:2: no function there is compared",
            "the file holds no functions that are compared; 1 left out by sai-noindexing",
        ),
    ],
)
def test_what_names_no_single_function_is_refused(
    second: Reference, message: str, hint: str
) -> None:
    files = {"c.py": CLASSES, "hidden.py": f"# sai-noindexing\n{SETTLE}"}
    error = refused(files, second)
    assert (error.message, error.hint) == (message, hint)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("lib/v.py", "lib/v.py: it is left out: vendored"),
        ("notes.txt", "notes.txt: no language that is read has such files"),
        ("nowhere.py", "nowhere.py: it is not among the files in memory"),
        ("lost.py", "lost.py: it was skipped: permission denied"),
        ("made.py", "made.py was skipped: generated"),
    ],
)
def test_why_a_file_is_not_looked_at_is_told(path: str, message: str) -> None:
    files: Files = {
        "lib/v.py": SETTLE,
        "notes.txt": "nothing",
        "lost.py": Problem("lost.py", "permission denied"),
        "made.py": f"# @generated by a tool\n{SETTLE}",
    }
    error = refused(files, Reference(path, 1))
    assert error.message.startswith(message)
    assert error.hint
