"""The record that comes with a claim, read under the game's own terms as if it were the game's. Pure."""

from functools import reduce

from games import fitting
from games.acting import event_of
from games.adjudication.finding import Case, Finding, Missing, no_record, undecidable
from games.events import GameOpened
from games.game import GameState, fold
from games.sgf import Record


def judged(case: Case) -> GameState | Finding:
    """The record that is judged: the one that comes with the claim, else the game's own; or why none is."""
    if case.second is None:
        return no_record(case) or case.state
    return read_as(case.state, case.second) or undecidable(
        "No game can start as the other record does.", Missing.LEGAL_RECORD, position=case.state.game
    )


def read_as(game: GameState, record: Record) -> GameState | None:
    """The game with that record in place of its own; None where it is of another board."""
    if (record.width, record.height) != (game.width, game.height):
        return None
    opened = GameOpened(
        game_id=game.game_id,
        context=game.context,
        ruleset=game.ruleset,
        width=game.width,
        height=game.height,
        handicap=game.handicap,
        black=game.black,
        white=game.white,
    )
    blank = fold(None, opened)
    events = [*fitting.set_up(record, blank), *map(event_of, record.actions)] if blank else []
    return reduce(fold, events, blank)
