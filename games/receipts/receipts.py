"""Receipts: a short code for one event, which shows later that the log still says what it said then.

A code is derived, never stored: position, 80 bits of a keyed digest over position and digest of the event
(the tag), 20 bits over both (the seal), in Crockford's base 32. The seal tells a mistyped or invented code
from one that was given out; the tag tells whether the log was rewritten, even by somebody who recomputed
every digest after it, which ``verification`` cannot see. Keys follow from SECRET_KEY; codes given out under
an older key hold as long as it stands in SECRET_KEY_FALLBACKS.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.game import events as e
from games.game.policy import policy
from games.game.rows import GameRow
from games.log import store, wire
from games.log.digests import digest_of
from games.log.raw import Row, rows_at
from games.log.store import Recorded
from games.log.tables import Event
from games.log.verification import Fault
from games.refusals import Code, refuse, register

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOK_ALIKES = str.maketrans("OIL", "011", "- ")
TAG, SEAL, GROUP = 16, 4, 5
SHORTEST_PLACE, LONGEST_PLACE = 5, 12  # of the position: five symbols reach 33 million events
LONGEST_LIST = 24

register(
    {
        "no_such_receipt": Code(
            status=404,
            title="This is no receipt of ours.",
            advice="Compare it with the code as it was given: one character may differ.",
        )
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A code that was given out, and the event it stands for, None where there is a ``fault``."""

    code: str
    position: int
    recorded: Recorded | None
    fault: Fault | None

    @property
    def valid(self) -> bool:
        return self.fault is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What is known of the streams of one kind.

    ``may_read(user, stream, kind, data)``: whether the user of a request may read such an event; ``kind`` is
    empty where only the stream is asked about.
    ``roles``: kind -> who does such things, where the log alone tells.
    """

    may_read: Callable[[Any, str, str, Mapping[str, Any]], bool]
    roles: Mapping[str, str]


def code_of(recorded: Recorded) -> str:
    """The code of an event: five groups of five symbols, ``00001-7K3MA-...``."""
    return code_at(recorded.position, recorded.digest)


def code_at(position: int, digest: str) -> str:
    """The code of the event with this position and digest."""
    return _code(settings.SECRET_KEY, position, digest)


def last_code(recorded: Sequence[Recorded]) -> str | None:
    """The code of a command's last event; None for a command that had nothing to store."""
    return code_of(recorded[-1]) if recorded else None


def check(code: str) -> Receipt:
    """Whether the event and all before it in its stream are what they were. Refuses ``no_such_receipt``."""
    plain = _plain(code)
    keys = [key for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if _sealed(key, plain)]
    if not keys:
        refuse("no_such_receipt")
    position = _number(plain[: -TAG - SEAL])
    fault = _fault(keys, plain, position)
    recorded = None if fault else store.recorded(Event.objects.get(pk=position))
    return Receipt(code=_grouped(plain), position=position, recorded=recorded, fault=fault)


def _fault(keys: Sequence[str | bytes], plain: str, position: int) -> Fault | None:
    row = next(rows_at([position]), None)
    if row is None:
        return Fault(position=position, what="there is no event here any more")
    if fault := _first_fault(row):
        return fault
    if any(constant_time_compare(_plain(_code(key, position, row.digest)), plain) for key in keys):
        return None
    what = "the log holds another event than the one this receipt was given for"
    return Fault(stream=row.stream, version=row.version, position=position, what=what)


def _first_fault(last: Row) -> Fault | None:
    """The first event of the stream, up to this one, that does not follow from those before it."""
    before = Event.objects.filter(stream=last.stream, position__lt=last.position).order_by("position")
    positions = [*before.values_list("position", flat=True), last.position]
    link = ""
    for version, row in enumerate(rows_at(positions), start=1):
        if row.version != version or not _follows(row, link):
            return Fault(
                stream=last.stream, version=version, position=row.position, what=_what(row, version, link)
            )
        link = row.digest
    return None


def _follows(row: Row, link: str) -> bool:
    return row.sound and digest_of(link, row) == row.digest


def _what(row: Row, version: int, link: str) -> str:
    if row.version <= version:
        return "is not what was written: its digest does not match"
    if _follows(replace(row, version=version), link):
        return f"is stored as version {row.version}"
    return f"missing, up to version {row.version - 1}"


def _code(key: str | bytes, position: int, digest: str) -> str:
    head = _symbols(position, SHORTEST_PLACE) + _keyed(key, "tag", f"{position}:{digest}", TAG)
    return _grouped(head + _keyed(key, "seal", head, SEAL))


def _sealed(key: str | bytes, plain: str) -> bool:
    return constant_time_compare(_keyed(key, "seal", plain[:-SEAL], SEAL), plain[-SEAL:])


def _keyed(key: str | bytes, what: str, value: str, symbols: int) -> str:
    mac = salted_hmac(f"games.receipts.{what}", value, secret=key, algorithm="sha256").digest()
    return _symbols(int.from_bytes(mac) >> 8 * len(mac) - 5 * symbols, symbols)


def _symbols(number: int, least: int) -> str:
    digits = ""
    while number or len(digits) < least:
        number, digit = divmod(number, 32)
        digits = SYMBOLS[digit] + digits
    return digits


def _number(symbols: str) -> int:
    number = 0
    for symbol in symbols:
        number = number * 32 + SYMBOLS.index(symbol)
    return number


def _plain(code: str) -> str:
    """The symbols alone, whatever the case, the grouping and the look-alikes. Refuses what is no code."""
    plain = code.upper().translate(LOOK_ALIKES) if code.isascii() else ""
    fits = SHORTEST_PLACE <= len(plain) - TAG - SEAL <= LONGEST_PLACE
    if not fits or set(plain) - set(SYMBOLS):
        refuse("no_such_receipt")
    return plain


def _grouped(plain: str) -> str:
    return "-".join(plain[start : start + GROUP] for start in range(0, len(plain), GROUP))


# --- what a receipt says, and to whom -------------------------------------------------------------------


def _may_read_game(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    game_id = uuid_in(stream)
    game = GameRow.objects.filter(game_id=game_id).first() if game_id else None
    return game is not None and policy().may(user, "game.read", game)


def uuid_in(stream: str) -> UUID | None:
    """The id that the stream of a game or a tournament is named after, None in any other name."""
    try:
        return UUID(stream.partition("-")[2])
    except ValueError:
        return None


_BY_THE_DESK = (e.Penalised, e.TurnsTakenBack, e.RecordWithdrawn)
_rooms: dict[str, Room] = {
    "game": Room(may_read=_may_read_game, roles={wire.kind_of(event): "the desk" for event in _BY_THE_DESK})
}


def register_room(prefix: str, room: Room) -> None:
    """Ask this room about streams named ``prefix-...``; of streams without a room nothing is told."""
    _rooms[prefix] = room


def _room_of(stream: str) -> Room | None:
    return _rooms.get(stream.partition("-")[0])


def may_read(user: Any, receipt: Receipt) -> bool:
    """Whether the user may read the event; of a receipt that is not valid, the stream it belongs to."""
    told = receipt.recorded or receipt.fault
    stream = told.stream if told else ""
    kind, data = (receipt.recorded.kind, receipt.recorded.data) if receipt.recorded else ("", {})
    room = _room_of(stream)
    return room is not None and room.may_read(user, stream, kind, data)


def body_of(receipt: Receipt, *, everything: bool) -> dict[str, Any]:
    """The receipt as JSON data. Validity, position, digest and time are told to whoever has the code."""
    recorded, fault = receipt.recorded, receipt.fault
    return {
        "code": receipt.code,
        "valid": receipt.valid,
        "position": receipt.position,
        "digest": recorded.digest if recorded else None,
        "recorded_at": recorded.recorded_at.isoformat() if recorded else None,
        "event": event_body(recorded) if recorded and everything else None,
        "fault": fault_body(fault, everything=everything) if fault else None,
    }


def event_body(recorded: Recorded) -> dict[str, Any]:
    """What happened: ``actor`` is opaque, ``role`` empty where the log alone does not tell it."""
    known = wire.knows(recorded.kind)
    room = _room_of(recorded.stream)
    return {
        "stream": recorded.stream,
        "version": recorded.version,
        "kind": recorded.kind,
        "actor": recorded.actor,
        "role": room.roles.get(recorded.kind, "") if room else "",
        "what": in_words(recorded.kind) if known else recorded.kind,
        "facts": facts_of(recorded.data) if known else {},
    }


def fault_body(fault: Fault, *, everything: bool) -> dict[str, Any]:
    """Where the log is not what it was; the stream and version only to who may read them."""
    told = everything and bool(fault.stream)
    return {
        "what": fault.what,
        "position": fault.position,
        "stream": fault.stream if told else None,
        "version": fault.version if told else None,
    }


def in_words(kind: str) -> str:
    """``tournament.result-reported.v1``: "Tournament: result reported"."""
    about, what = kind.split(".")[:2]
    return f"{about.capitalize()}: {what.replace('-', ' ')}"


def facts_of(data: Mapping[str, Any], under: str = "") -> dict[str, str]:
    """The data of an event, flat and in words: ``{"result winner": "white", "table": "3"}``."""
    facts: dict[str, str] = {}
    for key, value in data.items():
        name = f"{under} {key}".strip().replace("_", " ")
        if isinstance(value, dict):
            facts |= facts_of(value, name)
        elif said := _said(value, side=key in ("color", "to_play", "winner")):
            facts[name] = said
    return facts


def _said(value: Any, *, side: bool = False) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        short = len(value) <= LONGEST_LIST and not any(isinstance(item, dict | list) for item in value)
        return ", ".join(map(str, value)) if short else f"{len(value)} of them"
    if side and value in ("b", "w"):
        return {"b": "Black", "w": "White"}[value]
    return "" if value is None else str(value)
