"""Rulesets as JSON data: every choice, what it says, where its text says so. Pure."""

from dataclasses import asdict
from typing import Any

from rules import Ruleset
from rules.clauses import describe
from rules.sources import TEXTS


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """``text``: the one that it is from, "" where none is named here; ``axes`` in the ruleset's order."""
    return {
        "name": ruleset.name,
        "text": TEXTS[ruleset.name][0] if ruleset.name in TEXTS else "",
        "axes": [asdict(axis) for axis in describe(ruleset)],
    }
