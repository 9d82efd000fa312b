"""What a tournament's log says of one game, in plain words. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from games.log.wire import Unknown
from games.story import Happened, Line
from games.story.base import because, count, line
from tournaments import events as e
from tournaments.competition.history import Result, Winner
from tournaments.events import clubs as c
from tournaments.events import constraints as p
from tournaments.events import rulings as r
from tournaments.events import teams as t

WON: Mapping[Winner, str] = {
    Winner.NOBODY_YET: "not played",
    Winner.BLACK: "Black wins",
    Winner.WHITE: "White wins",
    Winner.JIGO: "jigo",
    Winner.BOTH: "both win",
    Winner.NEITHER: "both lose",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A game and who plays it: the entries, as the pair stands at the moment; "" before it is made."""

    game_id: str
    black: str = ""
    white: str = ""

    def side(self, entry_id: str) -> str:
        return {self.black: "Black", self.white: "White"}.get(entry_id, "A player")


def lines(happened: Iterable[Happened], game_id: str) -> list[Line]:
    """The lines of a game; ``happened``: the events of its tournament, in order."""
    found, seats, round_ = [], Seats(game_id=game_id), 0
    for one in happened:
        event = one.event
        if type(event) in NOTHING:
            continue
        if pair := _made(event, game_id):
            seats, round_ = replace(seats, black=pair.black, white=pair.white), event.round
        if isinstance(event, e.ColoursSwapped) and event.game_id == game_id:
            seats = replace(seats, black=seats.white, white=seats.black)
        if _concerns(event, game_id, round_):
            found.append(line(one, describe(event, seats)))
    return found


def _concerns(event: Any, game_id: str, round_: int) -> bool:
    """Whether an event is about the game, which is one of this round."""
    if isinstance(event, OF_ROUNDS):
        return bool(event.round == round_)
    if isinstance(event, p.TablesRenumbered):
        return game_id in event.tables
    if isinstance(event, e.RoundPaired | e.PairMadeByHand):
        return _made(event, game_id) is not None
    return bool(event.game_id == game_id)


def _made(event: object, game_id: str) -> e.PairMade | None:
    if isinstance(event, e.PairMadeByHand):
        return event.pair if event.pair.game_id == game_id else None
    if isinstance(event, e.RoundPaired):
        return next((pair for pair in event.pairs if pair.game_id == game_id), None)
    return None


OF_ROUNDS = (e.RoundPublished, p.RoundUnpublished, e.RoundUnpaired, r.RoundClosed, r.RoundReopened)
"""What happens to all games of a round."""

TOURNAMENT = "it is of the whole tournament, whose story has it"
ENTRY = "it is of a player, and the tournament's story has it"
PAIRING = "it is a wish or a constraint for pairings, and of no single game"
TEAM = "games that follow from it are paired, and unpaired, by events of their own"
NOTHING: Mapping[type, str] = {
    e.TournamentCreated: TOURNAMENT,
    e.DetailsChanged: TOURNAMENT,
    e.SettingsChanged: TOURNAMENT,
    e.TournamentPublished: TOURNAMENT,
    e.TournamentUnpublished: TOURNAMENT,
    e.LimitsChanged: "tournaments.limits.story has it, with what came of it for the game",
    e.PlayerEntered: ENTRY,
    e.EntryChanged: ENTRY,
    e.EntryWithdrawn: ENTRY,
    e.EntryReinstated: ENTRY,
    e.PlayerCheckedIn: ENTRY,
    e.CheckInUndone: ENTRY,
    e.AbsenceDeclared: ENTRY,
    e.AbsenceWithdrawn: ENTRY,
    e.ByeGiven: ENTRY,
    e.ByeTakenBack: ENTRY,
    p.ByeAskedFor: PAIRING,
    p.ByeNotAskedFor: PAIRING,
    p.PlayerPinned: PAIRING,
    p.MeetingGroupSet: PAIRING,
    p.MeetingGroupDropped: PAIRING,
    c.ClubGroupSet: PAIRING,
    c.ClubGroupDropped: PAIRING,
    p.PairingProved: "it is of a round's pairing as a whole",
    t.TeamFormed: TEAM,
    t.TeamChanged: TEAM,
    t.TeamDisbanded: TEAM,
    t.LineUpSet: TEAM,
    Unknown: "a later program wrote it: whether it is about the game is not known to this one",
}
"""Events that are not told of any game, and why."""


@singledispatch
def describe(event: object, seats: Seats) -> str:
    """The sentence for an event. Raises TypeError for one of which no game's story tells."""
    raise TypeError(f"no sentence for {type(event).__name__}")


@describe.register
def describe_round_paired(event: e.RoundPaired, seats: Seats) -> str:
    return f"Round {event.round} was paired by {event.method.replace('_', ' ')}; the game is one of its."


@describe.register
def describe_pair_made_by_hand(event: e.PairMadeByHand, seats: Seats) -> str:
    return f"Paired by hand in round {event.round}, at table {event.pair.table}{because(event.reason)}"


@describe.register
def describe_pair_unmade(event: e.PairUnmade, seats: Seats) -> str:
    return f"The pair was undone{because(event.reason)}"


@describe.register
def describe_round_unpaired(event: e.RoundUnpaired, seats: Seats) -> str:
    return f"The pairing of round {event.round} was undone{because(event.reason)}"


@describe.register
def describe_round_published(event: e.RoundPublished, seats: Seats) -> str:
    return f"Round {event.round} was published."


@describe.register
def describe_round_closed(event: r.RoundClosed, seats: Seats) -> str:
    until = event.claims_until[:16].replace("T", " ")
    return f"Round {event.round} was closed; players may claim until {until} UTC."


@describe.register
def describe_round_reopened(event: r.RoundReopened, seats: Seats) -> str:
    return f"Round {event.round} was opened again{because(event.reason)}"


@describe.register
def describe_colours_swapped(event: e.ColoursSwapped, seats: Seats) -> str:
    return "The colours were swapped."


@describe.register
def describe_handicap_set(event: e.HandicapSet, seats: Seats) -> str:
    return f"The terms were set to {count(event.handicap, 'handicap stone')} and komi {event.komi:g}."


@describe.register
def describe_table_moved(event: e.TableMoved, seats: Seats) -> str:
    return f"The game was moved to table {event.table}."


@describe.register
def describe_tables_renumbered(event: p.TablesRenumbered, seats: Seats) -> str:
    return f"The game was moved to table {event.tables[seats.game_id]}{because(event.reason)}"


@describe.register
def describe_pair_pinned(event: p.PairPinned, seats: Seats) -> str:
    return f"The game was {'pinned to' if event.pinned else 'released from'} its table."


@describe.register
def describe_round_unpublished(event: p.RoundUnpublished, seats: Seats) -> str:
    return f"The pairings of round {event.round} were taken from view to be edited{because(event.reason)}"


@describe.register
def describe_result_reported(event: e.ResultReported, seats: Seats) -> str:
    return f"{seats.side(event.entry_id)} reported: {_won(event.result)}."


@describe.register
def describe_result_recorded(event: e.ResultRecorded, seats: Seats) -> str:
    return f"The desk recorded: {_won(event.result)}{because(event.reason)}"


@describe.register
def describe_result_cleared(event: e.ResultCleared, seats: Seats) -> str:
    return f"The result was cleared{because(event.reason)}"


@describe.register
def describe_result_ruled(event: r.ResultRuled, seats: Seats) -> str:
    score = f" {event.score}" if event.score else ""
    final = ", finally" if event.final else ""
    return f"The result by the ruling{final}: {_won(event.result)}{score}."


@describe.register
def describe_ruling_appealed(event: r.RulingAppealed, seats: Seats) -> str:
    return "The result by the ruling counts until the appeal is decided."


@describe.register
def describe_ruling_lifted(event: r.RulingLifted, seats: Seats) -> str:
    return f"The game is to be played again: every result of it was put aside{because(event.reason)}"


def _won(result: Result) -> str:
    return WON[result.winner] + (" by default" if result.by_default else "")
