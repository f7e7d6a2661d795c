"""Coverage-guided fuzzing of decoding and cutting, for all languages. Needs `pip install atheris`.

    python benchmarks/robustness/fuzz_chunkers.py CORPUS [-max_total_time=600]

CORPUS is a directory that grows; fill it first with `--seed`, which copies the fixture files. The
first byte of an input picks the language, the rest is the file. What it finds becomes a test in
tests/unit/syntax/test_fuzz.py, whose invariants are checked here, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT))

with atheris.instrument_imports(include=["sai"]):
    from tests.unit.syntax.invariants import check_file

    from sai.core.text import UndecodableError, decode
    from sai.syntax import languages

LANGUAGES = [spec.name for spec in languages.LANGUAGES]


def one_input(data: bytes) -> None:
    """Decode and cut; an exception is a finding."""
    if not data:
        return
    language = LANGUAGES[data[0] % len(LANGUAGES)]
    try:
        text = decode(data[1:], language)
    except UndecodableError:
        return
    check_file(text, language)


def seed(corpus: Path) -> None:
    """Copy the fixture files into the corpus."""
    corpus.mkdir(parents=True, exist_ok=True)
    for path in sorted((PROJECT / "tests" / "fixtures").rglob("*")):
        language = languages.language_of(path.name)
        if language and path.is_file():
            name = "-".join(path.relative_to(PROJECT).parts)
            (corpus / name).write_bytes(bytes([LANGUAGES.index(language)]) + path.read_bytes())


if __name__ == "__main__":
    if "--seed" in sys.argv:
        sys.argv.remove("--seed")
        seed(Path(sys.argv[1]))
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
