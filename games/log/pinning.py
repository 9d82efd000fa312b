"""What an event rests on: the stream of a game as it was when the event was stored. Pure.

The store fills in version and digest of that stream while nobody else can write. Who rewrites a record, every
digest of its stream included, would have to rewrite each stream that rests on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DIGEST, VERSION = "game_digest", "game_version"
End = tuple[int, str]  # last version and digest of a stream


def stream_of_game(game_id: str) -> str:
    return f"game-{game_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnRecord:
    """Rests on a game as it is at ``game_version`` of its stream, whose digest is ``game_digest``.

    0 and "" where it rests on nothing: the game did not exist, or events of before this was kept.
    """

    game_id: str
    game_version: int = 0
    game_digest: str = ""

    @property
    def rests_on(self) -> str:
        """The stream that the store looks at."""
        return stream_of_game(self.game_id)


def stream_under(event: object) -> str:
    """The stream that an event is to rest on; "" for none."""
    stream: str = getattr(event, "rests_on", "")
    return stream


def rested(event: object, data: dict[str, Any], ends: Mapping[str, End]) -> dict[str, Any]:
    """The data of an event, with the end of the stream that it rests on."""
    end = ends.get(stream_under(event))
    return data if end is None else {**data, VERSION: end[0], DIGEST: end[1]}
