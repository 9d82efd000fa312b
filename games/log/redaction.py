"""Redaction of events: reasons, names and secrets are not public.

Officers and the people concerned may read a reason. A secret is withheld until the draw that it decides is
published. The log holds commitments (``games.log.commitments``); older logs have reasons as text.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.log.store import StoredEvent

REASON_MEMBERS = ("reason", "reasons", "named", "numbers")
"""Members of events of any kind; the last two are a person's name and numbers."""
SECRET_MEMBERS = ("secret",)


def without_reasons(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the data with reasons and secrets emptied, and the names of the members that were not empty."""
    return _without(data, (*REASON_MEMBERS, *SECRET_MEMBERS))


def without_secrets(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the data with secrets emptied, and their names: for those who may read reasons."""
    return _without(data, SECRET_MEMBERS)


def _without(data: Mapping[str, Any], names: tuple[str, ...]) -> tuple[dict[str, Any], list[str]]:
    withheld = [name for name in names if data.get(name)]
    return {**data, **dict.fromkeys(withheld, "")}, withheld


def redact(recorded: StoredEvent) -> StoredEvent:
    """Return the event without reasons and secrets."""
    return replace(recorded, data=without_reasons(recorded.data)[0])


def has_plain_reasons(stored: str) -> bool:
    """Return whether the stored data of an event contain a reason as plain text."""
    data = json.loads(stored)
    return any(isinstance(data.get(name), str) and data[name] for name in REASON_MEMBERS)
