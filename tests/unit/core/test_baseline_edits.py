"""Accept, refresh and prune."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.baseline_worlds import EMPTY, World, member

from sai.core.baseline import Baseline, Family
from sai.core.baseline_edits import Edited, accept, prune, refresh, stale

PAIR = {"a::f": "x", "b::f": "x"}


def everything(_path: str) -> bool:
    return True


def printed(edited: Edited) -> list[str]:
    return [
        f"{c.verb.value} {c.place.path}" + (f" from {c.before.path}" if c.before else "")
        for c in edited[1]
    ]


def accepting(world: World, baseline: Baseline = EMPTY, reason: str = "") -> Edited:
    return accept(world.compared(baseline), world.clusters, reason)


def test_accept_makes_a_family_of_a_new_cluster() -> None:
    edited = accepting(World(PAIR), reason="on purpose")
    (family,) = edited[0].families
    assert family.members == (member("a::f", "x"), member("b::f", "x"))
    assert family.reason == "on purpose"
    assert printed(edited) == ["added a", "added b"]


def test_new_members_join_the_one_family_that_their_cluster_belongs_to() -> None:
    baseline = World(PAIR).accepted(reason="on purpose")
    edited = accepting(World({**PAIR, "b::f": "x~2", "c::f": "x+1"}), baseline)
    (family,) = edited[0].families
    assert (family.key, family.reason) == (baseline.families[0].key, "on purpose")
    assert sorted(m.path for m in family.members) == ["a", "b", "c"]
    assert printed(edited) == ["renewed b", "added c"]


def test_a_cluster_that_joins_two_families_becomes_a_third() -> None:
    baseline = Baseline(
        (
            Family("aaaaaaaa", (member("a::f", "x"), member("b::f", "x"))),
            Family("bbbbbbbb", (member("c::f", "x+1"), member("d::f", "x+1"))),
        ),
        1,
    )
    world = World({**PAIR, "c::f": "x+1", "d::f": "x+1"})
    edited, _ = accepting(world, baseline)
    assert [len(family.members) for family in edited.families if family.members[2:]] == [4]
    assert len(edited.families) == 3


def test_accepting_a_known_cluster_takes_a_new_reason_only() -> None:
    baseline = World(PAIR).accepted(reason="old")
    world = World({"a::f": "x", "c::f": "x"})
    assert accepting(world, baseline) == (baseline, ())
    edited = accepting(world, baseline, "new")
    assert edited[0].families[0].reason == "new"
    assert edited[0].families[0].members == baseline.families[0].members
    assert printed(edited) == ["reason set a"]


def test_an_equal_cluster_elsewhere_gets_a_key_of_its_own() -> None:
    gone = World(PAIR).accepted()
    moved, _ = refresh(World({"c::f": "x", "d::f": "x"}).compared(gone))
    edited = accept(World({**PAIR, "e::f": "-"}).compared(EMPTY), [[0, 1]])[0]
    assert edited.families[0].key == gone.families[0].key == moved.families[0].key
    both = World({"a::f": "x", "b::f": "x", "c::f": "-", "d::f": "-"})
    key = accepting(both, Baseline((Family(gone.families[0].key, (member("z::f", "q"),)),), 1))
    assert len({family.key for family in key[0].families}) == 2


def test_accept_renews_digests_of_another_version_first() -> None:
    old = World(PAIR).accepted()
    world = World({"a::f": "x+1", "b::f": "x+1", "c::f": "y", "d::f": "y"})
    edited, _ = accept(world.compared(old, digest_version=2), world.clusters[1:])
    assert edited.digest_version == 2
    assert {state for state, _ in world.findings(edited, 2)} == {"known"}


def test_a_chunk_that_joins_replaces_a_lost_member_at_its_place() -> None:
    baseline = Baseline(
        (Family("aaaaaaaa", tuple(member(p, "x") for p in ("a::f", "b::f", "c::f"))),), 1
    )
    world = World({"a::f": "x", "b::f": "y", "c::f": "x", "d::f": "y"})
    comparison = world.compared(baseline)
    edited, changes = accept(comparison, [[0, 1]])
    assert edited == baseline  # nothing links them, so nothing is to be accepted
    assert changes == ()
    edited, _ = accept(comparison, world.clusters)
    assert [len(family.members) for family in edited.families] in ([3, 2], [2, 3])


def test_refresh_follows_moves_and_edits_and_adds_nothing() -> None:
    baseline = World(PAIR).accepted(reason="on purpose")
    edited = refresh(World({"z::f": "x", "b::f": "x+1", "c::f": "x"}).compared(baseline))
    assert printed(edited) == ["renewed b", "moved c from a"]
    assert set(edited[0].families[0].members) == {member("c::f", "x"), member("b::f", "x+1")}


def test_refresh_keeps_lost_members_unless_their_place_was_taken() -> None:
    three = World({"a::f": "x", "b::f": "x+1", "c::f": "x+2"}).accepted()
    kept, _ = refresh(World({"a::f": "x", "b::f": "x+1"}).compared(three))
    assert kept == three
    moved, _ = refresh(World({"a::f": "x", "c::f": "x+1"}).compared(three))
    assert set(moved.families[0].members) == {member("a::f", "x"), member("c::f", "x+1")}


def test_prune_removes_lost_members_and_families_without_links() -> None:
    world = World({**PAIR, "c::f": "x", "d::f": "y", "e::f": "y"})
    baseline = world.accepted()
    edited = prune(World({**PAIR, "c::f": "-", "d::f": "y"}).compared(baseline), everything)
    assert [m.path for family in edited[0].families for m in family.members] == ["a", "b"]
    assert printed(edited) == ["removed c", "removed d", "removed e"]


def test_stale_says_whether_a_member_is_gone_or_no_longer_linked() -> None:
    baseline = World(PAIR).accepted()
    found = stale(World({"a::f": "x"}).compared(baseline), everything)
    assert [(entry.member.path, entry.gone) for entry in found] == [("a", False), ("b", True)]


def test_prune_leaves_what_was_not_scanned() -> None:
    baseline = World({**PAIR, "c::f": "x"}).accepted()
    only_a = World({"a::f": "x"}).compared(baseline)
    assert prune(only_a, lambda path: path == "a") == (baseline, ())
    a_and_b = World(PAIR).compared(baseline)
    assert prune(a_and_b, lambda path: path != "c") == (baseline, ())
    b_gone = World({"a::f": "x", "c::f": "x"}).compared(baseline)
    assert printed(prune(b_gone, lambda path: path == "b")) == ["removed b"]


def test_prune_renews_what_stays_if_the_digests_are_outdated() -> None:
    old = World({**PAIR, "c::f": "x"}).accepted()
    world = World({"a::f": "x+1", "b::f": "x+1"})
    edited = prune(world.compared(old, digest_version=2), everything)
    assert edited[0].digest_version == 2
    assert edited[0].families[0].members == (member("a::f", "x+1"), member("b::f", "x+1"))
    assert printed(edited) == ["renewed a", "renewed b", "removed c"]


places = st.builds("{}.py::{}".format, st.sampled_from("abcde"), st.sampled_from("fgh"))
codes = st.builds("".join, st.tuples(st.sampled_from("xyz-"), st.sampled_from(["", "+1", "~2"])))
worlds = st.dictionaries(places, codes, max_size=10)


@given(worlds, worlds)
def test_after_accept_every_link_is_accepted(before: dict[str, str], after: dict[str, str]) -> None:
    world = World(after)
    baseline, _ = accepting(world, World(before).accepted())
    comparison = world.compared(baseline)
    assert all(comparison.accepted(i, j) for i, j in world.links)
    assert {state for state, _ in world.findings(baseline)} <= {"known", "edited", "moved"}


@given(worlds, worlds)
def test_accepting_pairs_one_by_one_accepts_every_link(
    before: dict[str, str], after: dict[str, str]
) -> None:
    world = World(after)
    comparison = world.compared(World(before).accepted())
    baseline, _ = accept(comparison, world.links, "pairs")
    again = world.compared(baseline)
    assert all(again.accepted(i, j) for i, j in world.links)
    assert accept(again, world.links, "pairs") == (baseline, ())


def test_a_pair_of_two_families_takes_the_reason_once() -> None:
    before = World({"a.py::f": "y", "a.py::g": "z", "b.py::f": "z", "c.py::g": "y+1"}).accepted()
    world = World({"a.py::f": "z", "a.py::h": "z", "c.py::g": "z"})
    baseline, _ = accept(world.compared(before), world.links, "pairs")
    assert [family.reason for family in baseline.families] == ["", "pairs"]
    assert accept(world.compared(baseline), world.links, "pairs") == (baseline, ())


@given(worlds, worlds)
def test_edits_are_idempotent(before: dict[str, str], after: dict[str, str]) -> None:
    world = World(after)
    baseline = World(before).accepted()
    accepted, _ = accepting(world, baseline, "why")
    assert accepting(world, accepted, "why") == (accepted, ())
    refreshed, _ = refresh(world.compared(baseline))
    assert refresh(world.compared(refreshed)) == (refreshed, ())
    pruned, _ = prune(world.compared(baseline), everything)
    assert prune(world.compared(pruned), everything) == (pruned, ())


@given(worlds, worlds)
def test_refresh_and_prune_never_turn_an_accepted_link_into_a_finding(
    before: dict[str, str], after: dict[str, str]
) -> None:
    world = World(after)
    comparison = world.compared(World(before).accepted())
    accepted = {link for link in world.links if comparison.accepted(*link)}
    for edited, _ in (refresh(comparison), prune(comparison, everything)):
        again = world.compared(edited)
        assert {link for link in world.links if again.accepted(*link)} == accepted
