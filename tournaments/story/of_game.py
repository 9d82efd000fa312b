"""The story of one game in its tournament's log; registered with ``games`` at start-up.

Only the events that name the game and those about whole rounds are read, even from a long log.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from games.game.loading import stream_of as game_stream
from games.game.rows import GameRow
from games.log import store
from games.log.redaction import redact
from games.log.store import StoredEvent
from games.log.wire import class_of, registered_kinds
from games.story import Line, RecordedEvent
from games.story.base import line_of
from tournaments.domain.base import GameSeats, StoryContext
from tournaments.domain.declarations import DECLARATIONS, declaration_of
from tournaments.domain.limits import LimitsChanged
from tournaments.domain.pairs import ColoursSwapped, PairMadeByHand
from tournaments.domain.round_stages import RoundClosed, RoundPublished, RoundReopened, RoundUnpublished
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.domain.tables import TablesRenumbered
from tournaments.limits import games_to_judge, limit_lines
from tournaments.loading import load, steps_at, stream_of
from tournaments.state.tournament import PairMade
from tournaments.tables.rows import PairingRow


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


def lines_of_tournament(game: GameRow, *, everything: bool) -> Sequence[Line]:
    """Return the lines about a game, none if its pair was undone. ``everything``: with texts of reasons."""
    pairing = PairingRow.objects.filter(game_id=game.game_id).first()
    if pairing is None:
        return ()
    tournament_id, game_id = str(pairing.tournament_id), str(game.game_id)
    own = store.read(game_stream(game_id))
    events, changes = events_about(tournament_id, game_id), _limit_changes(tournament_id, own)
    if not everything:
        events, own = [*map(redact, events)], [*map(redact, own)]
        changes = [(redact(one), seen) for one, seen in changes]
    waits = bool(changes) and _is_waiting(tournament_id, game)
    return [*game_lines(events, game_id), *limit_lines(changes, own, waits=waits)]


def events_about(tournament_id: str, game_id: str) -> list[StoredEvent]:
    """Return the events of the tournament that may be about the game, in order."""
    naming, of_rounds = _kinds()
    return store.search(stream_of(tournament_id), [f'"{game_id}"'], naming, besides=of_rounds)


@cache
def _kinds() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of events that name games, and those about all games of a round."""
    about = {cls for cls, events in DECLARATIONS.items() if not events.games}
    naming = tuple(kind for kind in registered_kinds() if class_of(kind) in about.difference(OF_ROUNDS))
    return naming, tuple(kind for kind in registered_kinds() if class_of(kind) in OF_ROUNDS)


def _limit_changes(tournament_id: str, own: Sequence[StoredEvent]) -> list[tuple[StoredEvent, StoryContext]]:
    """Return each change of limits since the game was opened."""
    changing = [kind for kind in registered_kinds() if class_of(kind) is LimitsChanged]
    events = store.search(stream_of(tournament_id), [], (), besides=changing) if own else ()
    versions = [one.version for one in events if one.position > own[0].position]
    return [
        (step.recorded, StoryContext(before=step.applied.before, after=step.applied.after, names={}))
        for step in steps_at(tournament_id, versions)
    ]


def _is_waiting(tournament_id: str, game: GameRow) -> bool:
    state, _ = load(tournament_id)
    return games_to_judge(state, among=[game.game_id]).exists()
