from __future__ import annotations

import pytest

from sai.core.settings import Settings
from sai.errors import ConfigurationError
from sai.sources.ignore_rules import PathFilter

GENERATED = "minified or generated file name"


def place(name: str) -> str:
    return f"vendored or generated directory ({name})"


def reason(path: str, settings: Settings | None = None, *, tracked: bool = True) -> str:
    return PathFilter(settings or Settings(), tracked).reason(path)


@pytest.mark.parametrize(
    "path",
    [
        "main.py",
        "src/app/models.py",
        "build/backend.py",  # tracked: a package
        "tools/out/writer.go",
        ".github/scripts/release.py",
        "coverage/control.py",
        "env/gym.py",
        "vendors/models.py",  # suppliers, as a shop has them
        "src/vendor.py",  # a module, not a directory
        "app/migrations.py",
        "distribution/dist_utils.py",
        "src/generator/gen.go",
        "pods/list.go",
        "external/client.ts",
        "lib/jquery.plugin.js",
        "admin.js",
        "app/test_generated.py",
        "bundle.js",
        "src/d.ts",
        "_version.py",
    ],
)
def test_hand_written_code_is_kept(path: str) -> None:
    assert reason(path) == ""


@pytest.mark.parametrize(
    ("path", "directory"),
    [
        ("node_modules/left-pad/index.js", "node_modules"),
        ("web/node_modules/x/vendor/y.js", "node_modules"),
        ("vendor/github.com/x/y.go", "vendor"),
        ("pip/_vendor/requests/api.py", "_vendor"),
        ("third_party/py/six.py", "third_party"),
        ("venv/lib/python3.12/site-packages/x.py", "site-packages"),
        ("dist/bundle.js", "dist"),
        ("shop/migrations/0001_initial.py", "migrations"),
        ("alembic/versions/1a2b3c_users.py", "versions"),
        ("services/x/alembic/versions/1a2b3c_users.py", "versions"),
        ("web/src/__generated__/graphql.ts", "__generated__"),
        ("client/generated/api.py", "generated"),
        (".next/server/app.js", ".next"),
    ],
)
def test_vendored_and_generated_places_are_left_out(path: str, directory: str) -> None:
    assert reason(path) == place(directory)


@pytest.mark.parametrize(
    ("path", "directory"),
    [
        ("build/lib/x.py", "build"),
        ("target/debug/x.rs", "target"),
        ("venv/bin/x.py", "venv"),
        (".idea/x.py", ".idea"),
        ("pkg.egg-info/x.py", "pkg.egg-info"),
        ("cmake-build-debug/x.c", "cmake-build-debug"),
    ],
)
def test_some_places_are_suspect_outside_git_only(path: str, directory: str) -> None:
    assert reason(path, tracked=False) == place(directory)
    assert reason(path, tracked=True) == ""


@pytest.mark.parametrize(
    "path",
    [
        "static/app.min.js",
        "static/app-min.js",
        "static/app.min.mjs",
        "static/main.bundle.js",
        "static/12.chunk.js",
        "static/jquery-3.6.0.js",
        "static/jquery.js",
        "api/user_pb2.py",
        "api/user_pb2_grpc.py",
        "api/user_pb2.pyi",
        "api/user_pb.ts",
        "api/user.pb.go",
        "api/user_grpc.pb.go",
        "api/user.pb.gw.go",
        "pkg/apis/zz_generated.deepcopy.go",
        "src/routeTree.gen.ts",
        "src/schema.generated.py",
        "src/schema_generated.ts",
        "versioneer.py",
        ".pnp.cjs",
    ],
)
def test_generated_names_are_left_out(path: str) -> None:
    assert reason(path) == GENERATED


@pytest.mark.parametrize("path", ["types/index.d.ts", "index.d.mts", "index.d.cts"])
def test_type_declarations_hold_nothing_to_compare(path: str) -> None:
    assert reason(path) == "type declarations only"


def test_own_directories_are_names_ends_of_paths_or_globs() -> None:
    settings = Settings(extend_exclude_dirs=("fixtures/", "api/stubs", "snap-*", "", "/data"))

    assert reason("tests/fixtures/a.py", settings) == "excluded directory (fixtures)"
    assert reason("src/api/stubs/v1/a.py", settings) == "excluded directory (stubs)"
    assert reason("stubs/a.py", settings) == ""
    assert reason("x/snap-1/a.py", settings) == "excluded directory (snap-1)"
    assert reason("data/a.py", settings) == "excluded directory (data)"
    assert reason("fixtures.py", settings) == ""


def test_include_limits_and_exclude_wins() -> None:
    settings = Settings(include=("src/", "*.go"), exclude=("src/old/**", "legacy*.py"))

    assert reason("src/a.py", settings) == ""
    assert reason("cmd/main.go", settings) == ""
    assert reason("tests/a.py", settings) == "not included"
    assert reason("src/old/a.py", settings) == "excluded by pattern"
    assert reason("src/x/legacy_1.py", settings) == "excluded by pattern"
    assert reason("src/vendor/a.py", settings) == place("vendor")


def test_a_negated_pattern_takes_a_place_back() -> None:
    settings = Settings(exclude=("*.gen.py", "!django/db/migrations/", "!keep.gen.py"))

    assert reason("django/db/migrations/writer.py", settings) == ""
    assert reason("app/migrations/0001_initial.py", settings) == place("migrations")
    assert reason("a.gen.py", settings) == "excluded by pattern"
    assert reason("keep.gen.py", settings) == ""


def test_the_place_of_a_file_is_judged_apart_from_its_name_and_patterns() -> None:
    rules = PathFilter(Settings(exclude=("a.py", "!vendor/mine/"), include=("b.py",)), tracked=True)
    assert rules.place_reason("vendor/notes.txt") == ("vendored or generated directory (vendor)")
    assert rules.place_reason("vendor/") == "vendored or generated directory (vendor)"
    assert [rules.place_reason(path) for path in ("a.py", "c/x.min.js", "vendor/mine/x.py")] == [
        "", "", "",
    ]  # fmt: skip


def test_a_walk_need_not_enter_what_is_left_out() -> None:
    plain = PathFilter(Settings(), tracked=False)
    taking_back = PathFilter(Settings(exclude=("!vendor/",)), tracked=False)

    assert plain.prunes("web/node_modules")
    assert plain.prunes(".cache")
    assert not plain.prunes("src")
    assert not taking_back.prunes("vendor")


@pytest.mark.parametrize("key", ["include", "exclude"])
def test_a_pattern_that_is_none_is_a_configuration_error(key: str) -> None:
    settings = Settings(include=("!",)) if key == "include" else Settings(exclude=("!",))

    with pytest.raises(ConfigurationError, match=f"^{key} holds a pattern"):
        PathFilter(settings, tracked=True)


def test_odd_names_are_judged_like_others() -> None:
    settings = Settings(exclude=("caf\u00e9/",))

    assert reason("a\nb/c d\udce9.py", settings) == ""
    assert reason("caf\u00e9/x.py", settings) == "excluded by pattern"
    assert reason("node_modules/a\nb.py", settings) == place("node_modules")


@pytest.mark.parametrize(
    ("path", "settings", "hidden"),
    [
        ("packages/a/pyproject.toml", Settings(), False),
        ("vendor/a/pyproject.toml", Settings(), True),
        ("vendor/a/pyproject.toml", Settings(exclude=("!vendor/",)), False),
        ("examples/a/pyproject.toml", Settings(exclude=("examples/",)), True),
        ("examples/a/pyproject.toml", Settings(exclude=("examples/*",)), True),
        ("examples/a/pyproject.toml", Settings(exclude=("*.py",)), False),
        ("attic/a/pyproject.toml", Settings(extend_exclude_dirs=("attic",)), True),
        ("packages/a/pyproject.toml", Settings(include=("src/",)), False),
    ],
)
def test_a_project_inside_is_hidden_where_its_place_is_left_out(
    path: str, settings: Settings, hidden: bool
) -> None:
    assert PathFilter(settings, tracked=True).hides(path) is hidden
