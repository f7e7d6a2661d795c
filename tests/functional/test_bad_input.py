"""Bad input as real files: named, never fatal, never silently a pass."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.functional.git_repo import BASELINE, GitRepo, Outcome
from tests.functional.sample_code import EDITED_COPY, PARSER, THIRD_COPY, settlement

LINES = THIRD_COPY.splitlines(keepends=True)
TOO_LARGE = "larger than max-file-kib (512 KiB)"
BINARY = "binary: it holds NUL bytes"
BROKEN = "syntax not understood in places: checked as far as it could be read"
CONFLICT = "merge conflict markers: checked as far as it could be read"

JUDGED: dict[str, tuple[str, bytes, int]] = {
    "byte order mark": ("bom.py", b"\xef\xbb\xbf" + THIRD_COPY.encode(), 1),
    "CRLF": ("crlf.py", b"\r\n\r\n" + THIRD_COPY.replace("\n", "\r\n").encode(), 3),
    "lone CR": ("cr.py", b"\r" + THIRD_COPY.replace("\n", "\r").encode(), 2),
    "mixed line ends": ("mixed.py", "".join(map("".join, zip(
        (line.rstrip("\n") for line in LINES), ["\n", "\r\n", "\r"] * 9, strict=False
    ))).encode(), 1),
    "form feeds": ("feeds.py", f"\f\n\f{THIRD_COPY}\f".encode(), 2),
    "no last line end": ("noend.py", THIRD_COPY.rstrip("\n").encode(), 1),
    "PEP 263": ("declared.py", f"# coding: latin-1\n# \xe9\n{THIRD_COPY}".encode("latin-1"), 3),
    "PEP 263 by Emacs": (
        "emacs.py", f"# -*- coding: utf-8-unix -*-\n# \xe9\n{THIRD_COPY}".encode(), 3,
    ),
    "UTF-16": ("utf16.py", f"\ufeff# \xe9\n{THIRD_COPY}".encode("utf-16-le"), 2),
    "UTF-32": ("utf32.py", f"\ufeff# \xe9\n{THIRD_COPY}".encode("utf-32-be"), 2),
    "not a character": ("noncharacter.py", f"# \uffff\n{THIRD_COPY}".encode(), 2),
    "bidirectional and without width": (
        "bidi.py", f"# \u202e\u200b\u2066\n{THIRD_COPY}".encode(), 2,
    ),
    "line separators": ("separators.py", f"A = '\u2028\x85\x1c'\n{THIRD_COPY}".encode(), 2),
    "behind a syntax error": ("broken.py", f"x = (]\n\n{THIRD_COPY}".encode(), 3),
    "between conflict markers": (
        "conflict.py",
        f"<<<<<<< HEAD\nA = 1\n=======\nA = 2\n>>>>>>> side\n{THIRD_COPY}".encode(),
        6,
    ),
}  # fmt: skip
"""Files that are read: path, bytes, and the line in which the copy is found."""

NAMED: dict[str, tuple[str, bytes, str, bool]] = {
    "syntax error": ("broken.py", JUDGED["behind a syntax error"][1], BROKEN, False),
    "conflict": ("conflict.py", JUDGED["between conflict markers"][1], CONFLICT, False),
    "Latin-1": ("latin.py", "A = '\xe9'\n".encode("latin-1"), "not UTF-8 (byte 5)", True),
    "Latin-1 in JavaScript": (
        "latin.js", "// coding: latin-1\na('\xe9');".encode("latin-1"), "not UTF-8 (byte 22)", True,
    ),
    "another encoding than declared": (
        "ascii.py", "# coding: ascii\nA = '\xe9'\n".encode(),
        "not ascii, as it declares (byte 21)", True,
    ),
    "NUL": ("nul.py", b"a = 1\0\n", BINARY, True),
    "UTF-16 without its mark": ("nomark.py", "A = 1\n".encode("utf-16-be"), BINARY, True),
    "an image": ("image.js", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", BINARY, True),
    "one line of 3 MB": ("long.js", b"var a=[" + b"1," * 1_500_000 + b"]", TOO_LARGE, True),
    "pointer to large file storage": (
        "pointer.py", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
        "Git LFS pointer", True,
    ),
    "comments without end": (
        "comments.py", b"if a:\n    g()\n" + b"    #\n" * 50_000,
        "parsing would take too long: endless comments, continued lines or errors", True,
    ),
    "functions without end": (
        "deep.js", b"function f(a) { g(a);\n" * 2000 + b"}" * 2000,
        "functions nested too deeply: some were compared only as parts of those around them", False,
    ),
    **{
        f"codec {name}": (
            f"{name}.py", f"# coding: {name}\nA = 1\n".encode(),
            f"encoding '{name}' is not for source code", True,
        )
        for name in ("rot13", "zlib", "hex", "undefined", "unicode_escape", "idna", "punycode",
                     "utf-7", "utf-16")
    },
    "unknown codec": ("klingon.py", b"# coding: klingon\n", "unknown encoding 'klingon'", True),
}  # fmt: skip
"""Files of which something is said: path, bytes, reason, whether they were skipped."""

HARMLESS: dict[str, bytes] = {
    "empty.py": b"",
    "mark.py": b"\xef\xbb\xbf",
    "blank.js": b" \t\f\r\n" * 50,
    "comments.ts": b"// nothing\n/* here */\n",
    "docstring.py": b'"""Nothing here."""\n',
    "shebang.py": b"#!/usr/bin/env python\n",
    "string.py": b"A = '" + b"x" * 400_000 + b"'\n",
    "name.js": b"var " + b"x" * 400_000 + b" = 1;\n",
    "parameters.py": b"def f(" + b"".join(b"a%d," % n for n in range(20_000)) + b"): g()\n",
    "tiny.js": b"function f(){g()}" * 20_000,
    "braces.ts": b"const a = " + b"{b:" * 50_000 + b"1" + b"}" * 50_000 + b";\n",
    "brackets.py": b"a = " + b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "sum.py": b"a = 1" + b" + 1" * 100_000 + b"\n",
    "templates.js": b"var a = " + b"`${" * 50_000 + b"1" + b"}`" * 50_000 + b"\n",
    "lines.py": b"def f():\n" + b"    g()\n" * 60_000,
}
"""Files of which there is nothing to say."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A repository with one original; copy it, do not change it."""
    repo = GitRepo.create(tmp_path_factory.mktemp("clean") / "repo")
    repo.committed({"src/orders.py": settlement(), "src/headers.py": PARSER})
    return repo


@pytest.fixture
def repo(clean: GitRepo, tmp_path: Path) -> GitRepo:
    """A copy of the repository with one original."""
    return clean.copied_to(tmp_path / "repo")


def with_files(repo: GitRepo, files: Mapping[str, bytes]) -> GitRepo:
    """The repository with these files staged below `in/`."""
    for path, data in files.items():
        file = repo.top / "in" / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    repo.git("add", "-A")
    return repo


def problems_of(outcome: Outcome) -> dict[str, tuple[str, bool]]:
    """What a JSON report says of the files below `in/`: reason, whether skipped."""
    problems = outcome.json()["problems"]
    assert isinstance(problems, list)
    return {p["path"].removeprefix("in/"): (p["reason"], p["skipped"]) for p in problems}


def places_of(outcome: Outcome) -> dict[str, int]:
    """The line of the copy in each file of the one cluster that a JSON report shows."""
    clusters = outcome.json()["clusters"]
    assert isinstance(clusters, list)
    (cluster,) = clusters
    return {member["path"]: member["start_line"] for member in cluster["members"]}


def assert_said(outcome: Outcome, status: int, *said: str) -> None:
    """A clear message and no traceback."""
    assert "Traceback" not in outcome.text, outcome.text
    assert "bug in sai" not in outcome.text, outcome.text
    for text in said:
        assert text in outcome.text, outcome.text
    assert outcome.status == status, outcome.text


# -- content: read, named, or nothing to say; the same on disk, in the index and in a commit


@pytest.fixture(scope="module")
def judged(clean: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Where the copies are found in a repository that holds all files of `JUDGED`."""
    repo = clean.copied_to(tmp_path_factory.mktemp("judged") / "repo")
    with_files(repo, {path: data for path, data, _ in JUDGED.values()})
    return places_of(repo.sai("check", "--json"))


@pytest.mark.parametrize("kind", JUDGED)
def test_a_copy_in_an_odd_file_is_found_in_its_line(judged: dict[str, int], kind: str) -> None:
    path, _, line = JUDGED[kind]
    assert judged[f"in/{path}"] == line


@pytest.fixture(scope="module")
def odd(clean: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A repository with all files of `NAMED` and `HARMLESS`, staged; only read it."""
    repo = clean.copied_to(tmp_path_factory.mktemp("odd") / "repo")
    with_files(repo, {path: data for path, data, _, _ in NAMED.values()} | HARMLESS)
    (repo.top / "src" / "orders.py").unlink()  # of which two files hold copies
    repo.git("add", "-A")
    return repo


@pytest.fixture(scope="module")
def said_on_disk(odd: GitRepo) -> dict[str, tuple[str, bool]]:
    """What `sai check` says of each file."""
    return problems_of(odd.sai("check", "--json"))


@pytest.mark.parametrize("kind", NAMED)
def test_what_is_wrong_with_a_file_is_said(
    said_on_disk: dict[str, tuple[str, bool]], kind: str
) -> None:
    path, _, reason, skipped = NAMED[kind]
    assert said_on_disk[path] == (reason, skipped)


@pytest.mark.parametrize("path", HARMLESS)
def test_of_odd_but_sound_files_nothing_is_said(
    said_on_disk: dict[str, tuple[str, bool]], path: str
) -> None:
    assert path not in said_on_disk


def test_the_index_and_a_commit_get_the_same_words(
    odd: GitRepo, said_on_disk: dict[str, tuple[str, bool]], tmp_path: Path
) -> None:
    assert problems_of(odd.sai("check", "--staged", "--json")) == said_on_disk
    repo = odd.copied_to(tmp_path / "repo")
    start = repo.head()
    repo.commit("--no-verify")
    refs = {"PRE_COMMIT_FROM_REF": start, "PRE_COMMIT_TO_REF": "HEAD"}
    hook = repo.hook(env=refs)
    assert_said(hook, 1, *(reason for reason, skipped in said_on_disk.values() if skipped))


@pytest.mark.parametrize("kind", [kind for kind, row in NAMED.items() if row[3]])
def test_a_skipped_file_fails_where_that_is_asked_for(
    odd: GitRepo, strict: Outcome, kind: str
) -> None:
    del odd
    path, _, reason, _ = NAMED[kind]
    assert_said(strict, 1, f"sai: skipped in/{path}: {reason}\n")


@pytest.fixture(scope="module")
def strict(odd: GitRepo, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """What `--strict` says where nothing else fails."""
    repo = odd.copied_to(tmp_path_factory.mktemp("strict") / "repo")
    repo.git("rm", "-q", "--cached", "in/broken.py", "in/conflict.py")
    return repo.sai("check", "--strict")


# -- the tree: links, pipes, what vanishes, what may not be read, odd names

BOUND = """
import ctypes, os, sys
if os.geteuid() == 0:
    for capability in (1, 2):  # to read and to write whatever the permissions say
        assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0
os.execv(sys.executable, [sys.executable, "-m", "sai", *sys.argv[1:]])
"""


def bound(repo: GitRepo, *args: str) -> Outcome:
    """Run `sai` as somebody whom permissions bind, even where the superuser runs the tests."""
    return repo.run((sys.executable, "-c", BOUND, *args))


@pytest.fixture
def locked(repo: GitRepo) -> Iterator[GitRepo]:
    """A repository whose permissions are given back after the test."""
    yield repo
    for path in (repo.top, repo.top / "src", repo.top / "secret"):
        if path.exists():
            path.chmod(0o755)


def test_symbolic_links_are_not_followed(repo: GitRepo, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(THIRD_COPY)
    for name, target in {
        "loop.py": "loop.py",
        "dangling.py": "nowhere.py",
        "copy.py": "orders.py",
        "outside.py": str(tmp_path / "outside.py"),
        "up": "..",
    }.items():
        (repo.top / "src" / name).symlink_to(target)
    repo.git("add", "-A")
    passed = "no new duplicates · 2 functions in 2 files"
    assert_said(repo.sai("check", "--strict"), 0, passed)
    assert_said(repo.hook(), 0, "no source text is staged")
    repo.stage("src/more.py", "LIMIT = 3\n")
    assert_said(repo.hook(), 0, "no new duplicates")
    repo.git("rm", "-qf", "src/more.py")
    shutil.rmtree(repo.top / ".git")
    assert_said(repo.sai("check", "--strict"), 0, passed)


def test_pipes_and_sockets_are_no_files(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top / "src")  # the path of a socket may not be long
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
        os.mkfifo("pipe.py")
        Path("headers.py").unlink()
        os.mkfifo("headers.py")
        assert_said(repo.sai("check", "--strict"), 0, "1 function in 1 file")
        shutil.rmtree(repo.top / ".git")
        os.mkfifo(repo.top / ".gitignore")  # inside a repository git itself would wait for it
        assert_said(repo.sai("check", "--strict"), 0, "1 function in 1 file")


def test_a_tracked_file_that_is_gone_from_disk_is_no_problem(repo: GitRepo) -> None:
    (repo.top / "src" / "headers.py").unlink()
    (repo.top / "src" / "orders.py").unlink()
    (repo.top / "src" / "orders.py").mkdir()
    repo.write("src/new.py", settlement())
    repo.git("add", "src/new.py")
    assert_said(repo.sai("check", "--strict"), 0, "1 function in 1 file")
    assert_said(repo.sai("check", "--strict", "--since", "HEAD"), 0, "compared with 1 in 1 file")


VANISHING = """
import sys
from pathlib import Path
from sai.cli.app import main
from sai.sources.working_tree import WorkingTree

class Vanishing(WorkingTree):
    def read(self, paths):
        if Path("src/orders.py").is_file():
            Path("src/headers.py").unlink()
            Path("src/orders.py").unlink()
            Path("src/orders.py").mkdir()
        return super().read(paths)

import sai.bootstrap.session as session
session.WorkingTree = Vanishing
sys.exit(main(["check", "--strict"]))
"""


def test_files_that_vanish_between_listing_and_reading_are_skipped(repo: GitRepo) -> None:
    repo.stage("src/left.py", "A = 1\n")
    outcome = repo.run((sys.executable, "-c", VANISHING))
    assert_said(
        outcome,
        1,
        "sai: skipped src/headers.py: vanished while being read\n",
        "sai: skipped src/orders.py: not a regular file\n",
    )


def test_files_without_permission_are_skipped(locked: GitRepo) -> None:
    repo = locked
    repo.committed({"secret/hidden.py": THIRD_COPY})
    (repo.top / "src" / "orders.py").chmod(0)
    (repo.top / "secret").chmod(0o600)
    outcome = bound(repo, "check", "--strict")
    assert_said(
        outcome,
        1,
        "sai: skipped src/orders.py: no permission to read it\n",
        "sai: skipped secret/hidden.py: no permission to read it\n",
    )


def test_directories_without_permission_are_named_outside_git(locked: GitRepo) -> None:
    repo = locked
    repo.write("secret/hidden.py", THIRD_COPY)
    shutil.rmtree(repo.top / ".git")
    (repo.top / "secret").chmod(0)
    assert_said(bound(repo, "check"), 0, "1 file skipped")
    strict = bound(repo, "check", "--strict")
    assert_said(strict, 1, "sai: skipped secret/: no permission to read it\n")


ODD_NAMES = {
    b"\xff\xfe.py": r"\xff\xfe.py",
    b"line\nbreak.py": r"line\nbreak.py",
    b"tab\there.py": r"tab\there.py",
    b"q\"u'o.py": "q\"u'o.py",
    "\u202e.py".encode(): r"\u202e.py",
    "\u200bz.py".encode(): r"\u200bz.py",
    b"\x1b[31m.py": r"\x1b[31m.py",
    b" .py": " .py",
    b"-x.py": "-x.py",
    b":(top).py": ":(top).py",
    b"*.py": "*.py",
}
"""Names as bytes, and as they are printed: what hides or changes something is escaped."""


def test_odd_names_are_judged_printed_and_accepted(repo: GitRepo) -> None:
    for name in ODD_NAMES:
        Path(os.fsdecode(os.fsencode(repo.top / "src") + b"/" + name)).write_text(THIRD_COPY)
    repo.git("add", "-A")
    for outcome in (repo.sai("check"), repo.hook(), repo.sai("check", "--since", "HEAD")):
        assert_said(outcome, 1, *(f"src/{shown}:1 " for shown in ODD_NAMES.values()))
    assert set(places_of(repo.sai("check", "--json"))) >= {"src/orders.py", "src/-x.py"}
    assert_said(repo.sai("baseline", "accept"), 0, "12 entries changed")
    assert_said(repo.sai("check"), 0, "1 known")
    repo.git("add", BASELINE)
    assert_said(repo.hook(), 0, "1 known")


# -- git: missing, bare, empty, without a commit, in the middle of a merge, with submodules


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("check",), 3, "nothing to check: no source file was found"),
        (("duplicates",), 3, "nothing to check: no source file was found"),
        (("check", "--staged"), 0, "in 0 files"),
        (("check", "--since", "HEAD"), 0, "in 0 files"),
        (("baseline", "accept"), 0, "nothing to accept"),
    ],
)
def test_no_source_file_is_an_error_only_where_all_is_asked_for(
    repo: GitRepo, arguments: tuple[str, ...], status: int, said: str
) -> None:
    repo.git("rm", "-rq", "src")
    repo.stage("notes.md", "nothing\n")
    assert_said(repo.sai(*arguments), status, said)
    assert_said(repo.hook(), 0)


def test_files_that_were_all_skipped_are_not_no_files(repo: GitRepo) -> None:
    repo.git("rm", "-rq", "src")
    with_files(repo, {"only.py": b"a\0"})
    assert_said(repo.sai("check"), 0, "1 file skipped")
    assert_said(repo.sai("check", "--strict"), 1, "which --strict does not allow")


def test_without_git_on_the_path_a_repository_is_not_judged(repo: GitRepo, tmp_path: Path) -> None:
    without = {"PATH": str(tmp_path)}
    for arguments in (("check",), ("check", "--since", "HEAD"), ("duplicates",), ("index",)):
        outcome = repo.sai(*arguments, env=without)
        assert_said(outcome, 3, "git was not found", "install git")
    assert_said(repo.hook(env=without), 3, "git was not found", "install git")


def test_a_bare_repository_is_named(repo: GitRepo) -> None:
    repo.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = GitRepo(repo.top.parent / "bare.git", repo.env)
    inside = GitRepo(repo.top / ".git", repo.env)
    for place in (bare, inside):
        for outcome in (
            place.hook(),
            place.sai("check"),
            place.sai("check", "--staged"),
            place.sai("check", "--since", "HEAD"),
            place.sai("duplicates"),
        ):
            assert_said(outcome, 3, "is a git directory", "in a work tree of that repository")
    refs = {"PRE_COMMIT_FROM_REF": "HEAD", "PRE_COMMIT_TO_REF": "HEAD"}
    assert_said(bare.hook(env=refs), 0, "compared with 2 in 2 files")  # as a server would


def test_before_the_first_commit_all_that_is_staged_is_new(repo: GitRepo) -> None:
    shutil.rmtree(repo.top / ".git")
    repo.git("init", "-q")
    assert_said(repo.sai("check"), 3, "nothing to check")
    assert_said(repo.hook(), 0)
    repo.git("add", "-A")
    assert_said(repo.sai("check", "--staged"), 0, "2 changed functions compared with 2")
    assert_said(repo.sai("check", "--since", "HEAD"), 2, "git knows no commit 'HEAD'")
    repo.stage("src/bills.py", EDITED_COPY)
    assert_said(repo.hook(), 1, "src/bills.py:1")


def test_unmerged_files_are_named(repo: GitRepo) -> None:
    _conflict(repo, "src/orders.py", settlement(extra="print(1)"), settlement(extra="print(2)"))
    assert_said(repo.sai("check"), 0, "1 file read only in part")
    assert_said(repo.hook(), 0, "1 file skipped")
    strict = repo.sai("check", "--staged", "--strict")
    reason = "unmerged: its conflict is not resolved in the index"
    assert_said(strict, 1, f"sai: skipped src/orders.py: {reason}\n")


@pytest.mark.parametrize("name", ["pyproject.toml", BASELINE])
def test_unmerged_settings_and_baselines_are_not_taken_for_none(repo: GitRepo, name: str) -> None:
    _conflict(repo, name, "[tool.sai]\n", "[tool.sai]\nagainst = 'none'\n")
    for outcome in (repo.hook(), repo.sai("check", "--staged")):
        assert_said(outcome, 2, f"{name}: unmerged", "git add")
    assert_said(repo.sai("check"), 2, name)


def _conflict(repo: GitRepo, path: str, ours: str, theirs: str) -> None:
    """Leave the repository in the middle of a merge in which both sides wrote `path`."""
    repo.git("checkout", "-q", "-b", "side")
    repo.committed({path: theirs})
    repo.git("checkout", "-q", "main")
    repo.committed({path: ours})
    repo.run(("git", "merge", "-q", "side"))


def test_submodules_are_not_entered(clean: GitRepo, repo: GitRepo) -> None:
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(clean.top), "m.py")
    assert_said(repo.sai("check", "--strict"), 0, "2 functions in 2 files")
    assert_said(repo.hook(), 0, "compared with 2 in 2 files")
    repo.commit("--no-verify")
    assert_said(repo.sai("check", "--strict", "--since", "HEAD~1"), 0, "2 in 2 files")


def test_a_damaged_index_of_git_is_told_in_the_words_of_git(repo: GitRepo) -> None:
    (repo.top / ".git" / "index").write_bytes(b"junk")
    for outcome in (repo.sai("check"), repo.hook(), repo.sai("check", "--since", "HEAD")):
        assert_said(outcome, 3, "index file smaller than expected")


# -- settings and baseline

BROKEN_SETTINGS = {
    "UTF-16": ("[tool.sai]\n".encode("utf-16"), ":1: not valid TOML: not UTF-8"),
    "Latin-1": (b"[tool.sai]\n# \xe9\n", ":2: not valid TOML: not UTF-8"),
    "NUL": (b"[tool.sai]\nbaseline = '\0'\n", ":2: not valid TOML: "),
    "not closed": (b"[tool.sai\n", ":1: not valid TOML: "),
    "conflict": (b"[tool.sai]\n<<<<<<< HEAD\n", ":2: not valid TOML: "),
    "nested": (b"[tool.sai]\ninclude = " + b"[" * 9999 + b"]" * 9999, "a value is too large"),
    "a huge number": (b"[tool.sai]\nmax-file-kib = " + b"9" * 9999, "a value is too large"),
    "table twice": (b"[tool.sai]\n[tool.sai]\n", ":2: not valid TOML: "),
    "no table": (b"tool.sai = 3\n", "tool.sai must be a table, not 3"),
}


@pytest.mark.parametrize("kind", BROKEN_SETTINGS)
def test_settings_that_cannot_be_read_are_named(repo: GitRepo, kind: str) -> None:
    data, said = BROKEN_SETTINGS[kind]
    (repo.top / "pyproject.toml").write_bytes(data)
    repo.git("add", "-A")
    for outcome in (repo.sai("check"), repo.hook()):
        assert_said(outcome, 2, "pyproject.toml", said)


def test_a_project_file_that_is_none_is_no_project_file_or_named(repo: GitRepo) -> None:
    path = repo.top / "pyproject.toml"
    path.mkdir()
    assert_said(repo.sai("check"), 0, "2 functions in 2 files")
    path.rmdir()
    path.symlink_to(path.name)
    assert_said(repo.sai("check"), 2, "cannot be read: Too many levels of symbolic links")
    path.unlink()
    os.mkfifo(path)
    assert_said(repo.sai("check"), 2, f"{path} cannot be read: not a regular file")


def test_settings_without_permission_are_named(locked: GitRepo) -> None:
    locked.write("pyproject.toml", "[tool.sai]\n").chmod(0)
    outcome = bound(locked, "check")
    assert_said(outcome, 2, "pyproject.toml cannot be read: Permission denied")


NO_BASELINES = {
    "empty": (b"", "the file is empty"),
    "blank": (b"\n \n", "the file is empty"),
    "binary": (b"\0\1\2", r"unexpected '\x00\x01\x02'"),
    "UTF-16": ("{}".encode("utf-16"), "not UTF-8"),
    "conflict": (b"{\n<<<<<<< HEAD\n", ":2: merge conflict markers"),
    "of another tool": (b'{"version": "2.1.0", "runs": []}', 'it must hold "format"'),
    "nested lists": (b"[" * 200_000, "unexpected ["),
    "nested objects": (b'{"a":' * 100_000, "unexpected {"),
    "a huge text": (b'"' + b"x" * 5_000_000 + b'"', "not a baseline"),
    "a huge number": (b"9" * 1_000_000, "unexpected '999"),
    "cut off": (b'{"format": "sai-baseline", "digests": [', "unexpected end of the file"),
}


@pytest.mark.parametrize("kind", NO_BASELINES)
def test_what_is_no_baseline_is_named_and_never_taken_for_an_empty_one(
    repo: GitRepo, kind: str
) -> None:
    data, said = NO_BASELINES[kind]
    (repo.top / BASELINE).write_bytes(data)
    repo.git("add", "-A")
    for outcome in (repo.sai("check"), repo.hook(), repo.sai("baseline", "status")):
        assert_said(outcome, 2, BASELINE, said)
        assert len(outcome.err) < 1000
    assert (repo.top / BASELINE).read_bytes() == data


def test_a_baseline_that_is_no_file_is_named(repo: GitRepo) -> None:
    path = repo.top / BASELINE
    path.mkdir()
    for arguments in (("check",), ("baseline", "accept"), ("baseline", "status")):
        assert_said(repo.sai(*arguments), 2, f"the baseline {BASELINE} is a directory")
    path.rmdir()
    os.mkfifo(path)
    assert_said(repo.sai("check"), 2, f"{path} cannot be read: not a regular file")
    path.unlink()
    path.symlink_to(path.name)
    assert_said(repo.sai("check"), 2, "cannot be read: Too many levels of symbolic links")


def test_a_baseline_in_a_closed_directory_is_not_written(locked: GitRepo) -> None:
    locked.committed({"src/bills.py": EDITED_COPY})
    before = locked.snapshot()
    locked.top.chmod(0o555)
    outcome = bound(locked, "baseline", "accept")
    assert_said(outcome, 3, f"cannot write the baseline {locked.top / BASELINE}: Permission")
    assert locked.snapshot() == before


@pytest.mark.parametrize(
    "name",
    ["SAI_BASELINE", "SAI_LANGUAGES", "SAI_INDEX_PATH", "SAI_EMBEDDER", "SAI_MAX_FILE_KIB",
     "SAI_DUPLICATES_MIN_SCORE", "SAI_CHUNKER", "SAI_AGAINST"],
)  # fmt: skip
def test_variables_that_are_not_utf8_are_named(repo: GitRepo, name: str) -> None:
    outcome = repo.sai("check", env={name: "\udcff\udc80"})
    assert_said(outcome, 2, name, r"\udcff\udc80")


def test_patterns_that_are_not_utf8_mean_the_bytes_of_a_name(repo: GitRepo) -> None:
    Path(os.fsdecode(os.fsencode(repo.top) + b"/src/\xff.py")).write_text(THIRD_COPY)
    repo.git("add", "-A")
    assert repo.sai("check").status == 1
    excluded = {"SAI_EXCLUDE": "\udcff.py"}
    assert_said(repo.sai("check", env=excluded), 0)
    assert_said(repo.sai("config", env=excluded), 0, r'exclude = ["\udcff.py"]')


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--since", "\udcff"), r"git knows no commit '\udcff'"),
        (("check", "--baseline", "\udcff"), r"\udcff"),
        (("duplicates", "\udcff"), r"no such file or directory: \udcff"),
    ],
)
def test_arguments_that_are_not_utf8_are_named(
    repo: GitRepo, arguments: tuple[str, ...], said: str
) -> None:
    assert_said(repo.sai(*arguments), 2, said)


# -- the index: whatever is wrong with it, the verdict is that of a run without one

NO_INDEXES = {
    "a directory": ({"SAI_INDEX_PATH": "src"}, "is not a regular file"),
    "below a file": ({"SAI_INDEX_PATH": "src/orders.py/x.duckdb"}, "cannot be written"),
    "a name that is too long": ({"SAI_INDEX_PATH": "x" * 300}, "this run made a private index"),
    "a device": ({"SAI_INDEX_PATH": "full.duckdb"}, "is not a regular file"),
}


@pytest.mark.parametrize("kind", NO_INDEXES)
def test_without_a_usable_index_the_verdict_is_the_same(repo: GitRepo, kind: str) -> None:
    environment, said = NO_INDEXES[kind]
    (repo.top / "full.duckdb").symlink_to("/dev/full")
    repo.committed({"src/bills.py": EDITED_COPY})
    before = (repo.top / "src" / "orders.py").read_bytes()
    outcome = repo.sai("check", env=environment)
    assert_said(outcome, 1, said, "this run made a private index")
    assert outcome.listed == ["src/bills.py:1", "src/orders.py:1"]
    assert (repo.top / "src" / "orders.py").read_bytes() == before


def test_a_source_file_that_is_named_as_the_index_is_left_alone(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    before = (repo.top / "src" / "orders.py").read_bytes()
    named = {"SAI_INDEX_PATH": "src/orders.py"}
    assert_said(repo.sai("check", env=named), 1, "orders.py in git is no sound index")
    assert_said(repo.sai("index", "--snapshot", env=named), 3, "src/orders.py is no index of sai")
    assert_said(repo.sai("flush", env=named), 0)
    assert (repo.top / "src" / "orders.py").read_bytes() == before


def test_a_damaged_index_is_made_anew(repo: GitRepo) -> None:
    repo.committed({"src/bills.py": EDITED_COPY})
    repo.write(".sai/index.duckdb", "garbage\n" * 1000)
    assert_said(repo.sai("check"), 1, "was made anew: it was damaged")
    again = repo.sai("check")
    assert (again.status, again.err) == (1, "")


def test_in_a_read_only_project_a_private_index_is_made(locked: GitRepo) -> None:
    locked.committed({"src/bills.py": EDITED_COPY})
    locked.top.chmod(0o555)
    outcome = bound(locked, "check")
    assert_said(outcome, 1, "cannot be written: Permission denied; this run made a private index")
    assert outcome.listed == ["src/bills.py:1", "src/orders.py:1"]


@pytest.mark.parametrize("left", [0, 1000, 20_000])
def test_on_a_full_disk_the_verdict_is_the_same(repo: GitRepo, left: int) -> None:
    """Files that may not grow beyond some bytes fail as files on a full disk do."""
    repo.committed({"src/bills.py": EDITED_COPY})
    limited = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({left}, {left}));"
        "from sai.cli.app import main; sys.exit(main(['check']))"
    )
    for outcome in (repo.run((sys.executable, "-c", limited)), repo.sai("check")):
        assert_said(outcome, 1)
        assert outcome.listed == ["src/bills.py:1", "src/orders.py:1"]


# -- sizes


def test_a_raised_size_limit_reads_a_line_of_megabytes(repo: GitRepo) -> None:
    line = "var a=[" + "1," * 1_500_000 + "];" + _minified("f") + "var b;" + _minified("g") + "\n"
    with_files(repo, {"min.js": line.encode()})
    outcome = repo.sai("check", "--json", env={"SAI_MAX_FILE_KIB": "4000"})
    assert problems_of(outcome) == {}
    assert_said(repo.sai("check", env={"SAI_MAX_FILE_KIB": "4000"}), 0, "4 functions in 3 files")


def _minified(name: str) -> str:
    return f"function {name}(t,e){{for(var n=0,r=[];n<t.length;n++)t[n]>e&&r.push(t[n]);return r}}"


def test_copies_on_one_huge_line_are_shown_in_a_few_lines(repo: GitRepo) -> None:
    """What is printed of a finding does not grow with the lines of the code."""
    body = "\n".join("".join(f"a(b[{n}],c.d{n});" for n in range(1000)) for _ in range(6))
    for name in ("one", "two"):
        repo.write(f"in/{name}.js", f"function {name}(a,b,c){{\n{body}\n}}\n")
    repo.git("add", "-A")
    outcome = repo.sai("check")
    assert_said(outcome, 1, "in/one.js:1", "in/two.js:1")
    assert len(outcome.out) < 10_000


# -- pytest


@pytest.mark.parametrize(
    ("path", "data", "status", "said"),
    [
        ("in/bad.py", b"A = '\xe9'\n", 0, "1 file skipped"),
        ("in/bad.py", b"def f(:\n    return (\n", 0, "1 file read only in part"),
        ("in/bad.py", b"x = (]\n" + THIRD_COPY.encode(), 1, "in/bad.py:2"),
        ("pyproject.toml", b"[tool]\nsai = 3\n", 4, "tool.sai must be a table, not 3"),
        (BASELINE, b"<<<<<<< HEAD\n", 4, "merge conflict markers"),
    ],
)
def test_pytest_says_the_same(
    repo: GitRepo, path: str, data: bytes, status: int, said: str
) -> None:
    file = repo.top / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    repo.git("add", "-A")
    command = (sys.executable, "-m", "pytest", "--sai-duplicates", "-p", "no:cacheprovider", "src")
    assert_said(repo.run(command), status, said)
