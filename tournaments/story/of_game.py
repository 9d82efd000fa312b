"""What a tournament's log says of one game, in plain words. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from games.story import Happened, Line
from games.story.base import because, count, line
from tournaments.competition.history import Result, Winner
from tournaments.events.constraints import PairPinned, RoundUnpublished, TablesRenumbered
from tournaments.events.dates import GameDateSet
from tournaments.events.declared import declared
from tournaments.events.pairs import (
    ColoursSwapped,
    HandicapSet,
    PairMade,
    PairMadeByHand,
    PairUnmade,
    TableMoved,
)
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rounds import RoundPaired, RoundPublished, RoundUnpaired
from tournaments.events.rulings import ResultRuled, RoundClosed, RoundReopened, RulingAppealed, RulingLifted

WON: dict[Winner, str] = {
    Winner.NOBODY_YET: "not played",
    Winner.BLACK: "Black wins",
    Winner.WHITE: "White wins",
    Winner.JIGO: "jigo",
    Winner.BOTH: "both win",
    Winner.NEITHER: "both lose",
}
COLOURLESS = {Winner.WHITE: "the player named first wins", Winner.BLACK: "the player named second wins"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A game and who plays it: the entries, as the pair stands at the moment; "" before it is made."""

    game_id: str
    black: str = ""
    white: str = ""
    colours_known: bool = True

    def side(self, entry_id: str) -> str:
        if not self.colours_known:
            return "A player"
        return {self.black: "Black", self.white: "White"}.get(entry_id, "A player")


def lines(happened: Iterable[Happened], game_id: str) -> list[Line]:
    """The lines of a game; ``happened``: the events of its tournament, in order."""
    found, seats, round_ = [], Seats(game_id=game_id), 0
    for one in happened:
        event = one.event
        if declared(type(event)).games:
            continue
        if pair := _made(event, game_id):
            seats = replace(seats, black=pair.black, white=pair.white, colours_known=pair.colours_known)
            round_ = event.round
        if isinstance(event, ColoursSwapped) and event.game_id == game_id:
            seats = replace(seats, black=seats.white, white=seats.black)
        if _concerns(event, game_id, round_):
            found.append(line(one, describe(event, seats)))
    return found


def _concerns(event: Any, game_id: str, round_: int) -> bool:
    """Whether an event is about the game, which is one of this round."""
    if isinstance(event, OF_ROUNDS):
        return bool(event.round == round_)
    if isinstance(event, TablesRenumbered):
        return game_id in event.tables
    if isinstance(event, RoundPaired | PairMadeByHand):
        return _made(event, game_id) is not None
    return bool(event.game_id == game_id)


def _made(event: object, game_id: str) -> PairMade | None:
    if isinstance(event, PairMadeByHand):
        return event.pair if event.pair.game_id == game_id else None
    if isinstance(event, RoundPaired):
        return next((pair for pair in event.pairs if pair.game_id == game_id), None)
    return None


OF_ROUNDS = (RoundPublished, RoundUnpublished, RoundUnpaired, RoundClosed, RoundReopened)
"""What happens to all games of a round."""


@singledispatch
def describe(event: object, seats: Seats) -> str:
    """The sentence for an event. Raises TypeError for one of which no game's story tells."""
    raise TypeError(f"no sentence for {type(event).__name__}")


@describe.register
def describe_round_paired(event: RoundPaired, seats: Seats) -> str:
    return f"Round {event.round} was paired by {event.method.replace('_', ' ')}; the game is one of its."


@describe.register
def describe_pair_made_by_hand(event: PairMadeByHand, seats: Seats) -> str:
    return f"Paired by hand in round {event.round}, at table {event.pair.table}{because(event.reason)}"


@describe.register
def describe_pair_unmade(event: PairUnmade, seats: Seats) -> str:
    return f"The pair was undone{because(event.reason)}"


@describe.register
def describe_round_unpaired(event: RoundUnpaired, seats: Seats) -> str:
    return f"The pairing of round {event.round} was undone{because(event.reason)}"


@describe.register
def describe_round_published(event: RoundPublished, seats: Seats) -> str:
    return f"Round {event.round} was published."


@describe.register
def describe_round_closed(event: RoundClosed, seats: Seats) -> str:
    until = event.claims_until[:16].replace("T", " ")
    return f"Round {event.round} was closed; players may claim until {until} UTC."


@describe.register
def describe_round_reopened(event: RoundReopened, seats: Seats) -> str:
    return f"Round {event.round} was opened again{because(event.reason)}"


@describe.register
def describe_colours_swapped(event: ColoursSwapped, seats: Seats) -> str:
    return "The colours were swapped."


@describe.register
def describe_handicap_set(event: HandicapSet, seats: Seats) -> str:
    return f"The terms were set to {count(event.handicap, 'handicap stone')} and komi {event.komi:g}."


@describe.register
def describe_table_moved(event: TableMoved, seats: Seats) -> str:
    return f"The game was moved to table {event.table}."


@describe.register
def describe_tables_renumbered(event: TablesRenumbered, seats: Seats) -> str:
    return f"The game was moved to table {event.tables[seats.game_id]}{because(event.reason)}"


@describe.register
def describe_pair_pinned(event: PairPinned, seats: Seats) -> str:
    return f"The game was {'pinned to' if event.pinned else 'released from'} its table."


@describe.register
def describe_game_date_set(event: GameDateSet, seats: Seats) -> str:
    if not event.date:
        return f"The game is played with its round again{because(event.reason)}"
    return f"The game was put off to {day_and_time(event)}{because(event.reason)}"


def day_and_time(event: GameDateSet) -> str:
    return ", ".join(filter(None, (event.date, event.time)))


@describe.register
def describe_round_unpublished(event: RoundUnpublished, seats: Seats) -> str:
    return f"The pairings of round {event.round} were taken from view to be edited{because(event.reason)}"


@describe.register
def describe_result_reported(event: ResultReported, seats: Seats) -> str:
    return f"{seats.side(event.entry_id)} reported: {_won(event.result, seats)}."


@describe.register
def describe_result_recorded(event: ResultRecorded, seats: Seats) -> str:
    return f"The desk recorded: {_won(event.result, seats)}{because(event.reason)}"


@describe.register
def describe_result_cleared(event: ResultCleared, seats: Seats) -> str:
    return f"The result was cleared{because(event.reason)}"


@describe.register
def describe_result_ruled(event: ResultRuled, seats: Seats) -> str:
    score = f" {event.score}" if event.score else ""
    final = ", finally" if event.final else ""
    return f"The result by the ruling{final}: {_won(event.result, seats)}{score}."


@describe.register
def describe_ruling_appealed(event: RulingAppealed, seats: Seats) -> str:
    return "The result by the ruling counts until the appeal is decided."


@describe.register
def describe_ruling_lifted(event: RulingLifted, seats: Seats) -> str:
    return f"The game is to be played again: every result of it was put aside{because(event.reason)}"


def _won(result: Result, seats: Seats) -> str:
    words = WON if seats.colours_known else WON | COLOURLESS
    return words[result.winner] + (" by default" if result.by_default else "")
