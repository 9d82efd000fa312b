"""Permission to read the event of a receipt, as registered by the owner of its kind of stream."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.game import events as e
from games.game.policy import policy
from games.game.rows import GameRow
from games.log import wire
from games.receipts.checking import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamReaders:
    """The permissions and roles of one kind of stream.

    ``may_read(user, stream, kind, data)``: whether the user of a request may read such an event; ``kind`` is
    empty for a question about the stream alone. ``may_read_reasons``: the same for reasons. ``roles``: kind
    -> the role that stores such events, if the log alone tells.
    """

    may_read: Callable[[Any, str, str, Mapping[str, Any]], bool]
    may_read_reasons: Callable[[Any, str, Mapping[str, Any]], bool]
    roles: Mapping[str, str]


_streams: dict[str, StreamReaders] = {}


def register_streams(prefix: str, readers: StreamReaders) -> None:
    """Register the readers of streams named ``prefix-...``.

    Streams with an unregistered prefix are unreadable.
    """
    _streams[prefix] = readers


def readers_of(stream: str) -> StreamReaders | None:
    return _streams.get(stream.partition("-")[0])


def may_read(user: Any, receipt: Receipt) -> bool:
    """Return whether the user may read the event or, if the receipt is invalid, its stream."""
    place = receipt.recorded or receipt.fault
    stream = place.stream if place else ""
    kind, data = (receipt.recorded.kind, receipt.recorded.data) if receipt.recorded else ("", {})
    readers = readers_of(stream)
    return readers is not None and readers.may_read(user, stream, kind, data)


def may_read_reasons(user: Any, receipt: Receipt) -> bool:
    """Return whether the user may also read the reason that was typed for the event."""
    readers = readers_of(receipt.recorded.stream) if receipt.recorded else None
    if receipt.recorded is None or readers is None:
        return False
    return readers.may_read_reasons(user, receipt.recorded.stream, receipt.recorded.data)


def role_in(stream: str, kind: str) -> str:
    """Return the role that records events of this kind in the stream; "" if the log does not determine it."""
    readers = readers_of(stream)
    return readers.roles.get(kind, "") if readers else ""


def uuid_in(stream: str) -> UUID | None:
    """Return the id in the name of a stream of a game or a tournament; None for any other name."""
    try:
        return UUID(stream.partition("-")[2])
    except ValueError:
        return None


def _may_read_game(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    return _may(user, "game.read", stream)


def _may_read_reasons(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    return _may(user, "story.read", stream)


def _may(user: Any, action: str, stream: str) -> bool:
    game_id = uuid_in(stream)
    game = GameRow.objects.filter(game_id=game_id).first() if game_id else None
    return game is not None and policy().may(user, action, game)


_OFFICIAL_EVENTS = (e.Penalised, e.TurnsTakenBack, e.RecordWithdrawn)
register_streams(
    "game",
    StreamReaders(
        may_read=_may_read_game,
        may_read_reasons=_may_read_reasons,
        roles={wire.kind_of(event): "the desk" for event in _OFFICIAL_EVENTS},
    ),
)
