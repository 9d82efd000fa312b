"""Which rows an event changes, besides the tournament's own and those of entries: these are compared."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from games.log.wire import Unknown
from tournaments import events as e
from tournaments.events import clubs as c
from tournaments.events import constraints as p
from tournaments.events import rulings as r
from tournaments.events import teams as t
from tournaments.state.tournament import Tournament

Touched = tuple[str, Any]
"""A kind of row, and which: "round" and "pairs" (all of a round) by number, "pair" by number and game."""

OWN = "the tournament's own row has it and is compared with the state after every batch"
ENTRY = "rows of entries that changed are written without being named"
FROM_THE_STATE = "no column has it: it is read from the state"

NOTHING: Mapping[type, str] = {
    e.TournamentCreated: OWN,
    e.DetailsChanged: OWN,
    e.SettingsChanged: OWN,
    e.TournamentPublished: OWN,
    e.TournamentUnpublished: OWN,
    e.PlayerEntered: ENTRY,
    e.EntryChanged: ENTRY,
    e.EntryWithdrawn: ENTRY,
    e.EntryReinstated: ENTRY,
    e.PlayerCheckedIn: ENTRY,
    e.CheckInUndone: ENTRY,
    p.ByeAskedFor: FROM_THE_STATE,
    p.ByeNotAskedFor: FROM_THE_STATE,
    p.PlayerPinned: FROM_THE_STATE,
    p.PairPinned: FROM_THE_STATE,
    p.MeetingGroupSet: FROM_THE_STATE,
    p.MeetingGroupDropped: FROM_THE_STATE,
    c.ClubGroupSet: FROM_THE_STATE,
    c.ClubGroupDropped: FROM_THE_STATE,
    t.TeamFormed: FROM_THE_STATE,
    t.TeamChanged: FROM_THE_STATE,
    t.TeamDisbanded: FROM_THE_STATE,
    t.LineUpSet: FROM_THE_STATE,
    Unknown: "a later program wrote it: what it changes is not known to this one",
}
"""Events that touch no other row, and why."""


@singledispatch
def touches(event: object, state: Tournament) -> list[Touched]:
    """Which rows ``event`` changes; ``state``: after it. Raises TypeError for no event of a tournament."""
    raise TypeError(f"no rows are named for {type(event).__name__}")


def touch_nothing(event: object, state: Tournament) -> list[Touched]:
    return []


for _cls in NOTHING:
    touches.register(_cls, touch_nothing)


@touches.register(e.RoundPaired)
@touches.register(e.RoundUnpaired)
@touches.register(e.PairMadeByHand)
@touches.register(e.PairUnmade)
@touches.register(e.TableMoved)
@touches.register(p.TablesRenumbered)
def touch_pairs_of_round(event: e.RoundPaired, state: Tournament) -> list[Touched]:
    return [("pairs", event.round)]


@touches.register(e.ColoursSwapped)
@touches.register(e.HandicapSet)
def touch_pair(event: e.ColoursSwapped, state: Tournament) -> list[Touched]:
    return [("pair", (event.round, event.game_id))]


@touches.register(e.ResultReported)
@touches.register(e.ResultRecorded)
@touches.register(e.ResultCleared)
@touches.register(r.ResultRuled)
@touches.register(r.RulingAppealed)
@touches.register(r.RulingLifted)
def touch_pair_and_later_rounds(event: e.ResultRecorded, state: Tournament) -> list[Touched]:
    return [("pair", (event.round, event.game_id)), *_later(event.round, state)]


def _later(number: int, state: Tournament) -> list[Touched]:
    """Rounds that may have been marked as paired on other points."""
    return [("round", later) for later in state.rounds if later > number]


@touches.register
def touch_rounds_with_deadlines(event: e.LimitsChanged, state: Tournament) -> list[Touched]:
    """The deadline of claims is a column of rounds; for komi see ``recounting``."""
    return [] if event.limits.claim_minutes is None else [("round", number) for number in state.rounds]


@touches.register(e.AbsenceDeclared)
@touches.register(e.AbsenceWithdrawn)
def touch_later_rounds(event: e.AbsenceDeclared, state: Tournament) -> list[Touched]:
    return _later(event.round, state)


@touches.register(e.ByeGiven)
@touches.register(e.ByeTakenBack)
def touch_round_and_later_rounds(event: e.ByeGiven, state: Tournament) -> list[Touched]:
    return [("round", event.round), *_later(event.round, state)]


@touches.register(p.PairingProved)
@touches.register(e.RoundPublished)
@touches.register(p.RoundUnpublished)
@touches.register(r.RoundClosed)
@touches.register(r.RoundReopened)
def touch_round(event: e.RoundPublished, state: Tournament) -> list[Touched]:
    return [("round", event.round)]
