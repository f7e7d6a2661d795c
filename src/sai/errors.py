"""The one exception tree: each error knows its exit code, a hint and a documentation slug."""

from __future__ import annotations


class SaiError(Exception):
    """What happened (the message), what to do about it (`hint`), where it is documented (`slug`).

    `exit_code` is the status of the command line: 1 findings, 2 usage or configuration,
    3 environment. Errors outside this tree are our own bugs (70).
    """

    exit_code = 3
    slug = "environment"

    def __init__(self, message: str, *, hint: str = "", slug: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if slug is not None:
            self.slug = slug


class UsageError(SaiError):
    """A command was called in a way that cannot work."""

    exit_code = 2
    slug = "usage"


class ConfigurationError(SaiError):
    """`pyproject.toml`, the environment or an option holds something that SAI cannot accept."""

    exit_code = 2
    slug = "configuration"


class BaselineError(ConfigurationError):
    """The baseline file is missing though named, unreadable, or not a baseline."""

    slug = "baseline"


class GitError(SaiError):
    """Git is missing, or refused a command that the run cannot do without."""

    slug = "git"


class ModelError(SaiError):
    """An embedding model is missing, broken, or cannot be run on this machine."""

    slug = "embedder"


class IndexUnusableError(SaiError):
    """The index file cannot be used now: busy, corrupt, or written by another format."""

    slug = "index"


class IndexLostError(IndexUnusableError):
    """The index file turned out to be damaged and was removed: the next try makes it anew."""
