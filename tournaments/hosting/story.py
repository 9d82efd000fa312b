"""What a tournament's log says of a game: handed to ``games`` at start-up, for the game's story."""

from collections.abc import Sequence

from games.game.loading import stream_of as game_stream
from games.game.rows import GameRow
from games.log import store
from games.log.reasons import unsaid
from games.story import Line
from tournaments.limits import games_to_judge, limit_lines
from tournaments.loading import load, stream_of
from tournaments.story.of_game import lines
from tournaments.tables.rows import PairingRow


def lines_of_tournament(game: GameRow, *, everything: bool) -> Sequence[Line]:
    """Nothing once the game's pair was undone. ``everything``: with what was typed for a reason."""
    pairing = PairingRow.objects.filter(game_id=game.game_id).first()
    if pairing is None:
        return ()
    told = store.read(stream_of(str(pairing.tournament_id)))
    own = store.read(game_stream(str(game.game_id)))
    told, own = (told, own) if everything else ([*map(unsaid, told)], [*map(unsaid, own)])
    state, _ = load(str(pairing.tournament_id))
    waits = games_to_judge(state, among=[game.game_id]).exists()
    return [*lines(told, str(game.game_id)), *limit_lines(told, own, waits=waits)]
