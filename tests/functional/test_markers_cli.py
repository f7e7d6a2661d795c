"""What markers silenced, markers without effect, and tests that the code itself declares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import retry, settlement

RUST = """\
pub fn total(rows: &[Row]) -> u32 {
    let mut sum = 0;
    for row in rows {
        if row.cancelled { continue; }
        sum += row.price * row.amount;
        log(row.id, row.price, "counted");
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(items: &[Row]) -> u32 {
        let mut whole = 0;
        for item in items {
            if item.cancelled { continue; }
            whole += item.price * item.amount;
            log(item.id, item.price, "counted");
        }
        whole
    }

    fn again(items: &[Row]) -> u32 {
        let mut whole = 0;
        for item in items {
            if item.cancelled { continue; }
            whole += item.price * item.amount;
            log(item.id, item.price, "counted");
        }
        whole
    }
}
"""


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.create(tmp_path / "repo")


@pytest.fixture
def marked(repo: GitRepo) -> GitRepo:
    repo.committed(
        {
            "one.py": settlement(),
            "two.py": "# sai-noduplicate: two formats\n" + settlement("finish"),
            "three.py": "# sai-noindexing\n" + settlement("third"),
            "other.py": retry(),
        }
    )
    return repo


def test_what_markers_silenced_is_shown_with_reason_and_copies(marked: GitRepo) -> None:
    outcome = marked.sai("check", "--show-suppressed")
    assert outcome.status == 0
    assert outcome.out.split("\n\n")[1].splitlines() == [
        "Silenced by markers: 2 functions",
        "     three.py:2  third  sai-noindexing",
        "     two.py:2  finish  sai-noduplicate: two formats",
        "         like one.py:1  settle",
    ]


def test_json_has_what_markers_silenced_where_it_was_asked_for(marked: GitRepo) -> None:
    assert "suppressed" not in json.loads(marked.sai("check", "--json").out)
    document = json.loads(marked.sai("check", "--json", "--show-suppressed").out)
    assert [(s["symbol"], s["marker"], s["reason"]) for s in document["suppressed"]] == [
        ("third", "sai-noindexing", ""),
        ("finish", "sai-noduplicate", "two formats"),
    ]
    assert [c["symbol"] for c in document["suppressed"][1]["copies"]] == ["settle"]
    assert document["counts"]["suppressed"] == 2


def test_of_a_change_only_what_it_holds_is_shown(marked: GitRepo) -> None:
    marked.stage("four.py", "# sai-noduplicate\n" + settlement("four"))
    outcome = marked.sai("check", "--staged", "--show-suppressed")
    assert "Silenced by markers: 1 function\n     four.py:2  four" in outcome.out


UNLIKE = settlement("odd").replace("price", "cost").replace("cancelled", "open")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n# sai-noduplicate\n", "odd.py:2: sai-noduplicate has no effect: no function"),
        ("x = 1\n# sai-noindexing-file\n", "odd.py:2: sai-noindexing-file has no effect: it must"),
        ("# sai-noduplicates\n" + UNLIKE, "odd.py:1: sai-noduplicates is no marker"),
        (
            "# sai-noduplicate\n" + UNLIKE,
            "odd.py:2: sai-noduplicate has no effect: odd is like no other",
        ),
        ("# sai-noduplicate\ndef f(): pass\n", "odd.py:2: sai-noduplicate has no effect: f has no"),
        ("# sai-noindexing-file\nX = 1\n", "odd.py:1: sai-noindexing-file has no effect: there is"),
        ("# sai-noduplicate-file\n" + UNLIKE, "odd.py:1: sai-noduplicate-file has no effect: noth"),
    ],
)
def test_a_marker_without_effect_is_a_note(repo: GitRepo, text: str, said: str) -> None:
    repo.committed({"one.py": retry("load"), "odd.py": text})
    for _ in ("a cold index", "a warm one"):
        outcome = repo.sai("check")
        assert outcome.status == 0
        first, second = outcome.out.splitlines()
        assert first.startswith("sai: no new duplicates")
        assert second.startswith(f"note: {said}")
    assert json.loads(repo.sai("check", "--json").out)["notices"][0].startswith(said)


def test_markers_with_an_effect_are_not_named(marked: GitRepo) -> None:
    assert len(marked.sai("check").out.splitlines()) == 1


def test_a_hook_names_only_the_idle_markers_of_the_change(repo: GitRepo) -> None:
    repo.committed({"one.py": "x = 1\n# sai-noduplicate\n"})
    repo.stage("two.py", "x = 2\n# sai-noduplicates\n" + retry())
    outcome = repo.hook()
    assert outcome.status == 0
    assert [row.split(": ")[1] for row in outcome.out.splitlines()[1:]] == ["two.py:2"]


def test_tests_inside_a_rust_file_are_tests(repo: GitRepo) -> None:
    repo.committed({"src/lib.rs": RUST, "src/other.rs": "fn main() {}\n"})
    document = json.loads(repo.sai("check", "--json").out)
    (cluster,) = document["clusters"]
    assert [m["symbol"] for m in cluster["members"]] == ["total", "tests.expected", "tests.again"]
    assert document["verdict"] == "fail"
    repo.write("src/lib.rs", "fn total() {}\n\n" + RUST[RUST.index("#[cfg(test)]") :])
    document = json.loads(repo.sai("check", "--json").out)
    assert (document["verdict"], document["counts"]["in_tests"]) == ("pass", 1)


def test_strict_fails_for_a_file_that_was_skipped(marked: GitRepo) -> None:
    assert marked.sai("check", "--strict").status == 0
    marked.stage("big.py", "# " + "x" * 600 * 1024)
    outcome = marked.sai("check", "--strict", "--json")
    assert outcome.status == 1
    assert json.loads(outcome.out)["verdict"] == "pass"
    assert "1 file skipped, which --strict does not allow" in outcome.err
    assert marked.sai("check", "--staged", "--strict").status == 1


def test_strict_tells_of_skips_beside_findings(repo: GitRepo) -> None:
    repo.committed({"one.py": settlement(), "big.py": "# " + "x" * 600 * 1024})
    repo.stage("two.py", settlement("other"))
    outcome = repo.sai("check", "--staged", "--strict")
    assert outcome.status == 1
    assert "big.py" in outcome.out


def test_strict_lets_a_file_pass_that_was_read_in_part(repo: GitRepo) -> None:
    repo.committed({"one.py": settlement() + "\n\ndef broken(:\n"})
    outcome = repo.sai("check", "--strict", "--json")
    assert outcome.status == 0
    assert [p["skipped"] for p in json.loads(outcome.out)["problems"]] == [False]


@pytest.fixture
def in_tests(repo: GitRepo) -> GitRepo:
    repo.committed({"tests/test_a.py": settlement(), "tests/test_b.py": settlement("other")})
    return repo


def test_clusters_in_tests_are_shown_on_request(in_tests: GitRepo) -> None:
    assert "tests/test_a.py" not in in_tests.sai("check").out
    outcome = in_tests.sai("check", "--show-tests")
    assert outcome.status == 0
    assert "In tests, not failing: 1 cluster" in outcome.out
    assert "tests/test_a.py:1" in outcome.out


def test_json_always_has_the_clusters_in_tests(in_tests: GitRepo) -> None:
    for options in ((), ("--show-tests",)):
        document = json.loads(in_tests.sai("check", "--json", *options).out)
        assert [(c["in_tests"], c["state"]) for c in document["clusters"]] == [(True, "new")]
        assert (document["verdict"], document["counts"]["in_tests"]) == ("pass", 1)


def test_of_a_change_its_clusters_in_tests_are_shown(in_tests: GitRepo) -> None:
    in_tests.stage("tests/test_c.py", settlement("third"))
    assert "1 in tests" in in_tests.sai("check", "--staged").out
    shown = in_tests.sai("check", "--staged", "--show-tests")
    assert shown.status == 0
    assert "In tests, not failing: 1 cluster" in shown.out
    assert "tests/test_c.py:1" in shown.out


def test_accepted_clusters_in_tests_are_not_shown(in_tests: GitRepo) -> None:
    accepted = in_tests.sai("baseline", "accept", env={"SAI_DUPLICATES_TESTS": "fail"})
    assert accepted.status == 0
    outcome = in_tests.sai("check", "--show-tests")
    assert (outcome.status, len(outcome.out.splitlines())) == (0, 1)
    assert "1 known" in outcome.out
