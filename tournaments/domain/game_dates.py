"""Dates of postponed games.

Later rounds are paired without the game, and no result is expected before that day is over. The game counts
once it has a result; its round stays open until then, because players cannot report in a closed round. A game
that will not be played is recorded as not played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.inputs import OPTIONAL, Input
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.domain.base import Command, Event, GameSeats, StoryContext, UndoContext, UndoPlan, find_pair
from tournaments.domain.declarations import PAIR, NotApplicable, event
from tournaments.domain.guards import need_open, pair_of
from tournaments.state.changes import with_pair
from tournaments.state.tournament import Tournament


@event(
    "tournament.game-date-set.v1",
    rows=PAIR,
    news=NotApplicable("when a game is played is no part of a result"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class GameDateSet(Event):
    """The postponement of a game. ``date``: ISO 8601, empty: played with its round; ``time``: "19:30"."""

    round: int
    game_id: str
    date: str
    time: str = ""
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        return with_pair(state, self.round, self.game_id, date=self.date, time=self.time)

    def sentence(self, context: StoryContext) -> str:
        facts = {"game": context.game_in_words(self.game_id), "because": because(self.reason)}
        if not self.date:
            return marked("%(game)s is no longer postponed%(because)s", **facts)
        return marked("%(game)s is postponed to %(when)s%(because)s", when=day_and_time(self), **facts)

    def game_sentence(self, seats: GameSeats) -> str:
        if not self.date:
            return marked("The game is no longer postponed%(because)s", because=because(self.reason))
        return marked(
            "The game was postponed to %(day_and_time)s%(because)s",
            day_and_time=day_and_time(self),
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan | None:
        def date_and_time(state: Tournament) -> object:
            pair = find_pair(state, self.game_id)
            return pair and (pair.date, pair.time)

        old = find_pair(context.before, self.game_id)
        if old is None:
            return None
        inverse = SetGameDate(game_id=old.game_id, date=old.date, time=old.time, reason=context.reason)
        return UndoPlan(subject=date_and_time, commands=[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGameDate(Command, right="round.pair", reason_needed=OPTIONAL):
    """Postpone a game to a date, and a time, of its own.

    ``date``: ISO 8601, or empty: played with its round. ``time``: "19:30", or empty.
    """

    game_id: str
    date: Annotated[str, Input(longest=10, empty=True, help="2026-11-28; null: with its round.")]
    time: Annotated[str, Input(longest=5, empty=True, help="19:30, or null.")] = ""
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        _check_date_and_time(self)
        _check_clock(self, state.details.time_zone)
        if (pair.date, pair.time) == (self.date, self.time):
            return []
        need_open(round_)
        return [
            GameDateSet(
                round=round_.number,
                game_id=pair.game_id,
                date=self.date,
                time=self.time,
                reason=self.reason,
            )
        ]


def _check_date_and_time(command: SetGameDate) -> None:
    if command.date and not _is_written_as(command.date, date):
        refuse("invalid_pairing", field="date", fault=marked("a day like 2026-11-28"))
    if command.time and not command.date:
        refuse("invalid_pairing", field="date", fault=marked("a time needs a day"))
    if command.time and not _is_written_as(command.time, time):
        refuse("invalid_pairing", field="time", fault=marked("a time like 19:30"))


def _check_clock(command: SetGameDate, zone: str) -> None:
    """Refuse a time that clocks of the tournament's zone skip when summer time begins."""
    if not (command.date and command.time and zone):
        return
    try:
        there = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):  # the list of zones differs between machines
        return
    moment = datetime.fromisoformat(f"{command.date}T{command.time}").replace(tzinfo=there)
    if moment.astimezone(UTC).astimezone(there).time() != moment.time():
        fault = marked("clocks in %(zone)s skip this time on that day", zone=zone)
        refuse("invalid_pairing", field="time", fault=fault)


def _is_written_as(text: str, kind: type[date] | type[time]) -> bool:
    """Return whether the text is an ISO date, or a time of hours and minutes."""
    try:
        written = kind.fromisoformat(text).isoformat()
    except ValueError:
        return False
    return written == (text if kind is date else f"{text}:00")


def day_and_time(event: GameDateSet) -> str:
    return ", ".join(filter(None, (event.date, event.time)))
