"""Merging all sources: values, origins, and every mistake named at once."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sai.config import WITHOUT_GRAMMAR, Resolved, all_keys, parse_table, resolve
from sai.core.settings import DuplicateSettings, IndexSettings, OnnxSettings, Settings
from sai.errors import ConfigurationError

CHOICES = {
    "languages": ("javascript", "lua", "python"),
    "chunker": ("ast",),
    "embedder": ("sketch", "minilm", "onnx"),
    WITHOUT_GRAMMAR: ("lua",),
}


def resolve_all(
    toml: str = "",
    environment: Mapping[str, str] | None = None,
    command_line: Mapping[str, object] | None = None,
) -> Resolved:
    return resolve(
        parse_table(f"[tool.sai]\n{toml}".encode(), "pyproject.toml"),
        environment=environment or {},
        command_line=command_line or {},
        choices=CHOICES,
    )


def mistake_in(
    toml: str = "",
    environment: Mapping[str, str] | None = None,
    command_line: Mapping[str, object] | None = None,
) -> str:
    with pytest.raises(ConfigurationError) as caught:
        resolve_all(toml, environment, command_line)
    assert "`sai config`" in caught.value.hint
    return caught.value.message


def test_without_any_source_every_key_has_its_default() -> None:
    resolved = resolve_all()
    assert resolved.settings == Settings()
    assert resolved.origins == dict.fromkeys(all_keys(), "default")


def test_every_key_of_the_file_reaches_its_field() -> None:
    resolved = resolve_all(
        """
        include = ["src/"]
        exclude = ["a/*.py", "!a/b.py"]
        extend-exclude-dirs = ["third_party"]
        languages = ["python"]
        chunker = "ast"
        embedder = "minilm"
        baseline = "ci/accepted.json"
        strip-comments = false
        skip-generated = false
        max-file-kib = 64
        against = "none"
        test-paths = ["spec/"]
        index.path = "cache/sai.duckdb"
        lines-fallback = true
        max-chunk-chars = 4000
        [tool.sai.duplicates]
        min-score = 0.5
        min-structure = 1
        margin = 0
        min-lines = 9
        min-tokens = 50
        min-exact-lines = 5
        min-cluster-size = 3
        top-k = 4
        max-clusters = 7
        linkage = "single"
        tests = "fail"
        [tool.sai.onnx]
        path = "models/e5"
        prefix = "e5"
        dimension = 384
        max-tokens = 512
        """
    )
    assert resolved.settings == Settings(
        include=("src/",),
        exclude=("a/*.py", "!a/b.py"),
        extend_exclude_dirs=("third_party",),
        languages=("python",),
        chunker="ast",
        lines_fallback=True,
        max_chunk_chars=4000,
        embedder="minilm",
        baseline="ci/accepted.json",
        strip_comments=False,
        skip_generated=False,
        max_file_kib=64,
        against="none",
        test_paths=("spec/",),
        index=IndexSettings(path="cache/sai.duckdb"),
        duplicates=DuplicateSettings(
            min_score=0.5,
            min_structure=1.0,
            margin=0.0,
            min_lines=9,
            min_tokens=50,
            min_exact_lines=5,
            min_cluster_size=3,
            top_k=4,
            max_clusters=7,
            linkage="single",
            tests="fail",
        ),
        onnx=OnnxSettings(path="models/e5", prefix="e5", dimension=384, max_tokens=512),
    )
    assert set(resolved.origins.values()) == {"pyproject.toml"}
    assert type(resolved.settings.duplicates.min_structure) is float


def test_command_line_beats_environment_beats_file_beats_default() -> None:
    resolved = resolve_all(
        'against = "none"\nmax-file-kib = 1\nduplicates.min-score = 0.1',
        {"SAI_MAX_FILE_KIB": "2", "SAI_DUPLICATES_MIN_SCORE": "0.2"},
        {"duplicates.min-score": 0.3, "against": None},
    )
    settings = resolved.settings
    assert (settings.against, settings.max_file_kib) == ("none", 2)
    assert settings.duplicates.min_score == 0.3
    given = {key: origin for key, origin in resolved.origins.items() if origin != "default"}
    assert given == {
        "against": "pyproject.toml",
        "max-file-kib": "environment SAI_MAX_FILE_KIB",
        "duplicates.min-score": "command line",
    }


@pytest.mark.parametrize(
    ("variable", "text", "expected"),
    [
        ("SAI_INDEX_PATH", "x/y.duckdb", Settings(index=IndexSettings("x/y.duckdb"))),
        ("SAI_INCLUDE", "src/ , lib/*.py,", Settings(include=("src/", "lib/*.py"))),
        ("SAI_STRIP_COMMENTS", "No", Settings(strip_comments=False)),
        ("SAI_SKIP_GENERATED", "1", Settings()),
        ("SAI_DUPLICATES_MARGIN", " 1 ", Settings(duplicates=DuplicateSettings(margin=1.0))),
        ("SAI_TEST_PATHS", "spec/", Settings(test_paths=("spec/",))),
        ("SAI_BASELINE", "", Settings()),
        ("SAI_MAX_FILE_KIB", "  ", Settings()),
    ],
)
def test_a_variable_is_read_by_the_type_of_its_key(
    variable: str, text: str, expected: Settings
) -> None:
    assert resolve_all(environment={variable: text}).settings == expected


VARIABLES = {
    "SAI_AGAINST": ("none", "no"),
    "SAI_BASELINE": ("b.json", "/b.json"),
    "SAI_CHUNKER": ("ast", "lines"),
    "SAI_EMBEDDER": ("minilm", "bert"),
    "SAI_EXCLUDE": ("a, b", "a**\\"),
    "SAI_EXTEND_EXCLUDE_DIRS": ("a", None),
    "SAI_INCLUDE": (" , ", "a, !"),
    "SAI_LANGUAGES": ("python,javascript", "python, perl"),
    "SAI_LINES_FALLBACK": ("ON", "maybe"),
    "SAI_MAX_CHUNK_CHARS": ("9000", "-1"),
    "SAI_MAX_FILE_KIB": (" 5 ", "5.5"),
    "SAI_SKIP_GENERATED": ("off", "2"),
    "SAI_STRIP_COMMENTS": ("0", "none"),
    "SAI_TEST_PATHS": ("spec/", "!"),
    "SAI_INDEX_PATH": ("x.duckdb", "../x"),
    "SAI_DUPLICATES_LINKAGE": ("single", "double"),
    "SAI_DUPLICATES_MARGIN": ("0.1", "1.1"),
    "SAI_DUPLICATES_MAX_CLUSTERS": ("7", "seven"),
    "SAI_DUPLICATES_MIN_CLUSTER_SIZE": ("3", "1"),
    "SAI_DUPLICATES_MIN_EXACT_LINES": ("5", "0"),
    "SAI_DUPLICATES_MIN_LINES": ("8", "8.0"),
    "SAI_DUPLICATES_MIN_SCORE": (".5", "nan"),
    "SAI_DUPLICATES_MIN_STRUCTURE": ("1", "0.4"),
    "SAI_DUPLICATES_MIN_TOKENS": ("50", "0x50"),
    "SAI_DUPLICATES_TESTS": ("fail", "true"),
    "SAI_DUPLICATES_TOP_K": ("9", ""),
    "SAI_ONNX_DIMENSION": ("384", "-1"),
    "SAI_ONNX_MAX_TOKENS": ("64", "many"),
    "SAI_ONNX_PATH": ("/models/e5", None),
    "SAI_ONNX_PREFIX": ("e5", "query"),
}
"""For each variable a value that is right and one that is wrong, if there is any."""


def test_every_key_has_its_variable() -> None:
    for key in all_keys().values():
        right, _ = VARIABLES[key.variable]
        origins = resolve_all(environment={key.variable: right}).origins
        given = {name: origin for name, origin in origins.items() if origin != "default"}
        assert given == {key.name: f"environment {key.variable}"}


@pytest.mark.parametrize(
    ("variable", "wrong"), [(name, wrong) for name, (_, wrong) in VARIABLES.items() if wrong]
)
def test_a_wrong_value_names_its_variable(variable: str, wrong: str) -> None:
    assert mistake_in(environment={variable: wrong}).startswith(f"environment: {variable} ")


def test_empty_variables_are_not_set() -> None:
    environment = dict.fromkeys(VARIABLES, " ")
    assert resolve_all('against = "none"', environment).settings == Settings(against="none")


def test_a_list_is_emptied_by_a_comma() -> None:
    assert resolve_all('exclude = ["a"]', {"SAI_EXCLUDE": ","}).settings == Settings()


def test_a_contradiction_names_the_variables_that_are_part_of_it() -> None:
    assert mistake_in(environment={"SAI_EMBEDDER": "onnx"}) == (
        "environment: SAI_EMBEDDER and tool.sai.onnx.path contradict each other: "
        "the embedder onnx needs the path of a model"
    )


def test_a_text_on_the_command_line_is_read_like_a_variable() -> None:
    resolved = resolve_all(command_line={"max-file-kib": "7", "languages": "python"})
    assert resolved.settings == Settings(max_file_kib=7, languages=("python",))


@pytest.mark.parametrize(
    "variable",
    ["SAI_TEST_QDRANT_URL", "SAI_PATH", "SAI_HOME", "SAI_", "SAI_INDEX", "sai_baseline", "PATH"],
)
def test_variables_that_do_not_look_like_ours_are_ignored(variable: str) -> None:
    assert resolve_all(environment={variable: "1"}).settings == Settings()


@pytest.mark.parametrize(
    ("variable", "message"),
    [
        (
            "SAI_DUPLICATES_MIN_SCOR",
            "environment: SAI_DUPLICATES_MIN_SCOR is not a known variable; "
            "did you mean SAI_DUPLICATES_MIN_SCORE?",
        ),
        (
            "SAI_MIN_SCORE",
            "environment: SAI_MIN_SCORE is not a known variable; "
            "did you mean SAI_DUPLICATES_MIN_SCORE?",
        ),
        ("SAI_STORE", "environment: SAI_STORE is not supported by this version yet"),
        (
            "SAI_SIMILAR_LIMIT",
            "environment: SAI_SIMILAR_LIMIT is not supported by this version yet",
        ),
    ],
)
def test_variables_that_look_like_ours_are_mistakes(variable: str, message: str) -> None:
    assert mistake_in(environment={variable: "1"}) == message


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (
            "duplicates.min-scor = 0.5",
            "tool.sai.duplicates.min-scor is not a known key; "
            "did you mean tool.sai.duplicates.min-score?",
        ),
        (
            "max_file_kib = 5",
            "tool.sai.max_file_kib is not a known key; did you mean tool.sai.max-file-kib?",
        ),
        (
            "min-score = 0.5",
            "tool.sai.min-score is not a known key; did you mean tool.sai.duplicates.min-score?",
        ),
        (
            '"duplicates.min-score" = 0.5',
            'tool.sai."duplicates.min-score" is not a known key; '
            "did you mean tool.sai.duplicates.min-score?",
        ),
        (
            "duplicate.min-score = 0.5",
            "tool.sai.duplicate is not a known key; did you mean tool.sai.duplicates?",
        ),
        (
            "index.zzz = 0.5",
            "tool.sai.index.zzz is not a known key; the keys of this table are path",
        ),
        ("duplicates = 3", "tool.sai.duplicates must be a table, not 3"),
        ("duplicates = [{}]", "tool.sai.duplicates must be a table, not a list"),
        ("max-file-kib = true", "tool.sai.max-file-kib must be a whole number, not true"),
        ("max-file-kib = 5.0", "tool.sai.max-file-kib must be a whole number, not 5.0"),
        ("max-file-kib = 0", "tool.sai.max-file-kib must be at least 1, not 0"),
        (
            "max-file-kib = 9000000000",
            "tool.sai.max-file-kib must be between 1 and 2147483647, not 9000000000",
        ),
        ('strip-comments = "yes"', 'tool.sai.strip-comments must be true or false, not "yes"'),
        ("strip-comments = 1", "tool.sai.strip-comments must be true or false, not 1"),
        ("baseline = {}", "tool.sai.baseline must be a text, not a table"),
        ("baseline = 2020-01-01", "tool.sai.baseline must be a text, not a date"),
        ('include = "src"', 'tool.sai.include must be a list of texts, not "src"'),
        ("include = [1]", "tool.sai.include must be a list of texts, but holds 1"),
        ('include = [" "]', "tool.sai.include must not hold an empty text"),
        (
            'exclude = ["a", "!"]',
            'tool.sai.exclude holds "!", which is not a pattern of .gitignore form',
        ),
        (
            'test-paths = ["[z-a]"]',
            'tool.sai.test-paths holds "[z-a]", which is not a pattern of .gitignore form',
        ),
        (
            "duplicates.min-score = 1.5",
            "tool.sai.duplicates.min-score must be between 0 and 1, not 1.5",
        ),
        (
            "duplicates.min-score = nan",
            "tool.sai.duplicates.min-score must be between 0 and 1, not nan",
        ),
        (
            "duplicates.min-structure = 0.4",
            "tool.sai.duplicates.min-structure must be between 0.5 and 1, not 0.4",
        ),
        (
            "duplicates.min-cluster-size = 1",
            "tool.sai.duplicates.min-cluster-size must be at least 2, not 1",
        ),
        (
            'duplicates.linkage = "complet"',
            'tool.sai.duplicates.linkage must be "complete" or "single", not "complet"',
        ),
        (
            'duplicates.tests = "off"',
            'tool.sai.duplicates.tests must be "fail", "ignore" or "report", not "off"',
        ),
        ('against = "HEAD"', 'tool.sai.against must be "head" or "none", not "HEAD"'),
        ('chunker = "lines"', 'tool.sai.chunker must be "ast", not "lines"'),
        ('embedder = "bert"', 'tool.sai.embedder must be "minilm", "onnx" or "sketch", not "bert"'),
        (
            'languages = ["python", "ruby"]',
            'tool.sai.languages item must be "javascript", "lua" or "python", not "ruby"',
        ),
        (
            'baseline = "/b.json"',
            'tool.sai.baseline must be relative to the project root, not "/b.json"',
        ),
        ('baseline = "C:b"', 'tool.sai.baseline must be relative to the project root, not "C:b"'),
        (
            'index.path = "a/../../b"',
            'tool.sai.index.path must not leave the project, not "a/../../b"',
        ),
        ("index.path = 'a\\b'", 'tool.sai.index.path must use / between directories, not "a\\\\b"'),
        ('index.path = "a/"', 'tool.sai.index.path must name a file, not "a/"'),
        ('index.path = ""', 'tool.sai.index.path must name a file, not ""'),
        (
            'index.path = "sai-baseline.json"',
            "tool.sai.baseline and tool.sai.index.path contradict each other: "
            'both name the file "sai-baseline.json"',
        ),
        (
            "duplicates.min-exact-lines = 8",
            "tool.sai.duplicates.min-exact-lines and tool.sai.duplicates.min-lines contradict "
            "each other: the size floor of exact copies (8 lines) must not be above that of "
            "edited ones (6 lines)",
        ),
        (
            "duplicates.path = 'x'",
            "tool.sai.duplicates.path is not a known key; did you mean tool.sai.index.path?",
        ),
        (
            "margni = 1",
            "tool.sai.margni is not a known key; did you mean tool.sai.duplicates.margin?",
        ),
        ("'a.b' = 1", 'tool.sai."a.b" is not a known key'),
        ("index.hnsw = 'auto'", "tool.sai.index.hnsw is not supported by this version yet"),
        ("similar = {}", "tool.sai.similar is not supported by this version yet"),
        (
            "embedder = 'onnx'",
            "tool.sai.embedder and tool.sai.onnx.path contradict each other: "
            "the embedder onnx needs the path of a model",
        ),
    ],
)
def test_a_mistake_in_the_file_names_key_and_way_out(toml: str, message: str) -> None:
    assert mistake_in(toml) == f"pyproject.toml: {message}"


def test_all_mistakes_of_all_sources_are_reported_at_once() -> None:
    listed = (
        "the keys of this table are against, baseline, chunker, embedder, exclude, "
        "extend-exclude-dirs, include, languages, lines-fallback, max-chunk-chars, "
        "max-file-kib, skip-generated, strip-comments, test-paths"
    )
    message = mistake_in(
        'against = "x"\nfoo = 1\n[tool.sai.duplicates]\nmin-lines = 2\nmin-exact-lines = "3"',
        {
            "SAI_DUPLICATES_TOP_K": "many",
            "SAI_BASELINES": "x",
            "SAI_INDEX_PATH": "sai-baseline.json",
        },
        {"duplicates.margin": 2, "duplicate.margin": 1},
    )
    assert message == "\n".join(
        [
            "8 mistakes in the configuration:",
            '  pyproject.toml: tool.sai.against must be "head" or "none", not "x"',
            f"  pyproject.toml: tool.sai.foo is not a known key; {listed}",
            '  pyproject.toml: tool.sai.duplicates.min-exact-lines must be a whole number, not "3"',
            "  environment: SAI_BASELINES is not a known variable; did you mean SAI_BASELINE?",
            '  environment: SAI_DUPLICATES_TOP_K must be a whole number, not "many"',
            "  command line: duplicates.margin must be between 0 and 1, not 2",
            "  command line: duplicate.margin is not a known key; "
            "did you mean tool.sai.duplicates.margin?",
            "  environment: tool.sai.baseline and SAI_INDEX_PATH contradict each other: "
            'both name the file "sai-baseline.json"',
        ]
    )


def test_a_mistake_stays_one_when_a_stronger_source_sets_the_key() -> None:
    message = mistake_in("max-file-kib = 0", command_line={"max-file-kib": 5})
    assert message == "pyproject.toml: tool.sai.max-file-kib must be at least 1, not 0"


def test_another_name_of_the_file_is_used_in_messages() -> None:
    with pytest.raises(ConfigurationError, match=r"^a/pyproject\.toml: tool\.sai\.x "):
        resolve(
            {"x": 1},
            environment={},
            command_line={},
            choices=CHOICES,
            file_name="a/pyproject.toml",
        )


def test_nearest_of_many_values_is_named_alone() -> None:
    many = [f"language-{letter}" for letter in "abcdefghij"] + ["python"]
    with pytest.raises(
        ConfigurationError, match=r'item must not be "pyton"; did you mean "python"'
    ):
        resolve(
            {"languages": ["pyton"]},
            environment={},
            command_line={},
            choices={"languages": many},
        )


@pytest.mark.parametrize("name", ["max-file-kib", "duplicates.margin"])
def test_numbers_too_long_to_print_are_mistakes(name: str) -> None:
    message = mistake_in(command_line={name: -(10**5000)})
    assert message.endswith(", not a huge number")


def test_long_texts_are_shortened() -> None:
    message = mistake_in(command_line={"against": "x" * 500})
    assert message == f'command line: against must be "head" or "none", not "{"x" * 60}…"'


def test_values_without_a_list_of_known_ones_are_taken() -> None:
    resolved = resolve({"embedder": "mine"}, environment={}, command_line={}, choices={})
    assert resolved.settings.embedder == "mine"


def test_a_language_without_a_grammar_needs_the_fallback() -> None:
    assert mistake_in('languages = ["python", "lua"]') == (
        "pyproject.toml: tool.sai.languages and tool.sai.lines-fallback contradict each other: "
        "only with lines-fallback = true are read: lua"
    )
    settings = resolve_all('languages = ["python", "lua"]\nlines-fallback = true').settings
    assert settings.languages == ("python", "lua")
