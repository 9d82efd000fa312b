"""The state of a tournament after its events (``tournaments.domain``).

The state is a value. Standings and pairings read it through :meth:`Tournament.history`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import attrgetter

from tournaments.competition.facts import GameFacts, LineUp, MatchingFacts, PairFacts, Team, copier
from tournaments.competition.history import (
    ClubGroup,
    Entrant,
    Game,
    History,
    MeetingGroup,
    Participant,
    Result,
)
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import for_players
from tournaments.competition.time_limits import UNKNOWN_TIME, TimeSystem
from tournaments.state.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The announcement of a tournament. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is unknown. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director sets it, else it follows from the time. ``short_name``: the name in files of other programs;
    empty: its address. ``time_zone``: an IANA name such as "Europe/Helsinki"; empty: the service's.
    ``language``: such as "de", for pages of readers who have not chosen one; empty: the browser's.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = UNKNOWN_TIME
    time_class: str = ""
    online: bool = False
    short_name: str = ""
    time_zone: str = ""
    language: str = ""


class ResultState(StrEnum):
    """The state of a result, from missing to final; the names are stable."""

    MISSING = "missing"
    REPORTED = "reported"  # by one player
    CONFIRMED = "confirmed"  # by the other player, or by the desk
    DISPUTED = "disputed"  # the two players' reports differ
    DECIDED = "decided"  # by a ruling that may still be appealed
    APPEALED = "appealed"  # the ruling counts until the appeal is decided
    FINAL = "final"  # by a ruling that cannot be appealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Participant):
    """A player in this tournament. ``number`` counts entries from 1 in the order they were made.

    ``absent``: rounds declared as missed; ``away``: rounds missed because the player withdrew.
    ``earlier``: the sides of replaced players, in order.
    """

    player_id: str
    number: int
    partner_id: str = ""  # in pair go, the second player
    third_id: str = ""  # in rengo of three
    withdrawn: bool = False
    checked_in: bool = False
    away: frozenset[int] = frozenset()
    earlier: tuple[tuple[str, str, str], ...] = ()

    @property
    def side(self) -> tuple[str, str, str]:
        """Return the player ids: one, two in pair go, two or three in rengo; the others are empty."""
        return self.player_id, self.partner_id, self.third_id

    def present_in(self, round_: int) -> bool:
        return self.final and not self.withdrawn and round_ not in self.absent


def side_key(side: tuple[str, str, str]) -> str:
    """Return a side as one text: the key of the names of replaced players."""
    return "+".join(side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingOnResult:
    """The result of a game by the ruling on a claim; ``state`` is DECIDED, APPEALED or FINAL.

    ``appeal_until``: ISO 8601 UTC, or empty. ``score``: such as "B+3.5", or empty.
    """

    result: Result
    claim_id: str
    state: ResultState
    score: str = ""
    appeal_until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(PairFacts):
    """A game of a round, with all reports and decisions on its result.

    ``automatic``: the recorded result follows from the absence of a player when the game was paired.
    ``before_ruling``: what the last ruling that gave a result, or a replay, took the place of.
    ``date`` and ``time``: of a postponed game, as ISO 8601 has them.
    """

    game_id: str
    by_hand: bool = False
    pinned: bool = False
    reports: Mapping[str, Result] = field(default_factory=dict)
    recorded: Result | None = None
    automatic: bool = False
    ruled: RulingOnResult | None = None
    before_ruling: "BeforeRuling | None" = None
    date: str = ""
    time: str = ""

    @property
    def players(self) -> tuple[str, str]:
        return self.black, self.white

    @property
    def result_state(self) -> ResultState:
        if self.ruled is not None:
            return self.ruled.state
        if self.recorded is not None:
            return ResultState.CONFIRMED
        if not self.reports:
            return ResultState.MISSING
        if len(self.reports) == 1:
            return ResultState.REPORTED
        return ResultState.CONFIRMED if len(set(self.reports.values())) == 1 else ResultState.DISPUTED

    @property
    def result(self) -> Result:
        """Return the result that counts: by ruling, else by the desk, else by reports that do not differ."""
        if self.ruled is not None:
            return self.ruled.result
        if self.recorded is not None:
            return self.recorded
        results = set(self.reports.values())
        return results.pop() if len(results) == 1 else Result()

    def is_postponed(self, today: str) -> bool:
        """Return whether no result is expected yet: the game's date is ``today`` (ISO 8601) or later.

        A ``today`` of "" is before all dates.
        """
        return self.result_state is ResultState.MISSING and bool(self.date) and self.date >= today


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeRuling:
    """A pair as it was before the first ruling on the claim."""

    claim_id: str
    pair: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(MatchingFacts):
    """A round. ``corrected``: it was paired on points that were corrected afterwards.

    ``corrections``: round and game of each such result, round and "" for a bye or an absence.
    In a ``closed`` round players cannot report results; they may claim until ``claims_until`` (ISO 8601 UTC).
    If a round was paired in parts, the facts of the matching are of the last part. ``line_ups``: of the
    teams that were paired, by team. ``drawn``: the seeds of each group whose round follows from a schedule.
    ``matched``: the pairs and the bye, if the whole round was paired at once; else empty. ``held``:
    entries of a group that was paired after the round had been published, and is not published itself yet.
    """

    number: int
    pairs: Mapping[str, Pair] = field(default_factory=dict)
    byes: frozenset[str] = frozenset()
    published: bool = False
    corrected: bool = False
    corrections: frozenset[tuple[int, str]] = frozenset()
    closed: bool = False
    claims_until: str = ""
    line_ups: Mapping[str, LineUp] = field(default_factory=dict)
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    matched: frozenset[frozenset[str]] = frozenset()
    held: frozenset[str] = frozenset()

    @property
    def busy(self) -> frozenset[str]:
        """Return the entries that have a game or a bye."""
        return self.byes.union(*(pair.players for pair in self.pairs.values()))

    @property
    def met(self) -> frozenset[frozenset[str]]:
        """Return the pairs of entries that meet, and each entry with the bye by itself."""
        pairs = frozenset(frozenset(pair.players) for pair in self.pairs.values())
        return pairs | {frozenset((entry_id,)) for entry_id in self.byes}

    @property
    def published_part(self) -> "Round":
        """Return the part of a published round that the public may see."""
        if not self.held:
            return self
        teams = {team for team, players in self.line_ups.items() if self.held.intersection(players)}
        pairs = {id_: pair for id_, pair in self.pairs.items() if not self.held.intersection(pair.players)}
        drawn = {group: seeds for group, seeds in self.drawn.items() if (self.held | teams).isdisjoint(seeds)}
        return replace(self, pairs=pairs, byes=self.byes - self.held, drawn=drawn)

    def by_table(self) -> list[Pair]:
        return sorted(self.pairs.values(), key=attrgetter("table", "game_id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The state of a tournament. ``removed``: entries that were made by mistake and removed.

    ``limits``: limits changed since the ruleset was chosen; ``limits_number`` counts changes.

    ``ever_shown``: a round has been published, even if it was hidden again. ``limits_reason``: the reason of
    the last change of limits. ``line_ups``: round -> team -> as set for that round. ``seeds``: by group,
    those set by hand. ``secrets``: by round, the secret of its seed; ``commitments.ERASED`` if it was erased.
    """

    id: str = ""
    organisation_id: str = ""
    slug: str = ""
    details: Details = field(default_factory=lambda: Details(name=""))
    ruleset: str = ""
    settings: Settings = field(default_factory=Settings)
    published: bool = False
    ever_shown: bool = False
    archived: bool = False
    deleted: bool = False
    entries: Mapping[str, Entry] = field(default_factory=dict)
    removed: Mapping[str, Entry] = field(default_factory=dict)
    rounds: Mapping[int, Round] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    limits_number: int = 0
    limits_reason: str = ""
    teams: Mapping[str, Team] = field(default_factory=dict)
    line_ups: Mapping[int, Mapping[str, LineUp]] = field(default_factory=dict)
    meetings: Mapping[str, MeetingGroup] = field(default_factory=dict)
    club_groups: Mapping[str, ClubGroup] = field(default_factory=dict)
    seeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    secrets: Mapping[int, str] = field(default_factory=dict, repr=False)

    def round(self, number: int) -> Round:
        return self.rounds.get(number) or Round(number=number)

    def pair_of(self, game_id: str) -> tuple[Round, Pair] | None:
        for round_ in self.rounds.values():
            if game_id in round_.pairs:
                return round_, round_.pairs[game_id]
        return None

    def history(self, order: Mapping[str, int] | None = None) -> History:
        """Return the values that standings and pairings are computed from. ``order`` breaks last ties."""
        left_out = self.left_out
        return History(
            settings=for_players(self.settings),
            entrants={id_: _entrant(entry, order, left_out) for id_, entry in self.entries.items()},
            games=tuple(
                _game(round_.number, pair) for round_ in self._in_order() for pair in round_.by_table()
            ),
            byes={round_.number: round_.byes for round_ in self._in_order() if round_.byes},
            meetings=tuple(self.meetings.values()),
            club_groups=tuple(self.club_groups.values()),
        )

    @property
    def left_out(self) -> frozenset[str]:
        """Return entries whose games do not count for places; of a team only while all members are voided."""
        voided = {entry.id for entry in self.entries.values() if entry.voided}
        teams = self.teams.values() if voided and self.settings.teams.boards else ()
        back = (team.members for team in teams if not voided.issuperset(team.members))
        return frozenset(voided.difference(*back))

    def _in_order(self) -> list[Round]:
        return [self.rounds[number] for number in sorted(self.rounds)]


def _entrant(entry: Entry, order: Mapping[str, int] | None, left_out: frozenset[str]) -> Entrant:
    copied = _copied_entrant(entry, order=entry.number if order is None else order[entry.id])
    return replace(copied, voided=False) if copied.voided and entry.id not in left_out else copied


def _game(number: int, pair: Pair) -> Game:
    return _copied_game(pair, round=number, result=pair.result, place=pair.place)


_copied_entrant = copier(Participant, Entrant, "order")
_copied_game = copier(GameFacts, Game, "round", "result", "place")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMade(PairFacts):
    """A game of a round was paired."""

    game_id: str
