"""What of an event is not for everybody: why something was done, as somebody typed it, and secrets.

A reason is for officers and those it is about. A secret is for nobody until what it decides is published:
its opening is told elsewhere. What is stored is a commitment (``games.log.commitments``); older logs have
reasons as text.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.log.store import Recorded

TYPED = ("reason", "reasons", "named", "numbers")
"""Members of events, whatever their kind; the last two are what a person is called."""
SECRET = ("secret",)


def without_reasons(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data without reasons and secrets, which are empty, and the names of those that said something."""
    return _without(data, (*TYPED, *SECRET))


def without_secrets(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The same for those who may read reasons."""
    return _without(data, SECRET)


def _without(data: Mapping[str, Any], names: tuple[str, ...]) -> tuple[dict[str, Any], list[str]]:
    withheld = [name for name in names if data.get(name)]
    return {**data, **dict.fromkeys(withheld, "")}, withheld


def unsaid(recorded: Recorded) -> Recorded:
    """The event as whoever reads no reasons is told it."""
    return replace(recorded, data=without_reasons(recorded.data)[0])


def has_reasons_in_it(stored: str) -> bool:
    """Whether the data of an event, as they are stored, tell a reason to whoever reads the line."""
    data = json.loads(stored)
    return any(isinstance(data.get(name), str) and data[name] for name in TYPED)
