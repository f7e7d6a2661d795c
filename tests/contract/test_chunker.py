"""What every chunker promises; each behaviour is tested on every implementation."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sample_functions import PARSE, RETRY, SETTLE

from sai.chunkers import CHUNKERS
from sai.core.settings import Settings
from sai.core.source import Chunk
from sai.embedders.sketch_embedder import SketchEmbedder
from sai.ports import Chunker

LONG = "def long(a):\n" + "".join(f"    a.step_{n}(a, {n}, 'text')\n" for n in range(300))
FILE = f'"""A module."""\n\nimport os\n\n\n{SETTLE}\n\n{PARSE}\n\n{LONG}\n\nclass C:\n    x = 1\n'
C_FILE = "/* head */\n" + "".join(f"int f{n}(int a) {{\n  return a + {n};\n}}\n" for n in range(60))

SETTINGS = {
    "ast": Settings(),
    "ast, split": Settings(max_chunk_chars=600),
    "ast, fallback": Settings(lines_fallback=True),
    "lines": Settings(chunker="lines"),
    "lines, few characters": Settings(chunker="lines", max_chunk_chars=300),
    "tokens": Settings(chunker="tokens"),
    "tokens, fallback": Settings(chunker="tokens", lines_fallback=True),
}


@pytest.fixture(params=sorted(SETTINGS))
def settings(request: pytest.FixtureRequest) -> Settings:
    return SETTINGS[request.param]


def chunker_of(settings: Settings) -> Chunker:
    return CHUNKERS[settings.chunker](settings, SketchEmbedder())


def cut(settings: Settings, text: str, language: str = "python") -> tuple[Chunk, ...]:
    return chunker_of(settings).chunks(text, language).chunks


def test_symbols_are_unique_and_hold_no_line_numbers(settings: Settings) -> None:
    symbols = [chunk.symbol for chunk in cut(settings, FILE)]
    assert len(symbols) == len(set(symbols)) > 2
    shifted = [chunk.symbol for chunk in cut(settings, "\n" + FILE)]
    assert shifted == symbols or settings.chunker != "ast"


def test_chunks_come_by_start_line_and_lie_in_the_text(settings: Settings) -> None:
    chunks = cut(settings, FILE)
    starts = [chunk.start_line for chunk in chunks]
    assert starts == sorted(starts)
    assert all(1 <= c.start_line <= c.end_line <= FILE.count("\n") + 1 for c in chunks)
    assert all(0 < c.code_lines <= c.end_line - c.start_line + 1 for c in chunks)


def test_the_text_of_a_chunk_is_that_of_its_lines_without_comments(settings: Settings) -> None:
    lines = FILE.split("\n")
    for chunk in cut(settings, FILE):
        own = chunk.text.split("\n")
        assert len(own) == chunk.end_line - chunk.start_line + 1
        for written, kept in zip(lines[chunk.start_line - 1 :], own, strict=False):
            assert kept in ("", written)


def test_a_marker_silences_what_it_stands_in(settings: Settings) -> None:
    marked = FILE.replace("def parse", "# sai-noduplicate: a reason\ndef parse", 1)
    assert "def parse" in FILE
    silenced = [c for c in cut(settings, marked) if c.suppression]
    assert silenced
    assert all(c.suppression and c.suppression.reason == "a reason" for c in silenced)
    row = marked[: marked.index("def parse")].count("\n") + 1
    assert all(c.start_line <= row + 12 and c.end_line >= row - 1 for c in silenced)


def test_a_marker_of_a_file_silences_all(settings: Settings) -> None:
    chunks = cut(settings, "# sai-noindexing-file\n" + FILE)
    assert chunks
    assert all(c.suppression and c.suppression.no_index for c in chunks)


def test_nothing_gives_no_chunks(settings: Settings) -> None:
    for text in ("", "\n\n\n", "# a comment\n"):
        assert cut(settings, text) == ()


def test_broken_code_is_cut_as_far_as_it_goes(settings: Settings) -> None:
    found = chunker_of(settings).chunks(FILE + "\n\ndef broken(:\n    return (\n", "python")
    assert found.problem
    assert found.chunks


@given(st.text(max_size=300))
def test_any_text_is_cut(text: str) -> None:
    clean = text.replace("\r", "\n")
    for settings in SETTINGS.values():
        found = chunker_of(settings).chunks(clean, "python")
        assert all(c.end_line <= clean.count("\n") + 1 for c in found.chunks)


# -- what the kinds promise


def test_a_long_function_is_cut_into_parts_with_its_symbol() -> None:
    parts = [c for c in cut(Settings(max_chunk_chars=600), FILE) if c.symbol.startswith("long")]
    assert [part.symbol for part in parts[:2]] == ["long (part 1)", "long (part 2)"]
    assert all(len(part.text) <= 600 for part in parts)
    (whole,) = [c for c in cut(Settings(), FILE) if c.symbol == "long"]
    assert (parts[0].start_line, parts[-1].end_line) == (whole.start_line, whole.end_line)
    assert {token for part in parts for token in part.tokens} == set(whole.tokens)


def test_windows_of_tokens_bear_the_symbol_of_their_function() -> None:
    symbols = [chunk.symbol for chunk in cut(Settings(chunker="tokens"), LONG)]
    assert symbols[:2] == ["long (part 1)", "long (part 2)"]


def test_windows_of_lines_are_numbered() -> None:
    symbols = [chunk.symbol for chunk in cut(Settings(chunker="lines"), LONG)]
    assert symbols[:2] == ["window 1", "window 2"]


@pytest.mark.parametrize("chunker", ["ast", "lines", "tokens"])
def test_a_language_without_a_grammar_is_cut_by_lines(chunker: str) -> None:
    chunks = cut(Settings(chunker=chunker, lines_fallback=True), C_FILE, "c")
    assert [chunk.symbol for chunk in chunks] == ["window 1", "window 2", "window 3", "window 4"]
    assert "head" not in chunks[0].text


def test_equal_windows_with_other_local_names_have_equal_renamed_tokens() -> None:
    first, second = (
        cut(Settings(chunker="lines"), text) for text in (RETRY, RETRY.replace("attempts", "tries"))
    )
    assert len(first) == len(second) == 1
    assert first[0].tokens != second[0].tokens
    assert [t.kind for t in first[0].tokens] == [t.kind for t in second[0].tokens]


RUST_TESTS = """\
#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }
}
"""


@pytest.mark.parametrize("chunker", ["ast", "lines", "tokens"])
def test_what_the_code_calls_a_test_is_one(chunker: str) -> None:
    (alone,) = cut(Settings(chunker=chunker), RUST_TESTS, "rust")
    assert alone.is_test
    mixed = cut(Settings(chunker=chunker), f"fn add(a: i8) {{ a + 1 }}\n{RUST_TESTS}", "rust")
    assert [chunk.is_test for chunk in mixed] == ([False, True] if chunker == "ast" else [False])


def test_a_very_long_function_is_cut_in_no_time() -> None:
    text = "function f() {\n" + "a;\n" * 80_000 + "}\n"
    started = time.monotonic()
    assert len(cut(Settings(max_chunk_chars=1000), text, "javascript")) > 1000
    assert time.monotonic() - started < 6


def test_a_part_of_comments_alone_is_none() -> None:
    text = "def f(a):\n" + "    # a comment of some length\n" * 100 + "    return a.b(1)\n"
    parts = cut(Settings(max_chunk_chars=300, strip_comments=False), text)
    assert [part.symbol for part in parts] == ["f (part 1)", "f (part 2)"]
    assert all(part.tokens for part in parts)
