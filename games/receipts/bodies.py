"""The contents of a receipt as JSON data, for REST, the page and the command line."""

from collections.abc import Mapping
from typing import Any, TypedDict

from games.log import wire
from games.log.digests import timestamp
from games.log.redaction import without_reasons, without_secrets
from games.log.store import StoredEvent
from games.log.verification import Fault
from games.receipts.checking import Receipt
from games.receipts.readers import role_in
from games.rest.bodies import DateTimeText, OptionalText

LONGEST_LIST = 24


class ReceiptEventBody(TypedDict):
    """The event of a receipt.

    ``role``: the role of its author, null if the log alone does not tell; ``facts``: its data in words.
    """

    stream: str
    version: int
    kind: str
    actor: str
    role: OptionalText
    what: str
    facts: dict[str, str]


class ReceiptFaultBody(TypedDict):
    """The place where the log was altered.

    Stream and version are given only to users who may read them.
    """

    what: str
    position: int
    stream: str | None
    version: int | None


class ReceiptBody(TypedDict):
    """A receipt.

    ``event`` is null if the reader may not see it or it was altered; then ``fault`` names the place.
    """

    code: str
    valid: bool
    position: int
    digest: str | None
    recorded_at: DateTimeText | None
    event: ReceiptEventBody | None
    fault: ReceiptFaultBody | None


def receipt_body(receipt: Receipt, *, everything: bool, reasons: bool) -> ReceiptBody:
    """Return the receipt; anyone with the code sees validity, position, digest and time.

    ``everything``: include the event; ``reasons``: include the reasons that were typed.
    """
    recorded, fault = receipt.recorded, receipt.fault
    return {
        "code": receipt.code,
        "valid": receipt.valid,
        "position": receipt.position,
        "digest": recorded.digest if recorded else None,
        "recorded_at": timestamp(recorded.recorded_at) if recorded else None,
        "event": event_body(recorded, reasons=reasons) if recorded and everything else None,
        "fault": fault_body(fault, everything=everything) if fault else None,
    }


def event_body(recorded: StoredEvent, *, reasons: bool) -> ReceiptEventBody:
    known = wire.is_known_kind(recorded.kind)
    data, _ = without_secrets(recorded.data) if reasons else without_reasons(recorded.data)
    return {
        "stream": recorded.stream,
        "version": recorded.version,
        "kind": recorded.kind,
        "actor": recorded.actor,
        "role": role_in(recorded.stream, recorded.kind),
        "what": kind_in_words(recorded.kind) if known else recorded.kind,
        "facts": facts_of(data) if known else {},
    }


def fault_body(fault: Fault, *, everything: bool) -> ReceiptFaultBody:
    named = everything and bool(fault.stream)
    return {
        "what": fault.what,
        "position": fault.position,
        "stream": fault.stream if named else None,
        "version": fault.version if named else None,
    }


def kind_in_words(kind: str) -> str:
    """Return the kind in words: ``tournament.result-reported.v1`` is "Tournament: result reported"."""
    about, what = kind.split(".")[:2]
    return f"{about.capitalize()}: {what.replace('-', ' ')}"


def facts_of(data: Mapping[str, Any], under: str = "") -> dict[str, str]:
    """Return the data of an event, flat and in words: ``{"result winner": "white", "table": "3"}``."""
    facts: dict[str, str] = {}
    for key, value in data.items():
        name = f"{under} {key}".strip().replace("_", " ")
        if isinstance(value, dict):
            facts |= facts_of(value, name)
        elif text := _text(value, side=key in ("color", "to_play", "winner")):
            facts[name] = text
    return facts


def _text(value: Any, *, side: bool = False) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        short = len(value) <= LONGEST_LIST and not any(isinstance(item, dict | list) for item in value)
        return ", ".join(map(str, value)) if short else f"{len(value)} of them"
    if side and value in ("b", "w"):
        return {"b": "Black", "w": "White"}[value]
    return "" if value is None else str(value)
