"""The gate with each chunker: copies are found, lookalikes are not, an accepted state stays so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.functional.git_repo import GitRepo
from tests.functional.sample_code import retry, settlement

C_SORT = """\
static void sort_rows(struct row *rows, int count) {
    for (int i = 1; i < count; i++) {
        struct row kept = rows[i];
        int j = i - 1;
        while (j >= 0 && rows[j].weight > kept.weight) {
            rows[j + 1] = rows[j];
            j--;
        }
        rows[j + 1] = kept;
        report_progress(i, count, "sorting");
    }
}
"""
C_OTHER = """\
int read_config(const char *path, struct config *out) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        log_error("cannot open %s", path);
        return -1;
    }
    char line[256];
    while (fgets(line, sizeof line, file)) {
        parse_line(line, out);
    }
    fclose(file);
    return 0;
}
"""


SAME = """\
    table.add(key, 'x')
    if table.full():
        table.flush(9)
    table.log('done', table.size)
    for row in table.rows:
        row.check(table.limit)
"""


@pytest.fixture(params=["ast", "lines", "tokens"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> GitRepo:
    repo = GitRepo.create(tmp_path / "repo")
    table = f'[tool.sai]\nchunker = "{request.param}"\n'
    repo.committed({"pyproject.toml": table, "one.py": settlement(), "other.py": retry()})
    return repo


def test_a_copy_is_found_and_what_is_unlike_is_not(shop: GitRepo) -> None:
    assert shop.sai("check").status == 0
    shop.stage("two.py", settlement("finish"))
    outcome = shop.hook()
    assert outcome.status == 1
    assert outcome.listed == ["one.py:1", "two.py:1"]
    assert outcome.added == ["two.py:1"]


def test_what_was_accepted_stays_accepted(shop: GitRepo) -> None:
    shop.committed({"two.py": settlement("finish")})
    assert shop.sai("baseline", "accept").status == 0
    assert shop.sai("check").status == 0
    shop.stage("two.py", "# a comment more\n\n" + settlement("finish"))
    assert shop.sai("check").status == 0
    shop.stage("three.py", settlement("again"))
    assert shop.sai("check").status == 1


def test_a_line_above_awakens_no_old_copies(shop: GitRepo) -> None:
    copied = settlement() + retry() + long_module()
    shop.committed({"one.py": copied, "two.py": copied, "other.py": ""})
    shop.stage("two.py", "LIMIT = read_limit()\n" + copied)
    assert shop.hook().status == 0
    shop.sai("baseline", "accept")
    shop.stage("two.py", "LIMIT = read_limit()\nSIZE = 8\n" + copied)
    outcome = shop.sai("check")
    assert outcome.status == 0
    assert " known" in outcome.out


def long_module() -> str:
    steps = "".join(f"    book.add_{n}(rate_{n}, 'text {n}', {n})\n" for n in range(150))
    return f"\n\ndef fill(book):\n{steps}"


def test_another_chunker_cuts_anew(shop: GitRepo) -> None:
    shop.sai("check")
    shop.stage("pyproject.toml", '[tool.sai]\nchunker = "lines"\n')
    document = json.loads(shop.sai("duplicates", "--json").out)
    assert document["counts"]["chunks"] == 2


def test_files_without_a_grammar_are_cut_by_lines_where_it_is_wanted(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    repo.committed(
        {"a.c": C_SORT, "b.c": "/* a copy */\n" + C_SORT, "c.c": C_OTHER, "d.py": retry()}
    )
    assert repo.sai("check").status == 0
    repo.stage("pyproject.toml", "[tool.sai]\nlines-fallback = true\n")
    outcome = repo.sai("check")
    assert outcome.status == 1
    assert outcome.listed == ["a.c:1", "b.c:2"]
    assert "while (j >= 0 && rows[j].weight > kept.weight) {" in outcome.out
    repo.stage("b.c", "// sai-noduplicate: vendored by hand\n" + C_SORT)
    assert repo.sai("check").status == 0


def test_a_long_function_is_compared_in_parts(tmp_path: Path) -> None:
    repo = GitRepo.create(tmp_path / "repo")
    body = "".join(f"    table.add_{n}(key_{n}, 'text {n}')\n" for n in range(80))
    other = "".join(f"    queue.send_{n}(name_{n}, {n})\n" for n in range(80))
    repo.committed(
        {
            "pyproject.toml": "[tool.sai]\nmax-chunk-chars = 1500\n",
            "a.py": f"def fill(table):\n{body}",
            "b.py": f"def both(table, queue):\n{other}{body}",
            "c.py": "def same(table):\n" + SAME * 40,  # its parts are alike, but one function
        }
    )
    document = json.loads(repo.sai("check", "--json").out)
    symbols = {m["symbol"] for c in document["clusters"] for m in c["members"]}
    assert {"fill (part 1)"} < symbols
    assert not any(symbol.startswith("same") for symbol in symbols)
    repo.stage("pyproject.toml", "[tool.sai]\n")
    assert json.loads(repo.sai("check", "--json").out)["clusters"] == []
