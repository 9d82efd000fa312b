"""The story of one game in its tournament's log. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.story import Line, RecordedEvent
from games.story.base import line_of
from tournaments.domain.base import GameSeats
from tournaments.domain.declarations import declaration_of
from tournaments.domain.pairs import ColoursSwapped, PairMadeByHand
from tournaments.domain.round_stages import RoundClosed, RoundPublished, RoundReopened, RoundUnpublished
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.domain.tables import TablesRenumbered
from tournaments.state.tournament import PairMade


def game_lines(events: Iterable[RecordedEvent], game_id: str) -> list[Line]:
    """Return the lines of a game. ``events``: the events of its tournament, in order."""
    found, seats, round_ = [], GameSeats(game_id=game_id), 0
    for one in events:
        event = one.event
        if declaration_of(type(event)).games:
            continue
        if pair := _find_pair(event, game_id):
            seats = replace(seats, black=pair.black, white=pair.white, colours_known=pair.colours_known)
            round_ = event.round
        if isinstance(event, ColoursSwapped) and event.game_id == game_id:
            seats = replace(seats, black=seats.white, white=seats.black)
        if _concerns_game(event, game_id, round_):
            found.append(line_of(one, event.game_sentence(seats)))
    return found


def _concerns_game(event: Any, game_id: str, round_: int) -> bool:
    """Return whether an event is about the game, which is one of this round."""
    if isinstance(event, OF_ROUNDS):
        return bool(event.round == round_)
    if isinstance(event, TablesRenumbered):
        return game_id in event.tables
    if isinstance(event, RoundPaired | PairMadeByHand):
        return _find_pair(event, game_id) is not None
    return bool(event.game_id == game_id)


def _find_pair(event: object, game_id: str) -> PairMade | None:
    if isinstance(event, PairMadeByHand):
        return event.pair if event.pair.game_id == game_id else None
    if isinstance(event, RoundPaired):
        return next((pair for pair in event.pairs if pair.game_id == game_id), None)
    return None


OF_ROUNDS = (RoundPublished, RoundUnpublished, RoundUnpaired, RoundClosed, RoundReopened)
"""Events of all games of a round."""
