"""The only module that builds git commands: what a repository holds, as typed values.

Nothing here writes the index, the work tree or a reference.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sai.core.source import Problem, TreeEntry
from sai.errors import GitError, UsageError
from sai.sources import git_output as parse
from sai.sources.git_location import git_directory, locate
from sai.sources.git_output import EMPTY_BLOBS, Change, IndexRow, RawRow
from sai.sources.git_process import (
    GitMissingError,
    blob_answers,
    refusal,
    run_git,
)

__all__ = ["Change", "GitRepository", "StagedListing"]

RAW = ("--raw", "-z", "--no-renames", "--no-abbrev")
MAX_PATH_ARGUMENTS = 200
"""More paths than these are picked from the whole listing: command lines are limited."""


@dataclass(frozen=True, slots=True)
class StagedListing:
    """The regular files of the index, and the paths whose merge is not finished; both sorted."""

    entries: tuple[TreeEntry, ...]
    unmerged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GitRepository:
    """A git work tree and its object database; `top` is the git directory where `bare`.

    `under` in any method is "" or a directory with a final slash, relative to `top`: only paths
    below it are listed, relative to it, sorted. Every refusal of git is a `GitError`.
    """

    top: Path
    bare: bool = False
    env: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def discover(start: Path, environ: Mapping[str, str] | None = None) -> GitRepository | None:
        """Find the repository that holds the directory `start`; None without one or without git.

        `GIT_DIR`, `GIT_INDEX_FILE` and their like speak of the repository that the process was
        started for (git sets them for hooks): they count for that one and for no other.
        """
        try:
            place = locate(start, os.environ if environ is None else environ)
        except GitMissingError:
            return None
        return GitRepository(*place) if place else None

    @staticmethod
    def require(start: Path, environ: Mapping[str, str] | None = None) -> GitRepository:
        """Like `discover`, but a missing repository or a missing git is a `GitError`."""
        place = locate(start, os.environ if environ is None else environ)
        if place is None:
            raise GitError(
                f"not inside a git repository: {start}",
                hint="start inside one, or check the files on disk without git options",
            )
        return GitRepository(*place)

    def under(self, root: Path) -> str:
        """The value of `under` for a project root at or below the top."""
        try:
            relative = root.resolve().relative_to(self.top.resolve()).as_posix()
        except ValueError as error:
            self._require_work_tree("other files")
            raise GitError(
                f"{root} is not inside the git repository {self.top}",
                hint="start inside that repository, or unset GIT_DIR and GIT_WORK_TREE",
            ) from error
        return "" if relative == "." else f"{relative}/"

    def git_dir(self) -> Path:
        """This work tree's own git directory."""
        return git_directory(self.top, self.env)

    def common_dir(self) -> Path:
        """The git directory that all linked work trees share."""
        return (self.top / self._line("rev-parse", "--git-common-dir")).resolve()

    def tracked(self, under: str = "") -> tuple[str, ...]:
        """Paths of the regular files that git tracks, unmerged and intent-to-add ones included."""
        return tuple(sorted({row.path for row in self._index_rows(under)}))

    def unfollowed(self, under: str = "") -> tuple[Problem, ...]:
        """The symbolic links and submodules that git tracks, with what they are."""
        self._require_work_tree("the index")
        output = self._out("ls-files", "--stage", "-z", *_below(under))
        return tuple(sorted(set(parse.unfollowed(output, len(under)))))

    def staged(self, under: str = "") -> StagedListing:
        """What the next commit would hold; intent-to-add entries are not part of it."""
        rows = self._index_rows(under)
        has_empty = any(row.blob in EMPTY_BLOBS for row in rows)
        absent = self._intent_to_add(under) if has_empty else set()
        kept = {row.path: row for row in rows if row.stage == "0" and row.path not in absent}
        unmerged = {row.path for row in rows if row.stage != "0"}
        entries = tuple(TreeEntry(path, blob=kept[path].blob) for path in sorted(kept))
        return StagedListing(entries, tuple(sorted(unmerged)))

    def left_at_the_remote(self, under: str = "") -> frozenset[str]:
        """Staged paths that a partial clone need not hold: those outside its sparse checkout."""
        setting = r"^(extensions\.partialclone|remote\..*\.promisor)$"
        if self._run("config", "--get-regexp", setting, allowed=(0, 1)).returncode != 0:
            return frozenset()
        rows = parse.fields(self._out("ls-files", "-t", "-z", *_below(under)))
        return frozenset(os.fsdecode(row[2:])[len(under) :] for row in rows if row[:2] == b"S ")

    def untracked(self, under: str = "") -> tuple[str, ...]:
        """Paths of files that git neither tracks nor ignores."""
        self._require_work_tree("untracked files")
        output = self._out("ls-files", "--others", "--exclude-standard", "-z", *_below(under))
        # A final slash stands for a whole repository inside this one.
        files = (os.fsdecode(raw) for raw in parse.fields(output) if not raw.endswith(b"/"))
        return tuple(sorted(path[len(under) :] for path in files))

    def is_tracked(self, path: str) -> bool:
        """Whether the index holds a file at exactly this path, relative to the top."""
        if self.bare:
            return False
        return os.fsencode(path) in parse.fields(self._out("ls-files", "-z", "--", path))

    def attribute(self, name: str, path: str) -> str:
        """The value of a git attribute for a path relative to the top, as git prints it."""
        return os.fsdecode(parse.fields(self._out("check-attr", "-z", name, "--", path))[-1])

    def tracked_named(self, name: str, under: str = "") -> tuple[str, ...]:
        """Paths of the tracked files with this name that lie further down than `under` itself."""
        output = self._out("ls-files", "-z", *_below(under))
        ending = os.fsencode(f"/{name}")
        # An unmerged path is listed once for each side.
        raw = {each[len(os.fsencode(under)) :] for each in parse.fields(output)}
        return tuple(sorted(os.fsdecode(path) for path in raw if path.endswith(ending)))

    def commit_entries(
        self, commit: str, under: str = "", paths: Sequence[str] | None = None
    ) -> tuple[TreeEntry, ...]:
        """Regular files of a commit with their sizes; `paths` limits them to some."""
        if paths is not None and not paths:
            return ()
        listed = _below(under)
        if paths is not None and len(paths) <= MAX_PATH_ARGUMENTS:
            listed = ("--", *(under + path for path in paths))
        output = self._out("ls-tree", "-r", "-z", "-l", "--full-tree", commit, *listed)
        entries = parse.tree_entries(output, len(under))
        if paths is not None:
            wanted = frozenset(paths)
            entries = [entry for entry in entries if entry.path in wanted]
        return tuple(sorted(entries, key=lambda entry: entry.path))

    def blobs(self, oids: Iterable[str]) -> Generator[tuple[str, bytes | None], None, None]:
        """Yield each object id with its content, in the order given; None where it is missing.

        One process for all of them; one content is held at a time.
        """
        wanted = list(oids)
        if wanted:
            args = ("cat-file", "--batch", "--buffer")
            with closing(blob_answers(args, self.top, self.env, wanted)) as answers:
                yield from zip(wanted, answers, strict=True)

    def head(self) -> str | None:
        """The commit that is checked out; None before the first commit."""
        commit = self._commit_of("HEAD")
        if commit is None:
            self._require_unborn()
        return commit

    def resolve(self, ref: str) -> str:
        """The commit that `ref` names; a `UsageError` that repeats `ref` where there is none."""
        if not ref or ref.startswith("-") or "\0" in ref:
            raise UsageError(f"not a git reference: {ref!r}", hint="name a branch, tag or commit")
        commit = self._commit_of(ref)
        if commit is None:
            hint = f"check its name, or fetch it: {self._fetch_command(ref)}"
            raise UsageError(f"git knows no commit {ref!r}", hint=hint)
        return commit

    def next_parents(self) -> tuple[str, ...]:
        """Parents of the next commit: none at first, more than HEAD while merging.

        While `git merge` runs its pre-merge-commit hook there is no MERGE_HEAD yet; the merged
        heads then stand in `GITHEAD_<commit>` variables.
        """
        head = self.head()
        if head is None:
            return ()
        merge_head = self.git_dir() / "MERGE_HEAD"
        lines = merge_head.read_bytes().split() if merge_head.is_file() else []
        merged = [self.resolve(os.fsdecode(line)) for line in lines]
        for name in sorted(self.env):
            announced = re.fullmatch(r"GITHEAD_([0-9a-f]{40,64})", name)
            if announced and self._commit_of(announced[1]):
                merged.append(announced[1])
        return tuple(dict.fromkeys([head, *merged]))

    def merge_base(self, ref: str, tip: str = "HEAD") -> str:
        """The best common ancestor of `ref` and `tip`.

        A shallow clone that lacks it is a `GitError` whose hint is the command that fetches it.
        """
        ends = self.resolve(ref), self.resolve(tip)
        found = self._run("merge-base", *ends, allowed=(0, 1))
        if found.returncode == 0:
            return parse.one_line(found.stdout)
        if self._is_shallow():
            message = f"this shallow clone lacks the merge base of {ref} and {tip}"
            raise GitError(message, hint=self._fetch_command(ref))
        raise UsageError(
            f"{ref} and {tip} have no common history", hint="name a commit that both descend from"
        )

    def staged_changes(self, base: str | None, under: str = "") -> tuple[Change, ...]:
        """Paths whose staged content differs from commit `base` (None: from nothing)."""
        return parse.changes(self._index_diff("invisible", base, under), len(under))

    def differs_staged(self, base: str | None) -> bool:
        """Whether anything staged differs from a commit: mode bits, links, submodules included."""
        return bool(self._index_diff("invisible", base, ""))

    def disk_changes(self, base: str | None, under: str = "") -> tuple[Change, ...]:
        """Tracked paths whose content on disk differs from commit `base` (None: from nothing)."""
        self._require_work_tree("files on disk")
        # Not `git diff`: it rewrites the index file even where optional locks are forbidden.
        tree = base or self._empty_tree()
        rows = parse.raw_rows(self._out("diff-index", *RAW, tree, *_below(under)))
        touched = [row.path for row in rows if row.unread and row.old_blob]
        on_disk = self._disk_blobs(touched)
        differing = (
            row for row in rows if not row.unread or on_disk.get(row.path, "?") != row.old_blob
        )
        return parse.changes(differing, len(under))

    def commit_changes(self, old: str, new: str, under: str = "") -> tuple[Change, ...]:
        """Paths whose content differs between two commits."""
        output = self._out("diff-tree", "-r", *RAW, old, new, *_below(under))
        return parse.changes(parse.raw_rows(output), len(under))

    def _index_rows(self, under: str) -> list[IndexRow]:
        self._require_work_tree("the index")
        return parse.index_rows(self._out("ls-files", "--stage", "-z", *_below(under)), len(under))

    def _intent_to_add(self, under: str) -> set[str]:
        """Paths that only look like staged empty files; two comparisons tell them apart."""
        head = self.head()
        shown = self._index_diff("visible", head, under)
        empty = {row.path for row in shown if row.new_blob in EMPTY_BLOBS}
        if not empty:
            return set()
        staged = {row.path for row in self._index_diff("invisible", head, under) if row.new_blob}
        return {path[len(under) :] for path in empty - staged}

    def _index_diff(self, intent_to_add: str, base: str | None, under: str) -> list[RawRow]:
        self._require_work_tree("the index")
        intent = f"--ita-{intent_to_add}-in-index"
        tree = base or self._empty_tree()
        output = self._out("diff-index", "--cached", intent, *RAW, tree, *_below(under))
        return parse.raw_rows(output)

    def _disk_blobs(self, paths: Sequence[str]) -> dict[str, str]:
        """The blobs that the files on disk would become; {} if one of them cannot be read."""
        if not paths:
            return {}
        request = b"".join(parse.quoted(path) + b"\n" for path in paths)
        hashed = self._run("hash-object", "--stdin-paths", stdin=request, allowed=(0, 128))
        if hashed.returncode != 0:
            return {}
        return dict(zip(paths, hashed.stdout.decode("ascii").split(), strict=True))

    def _commit_of(self, ref: str) -> str | None:
        args = ("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        found = self._run(*args, allowed=(0, 1, 128))
        return parse.one_line(found.stdout) if found.returncode == 0 else None

    def _require_unborn(self) -> None:
        """Raise `GitError` where HEAD is damaged, and not just without a commit as yet."""
        named = self._run("rev-parse", "--verify", "--quiet", "HEAD", allowed=(0, 1))
        if named.returncode == 0:
            raise GitError(
                f"HEAD names a commit that is missing: {parse.one_line(named.stdout)}",
                hint="run `git fsck`, or fetch that commit",
            )
        self._out("symbolic-ref", "HEAD")  # refuses where a file of git holds no reference

    def _empty_tree(self) -> str:
        return self._line("hash-object", "-t", "tree", "--stdin")

    def _is_shallow(self) -> bool:
        return self._line("rev-parse", "--is-shallow-repository") == "true"

    def _fetch_command(self, ref: str) -> str:
        remotes = self._line("remote").split("\n")
        depth = ["--unshallow"] if self._is_shallow() else []
        remote, _, branch = ref.removeprefix("refs/remotes/").partition("/")
        if branch and remote in remotes:
            refspec = f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"
            return shlex.join(["git", "fetch", *depth, remote, refspec])
        default = remotes[0] if remotes[0] and "origin" not in remotes else "origin"
        return shlex.join(["git", "fetch", *depth, default])

    def _require_work_tree(self, what: str) -> None:
        if self.bare:
            raise GitError(
                f"{self.top} is a git directory: {what} cannot be checked there",
                hint="run the command in a work tree of that repository",
            )

    def _line(self, *args: str) -> str:
        return parse.one_line(self._out(*args))

    def _out(self, *args: str) -> bytes:
        return self._run(*args).stdout

    def _run(
        self, *args: str, stdin: bytes = b"", allowed: Sequence[int] = (0,)
    ) -> subprocess.CompletedProcess[bytes]:
        result = run_git(args, self.top, self.env, stdin)
        if result.returncode not in allowed:
            raise refusal(args, self.top, result.stderr)
        return result


def _below(under: str) -> tuple[str, ...]:
    return ("--", under) if under else ()
