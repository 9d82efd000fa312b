"""Decisions on commands on a game: events, or a refusal. Pure.

A change of the record is followed by ``GameEnded`` if the rules prove an outcome that no event has recorded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce, singledispatch
from typing import Any, NoReturn
from uuid import UUID

from games.analysis.positions import action_data
from games.game import events as e
from games.game import fitting
from games.game.action_events import event_of, points_of
from games.game.evolving import fold
from games.game.state import OWN_WORDS, GameState, start
from games.marking import marked
from games.refusals import Code, refuse, register
from games.sgf import GUESSES, LIMITS, Record
from rules import Accept, Action, AgreeDead, Color, FirstIllegal, Game, Illegal, MarkDead, Pass, Phase

LONGEST_NAME = 200
LONGEST_REASON = 500
MOST_POINTS = 52 * 52

register(
    {
        "game_withdrawn": Code(
            status=409,
            title=marked("The pairing of this game was undone."),
            advice=marked("Enter it for the new game."),
        ),
        "record_exists": Code(
            status=409,
            title=marked("This game already has a record."),
            advice=marked("Withdraw the record first, or take turns back."),
        ),
        "no_record": Code(status=409, title=marked("This game has no record to withdraw.")),
        "nothing_to_agree": Code(
            status=409,
            title=marked("The record has no marked dead stones for the players to agree on."),
            advice=marked(
                "Check the game's page. The game was counted, was resumed, or has a different record."
            ),
        ),
        "no_such_turn": Code(status=404, title=marked("The record has no such turn.")),
        "wrong_size": Code(
            status=422,
            title=marked("The record is for a different board size."),
            advice=marked("Check both board sizes, then send the right file."),
            field="sgf",
        ),
        "guessed_score": Code(
            status=422,
            title=marked("Parts of the record were guessed, so its ending cannot prove a score."),
            advice=marked("Write the missing stones and moves into the file, and send it again."),
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    opened: e.GameOpened


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms:
    terms: e.TermsChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawGame:
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One action, entered as it is played or typed from paper.

    ``by``: the colour of the player who enters it, "" for an official.
    """

    action: Action
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeOnDead:
    """Agree on dead stones: ``side`` "" for both players, "b" or "w" as far as this player can."""

    points: tuple[str, ...]
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveRecord:
    """A whole record, read from a file with this encoding and digest.

    ``by``: the colour of the player who sends it, "" for an official.
    """

    record: Record
    encoding: str
    sha256: str
    source: str = "sgf"
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Forget everything after ``to_turn``."""

    to_turn: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRecord:
    reason: str


def decide_under(command: object, state: GameState | None, terms: e.TermsChanged | None) -> list[object]:
    """Decide a command under these terms. If they are new, ``TermsChanged`` comes before the other events."""
    if state is None or terms is None or terms == replace(terms_of(state), limits=terms.limits):
        return decide(command, state)
    events = decide(command, fold(state, terms))
    return [terms, *events] if events else []


def decide(command: object, state: GameState | None) -> list[object]:
    """Return the events of a command, an empty list if it changes nothing. Raises Refusal."""
    events = list(_decide_opening(command, state) if state is None else _decide(command, state))
    after = reduce(fold, events, state)
    if after is None:
        return events
    if after.illegal and isinstance(command, Act | AgreeOnDead | ReceiveRecord):
        _refuse_illegal(after.illegal, command)
    if isinstance(command, Act | AgreeOnDead | ReceiveRecord):
        _refuse_guessed_score(after)
    return [*events, *_new_end_events(after)] if events else []


def _decide_opening(command: object, state: None) -> Sequence[object]:
    if not isinstance(command, OpenGame):
        refuse("not_found")
    opened = command.opened
    if not _is_canonical_uuid(opened.game_id):
        refuse("invalid", field="game_id", fault=marked("not a UUID in its usual form"))
    _check_terms(opened.ruleset, opened.width, opened.height, opened.handicap)
    _check_names(opened.context, opened.ruleset, opened.black, opened.white)
    return [opened]


def _is_canonical_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _check_terms(ruleset: str, width: int, height: int, handicap: int) -> None:
    try:
        start(ruleset, width, height, handicap)
    except ValueError as fault:
        refuse("invalid", field="terms", fault=str(fault))


def _check_names(*names: str) -> None:
    if any(len(name) > LONGEST_NAME for name in names):
        refuse(
            "invalid",
            field="terms",
            fault=marked("a name of more than %(longest_name)s characters", longest_name=LONGEST_NAME),
        )


def _refuse_guessed_score(state: GameState) -> None:
    """Refuse an ending that would rest on guessed stones or moves: a guess proves nothing."""
    outcome = state.game.outcome
    guesses = [code for code in (state.record and state.record.assumed) or () if code in GUESSES]
    if guesses and outcome and not proved_end(state):
        refuse("guessed_score", notes=guesses, score=str(outcome))


def _new_end_events(state: GameState) -> list[e.GameEnded]:
    if state.illegal or state.end or state.withdrawn:
        return []
    end = proved_end(state)
    return [end] if end else []


def proved_end(state: GameState) -> e.GameEnded | None:
    """Return the event for the outcome that the record proves, or None if it proves none."""
    certain = state.proves_positions and not state.contradicts_count
    doubted = state.illegal or state.ended_by_one
    return None if doubted else end_event_of(state.game, certain=certain)


def end_event_of(game: Game, *, certain: bool = True) -> e.GameEnded | None:
    """Return the event for the outcome that a finished game proves, or None if there is none.

    ``certain``: whether the end of the record proves what it leads to; if not, only own words do.
    """
    outcome = game.outcome
    if outcome is None or not (certain or outcome.by in OWN_WORDS):
        return None
    winner = outcome.winner.value if outcome.winner else ""
    return e.GameEnded(winner=winner, by=outcome.by, margin=outcome.margin, text=str(outcome))


def _refuse_illegal(first: FirstIllegal, command: Act | AgreeOnDead | ReceiveRecord) -> NoReturn:
    facts: dict[str, Any] = {
        "turn": first.turn,
        "reason": first.illegal.reason.value,
        "clause": first.illegal.clause,
        "repeats_turn": first.illegal.repeats_turn,
    }
    if isinstance(command, ReceiveRecord):
        offset = command.record.moves[first.turn - 1].offset
        facts |= {"field": "sgf", "action": action_data(first.action), "offset": offset}
    refuse("illegal_move", **facts)


@singledispatch
def _decide(command: object, state: GameState) -> Sequence[object]:
    raise TypeError(f"no decision for {type(command).__name__}")


@_decide.register
def decide_open_game(command: OpenGame, state: GameState) -> Sequence[object]:
    refuse("game_exists", game=state.game_id)


@_decide.register
def decide_change_terms(command: ChangeTerms, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    terms = command.terms
    _check_terms(terms.ruleset, state.width, state.height, terms.handicap)
    _check_names(terms.ruleset, terms.black, terms.white)
    return [] if terms == terms_of(state) else [terms]


def terms_of(state: GameState) -> e.TermsChanged:
    """Return the terms of a game as the event that would set them."""
    return e.TermsChanged(
        ruleset=state.ruleset,
        handicap=state.handicap,
        black=state.black,
        white=state.white,
        length=state.length,
        limits=state.limits,
    )


@_decide.register
def decide_withdraw_game(command: WithdrawGame, state: GameState) -> Sequence[object]:
    return [] if state.withdrawn else [e.GameWithdrawn(reason=_check_length(command.reason))]


@_decide.register
def decide_act(command: Act, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    if state.turns >= LIMITS.moves:
        refuse("too_large", limit=LIMITS.moves, what="moves")
    if len(points_of(command.action)) > MOST_POINTS:
        refuse("too_large", field="points", limit=MOST_POINTS, what="points")
    require_stones(command.action, state.game)
    return [_entered_by(command.by, command.action)]


def _entered_by(by: str, action: Action) -> Any:
    """Return the event of an action, which tells if a player entered a turn of the other."""
    event = event_of(action)
    return replace(event, by=by) if hasattr(event, "by") and by not in ("", event.color) else event


def require_stones(action: Action, game: Game) -> None:
    """Refuse dead stones at points of a stopped game that have no stone."""
    if not isinstance(action, AgreeDead | MarkDead) or game.phase is not Phase.STOPPED:
        return
    board = game.board
    if empty := [at.upper() for at in action.points if at in board and board[at] is None]:
        refuse("invalid", field="points", fault=marked("no stone at %(points)s", points=" ".join(empty)))


@_decide.register
def decide_agree_on_dead(command: AgreeOnDead, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    require_stones(AgreeDead(command.points), state.game)
    return [event_of(action) for action in agreement_actions(state.game, command.points, command.side)]


def agreement_actions(game: Game, points: tuple[str, ...], side: str) -> list[Action]:
    """Return the actions by which this side agrees on dead stones, none while the other has to.

    ``side``: "" enters the agreement of both. A player marks the stones, and accepts once both have marked
    the same ones: new marks of either undo what was accepted.
    """
    if not side:
        return [AgreeDead(points)]
    color = Color(side)
    marking = MarkDead(color, points)
    after = game.apply(marking)
    if isinstance(after, Illegal):
        return [marking]
    same = game.marks[color] == after.marks[color]
    both = game.marks[color.other] == after.marks[color]
    accepts = both and not (same and color in game.accepted)
    return [*([] if same else [marking]), *([Accept(color)] if accepts else [])]


@_decide.register
def decide_receive_record(command: ReceiveRecord, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    if not state.empty:
        refuse("record_exists", turns=state.turns)
    record = command.record
    if (record.width, record.height) != (state.width, state.height):
        refuse("wrong_size", record=_size(record.width, record.height), game=_size(state.width, state.height))
    received = e.RecordReceived(
        source=command.source,
        actions=len(record.moves),
        encoding=command.encoding,
        sha256=command.sha256,
        claimed=str(record.result) if record.result else "",
        handicap=record.handicap,
        komi=record.komi,
        rules=fitting.event_ruleset_name(record),
        assumed=record.assumptions,
        by=command.by,
        counted=fitting.count_as_stated(record, state),
        dead=record.dead,
    )
    entered = [
        _entered_by(command.by if isinstance(action, Pass) else "", action)
        for action in fitting.actions_to_enter(record)
    ]
    return [received, *fitting.setup_events(record, state), *entered]


@_decide.register
def decide_take_back(command: TakeBack, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    if not 0 <= command.to_turn < state.turns:
        refuse("no_such_turn", turn=command.to_turn, turns=state.turns)
    return [e.TurnsTakenBack(to_turn=command.to_turn, reason=_check_reason(command.reason))]


@_decide.register
def decide_withdraw_record(command: WithdrawRecord, state: GameState) -> Sequence[object]:
    _require_not_withdrawn(state)
    if state.empty:
        refuse("no_record")
    return [e.RecordWithdrawn(reason=_check_reason(command.reason))]


def _require_not_withdrawn(state: GameState) -> None:
    if state.withdrawn:
        refuse("game_withdrawn", game=state.game_id)


def _check_reason(text: str) -> str:
    if not text.strip():
        refuse("invalid", field="reason", fault=marked("give a reason: others rely on the record"))
    return _check_length(text)


def _check_length(text: str) -> str:
    if len(text) > LONGEST_REASON:
        refuse(
            "invalid",
            field="reason",
            fault=marked("longer than %(longest_reason)s characters", longest_reason=LONGEST_REASON),
        )
    return text


def _size(width: int, height: int) -> dict[str, int]:
    return {"width": width, "height": height}
