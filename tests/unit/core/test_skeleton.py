"""What copies share, and the holes where they differ."""

from __future__ import annotations

import random
import re
import time
from textwrap import dedent

from hypothesis import given, settings
from hypothesis import strategies as st

from sai.core.report import Hole, Skeleton
from sai.core.skeleton import MemberSource, PlacedToken, build_skeleton

TOKEN = re.compile(r'"[^"]*"|#[^\n]*|\w+|[^\w\s]')


def member(text: str) -> MemberSource:
    """Tokens by a pattern; comments are left out, as a syntax tree's reader does."""
    tokens = []
    for match in TOKEN.finditer(text):
        if match[0].startswith("#"):
            continue
        before = text[: match.start()]
        line, column = before.count("\n"), match.start() - (before.rfind("\n") + 1)
        inner = match[0].count("\n")
        end = len(match[0]) - match[0].rfind("\n") - 1 if inner else column + len(match[0])
        tokens.append(PlacedToken(match[0], line, column, line + inner, end))
    return MemberSource(tuple(text.split("\n")), tuple(tokens))


def skeleton_of(*texts: str) -> Skeleton:
    skeleton = build_skeleton([member(dedent(text).strip("\n")) for text in texts])
    assert skeleton is not None
    return skeleton


def test_equal_copies_have_no_hole_and_lose_comments_and_blank_lines() -> None:
    text = """
        def f(a):  # why
            # how

            b = a   + 1
            return b
    """
    assert skeleton_of(text, text) == Skeleton(
        members=(0, 1), lines=("def f(a):", "    b = a   + 1", "    return b"), holes=()
    )


def test_a_renamed_variable_is_one_hole_wherever_it_occurs() -> None:
    skeleton = skeleton_of(
        "def total(orders):\n    return sum(o.net for o in orders) if orders else 0",
        "def amount(items):\n    return sum(o.net for o in items) if items else 0",
    )
    assert skeleton.lines == ("def ⟨1⟩(⟨2⟩):", "    return sum(o.net for o in ⟨2⟩) if ⟨2⟩ else 0")
    assert skeleton.holes == (Hole(1, ("total", "amount")), Hole(2, ("orders", "items")))


def test_what_the_first_copy_lacks_is_a_hole_on_a_line_of_its_own() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    start(a)\n    stop(a)\n    return a",
        "def f(a):\n    start(a)\n    if a:\n        log(a)\n    stop(a)\n    return a",
    )
    assert skeleton.lines == ("def f(a):", "    start(a)", "    ⟨1⟩", "    stop(a)", "    return a")
    assert skeleton.holes == (Hole(1, ("", "if a: log(a)")),)


def test_what_only_the_first_copy_has_is_a_hole_too() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    log(a)\n    log(a, 1)\n    stop(a)\n    return a",
        "def f(a):\n    stop(a)\n    return a",
    )
    assert skeleton.lines == ("def f(a):", "    ⟨1⟩", "    stop(a)", "    return a")
    assert skeleton.holes == (Hole(1, ("log(a); log(a, 1)", "")),)


def test_an_insertion_within_a_line_stays_within_the_line() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    return load(a)", "def f(a, b):\n    return await load(a, b)"
    )
    assert skeleton.lines == ("def f(a⟨1⟩):", "    return ⟨2⟩ load(a⟨1⟩)")
    assert skeleton.holes == (Hole(1, ("", ", b")), Hole(2, ("", "await")))


def test_a_repeated_statement_is_inserted_as_a_whole_line() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    put(a)\n    end(a)", "def f(a):\n    put(a)\n    put(a)\n    end(a)"
    )
    assert skeleton.lines == ("def f(a):", "    put(a)", "    ⟨1⟩", "    end(a)")
    assert skeleton.holes == (Hole(1, ("", "put(a)")),)


def test_dotted_names_that_only_change_together_are_one_hole() -> None:
    skeleton = skeleton_of(
        "def f(x):\n    db.session.add(x)\n    db.session.flush(x)",
        "def f(x):\n    registry.devices.add(x)\n    registry.devices.flush(x)",
    )
    assert skeleton.lines == ("def f(x):", "    ⟨1⟩.add(x)", "    ⟨1⟩.flush(x)")
    assert skeleton.holes == (Hole(1, ("db.session", "registry.devices")),)


def test_a_name_that_is_renamed_elsewhere_keeps_its_own_hole_beside_a_dot() -> None:
    skeleton = skeleton_of(
        "def f(cart):\n    check(cart)\n    return cart.total",
        "def f(bag):\n    check(bag)\n    return bag.weight",
    )
    assert skeleton.lines == ("def f(⟨1⟩):", "    check(⟨1⟩)", "    return ⟨1⟩.⟨2⟩")


def test_punctuation_shared_by_chance_does_not_split_a_rewritten_passage() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    b = 1\n    use(x + y * 2)(u - v / 3)\n    return b",
        "def f(a):\n    b = 1\n    p or q or r)(s if t else w\n    return b",
    )
    assert skeleton.lines == ("def f(a):", "    b = 1", "    ⟨1⟩", "    return b")


def test_statements_that_differ_one_by_one_get_a_hole_each() -> None:
    skeleton = skeleton_of(
        'def f(a):\n    title = "x"\n    return send(title, a)',
        'def f(a):\n    head = "y"\n    push()\n    return send(head, a)',
    )
    assert skeleton.lines == ("def f(a):", "    ⟨1⟩ = ⟨2⟩", "    ⟨3⟩", "    return send(⟨1⟩, a)")


def test_a_line_break_inside_brackets_is_no_end_of_a_statement() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    return a",
        "def f(a):\n    a = call(\n        a,\n        b\n        or c,\n    )\n    return a",
    )
    assert skeleton.holes == (Hole(1, ("", "a = call(a, b or c,)")),)


def test_several_copies_share_only_what_all_have() -> None:
    skeleton = skeleton_of(
        "def f(a):\n    go(a, 1)\n    return a",
        "def g(a):\n    go(a, 1)\n    return a",
        "def f(a):\n    go(a, 2)\n    return a",
    )
    assert skeleton.lines == ("def ⟨1⟩(a):", "    go(a, ⟨2⟩)", "    return a")
    assert skeleton.holes == (Hole(1, ("f", "g", "f")), Hole(2, ("1", "1", "2")))


def test_at_most_five_copies_are_compared() -> None:
    assert skeleton_of(*["def f(a):\n    return a"] * 7).members == (0, 1, 2, 3, 4)


def test_a_multi_line_string_keeps_its_lines() -> None:
    text = '    def f():\n        return "a\n          b"\n'
    skeleton = build_skeleton([member(text), member(text)])
    assert skeleton is not None
    assert skeleton.lines == ("def f():", '    return "a', '      b"')


def test_copies_with_next_to_nothing_in_common_have_no_skeleton() -> None:
    assert build_skeleton([member("a b c d e f g h"), member("a q r s t u v w")]) is None
    assert build_skeleton([member("a b c")]) is None
    assert build_skeleton([member(""), member("")]) is None


def test_a_thousand_lines_take_no_time_to_speak_of() -> None:
    chance = random.Random(7)
    lines = [
        f"    x{chance.randrange(40)} = call{chance.randrange(20)}(a{chance.randrange(9)}, b)"
        for _ in range(1000)
    ]
    copies = []
    for _ in range(5):
        kept = [line for line in lines if chance.random() > 0.05]
        copies.append(MemberSource(*member("\n".join(["def f(a, b):", *kept]))))
    started = time.perf_counter()
    assert build_skeleton(copies) is not None
    assert time.perf_counter() - started < 5


words = st.sampled_from(["a", "b", "c", "x", "(", ")", ".", ",", "=", '"s  s"', "return"])
texts = st.lists(
    st.tuples(words, st.sampled_from(["", " ", "  ", "\n", "\n    ", " # note\n"])), max_size=25
).map(lambda parts: "".join(word + gap for word, gap in parts))


def tokens_of(text: str) -> list[str]:
    return [" ".join(token.text.split()) for token in member(text).tokens if token.text != ";"]


def filled(skeleton: Skeleton, copy: int) -> list[str]:
    text = "\n".join(skeleton.lines)
    for hole in skeleton.holes:
        text = text.replace(f"⟨{hole.number}⟩", f" {hole.fills[copy]} ")
    return tokens_of(text)


@settings(deadline=None)
@given(st.lists(texts, min_size=2, max_size=4))
def test_holes_filled_with_a_copys_fills_give_that_copy_back(copies: list[str]) -> None:
    sources = [member(text) for text in copies]
    skeleton = build_skeleton(sources)
    if skeleton is None:
        return
    for index in skeleton.members:
        assert filled(skeleton, index) == [
            " ".join(token.text.split()) for token in sources[index].tokens
        ]
    assert [hole.number for hole in skeleton.holes] == list(range(1, len(skeleton.holes) + 1))
    assert len({hole.fills for hole in skeleton.holes}) == len(skeleton.holes)
    assert build_skeleton(sources) == skeleton


@settings(deadline=None)
@given(texts, st.integers(0, 24), texts)
def test_a_block_put_into_a_copy_is_given_back_too(text: str, at: int, block: str) -> None:
    lines = text.split("\n")
    edited = "\n".join([*lines[:at], *block.split("\n"), *lines[at:]])
    sources = [member(text), member(edited)]
    skeleton = build_skeleton(sources)
    if skeleton is not None:
        for index in (0, 1):
            expected = [" ".join(token.text.split()) for token in sources[index].tokens]
            assert filled(skeleton, index) == expected
