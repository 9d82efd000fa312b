"""Comparison of a received record with the terms under which its game was opened. Pure."""

from dataclasses import replace
from itertools import takewhile
from typing import NotRequired, Protocol, TypedDict

from games.game.action_events import event_of
from games.game.events import GameOpened, PositionSetUp
from games.game.evolving import fold, fold_all
from games.game.margins import parse_ruleset
from games.game.state import GameState
from games.marking import marked
from games.sgf import Record
from games.sgf.rulesets import identify_ruleset
from rules import RULESETS, Action, Color, Pass, Penalise, Ruleset
from rules.choices import AXES

LONGEST_RULES_SHOWN = 40
UNKNOWN_RULES = "?"
START_DIFFERS = marked(
    "The record starts from another position than the game: nothing that follows from it is proved."
)
ENTERED_BY_ONE = marked("One player entered turns of both, and the other has not confirmed the end.")
COUNT_CONTRADICTED = marked(
    "The file contradicts the count after its last passes; nobody confirmed the count."
)


def setup_events(record: Record, state: GameState) -> list[PositionSetUp]:
    """Return the event of the record's starting position if it differs from the terms, else an empty list.

    A record of a handicap game in which the players alternate from the first move is accepted as it is: the
    handicap moves were not played, and a note says that record and terms differ.
    """
    black, white = (tuple(record.board.stones(color)) for color in Color)
    if record.to_play is Color.BLACK and not black and not white and not _lacks_handicap_moves(record, state):
        return []
    return [PositionSetUp(black=black, white=white, to_play=record.to_play.value)]


def _lacks_handicap_moves(record: Record, state: GameState) -> bool:
    """Return whether White answers Black's first move although the terms give Black several."""
    first = list(takewhile(lambda action: getattr(action, "color", None) is Color.BLACK, record.actions))
    return state.handicap >= 2 and len(first) == 1 < len(record.actions)


def actions_to_enter(record: Record) -> list[Action]:
    """Return the actions of a record for its game; an illegal move that it fines is a pass.

    The referee of the game records fines.
    """
    return [Pass(action.color) if isinstance(action, Penalise) else action for action in record.actions]


def with_record(game: GameState, record: Record) -> GameState | None:
    """Return the game with that record in place of its own, or None if its board has another size."""
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
    return blank and fold_all(blank, [*setup_events(record, blank), *map(event_of, actions_to_enter(record))])


def count_as_stated(record: Record, game: GameState) -> str:
    """Return the result to which a record leads by the game's rules and its own komi, "" for none."""
    rules = parse_ruleset(game.ruleset)
    if record.komi is not None:
        rules = rules.replace(komi=record.komi, handicap_komi=record.komi)
    judged = with_record(replace(game, ruleset=str(rules)), record)
    ended = judged is not None and judged.illegal is None and judged.game.outcome
    return str(ended) if ended else ""


class RecordTerms(Protocol):
    """The columns of a game's row with its terms, and with those that its record names (None: unnamed)."""

    ruleset: str
    handicap: int
    record_handicap: int | None
    record_komi: float | None
    record_rules: str


class NoteBody(TypedDict):
    """A note on how a record was read, or where it differs from the terms of its game."""

    code: str
    text: str
    offset: NotRequired[int]
    record: NotRequired[float]
    game: NotRequired[float]


def notes_on_differences(game: RecordTerms) -> list[NoteBody]:
    """Return notes on the terms and rules in which the record differs from the game."""
    return [*notes_on_terms(game), *_rules_notes(game.record_rules, game.ruleset)]


def notes_on_terms(game: RecordTerms) -> list[NoteBody]:
    """Return notes on the komi and handicap in which the record differs from the game."""
    notes: list[NoteBody] = []
    komi, record_komi = parse_ruleset(game.ruleset).komi, game.record_komi
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


def notes_on_proof(game: GameState) -> list[NoteBody]:
    """Return notes if the start of the record, or the count after its last passes, proves nothing."""
    notes: list[NoteBody] = []
    if game.starts_differently:
        notes.append({"code": "start_differs", "text": START_DIFFERS})
    if game.ended_by_one:
        notes.append({"code": "ended_by_one", "text": ENTERED_BY_ONE})
    if game.contradicts_count:
        notes.append({"code": "count_contradicted", "text": COUNT_CONTRADICTED})
    return notes


def notes_on_rules(record: Record, ruleset: str) -> list[NoteBody]:
    """Return a note if a record names other rules (RU) than ``ruleset``, or unknown ones."""
    name = (identify_ruleset(record.ruleset) or UNKNOWN_RULES) if record.ruleset else ""
    return _rules_notes(name, ruleset, _shorten(record.ruleset))


def event_ruleset_name(record: Record) -> str:
    """Return the rules that a record names for its event: the text of a ruleset or "?", never free text."""
    text = identify_ruleset(record.ruleset)
    known = text if len(text) <= LONGEST_RULES_SHOWN else ""
    return (known or UNKNOWN_RULES) if record.ruleset else ""


def _rules_notes(name: str, ruleset: str, said: str = "") -> list[NoteBody]:
    """Return a note on other rules.

    ``name``: as in the event; ``said``: as in the record, if available.
    """
    judged = parse_ruleset(ruleset)
    known = None if name in ("", UNKNOWN_RULES) else Ruleset.parse(name)
    if not name or (known and _same_except_komi(known, judged)):
        return []
    facts = {"said": said or name, "judged": judged.name}
    if known:
        text = marked("The record says %(said)s rules; the game is judged by %(judged)s.", **facts)
        return [{"code": "ruleset_differs", "text": text}]
    text = marked(
        "The rules that the record names (%(said)s) are not known; the game is judged by %(judged)s.", **facts
    )
    return [{"code": "ruleset_unknown", "text": text}]


def _same_except_komi(one: Ruleset, other: Ruleset) -> bool:
    """Return whether both have the same choices, or one name if the first is a preset as it is."""
    same = one.replace(komi=other.komi, handicap_komi=other.handicap_komi)
    if one.name == other.name and one == RULESETS[one.name]:
        return True
    return all(getattr(same, axis) == getattr(other, axis) for axis in AXES)


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST_RULES_SHOWN else f"{text[:LONGEST_RULES_SHOWN]}..."


def _stones(handicap: int | None) -> int | None:
    """Return the number of handicap stones: a handicap of one is the first move alone."""
    return 0 if handicap == 1 else handicap
