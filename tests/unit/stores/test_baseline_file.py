"""The baseline as a file: layout, merging, reading what is not quite right, atomic writing."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sai.core.baseline import Baseline, Family, Member
from sai.errors import BaselineError, SaiError
from sai.stores.baseline_file import dump_baseline, read_baseline, write_baseline

ORIGIN = "sai-baseline.json"


def member(path: str, digit: str = "a", symbol: str = "f") -> Member:
    return Member(path, symbol, digit * 32, "0" * 32)


def family(key: str, *members: Member, reason: str = "") -> Family:
    return Family(key * 16, members, reason)


TWO = Baseline(
    (
        family("1", member("src/a.py"), member("src/b.py", symbol="C.g"), reason="on purpose"),
        family("2", member("src/c.py", "c"), member("src/d.py", "b")),
    ),
    3,
)

TWO_AS_TEXT = """\
{
  "format": "sai-baseline",
  "version": 1,
  "digests": 3,
  "entries": [
    {"family": "1111111111111111", "reason": "on purpose"},
    {"family": "1111111111111111", "digest": "AAA", "renamed": "000", "path": "src/a.py", "symbol": "f"},
    {"family": "1111111111111111", "digest": "AAA", "renamed": "000", "path": "src/b.py", "symbol": "C.g"},
    {"family": "2222222222222222", "digest": "BBB", "renamed": "000", "path": "src/d.py", "symbol": "f"},
    {"family": "2222222222222222", "digest": "CCC", "renamed": "000", "path": "src/c.py", "symbol": "f"}
  ]
}
"""  # noqa: E501 (one member a line is what is tested)
for letter in "ABC0":
    TWO_AS_TEXT = TWO_AS_TEXT.replace(f'"{letter * 3}"', f'"{letter.lower() * 32}"')

EMPTY_AS_TEXT = """\
{
  "format": "sai-baseline",
  "version": 1,
  "digests": 1,
  "entries": []
}
"""


def text(baseline: Baseline) -> str:
    return dump_baseline(baseline).decode()


def read(content: str) -> Baseline:
    return read_baseline(content.encode(), ORIGIN)


def test_the_file_is_plain_json_with_one_sorted_line_for_each_entry() -> None:
    assert text(TWO) == TWO_AS_TEXT
    assert text(Baseline((), 1)) == EMPTY_AS_TEXT
    assert len(json.loads(TWO_AS_TEXT)["entries"]) == 5


names = st.text(st.characters(codec="utf-8") | st.sampled_from("\udc80\udcff\u2028é"), max_size=8)
hexes = st.text("0123456789abcdef", min_size=32, max_size=32)
members = st.builds(Member, names.filter(bool), names, hexes, hexes)
families = st.builds(Family, hexes, st.lists(members, min_size=1, max_size=4).map(tuple), names)
baselines = st.builds(
    Baseline,
    st.lists(families, max_size=4, unique_by=lambda f: f.key).map(tuple),
    st.integers(1, 99),
)


@given(baselines)
def test_a_baseline_survives_writing_and_reading(baseline: Baseline) -> None:
    data = dump_baseline(baseline)
    assert read_baseline(data, ORIGIN) == baseline
    assert json.loads(data)["digests"] == baseline.digest_version


@given(baselines)
def test_no_order_matters(baseline: Baseline) -> None:
    backwards = tuple(
        Family(f.key, tuple(reversed(f.members)), f.reason) for f in reversed(baseline.families)
    )
    assert dump_baseline(Baseline(backwards, baseline.digest_version)) == dump_baseline(baseline)
    document = json.loads(dump_baseline(baseline))
    document["entries"].reverse()
    assert read(json.dumps(dict(reversed(document.items())))) == baseline


def test_names_that_are_not_utf8_or_hide_something_are_escaped() -> None:
    data = dump_baseline(Baseline((family("1", member("src/\udcff\u202e é.py")),), 1))
    assert b'"src/\\udcff\\u202e \xc3\xa9.py"' in data


@pytest.mark.parametrize(
    "content",
    [
        TWO_AS_TEXT.replace("\n", "\r\n"),
        "\ufeff" + TWO_AS_TEXT,
        TWO_AS_TEXT.replace('"f"}\n', '"f"},\n'),
        TWO_AS_TEXT.replace("},\n", "}\n"),
        TWO_AS_TEXT.replace("},\n", "},,\n"),
        TWO_AS_TEXT.replace("[\n", "[\n    ,\n"),
        TWO_AS_TEXT.replace("[\n", "[\n" + "\n".join(TWO_AS_TEXT.splitlines()[5:8]) + "\n"),
        json.dumps(json.loads(TWO_AS_TEXT)),
        json.dumps(json.loads(TWO_AS_TEXT), indent=8, sort_keys=True),
    ],
    ids=[
        "CRLF",
        "byte order mark",
        "trailing comma",
        "missing commas",
        "double commas",
        "leading comma",
        "a family twice",
        "on one line",
        "formatted and sorted by another tool",
    ],
)
def test_reading_tolerates_what_merges_and_formatters_leave(content: str) -> None:
    assert read(content) == TWO


def test_of_two_digests_for_one_place_one_is_kept_whatever_the_order() -> None:
    old, new = (Baseline((family("1", member("a.py", d), member("b.py")),), 1) for d in "cd")
    merged = "\n".join((*text(old).splitlines()[:-2], *text(new).splitlines()[5:]))
    assert read(merged) == old


def test_a_reason_whose_family_was_pruned_is_dropped() -> None:
    lines = TWO_AS_TEXT.splitlines()
    assert [f.key[0] for f in read("\n".join(lines[:6] + lines[8:])).families] == ["2"]


def changed(old: str, new: str) -> str:
    assert old in TWO_AS_TEXT
    return TWO_AS_TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", ":1: the file is empty"),
        (" \n\n", ":1: the file is empty"),
        ("\ufeff", ":1: unexpected end of the file"),
        ("[]", ':1: not a baseline: it must hold "format": "sai-baseline"'),
        ("{}", ':1: not a baseline: it must hold "format": "sai-baseline"'),
        ('{"version":1,"fingerprints":{"404b99d49b16ffe6":1}}', ":1: not a baseline"),
        ("{", ":1: unexpected end of the file"),
        (TWO_AS_TEXT[:-5], ":11: unexpected end of the file"),
        (TWO_AS_TEXT + "x", ":13: unexpected 'x'"),
        (TWO_AS_TEXT + "{}", ":13: unexpected { after the end"),
        (changed('"version": 1', '"version": true'), ":3: unexpected 'true,'"),
        (changed('"version": 1', '"version": 1.5'), ":3: unexpected '1.5,'"),
        (changed('"version": 1', '"version": "1"'), ':3: "version" must be a whole number'),
        (changed('"version": 1', '"version": 2'), ":3: format 2 was written by a newer version"),
        (changed('"version": 1', '"version": 0'), ":3: there is no format 0"),
        (changed('  "digests": 3,\n', ""), ':1: the key "digests" is missing'),
        (changed('"digests"', '"version"'), ':4: the key "version" is given twice'),
        (changed('"digests"', '"total": 2, "digests"'), ':4: unknown key "total"'),
        (changed('"digests"', "4"), ":4: a key must be a string"),
        (changed('"digests":', '"digests"'), ':4: no ":" after "digests"'),
        (EMPTY_AS_TEXT.replace("[]", "{}"), ':5: "entries" must be a list'),
        (EMPTY_AS_TEXT.replace("[]", "[1]"), ":5: an entry must be an object"),
        (EMPTY_AS_TEXT.replace("[]", "[" * 99), ":5: unexpected ["),
        (changed('"symbol": "C.g"', '"symbol": 4'), ':8: "symbol" must be a string'),
        (changed('"symbol": "C.g"', '"line": "4"'), ':8: unknown key "line"'),
        (changed(', "symbol": "C.g"', ""), ':8: the key "symbol" is missing'),
        (changed("src/b.py", ""), ":8: a member needs a path"),
        (changed("b" * 32, "B" * 32), ":9: not a digest of 8 to 64 hexadecimal digits"),
        (changed("1" * 16, "one"), ':6: not the key of a family: "one"'),
        (changed("src/b.py", "src\\b.py\\x"), ":8: not a JSON string"),
        (changed('src/b.py"', "src/b.py"), ":8: "),
    ],
)
def test_what_is_no_baseline_is_an_error_with_its_line(content: str, message: str) -> None:
    with pytest.raises(BaselineError) as caught:
        read(content)
    assert caught.value.message.startswith(ORIGIN + message)
    assert caught.value.exit_code == 2
    assert caught.value.hint


def test_a_file_that_is_not_utf8_is_an_error_with_its_line() -> None:
    with pytest.raises(BaselineError, match=r"sai-baseline\.json:7: not UTF-8"):
        read_baseline(dump_baseline(TWO).replace(b"src/a", b"src/\xff"), ORIGIN)


@pytest.mark.parametrize(
    "marker", ["<<<<<<< HEAD", "=======", "||||||| 1234567", ">>>>>>> topic\r"]
)
def test_conflict_markers_are_named_with_the_command_that_repairs(marker: str) -> None:
    lines = TWO_AS_TEXT.splitlines()
    with pytest.raises(BaselineError, match=":7: merge conflict markers") as caught:
        read_baseline("\n".join([*lines[:6], marker, *lines[6:]]).encode(), "my baseline.json")
    command = "git -c merge.default=union checkout --merge -- 'my baseline.json'"
    assert command in caught.value.hint


def merged(tmp_path: Path, base: Baseline, ours: Baseline, theirs: Baseline, *flags: str) -> str:
    for name, side in (("ours", ours), ("base", base), ("theirs", theirs)):
        (tmp_path / name).write_bytes(dump_baseline(side))
    command = ["git", "merge-file", "-p", *flags, "ours", "base", "theirs"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout


def with_family(baseline: Baseline, added: Family) -> Baseline:
    return Baseline((*baseline.families, added), baseline.digest_version)


def test_two_branches_that_accept_different_clusters_merge_without_conflict(tmp_path: Path) -> None:
    first = family("0", member("x.py"), member("y.py"))
    last = family("9", member("x.py", "e"), member("y.py", "e"))
    both = with_family(with_family(TWO, first), last)
    found = merged(tmp_path, TWO, with_family(TWO, first), with_family(TWO, last))
    assert read(found) == both


def test_two_branches_that_extend_one_family_merge_without_conflict(tmp_path: Path) -> None:
    base = Baseline((family("1", *(member(f"{d}.py", d) for d in "2468")),), 1)
    one = Baseline((family("1", *base.families[0].members, member("x.py", "3")),), 1)
    two = Baseline((family("1", *base.families[0].members, member("y.py", "7")),), 1)
    found = read(merged(tmp_path, base, one, two))
    assert [m.path for m in found.families[0].members] == [
        "2.py", "x.py", "4.py", "6.py", "y.py", "8.py",
    ]  # fmt: skip


def test_keeping_both_sides_of_a_conflict_keeps_all_families_apart(tmp_path: Path) -> None:
    one = family("5", member("x.py"), member("y.py"), reason="one")
    two = family("6", member("v.py"), member("w.py"), reason="two")
    sides = with_family(TWO, one), with_family(TWO, two)
    with pytest.raises(BaselineError, match="merge conflict markers"):
        read(merged(tmp_path, TWO, *sides))
    assert read(merged(tmp_path, TWO, *sides, "--union")) == with_family(sides[0], two)


def test_two_reasons_for_one_family_are_both_kept(tmp_path: Path) -> None:
    protocol, generated = (
        with_family(TWO, family("5", member("x.py"), member("y.py"), reason=reason))
        for reason in ("the protocol wants it", "generated")
    )
    both = read(merged(tmp_path, TWO, protocol, generated, "--union"))
    reasons = {f.key[0]: f.reason for f in both.families}
    assert reasons["5"] == "generated; the protocol wants it"
    assert read(merged(tmp_path, TWO, both, generated, "--union")) == both


def test_writing_replaces_the_file_and_reports_whether_it_changed(tmp_path: Path) -> None:
    path = tmp_path / ORIGIN
    assert write_baseline(path, TWO)
    assert path.read_bytes() == dump_baseline(TWO)
    stamp = path.stat().st_mtime_ns, path.stat().st_ino
    assert not write_baseline(path, TWO)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == stamp
    assert write_baseline(path, Baseline((), 1))
    assert [p.name for p in tmp_path.iterdir()] == [ORIGIN]


def test_permissions_stay_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    path, plain = tmp_path / ORIGIN, tmp_path / "plain"
    plain.touch()
    write_baseline(path, TWO)
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    write_baseline(path, Baseline((), 1))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    target, link, dangling = tmp_path / "t", tmp_path / "l", tmp_path / "d"
    target.write_text("old")
    link.symlink_to(target)
    assert write_baseline(link, TWO)
    assert link.is_symlink()
    assert target.read_bytes() == dump_baseline(TWO)
    dangling.symlink_to(tmp_path / "nothing")
    with pytest.raises(BaselineError, match="a symbolic link to nothing"):
        write_baseline(dangling, TWO)
    with pytest.raises(BaselineError, match="not a regular file"):
        write_baseline(tmp_path, TWO)


def test_a_place_that_cannot_be_written_is_an_error_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SaiError, match="cannot write the baseline") as caught:
        write_baseline(tmp_path / "missing" / ORIGIN, TWO)
    assert "permissions" in caught.value.hint
    path = tmp_path / ORIGIN
    path.write_text("old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaiError, match="No space left on device"):
        write_baseline(path, TWO)
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == [ORIGIN]
