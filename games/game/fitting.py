"""How a record that arrives fits the terms under which its game was opened. Pure."""

from itertools import takewhile
from typing import NotRequired, Protocol, TypedDict

from games.game.acting import event_of
from games.game.counted import parsed_ruleset
from games.game.events import GameOpened, PositionSetUp
from games.game.evolving import fold, fold_all
from games.game.state import GameState
from games.marking import marked
from games.sgf import Record
from games.sgf.rulesets import ruleset_named
from rules import RULESETS, Color, Ruleset
from rules.choices import AXES

LONGEST_TOLD = 40
UNKNOWN = "?"


def set_up(record: Record, state: GameState) -> list[PositionSetUp]:
    """The position that the record starts from, where that is not how the terms say; else nothing.

    A record of a handicap game that alternates from its first move on is taken as it stands: nobody played
    the handicap moves, and a note says that record and terms differ.
    """
    black, white = (tuple(record.board.stones(color)) for color in Color)
    if record.to_play is Color.BLACK and not black and not white and not _without_handicap(record, state):
        return []
    return [PositionSetUp(black=black, white=white, to_play=record.to_play.value)]


def _without_handicap(record: Record, state: GameState) -> bool:
    """Whether White answers Black's first move although the terms give Black several."""
    first = list(takewhile(lambda action: action.color is Color.BLACK, record.actions))
    return state.handicap >= 2 and len(first) == 1 < len(record.actions)


def with_record(game: GameState, record: Record) -> GameState | None:
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
    return blank and fold_all(blank, [*set_up(record, blank), *map(event_of, record.actions)])


class Recorded(Protocol):
    """A game as its row has it: its terms, and what its record says of them, None where it does not."""

    ruleset: str
    handicap: int
    record_handicap: int | None
    record_komi: float | None
    record_rules: str


class NoteBody(TypedDict):
    """How a record was read, or where it differs from the terms of its game."""

    code: str
    text: str
    offset: NotRequired[int]
    record: NotRequired[float]
    game: NotRequired[float]


def differences(game: Recorded) -> list[NoteBody]:
    """Notes on terms and rules that the record names otherwise, without being of another game for that."""
    return [*of_terms(game), *_of_rules(game.record_rules, game.ruleset)]


def of_terms(game: Recorded) -> list[NoteBody]:
    """The same of terms alone."""
    notes: list[NoteBody] = []
    komi, record_komi = parsed_ruleset(game.ruleset).komi, game.record_komi
    if record_komi is not None and record_komi != komi:
        text = marked(
            "The record says komi %(record)s; the game is judged with %(game)s.",
            record=f"{record_komi:g}",
            game=f"{komi:g}",
        )
        notes.append({"code": "komi_differs", "text": text, "record": record_komi, "game": komi})
    stones, record_stones = _stones(game.handicap), _stones(game.record_handicap)
    if record_stones is not None and record_stones != stones:
        text = marked(
            "The record says handicap %(record)s; the game is judged with %(game)s.",
            record=record_stones,
            game=stones,
        )
        notes.append({"code": "handicap_differs", "text": text, "record": record_stones, "game": stones or 0})
    return notes


def rules_named(record: Record, ruleset: str) -> list[NoteBody]:
    """A note where a record names other rules (RU) than ``ruleset``, or none that are known here."""
    return _of_rules(rules_of(record), ruleset, _short(record.ruleset))


def rules_of(record: Record) -> str:
    """What an event keeps of the rules that it names: words of its own are no part of a log."""
    return (ruleset_named(record.ruleset) or UNKNOWN) if record.ruleset else ""


def _of_rules(name: str, ruleset: str, said: str = "") -> list[NoteBody]:
    """``name``: as the event has it; ``said``: as the record does, where that is known."""
    judged = parsed_ruleset(ruleset)
    if not name or (name in RULESETS and _same_but_for_komi(RULESETS[name], judged)):
        return []
    facts = {"said": said or name, "judged": judged.name}
    if name in RULESETS:
        text = marked("The record says %(said)s rules; the game is judged by %(judged)s.", **facts)
        return [{"code": "ruleset_differs", "text": text}]
    text = marked(
        "The rules that the record names (%(said)s) are not known; the game is judged by %(judged)s.", **facts
    )
    return [{"code": "ruleset_unknown", "text": text}]


def _same_but_for_komi(one: Ruleset, other: Ruleset) -> bool:
    """Whether both have one name, or the same choices: Korean rules are the Japanese ones."""
    same = one.replace(komi=other.komi, handicap_komi=other.handicap_komi)
    return one.name == other.name or all(getattr(same, axis) == getattr(other, axis) for axis in AXES)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}..."


def _stones(handicap: int | None) -> int | None:
    """One stone is the first move alone."""
    return 0 if handicap == 1 else handicap
