"""What a tournament's log says of one game, in plain words. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from games.marking import joined, marked
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
    Winner.NOBODY_YET: marked("not played"),
    Winner.BLACK: marked("Black wins"),
    Winner.WHITE: marked("White wins"),
    Winner.JIGO: marked("jigo"),
    Winner.BOTH: marked("both win"),
    Winner.NEITHER: marked("both lose"),
}
COLOURLESS = {
    Winner.WHITE: marked("the player named first wins"),
    Winner.BLACK: marked("the player named second wins"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A game and who plays it: the entries, as the pair stands at the moment; "" before it is made."""

    game_id: str
    black: str = ""
    white: str = ""
    colours_known: bool = True

    def side(self, entry_id: str) -> str:
        if not self.colours_known:
            return marked("A player")
        return {self.black: marked("Black"), self.white: marked("White")}.get(entry_id, marked("A player"))


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
    return marked(
        "Round %(round)s was paired by %(method)s; the game is one of its.",
        round=event.round,
        method=event.method.replace("_", " "),
    )


@describe.register
def describe_pair_made_by_hand(event: PairMadeByHand, seats: Seats) -> str:
    return marked(
        "Paired by hand in round %(round)s, at table %(table)s%(because)s",
        round=event.round,
        table=event.pair.table,
        because=because(event.reason),
    )


@describe.register
def describe_pair_unmade(event: PairUnmade, seats: Seats) -> str:
    return marked("The pair was undone%(because)s", because=because(event.reason))


@describe.register
def describe_round_unpaired(event: RoundUnpaired, seats: Seats) -> str:
    return marked(
        "The pairing of round %(round)s was undone%(because)s",
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_round_published(event: RoundPublished, seats: Seats) -> str:
    return marked("Round %(round)s was published.", round=event.round)


@describe.register
def describe_round_closed(event: RoundClosed, seats: Seats) -> str:
    until = event.claims_until[:16].replace("T", " ")
    return marked(
        "Round %(round)s was closed; players may claim until %(until)s UTC.", round=event.round, until=until
    )


@describe.register
def describe_round_reopened(event: RoundReopened, seats: Seats) -> str:
    return marked(
        "Round %(round)s was opened again%(because)s", round=event.round, because=because(event.reason)
    )


@describe.register
def describe_colours_swapped(event: ColoursSwapped, seats: Seats) -> str:
    return marked("The colours were swapped.")


@describe.register
def describe_handicap_set(event: HandicapSet, seats: Seats) -> str:
    return marked(
        "The terms were set to %(count)s and komi %(komi)s.",
        count=count(event.handicap, "handicap stone"),
        komi=f"{event.komi:g}",
    )


@describe.register
def describe_table_moved(event: TableMoved, seats: Seats) -> str:
    return marked("The game was moved to table %(table)s.", table=event.table)


@describe.register
def describe_tables_renumbered(event: TablesRenumbered, seats: Seats) -> str:
    return marked(
        "The game was moved to table %(table)s%(because)s",
        table=event.tables[seats.game_id],
        because=because(event.reason),
    )


@describe.register
def describe_pair_pinned(event: PairPinned, seats: Seats) -> str:
    if event.pinned:
        return marked("The game was pinned to its table.")
    return marked("The game was released from its table.")


@describe.register
def describe_game_date_set(event: GameDateSet, seats: Seats) -> str:
    if not event.date:
        return marked("The game is played with its round again%(because)s", because=because(event.reason))
    return marked(
        "The game was put off to %(day_and_time)s%(because)s",
        day_and_time=day_and_time(event),
        because=because(event.reason),
    )


def day_and_time(event: GameDateSet) -> str:
    return ", ".join(filter(None, (event.date, event.time)))


@describe.register
def describe_round_unpublished(event: RoundUnpublished, seats: Seats) -> str:
    return marked(
        "The pairings of round %(round)s were withdrawn to be edited%(because)s",
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_result_reported(event: ResultReported, seats: Seats) -> str:
    return marked(
        "%(side)s reported: %(won)s.", side=seats.side(event.entry_id), won=_won(event.result, seats)
    )


@describe.register
def describe_result_recorded(event: ResultRecorded, seats: Seats) -> str:
    return marked(
        "The desk recorded: %(won)s%(because)s", won=_won(event.result, seats), because=because(event.reason)
    )


@describe.register
def describe_result_cleared(event: ResultCleared, seats: Seats) -> str:
    return marked("The result was cleared%(because)s", because=because(event.reason))


@describe.register
def describe_result_ruled(event: ResultRuled, seats: Seats) -> str:
    won = with_score(_won(event.result, seats), event.score)
    if event.final:
        return marked("The result by the ruling, finally: %(won)s.", won=won)
    return marked("The result by the ruling: %(won)s.", won=won)


@describe.register
def describe_ruling_appealed(event: RulingAppealed, seats: Seats) -> str:
    return marked("The result by the ruling counts until the appeal is decided.")


@describe.register
def describe_ruling_lifted(event: RulingLifted, seats: Seats) -> str:
    return marked(
        "The game is to be played again: every result of it was put aside%(because)s",
        because=because(event.reason),
    )


def _won(result: Result, seats: Seats) -> str:
    words = WON if seats.colours_known else WON | COLOURLESS
    return defaulted(words[result.winner], result)


def defaulted(won: str, result: Result) -> str:
    """The same, with how it came about where nobody played for it."""
    return marked("%(won)s by default", won=won) if result.by_default else won


def with_score(won: str, score: str) -> str:
    return joined([won, score]) if score else won
