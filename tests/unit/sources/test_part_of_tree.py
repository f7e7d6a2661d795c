"""A part of a tree: the files of one project among several."""

from __future__ import annotations

from tests.fakes import Content, MemoryTree

from sai.core.source import Problem, TreeEntry
from sai.sources.part_of_tree import PartOfTree

FILES: dict[str, Content] = {
    "a.py": "A",
    "web/b.py": "B",
    "web/bad.py": Problem("web/bad.py", "no permission to read it"),
    "web/lib/c.py": "C",
    "website/d.py": "D",
}


def paths(tree: PartOfTree) -> list[str]:
    return [entry.path for entry in tree.entries()]


def test_a_part_below_a_directory_has_paths_relative_to_it() -> None:
    part = PartOfTree(MemoryTree(FILES, view="staged"), "web/")
    assert paths(part) == ["b.py", "bad.py", "lib/c.py"]
    assert part.view == "staged"


def test_what_belongs_to_others_is_left_out() -> None:
    whole = MemoryTree(FILES)
    assert paths(PartOfTree(whole, without=lambda: ["web/"])) == ["a.py", "website/d.py"]
    assert paths(PartOfTree(whole, "web/", lambda: ["lib/"])) == ["b.py", "bad.py"]


def test_without_others_the_listing_is_that_of_the_whole() -> None:
    whole = MemoryTree(FILES)
    assert PartOfTree(whole).entries() == whole.entries()


def test_blob_stamp_and_size_stay_with_an_entry() -> None:
    whole = MemoryTree(FILES, proof="stamp", stamps={"web/b.py": "1:2"}, sizes={"web/b.py": 1})
    assert PartOfTree(whole, "web/").entries()[0] == TreeEntry("b.py", stamp="1:2", size=1)


def test_files_are_read_by_their_paths_in_the_part() -> None:
    whole = MemoryTree(FILES)
    assert PartOfTree(whole, "web/").read(["lib/c.py", "bad.py"]) == {
        "lib/c.py": b"C",
        "bad.py": Problem("bad.py", "no permission to read it"),
    }
    assert PartOfTree(whole).read(["a.py"]) == {"a.py": b"A"}
    assert whole.reads == ["web/lib/c.py", "web/bad.py", "a.py"]


def test_others_are_asked_for_once_and_not_before_the_files_are() -> None:
    asked: list[str] = []

    def others() -> list[str]:
        asked.append("x")
        return ["web/"]

    part = PartOfTree(MemoryTree(FILES), without=others)
    assert asked == []
    assert paths(part) == paths(part)
    assert part.others == ("web/",)
    assert asked == ["x"]


def test_own_paths_are_told_from_those_of_others() -> None:
    part = PartOfTree(MemoryTree(FILES), "web/", lambda: ["lib/"])
    assert part.own(["a.py", "web/b.py", "web/gone.py", "web/lib/c.py"]) == {"b.py", "gone.py"}


def test_directories_that_could_not_be_listed_are_those_of_the_part() -> None:
    whole = MemoryTree(FILES)
    whole.problems = (Problem("tools", "no permission"), Problem("web/x", "no permission"))
    assert PartOfTree(whole, "web/").problems == (Problem("x", "no permission"),)
    others = PartOfTree(whole, without=lambda: ["web/"])
    assert others.problems == (Problem("tools", "no permission"),)
