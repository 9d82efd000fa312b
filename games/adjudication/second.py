"""The record that comes with a claim, read under the game's own terms as if it were the game's. Pure."""

from functools import reduce

from games.adjudication.finding import Case, Finding, Missing, no_record, undecidable
from games.game import fitting
from games.game.acting import event_of
from games.game.events import GameOpened
from games.game.state import GameState, fold
from games.sgf import Record

BROUGHT = "By the record that came with the claim: "


def judged(case: Case, turn: int) -> GameState | Finding:
    """The record that is judged: the one that comes with the claim, else the game's own; or why none is.

    The one that somebody brings is judged where nothing in the game's own contradicts it before the turn.
    """
    if case.second is None:
        return no_record(case) or case.state
    other = read_as(case.state, case.second)
    if other is None:
        says = "No game can start as the other record does."
        return undecidable(says, Missing.LEGAL_RECORD, position=case.state.game)
    if not no_record(case) and (apart := first_difference(case.state, other)) and apart < turn:
        says = f"The record that came with the claim is another one from turn {apart} on."
        return undecidable(says, Missing.PERSON, turn=apart, position=case.state.at(apart - 1))
    return other


def first_difference(one: GameState, other: GameState) -> int | None:
    """The first turn that two records have and that is not the same; 1 where they start differently."""
    if start(one) != start(other):
        return 1
    pairs = enumerate(zip(one.actions, other.actions, strict=False), 1)
    return next((turn for turn, (here, there) in pairs if here != there), None)


def start(record: GameState) -> tuple[object, ...]:
    game = record.line_at(0).game
    return () if game is None else (game.board, game.to_play)


def whose(case: Case) -> str:
    """How a finding begins that rests on what one player brought."""
    return BROUGHT if case.second is not None else ""


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
