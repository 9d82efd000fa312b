"""What a tournament's log says of one game, in plain words. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import singledispatch

from games.story import Happened, Line
from games.story.base import because, count, line
from tournaments import events as e
from tournaments.competition.history import Result, Winner
from tournaments.events import constraints as p
from tournaments.events import rulings as r

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
    """Who plays: the entries, as the pair stands at the moment."""

    black: str
    white: str

    def side(self, entry_id: str) -> str:
        return {self.black: "Black", self.white: "White"}.get(entry_id, "A player")


def lines(happened: Iterable[Happened], game_id: str) -> list[Line]:
    """The lines of a game; ``happened``: the events of its tournament, in order."""
    told, seats, round_ = [], Seats(black="", white=""), 0
    for one in happened:
        event = one.event
        pair = _made(event, game_id)
        if pair is not None:
            seats, round_ = Seats(black=pair.black, white=pair.white), event.round
        if isinstance(event, e.ColoursSwapped) and event.game_id == game_id:
            seats = Seats(black=seats.white, white=seats.black)
        about = getattr(event, "game_id", None) == game_id or pair is not None
        of_round = isinstance(event, OF_ROUNDS) and event.round == round_
        if about or of_round:
            told.append(line(one, describe(event, seats)))
    return told


def _made(event: object, game_id: str) -> e.PairMade | None:
    if isinstance(event, e.PairMadeByHand):
        return event.pair if event.pair.game_id == game_id else None
    if isinstance(event, e.RoundPaired):
        return next((pair for pair in event.pairs if pair.game_id == game_id), None)
    return None


OF_ROUNDS = (e.RoundPublished, p.RoundUnpublished, e.RoundUnpaired, r.RoundClosed, r.RoundReopened)
"""What happens to all games of a round."""

OF_GAMES = (
    e.RoundPaired,
    e.PairMadeByHand,
    e.PairUnmade,
    e.ColoursSwapped,
    e.HandicapSet,
    e.TableMoved,
    p.PairPinned,
    e.ResultReported,
    e.ResultRecorded,
    e.ResultCleared,
    r.ResultRuled,
    r.RulingAppealed,
    r.RulingLifted,
)
"""What happens to single games, and how they begin."""


@singledispatch
def describe(event: object, seats: Seats) -> str:
    """The sentence for an event."""
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
