"""Results as players report them and the desk records them."""

from dataclasses import dataclass

from games.log.resting import OnRecord
from tournaments.competition.history import Result
from tournaments.events.declared import PAIR_AND_LATER_ROUNDS, REPORT, RESULT, Nothing, event


@event(
    "tournament.result-reported.v1",
    rows=PAIR_AND_LATER_ROUNDS,
    news=REPORT,
    undo=Nothing("it is a player's word; the desk records another result above it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported(OnRecord):
    """What one of the two players says came of the game."""

    round: int
    entry_id: str
    result: Result


@event("tournament.result-recorded.v1", rows=PAIR_AND_LATER_ROUNDS, news=RESULT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecorded(OnRecord):
    """What the desk says; it stands above the players' reports.

    ``automatic``: nobody said so, the pairing did, because one of the two was not there.
    """

    round: int
    result: Result
    reason: str = ""
    automatic: bool = False


@event("tournament.result-cleared.v1", rows=PAIR_AND_LATER_ROUNDS, news=RESULT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCleared:
    """``reports_stay``: the desk takes back its own word only, and what the players said counts again."""

    round: int
    game_id: str
    reason: str = ""
    reports_stay: bool = False
