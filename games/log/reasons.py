"""Why something was done, as somebody typed it: for officers and those it is about, and nobody else."""

from collections.abc import Mapping
from typing import Any

TYPED = ("reason", "reasons")
"""Members of events, whatever their kind."""


def without_reasons(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data with empty reasons, and the names of those that said something."""
    withheld = [name for name in TYPED if data.get(name)]
    return {**data, **dict.fromkeys(withheld, "")}, withheld
