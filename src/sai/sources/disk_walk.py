"""Walks a directory outside git: regular files that no `.gitignore` leaves out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from pathspec import GitIgnoreSpec

from sai.core.source import Problem
from sai.sources.content import unreadable
from sai.sources.unfollowed import LINK, NO_FILE, PRUNED, VIRTUAL_ENVIRONMENT


class IgnoreFile(NamedTuple):
    """The rules of one `.gitignore`; `base_length` characters of a path lead to it."""

    base_length: int
    rules: GitIgnoreSpec


def walk_files(
    root: str,
    prune: Callable[[str], bool],
    problems: list[Problem],
    aside: list[Problem],
) -> Iterator[tuple[str, os.stat_result | None]]:
    """Yield the relative path and state of each file, in no promised order.

    Symbolic links, `.git`, virtual environments and directories that `prune` names are not
    entered: they are added to `aside`, but for `.git`. A directory that cannot be listed is added
    to `problems`.
    """
    stack: list[tuple[str, tuple[IgnoreFile, ...]]] = [("", ())]
    while stack:
        directory, outer = stack.pop()
        try:
            with os.scandir(f"{root}/{directory}") as listing:
                found = list(listing)
        except OSError as error:
            problems.append(unreadable(directory or ".", error))
            continue
        names = {entry.name for entry in found}
        if directory and "pyvenv.cfg" in names:
            aside.append(Problem(directory, VIRTUAL_ENVIRONMENT))
            continue
        has_rules = any(e.name == ".gitignore" and e.is_file() for e in found)  # no pipe
        ignores = _with_ignore_file(root, directory, outer) if has_rules else outer
        for entry in found:
            path = f"{directory}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                inner = f"{path}/"
                if entry.name == ".git":
                    continue
                if prune(path):
                    aside.append(Problem(inner, PRUNED))
                elif not _is_ignored(inner, ignores):
                    stack.append((inner, ignores))
            elif _is_ignored(path, ignores):
                continue
            elif entry.is_file(follow_symlinks=False):
                yield path, _state(entry)
            else:
                aside.append(Problem(path, LINK if entry.is_symlink() else NO_FILE))


def _state(entry: os.DirEntry[str]) -> os.stat_result | None:
    try:
        return entry.stat(follow_symlinks=False)
    except OSError:
        return None


def _with_ignore_file(
    root: str, directory: str, outer: tuple[IgnoreFile, ...]
) -> tuple[IgnoreFile, ...]:
    try:
        content = Path(f"{root}/{directory}.gitignore").read_bytes()
    except OSError:
        return outer
    lines = os.fsdecode(content.removeprefix(b"\xef\xbb\xbf")).replace("\r\n", "\n")
    rules = GitIgnoreSpec.from_lines(line for line in lines.split("\n") if _is_valid(line))
    return (IgnoreFile(len(directory), rules), *outer)


def _is_valid(line: str) -> bool:
    """Whether git would understand the rule; it skips the others without a word."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _is_ignored(path: str, ignores: tuple[IgnoreFile, ...]) -> bool:
    """The verdict of the nearest file that has one; the last matching rule of a file counts."""
    for ignore in ignores:
        verdict = ignore.rules.check_file(path[ignore.base_length :]).include
        if verdict is not None:
            return verdict
    return False
