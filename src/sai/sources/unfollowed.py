"""What lies in a tree and is no file of it, in words."""

from __future__ import annotations

ABSENT = "not on disk"
LINK = "symbolic link"
NO_FILE = "no regular file"
PRUNED = "directory left out"
SUBMODULE = "submodule"
VIRTUAL_ENVIRONMENT = "virtual environment"
