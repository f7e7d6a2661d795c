"""What goes wrong in the libraries that run models, said as `ModelError`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sai.errors import ModelError, SaiError

_LONGEST_REASON = 300


@contextmanager
def importing(extra: str) -> Iterator[None]:
    """Say how to install the extra of an embedder when an import inside fails."""
    try:
        yield
    except ImportError as error:
        raise ModelError(
            f'the embedder "{extra}" needs packages that cannot be imported: {error}',
            hint=f'pip install "pytest-sai[{extra}]"',
        ) from error


@contextmanager
def model_errors(failure: str, hint: str) -> Iterator[None]:
    """Turn every error of a library inside into `failure` and its own first line."""
    try:
        yield
    except SaiError:
        raise
    except Exception as error:  # these libraries raise bare Exceptions without a common class
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise ModelError(f"{failure}: {lines[0][:_LONGEST_REASON]}", hint=hint) from error
