"""Loading of the current state of a game from the log.

A row can be ahead of the game's stream (``catching_up``). The functions here return the state that the row
shows; an import contract keeps other modules from ``evolving``, which folds the stream alone.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.game.catching_up import lacking_events
from games.game.evolving import fold, fold_all
from games.game.rows import GameRow
from games.game.state import GameState
from games.log import folding, store
from games.log.pinning import game_stream
from games.refusals import refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A game's state. ``version``: of its stream; ``lacking``: the events by which the stream is behind."""

    state: GameState
    version: int
    lacking: Sequence[object]


def stream_of(game_id: str) -> str:
    return game_stream(game_id)


def game_row(game_id: str) -> GameRow:
    """Return the row of a game. Refuses with ``not_found``."""
    row = GameRow.objects.filter(game_id=game_id).first()
    if row is None:
        refuse("not_found")
    return row


def load(game_id: str, row: GameRow | None = None) -> Loaded:
    """Return the current game. ``row``: if the caller has read it. Refuses with ``not_found``."""
    state, version = folding.load(stream_of(game_id), None, fold)
    if state is None:
        refuse("not_found")
    lacking = lacking_events(state, row or game_row(game_id))
    return Loaded(state=fold_all(state, lacking), version=version, lacking=lacking)


def state_of(game_id: str, row: GameRow | None = None) -> GameState:
    """Return the current state of the game.

    ``row``: if the caller has read it. Refuses with ``not_found``.
    """
    return load(game_id, row).state


def states_at(game_id: str, versions: Collection[int]) -> Mapping[int, GameState]:
    """Return the game by version: the current one, and each of ``versions``, from one reading of the log.

    Refuses with ``not_found``.
    """
    now = load(game_id)
    found, older = {now.version: now.state}, max((one for one in versions if one < now.version), default=0)
    then: GameState | None = None
    for recorded in store.read(stream_of(game_id), upto=older) if older else ():
        then = fold(then, recorded.event)
        if then is not None and recorded.version in versions:
            found[recorded.version] = then
    return found
