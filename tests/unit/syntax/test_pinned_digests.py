"""Digests of the fixture functions, pinned: committed baselines hold such values."""

from __future__ import annotations

import json

from tests.unit.syntax.reading import FIXTURES, LANGUAGES, fixture_text

from sai.core.digests import DIGEST_VERSION, exact_digest, renamed_digest
from sai.syntax.functions import read_functions

PINNED = LANGUAGES / "digests.json"


def test_digests_have_not_moved() -> None:
    found = {
        "version": DIGEST_VERSION,
        "functions": {
            f"{path}::{function.symbol}": [
                exact_digest(function.tokens),
                renamed_digest(function.tokens),
            ]
            for language, path in FIXTURES
            for function in read_functions(fixture_text(path), language).functions
        },
    }
    text = json.dumps(found, indent=1) + "\n"
    assert text == PINNED.read_text(encoding="utf-8"), (
        "Digests moved (a grammar's new version, or a change of ours), so baselines out there no "
        "longer match by digest. If that is meant: raise DIGEST_VERSION, say it in the changelog, "
        f"and write this to {PINNED.name}:\n{text}"
    )
