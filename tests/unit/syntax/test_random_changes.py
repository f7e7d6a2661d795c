"""Random renames and comments on the fixture functions: the digests that must not move do not."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.syntax.reading import fixture_text

from sai.core.digests import exact_digest, renamed_digest
from sai.syntax.functions import read_functions

LOCALS = {
    ("python", "python/src/harbour.py"): (
        "queue names options error berth weight total part count line ship levels by_hour pick key "
        "source log command harbour rest others label"
    ),
    ("javascript", "javascript/src/orchard.js"): (
        "days value scale total baskets sold basket outer step sum one row trees text found"
    ),
    ("javascript", "jsx/src/Board.jsx"): "setOpen card id",
    ("typescript", "typescript/src/ferry.ts"): (
        "to target ticket others one roles role value sum list item"
    ),
    ("tsx", "tsx/src/Table.tsx"): "sorted copy column cells name",
    ("java", "java/src/Lighthouse.java"): (
        "wanted others burning entry lamp step last inner found event out problem storm flag crew "
        "fog grid sought row cell outer turns total colleague"
    ),
    ("csharp", "csharp/src/Greenhouse.cs"): (
        "key plant left right joined house wanted extra ripe bed want weight basket name grams one "
        "crop number visitor door problem bee song bird slow passed"
    ),
    ("go", "go/src/brewery.go"): (
        "found recipe hours litres problem outer number step message open names key load value ok "
        "first rest largest other n T K V"
    ),
    ("rust", "rust/src/observatory.rs"): (
        "found hours year exposure light count first last other row cell low high step "
        "range dark left right side"
    ),
}
"""Names that are nothing but local in their file."""

FRESH = [f"zz{number}" for number in range(6)]


def renamed_digests(text: str, language: str) -> list[str]:
    return [renamed_digest(f.tokens) for f in read_functions(text, language).functions]


@settings(deadline=None, max_examples=40)
@given(data=st.data(), fixture=st.sampled_from(list(LOCALS)))
def test_consistent_renames(data: st.DataObject, fixture: tuple[str, str]) -> None:
    language, path = fixture
    text, names = fixture_text(path), LOCALS[fixture].split()
    new = dict(zip(names, data.draw(st.permutations(names + FRESH)), strict=False))
    pattern = re.compile(rf"(?<![\w\"'])(?<!(?<!\.)\.)({'|'.join(names)})(?!\w|=(?!=)|\")")
    changed = pattern.sub(lambda match: new[match[1]], text)
    assert renamed_digests(changed, language) == renamed_digests(text, language)


COMMENTS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)


@settings(deadline=None)
@given(
    comments=st.lists(st.one_of(st.none(), COMMENTS), min_size=5, max_size=40),
    blank=st.integers(0, 3),
    fixture=st.sampled_from(
        [
            ("python", "python/src/harbour.py", "#"),
            ("javascript", "javascript/src/orchard.js", "//"),
            ("typescript", "typescript/src/ferry.ts", "//"),
            ("java", "java/src/Lighthouse.java", "//"),
            ("csharp", "csharp/src/Greenhouse.cs", "//"),
            ("go", "go/src/brewery.go", "//"),
            ("rust", "rust/src/observatory.rs", "//"),
        ]
    ),
)
def test_comments_and_blank_lines(
    comments: list[str | None], blank: int, fixture: tuple[str, str, str]
) -> None:
    language, path, mark = fixture
    text = fixture_text(path)
    lines = []
    in_string = False
    for number, line in enumerate(text.split("\n")):
        comment = comments[number % len(comments)]
        in_string ^= line.count('"""') % 2 == 1
        if in_string or line.lstrip().startswith("#"):
            lines.append(line)
            continue
        lines.append(line if comment is None else f"{line}  {mark}{comment}")
        lines += [""] * (blank if number % 7 == 0 else 0)
    changed = read_functions("\n".join(lines), language)
    assert [exact_digest(f.tokens) for f in changed.functions] == [
        exact_digest(f.tokens) for f in read_functions(text, language).functions
    ]
