"""Why something was done, as somebody typed it: for officers and those it is about, and nobody else.

What is stored is a commitment to it (``games.log.words``), except in logs of before.
"""

import json
from collections.abc import Mapping
from typing import Any

TYPED = ("reason", "reasons")
"""Members of events, whatever their kind."""


def without_reasons(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data with empty reasons, and the names of those that said something."""
    withheld = [name for name in TYPED if data.get(name)]
    return {**data, **dict.fromkeys(withheld, "")}, withheld


def has_reasons_in_it(stored: str) -> bool:
    """Whether the data of an event, as they are stored, tell a reason to whoever reads the line."""
    data = json.loads(stored)
    return any(isinstance(data.get(name), str) and data[name] for name in TYPED)
