"""The input of standings and pairings: entrants, attendance, games and results.

Pure values, folded from a tournament's events or read from an exchange file, independent of the source.
Units: ranks are integers with 1 dan = 0, 1 kyu = -1, 30 kyu = -30, 9 dan = 8; points are doubled integers
(win 2, jigo 1), so that floats never round anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from games.inputs import Input
from tournaments.competition.facts import EntryFacts, GameFacts
from tournaments.competition.settings import Settings


class Winner(StrEnum):
    """The outcome of a pairing; the wire names are stable."""

    NOBODY_YET = "not_played"
    BLACK = "black"
    WHITE = "white"
    JIGO = "jigo"
    BOTH = "both_win"
    NEITHER = "both_lose"


WINNER = Input(name="result", needed=True, fault="Choose a result.", help="The winner.")
BY_DEFAULT = Input(help="Nothing was played, because a player was absent.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A winner, and whether the game was played or awarded by default."""

    winner: Annotated[Winner, WINNER] = Winner.NOBODY_YET
    by_default: Annotated[bool, BY_DEFAULT] = False

    def points2(self, *, for_black: bool) -> int:
        """Doubled points of one side: 2 for a win, 1 for jigo, 0 otherwise."""
        if self.winner is Winner.JIGO:
            return 1
        own = Winner.BLACK if for_black else Winner.WHITE
        return 2 if self.winner in (own, Winner.BOTH) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant(EntryFacts):
    """An entry and the known facts of its rounds.

    ``id`` is opaque. ``absent``: rounds that the entrant misses; ``byes_asked``: rounds with a requested bye;
    ``table``: the fixed table, 0 for any; ``voided``: none of the games counts for places.
    """

    id: str
    absent: frozenset[int] = frozenset()
    byes_asked: frozenset[int] = frozenset()
    table: int = 0
    voided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant(Participant):
    """An entry of a tournament. ``order`` breaks the last ties; normally it is the place by name."""

    order: int = 0

    def present_in(self, round_: int) -> bool:
        return self.final and round_ not in self.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameFacts):
    """A game of a round.

    ``place`` names the game's match of a bracket, "W2/1".
    """

    round: int
    result: Result = field(default_factory=Result)
    place: str = ""


class MeetingKind(StrEnum):
    MUST = "must_meet"
    MUST_NOT = "must_not_meet"


class MeetingOf(StrEnum):
    """The relation between the members of a group."""

    FAMILY = "family"
    GUESTS = "guests"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroup:
    """A group whose members must (or must not) be paired with each other in ``rounds`` (all rounds if empty).

    Two members who must meet do so once: after that the group has no effect on them.
    """

    id: str
    kind: MeetingKind
    of: MeetingOf = MeetingOf.BY_HAND
    members: tuple[str, ...]
    rounds: tuple[int, ...] = ()

    def counts_in(self, round_: int) -> bool:
        return not self.rounds or round_ in self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroup:
    """Clubs whose players meet each other often, such as those of one town or region.

    Two different clubs of one group count half as much as unrelated clubs (``pairing.clubs``).
    """

    id: str
    name: str
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A tournament up to some round. ``byes``: round -> ids of the entrants who had the bye."""

    settings: Settings
    entrants: Mapping[str, Entrant]
    games: tuple[Game, ...] = ()
    byes: Mapping[int, frozenset[str]] = field(default_factory=dict)
    meetings: tuple[MeetingGroup, ...] = ()
    club_groups: tuple[ClubGroup, ...] = ()

    def of_final_entries(self) -> "History":
        """Return the tournament without provisional entries, who have not played."""
        final = {id_: entrant for id_, entrant in self.entrants.items() if entrant.final}
        return self if len(final) == len(self.entrants) else replace(self, entrants=final)

    def games_of(self, round_: int) -> list[Game]:
        return [game for game in self.games if game.round == round_]

    def up_to(self, round_: int) -> "History":
        """Return the tournament after ``round_``."""
        return History(
            settings=self.settings,
            entrants=self.entrants,
            games=tuple(game for game in self.games if game.round <= round_),
            byes={played: who for played, who in self.byes.items() if played <= round_},
            meetings=self.meetings,
            club_groups=self.club_groups,
        )
