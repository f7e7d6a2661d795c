"""Comparison of accepted families with today's chunks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.baseline_worlds import EMPTY, World, digest, identity, member

from sai.core.baseline import Baseline, Family, Member, cluster_id
from sai.core.baseline_edits import accept, refresh
from sai.core.report import State

REPO = {
    "src/a.py::load": "load",
    "src/b.py::load": "load",
    "src/c.py::save": "save",
    "src/d.py::store": "save+1",
    "src/e.py::other": "-",
}


def changed(removed: str = "", **new: str) -> World:
    """`REPO` without some places, and with others given as `file__symbol="code"`."""
    codes = {p: c for p, c in REPO.items() if p not in removed.split()}
    codes |= {f"src/{name.replace('__', '.py::')}": code for name, code in new.items()}
    return World(codes)


@pytest.mark.parametrize(
    ("world", "clusters", "families"),
    [
        pytest.param(changed(), ["known", "known"], ["known", "known"], id="nothing, line shifts"),
        pytest.param(
            changed("src/a.py::load", z__load="load"),
            ["known", "moved"],
            ["known", "moved"],
            id="file renamed",
        ),
        pytest.param(
            changed("src/a.py::load", a__read="load"),
            ["known", "moved"],
            ["known", "moved"],
            id="function renamed",
        ),
        pytest.param(
            changed(a__load="load~row"),
            ["edited", "known"],
            ["edited", "known"],
            id="local variable renamed in one member",
        ),
        pytest.param(
            changed(a__load="load+1"),
            ["edited", "known"],
            ["edited", "known"],
            id="statement added to one member",
        ),
        pytest.param(
            changed(a__load="load+1", b__load="load+2"),
            ["edited", "known"],
            ["edited", "known"],
            id="both members edited",
        ),
        pytest.param(
            changed("src/a.py::load", z__load="load+1"),
            ["edited", "known"],
            ["edited", "known"],
            id="moved and edited at once",
        ),
        pytest.param(
            changed("src/a.py::load src/b.py::load", y__load="load", z__f="load+1"),
            ["edited", "known"],
            ["edited", "known"],
            id="one moved, one moved, renamed and edited: it takes the empty place",
        ),
        pytest.param(
            changed(z__load="load"), ["grown", "known"], ["known", "known"], id="third copy"
        ),
        pytest.param(
            changed(z__load="load+9"), ["grown", "known"], ["known", "known"], id="third, edited"
        ),
        pytest.param(
            changed(x__f="new", y__f="new"),
            ["known", "known", "new"],
            ["known", "known"],
            id="new unrelated pair",
        ),
        pytest.param(
            changed("src/a.py::load"), ["known"], ["known", "resolved"], id="one member deleted"
        ),
        pytest.param(
            changed(a__load="-"), ["known"], ["known", "resolved"], id="one member refactored"
        ),
        pytest.param(
            changed("src/a.py::load src/b.py::load", x__f="new", y__f="new"),
            ["known", "new"],
            ["known", "resolved"],
            id="one family does not pay for another",
        ),
        pytest.param(
            changed(a__load="save+1", d__store="load"),
            ["moved", "moved"],
            ["moved", "moved"],
            id="two members of different families swap places",
        ),
        pytest.param(
            changed(a__load="-", e__other="load"),
            ["known", "moved"],
            ["known", "moved"],
            id="moved, and the old place reused",
        ),
    ],
)
def test_ordinary_changes_get_the_state_a_person_expects(
    world: World, clusters: list[str], families: list[str]
) -> None:
    baseline = World(REPO).accepted()
    assert sorted(state for state, _ in world.findings(baseline)) == clusters
    assert world.family_states(baseline) == families


def test_a_third_copy_is_the_only_one_named() -> None:
    baseline = World(REPO).accepted()
    assert ("grown", ["src/z.py::load"]) in changed(z__load="load").findings(baseline)


def test_a_copy_of_the_old_text_is_named_though_the_original_was_edited() -> None:
    baseline = World(REPO).accepted()
    world = changed(a__load="load+1", z__load="load")
    assert ("grown", ["src/z.py::load"]) in world.findings(baseline)


def test_a_family_that_lost_one_of_three_is_shrunk() -> None:
    three = {"a::f": "x", "b::f": "x", "c::f": "x"}
    baseline = World(three).accepted()
    world = World({"a::f": "x", "b::f": "x", "c::f": "-"})
    assert world.family_states(baseline) == ["shrunk"]
    assert world.findings(baseline) == [("known", [])]


def test_one_place_match_alone_accepts_nothing() -> None:
    baseline = World(REPO).accepted()
    world = changed("src/b.py::load", a__load="load+1", z__f="load+1")
    assert ("new", []) in world.findings(baseline)


def test_links_that_existed_before_need_no_family() -> None:
    world = World({"a::f": "x", "b::f": "x"})
    assert world.compared(EMPTY).state_of([0, 1], []) == (State.KNOWN, None, ())
    assert world.compared(EMPTY).state_of([0, 1], [(0, 1)]) == (State.NEW, None, ())


def test_a_chunk_may_be_a_member_of_two_families() -> None:
    world = World({"a::f": "x", "b::f": "x+1", "c::f": "x+2"})
    families = (
        Family("aaaaaaaa", (member("a::f", "x"), member("b::f", "x+1"))),
        Family("bbbbbbbb", (member("b::f", "x+1"), member("c::f", "x+2"))),
    )
    comparison = world.compared(Baseline(families, 1))
    assert comparison.accepted(0, 1)
    assert comparison.accepted(2, 1)
    assert not comparison.accepted(0, 2)
    assert comparison.homes([0, 1, 2]) == (0, 1)
    assert comparison.state_of([0, 1, 2], world.links) == (State.GROWN, 0, (2,))


def test_members_with_digests_of_another_version_are_matched_by_place() -> None:
    baseline = World(REPO).accepted()
    comparison = World(REPO).compared(baseline, digest_version=2)
    assert comparison.outdated
    assert World(REPO).findings(baseline, 2) == [("edited", []), ("edited", [])]
    assert not World(REPO).compared(baseline).outdated


def test_values_are_validated() -> None:
    good = member("a::f", "x")
    with pytest.raises(ValueError, match="path"):
        Member("", "f", good.digest, good.renamed)
    with pytest.raises(ValueError, match="not a digest"):
        Member("a", "f", good.digest, "XYZ")
    with pytest.raises(ValueError, match="family key"):
        Family("k", (good,))
    with pytest.raises(ValueError, match="needs members"):
        Family("aaaaaaaa", ())
    with pytest.raises(ValueError, match="one key"):
        Baseline((Family("aaaaaaaa", (good,)), Family("aaaaaaaa", (good,))), 1)


def test_a_family_keeps_one_member_for_each_place() -> None:
    members = [member("a::f", "x"), member("a::f", "y"), member("b::f", "x")]
    kept = Family("aaaaaaaa", tuple(members)).members
    assert kept == Family("aaaaaaaa", tuple(reversed(members))).members
    assert [m.path for m in sorted(kept, key=lambda m: m.path)] == ["a", "b"]


def test_a_cluster_id_names_the_code_and_not_its_places() -> None:
    one = cluster_id([identity("a::f", "x"), identity("b::f", "x+1")])
    assert one == cluster_id([identity("z::g", "x+1~row"), identity("c::h", "x")])
    assert one != cluster_id([identity("a::f", "x"), identity("b::f", "x+2")])
    assert one != cluster_id([identity("a::f", "x"), identity("b::f", "x"), identity("c", "x+1")])
    assert len(one) == 8


places = st.builds("{}.py::{}".format, st.sampled_from("abcde"), st.sampled_from("fgh"))
codes = st.builds("".join, st.tuples(st.sampled_from("xyz-"), st.sampled_from(["", "+1", "~2"])))
worlds = st.dictionaries(places, codes, max_size=10)


@given(worlds, st.permutations([f"{f}.py::{s}" for f in "abcdepq" for s in "fgh"]))
def test_moving_renaming_and_reordering_never_make_a_finding(
    codes: dict[str, str], targets: list[str]
) -> None:
    baseline = World(codes).accepted()
    moved = World(dict(zip(targets, codes.values(), strict=False)))
    states = {state for state, _ in moved.findings(baseline)}
    assert not states & {"new", "grown"}


@given(worlds, places, codes)
def test_a_further_copy_always_makes_a_finding_and_is_named(
    codes: dict[str, str], where: str, code: str
) -> None:
    baseline = World(codes).accepted()
    world = World({**codes, where.replace(".py", "_new.py"): code})
    new = len(world.places) - 1
    linked = [cluster for cluster in world.clusters if new in cluster]
    for cluster in linked:
        comparison = world.compared(baseline)
        state, _, added = comparison.state_of(cluster, [(i, new) for i in cluster if i != new])
        assert (state, added) in [(State.GROWN, (new,)), (State.NEW, ())]
    others = [
        f for f, c in zip(world.findings(baseline), world.clusters, strict=True) if new not in c
    ]
    assert not {state for state, _ in others} & {"new", "grown"}


@given(worlds)
def test_an_edit_in_place_that_still_links_never_makes_a_finding(codes: dict[str, str]) -> None:
    baseline = World(codes).accepted()
    edited = World({p: c if c[0] == "-" else c[0] + "+" + digest(p) for p, c in codes.items()})
    assert not {state for state, _ in edited.findings(baseline)} & {"new", "grown"}
    refreshed, _ = refresh(edited.compared(baseline))
    assert {state for state, _ in edited.findings(refreshed)} <= {"known"}


@given(worlds)
def test_the_verdict_does_not_depend_on_order(codes: dict[str, str]) -> None:
    baseline = World(codes).accepted()
    backwards = World(dict(reversed(list(codes.items()))))
    assert backwards.accepted() == baseline
    assert backwards.family_states(baseline) == World(codes).family_states(baseline)
    assert accept(backwards.compared(baseline), backwards.clusters) == (baseline, ())
