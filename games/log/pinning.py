"""Pins: events that refer to a game record name the version and digest of its stream. Pure.

The store fills in version and digest while it holds the write lock. Rewriting a record unnoticed would
require rewriting every stream with a pin to it as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DIGEST, VERSION = "game_digest", "game_version"
End = tuple[int, str]  # last version and digest of a stream


def game_stream(game_id: str) -> str:
    return f"game-{game_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PinsGame:
    """Pins a game at ``game_version`` of its stream, whose digest is ``game_digest``.

    0 and "" for no pin: the game did not exist, or the event was stored by an earlier version.
    """

    game_id: str
    game_version: int = 0
    game_digest: str = ""

    @property
    def rests_on(self) -> str:
        """The stream that is pinned."""
        return game_stream(self.game_id)


def pinned_stream(event: object) -> str:
    """Return the stream that an event pins; "" for none."""
    stream: str = getattr(event, "rests_on", "")
    return stream


def with_pin(event: object, data: dict[str, Any], ends: Mapping[str, End]) -> dict[str, Any]:
    """Return the data of an event with version and digest of the stream that it pins."""
    end = ends.get(pinned_stream(event))
    return data if end is None else {**data, VERSION: end[0], DIGEST: end[1]}
