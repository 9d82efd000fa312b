"""Lines from a tournament's log for the story of a game; registered with ``games`` at start-up.

Only the events that name the game and those about whole rounds are read, even from a long log.
"""

from collections.abc import Sequence
from functools import cache

from games.game.loading import stream_of as game_stream
from games.game.rows import GameRow
from games.log import store
from games.log.redaction import redact
from games.log.store import StoredEvent
from games.log.wire import class_of, registered_kinds
from games.story import Line
from tournaments.domain.base import StoryContext
from tournaments.domain.declarations import DECLARATIONS
from tournaments.domain.limits import LimitsChanged
from tournaments.limits import games_to_judge, limit_lines
from tournaments.loading import load, steps_at, stream_of
from tournaments.story.of_game import OF_ROUNDS, game_lines
from tournaments.tables.rows import PairingRow


def lines_of_tournament(game: GameRow, *, everything: bool) -> Sequence[Line]:
    """Return the lines about a game, none if its pair was undone. ``everything``: with texts of reasons."""
    pairing = PairingRow.objects.filter(game_id=game.game_id).first()
    if pairing is None:
        return ()
    tournament_id, game_id = str(pairing.tournament_id), str(game.game_id)
    own = store.read(game_stream(game_id))
    told, changes = events_about(tournament_id, game_id), _limit_changes(tournament_id, own)
    if not everything:
        told, own = [*map(redact, told)], [*map(redact, own)]
        changes = [(redact(one), seen) for one, seen in changes]
    waits = bool(changes) and _is_waiting(tournament_id, game)
    return [*game_lines(told, game_id), *limit_lines(changes, own, waits=waits)]


def events_about(tournament_id: str, game_id: str) -> list[StoredEvent]:
    """Return the events of the tournament that may be about the game, in order."""
    naming, of_rounds = _kinds()
    return store.search(stream_of(tournament_id), [f'"{game_id}"'], naming, besides=of_rounds)


@cache
def _kinds() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of events that name games, and those about all games of a round."""
    about = {cls for cls, told in DECLARATIONS.items() if not told.games}
    naming = tuple(kind for kind in registered_kinds() if class_of(kind) in about.difference(OF_ROUNDS))
    return naming, tuple(kind for kind in registered_kinds() if class_of(kind) in OF_ROUNDS)


def _limit_changes(tournament_id: str, own: Sequence[StoredEvent]) -> list[tuple[StoredEvent, StoryContext]]:
    """Return each change of limits since the game was opened."""
    changing = [kind for kind in registered_kinds() if class_of(kind) is LimitsChanged]
    told = store.search(stream_of(tournament_id), [], (), besides=changing) if own else ()
    versions = [one.version for one in told if one.position > own[0].position]
    return [
        (step.recorded, StoryContext(before=step.applied.before, after=step.applied.after, names={}))
        for step in steps_at(tournament_id, versions)
    ]


def _is_waiting(tournament_id: str, game: GameRow) -> bool:
    state, _ = load(tournament_id)
    return games_to_judge(state, among=[game.game_id]).exists()
