"""For all tests: property tests have no deadline, machines that run them are shared."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["pytester"]

settings.register_profile("shared", deadline=None)
settings.load_profile("shared")
