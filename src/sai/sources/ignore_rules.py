"""What is left out by its location alone: patterns, vendored and generated places, file names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from typing import TYPE_CHECKING

from sai.core.limits import PathLimits
from sai.core.settings import Settings
from sai.errors import ConfigurationError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

VENDORED_DIRECTORIES = (
    "node_modules", "bower_components", "jspm_packages", "site-packages", "dist-packages",
    "__pypackages__", "vendor", "_vendor", "vendored", "_vendored", "third_party", "third-party",
    "_third_party", "thirdparty", "ThirdParty", "3rdparty", "3rd_party", "3rd-party", "externals",
    "Godeps", "Pods", "Carthage", ".venv", ".tox", ".nox", ".yarn", ".pnpm-store", ".bundle",
)  # fmt: skip
GENERATED_DIRECTORIES = (
    "dist", "migrations", "Migrations", "alembic/versions", "generated", "_generated",
    "__generated__", "__pycache__", "__snapshots__", ".next", ".nuxt", ".svelte-kit", ".angular",
    ".docusaurus", ".parcel-cache", ".turbo", ".vercel", ".serverless", ".terraform", ".eggs",
    ".mypy_cache", ".ipynb_checkpoints", ".git", ".sai",
)  # fmt: skip
UNTRACKED_DIRECTORIES = (
    "build", "_build", "out", "target", "venv", "eggs", "*.egg-info", "htmlcov",
    "bazel-*", "cmake-build-*", ".*",
)  # fmt: skip
"""Left out outside git only: where they are tracked, they may be a project's own packages."""

GENERATED_NAME = re.compile(
    r"""(?: [.-]min\.[cm]?js                              # minified and bundled
          | \.(?:bundle|chunk)\.[cm]?js
          | _pb2(?:_grpc)?\.pyi?                          # protocol buffers
          | _pb\.(?:[cm]?js|ts) | _pb_service\.[jt]s
          | \.pb(?:\.gw|\.validate)?\.go | \.connect\.go
          | \.(?:gen|generated)\.\w+                      # other generators
          | _generated\.(?:go|[jt]sx?|rs|h) | \.g\.dart | \.designer\.cs
        )\Z""",
    re.VERBOSE,
)
COPIED_NAME = re.compile(
    r"""(?: versioneer\.py | ez_setup\.py | get-pip\.py   # tools that live as copies in projects
          | \.pnp\.(?:c?js|loader\.mjs) | zz_generated\..+
          | jquery(?:[.-]\d[\d.]*)?(?:[.-]slim)?\.js
        )\Z""",
    re.VERBOSE,
)
DECLARATIONS_NAME = re.compile(r"\.d\.[cm]?ts\Z")


class PathFilter:
    """Says which paths of a project are left out, and why; paths are relative, `/`-separated.

    `exclude` wins over `include`. A negated exclude pattern (`!vendor/`) takes a place back
    from the built-in lists, `extend-exclude-dirs` and the generated file names. `tracked` says
    that git lists the files: fewer directory names are suspect then.
    """

    def __init__(self, settings: Settings, tracked: bool) -> None:
        self._exclude = _spec("exclude", settings.exclude)
        self._include = _spec("include", settings.include)
        self._takes_back = any(pattern.startswith("!") for pattern in settings.exclude)
        self._own = _DirectoryRules(settings.extend_exclude_dirs)
        self._built_in = _DirectoryRules(
            (
                *VENDORED_DIRECTORIES,
                *GENERATED_DIRECTORIES,
                *(() if tracked else UNTRACKED_DIRECTORIES),
            )
        )
        self._directories: dict[str, str] = {"": ""}

    def reason(self, path: str) -> str:
        """Why the file `path` is left out; "" if it is kept. Costs microseconds."""
        wanted = self._exclude.check_file(path).include if self._exclude else None
        if wanted:
            return "excluded by pattern"
        if self._include and not self._include.match_file(path):
            return "not included"
        if wanted is False:
            return ""
        directory, _, name = path.rpartition("/")
        return self._directory_reason(directory) or _name_reason(name)

    def place_reason(self, path: str) -> str:
        """Why the directory that holds `path` is left out; "" if none is, or `path` taken back."""
        taken_back = self._exclude and self._exclude.check_file(path).include is False
        return "" if taken_back else self._directory_reason(path.rpartition("/")[0])

    def hides(self, path: str) -> bool:
        """Whether a project of its own whose settings are `path` is left out; `include` has no say.

        That holds for vendored places, too: a project need not judge what it only carries along.
        """
        wanted = self._exclude.check_file(path).include if self._exclude else None
        return bool(self._directory_reason(path.rpartition("/")[0])) if wanted is None else wanted

    def prunes(self, directory: str) -> bool:
        """Whether every file below `directory` is left out, so that it need not be walked."""
        return not self._takes_back and bool(self._directory_reason(directory))

    def _directory_reason(self, directory: str) -> str:
        """The reason of the outermost suspect directory on the way to `directory` or itself."""
        known = self._directories.get(directory)
        if known is None:
            known = self._directory_reason(directory.rpartition("/")[0])
            if not known and self._own.match(directory):
                known = f"excluded directory ({directory.rpartition('/')[2]})"
            elif not known and self._built_in.match(directory):
                known = f"vendored or generated directory ({directory.rpartition('/')[2]})"
            self._directories[directory] = known
        return known


def path_limits(settings: Settings) -> PathLimits:
    """The limits of a project, with the patterns of its `overrides`."""
    overrides = [(_matcher(each.paths), each) for each in settings.overrides]
    return PathLimits(settings.duplicates, overrides)


def _matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    spec = _spec("overrides", patterns)
    return lambda path: spec is not None and spec.match_file(path)


class _DirectoryRules:
    """Names of directories at any depth; with a slash inside, the end of a directory's path."""

    def __init__(self, names: Iterable[str]) -> None:
        plain = [name.strip("/") for name in names]
        self._names = frozenset(name for name in plain if not set(name) & set("*?[/"))
        others = [translate(f"*/{name}") for name in plain if name and name not in self._names]
        self._others = re.compile("|".join(others)) if others else None

    def match(self, directory: str) -> bool:
        """Whether `directory` itself, not one above it, is named."""
        if directory.rpartition("/")[2] in self._names:
            return True
        return self._others is not None and self._others.match(f"/{directory}") is not None


def _name_reason(name: str) -> str:
    if GENERATED_NAME.search(name) or COPIED_NAME.match(name):
        return "minified or generated file name"
    return "type declarations only" if DECLARATIONS_NAME.search(name) else ""


def _spec(key: str, patterns: tuple[str, ...]) -> GitIgnoreSpec | None:
    if not patterns:
        return None
    from pathspec import GitIgnoreSpec  # 30 ms that most projects need not pay

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError as error:
        raise ConfigurationError(
            f"{key} holds a pattern that is none: {error}",
            hint="patterns have the form of .gitignore lines",
        ) from error
