"""No table, variable or file, however odd, raises anything but a ConfigurationError."""

from __future__ import annotations

import contextlib
from datetime import date, datetime

from hypothesis import given
from hypothesis import strategies as st

from sai.config import all_keys, parse_table, resolve
from sai.config.keys import OVERRIDES, TABLES, UNSUPPORTED
from sai.errors import ConfigurationError

CHOICES = {"languages": ("python",), "chunker": ("ast",), "embedder": ("sketch",)}
LEAVES = sorted(
    {key.leaf for key in all_keys().values()} | {*TABLES, *UNSUPPORTED, OVERRIDES, "paths"}
)
NAMES = st.sampled_from(LEAVES) | st.text()
SCALARS = (
    st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -(10**400)])
    | st.floats()
    | st.text()
    | st.just(date(2020, 1, 1))
    | st.just(datetime(2020, 1, 1))
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=12,
)
VARIABLES = st.sampled_from([key.variable for key in all_keys().values()]) | st.text().map(
    lambda text: f"SAI_{text}"
)


@given(
    st.dictionaries(NAMES, VALUES, max_size=8),
    st.dictionaries(VARIABLES, st.text(), max_size=4),
    st.dictionaries(st.sampled_from(list(all_keys())) | st.text(), VALUES, max_size=4),
)
def test_odd_values_are_mistakes(
    table: dict[str, object], environment: dict[str, str], options: dict[str, object]
) -> None:
    with contextlib.suppress(ConfigurationError):
        resolve(table, environment=environment, command_line=options, choices=CHOICES)


@given(st.binary() | st.text().map(lambda text: f"[tool.sai]\n{text}".encode(errors="replace")))
def test_odd_files_are_mistakes(data: bytes) -> None:
    with contextlib.suppress(ConfigurationError):
        parse_table(data, "pyproject.toml")
