"""The input and output of a schedule."""

from dataclasses import dataclass, field

from tournaments.competition.facts import Seating
from tournaments.competition.history import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Seating):
    """A planned game of the schedule; ``place`` names its match in a bracket, or is empty."""

    round: int
    result: Result = field(default_factory=Result)
    place: str = ""

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A planned game. ``coloured``: the plan fixes White; else earlier colours and a lot decide."""

    white: str
    black: str
    place: str = ""
    coloured: bool = True

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of one round: its games from the first table on, and the players without a game."""

    games: tuple[Planned, ...]
    byes: tuple[str, ...] = ()


class NotReady(Exception):
    """The error that the round cannot be drawn yet.

    | code | facts |
    |---|---|
    | no_winner | round, tables, undecided (those of them with jigo or two losers) |
    | not_as_drawn | round, missing (the number of missing games) or twice (players with two matches) |
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts
