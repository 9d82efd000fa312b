"""When a game is played that is not played with its round."""

from dataclasses import dataclass

from tournaments.events.declared import PAIR, Nothing, event


@event(
    "tournament.game-date-set.v1",
    rows=PAIR,
    news=Nothing("when a game is played is no part of a result"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class GameDateSet:
    """``date``: ISO 8601, empty where the game is played with its round; ``time``: "19:30", or empty."""

    round: int
    game_id: str
    date: str
    time: str = ""
    reason: str = ""
