"""Decisions on the sequences that are played out for a claim.

Players enter their own actions; an official may enter those of both, and their agreements. Limits apply to
each player separately, so that neither can exhaust them for the other or the referee.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from games.claims import events as e
from games.claims.claim import Claim
from games.claims.deciding.base import DESK, Circumstances, on_claim, require_open
from games.claims.lines import GamesByVersion, line_of
from games.colours import colour_name
from games.game.action_events import action_of, event_of, points_of
from games.game.deciding import MOST_POINTS, require_stones
from games.refusals import refuse
from rules import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    Concede,
    Confirm,
    DeclareDraw,
    Game,
    Illegal,
    MarkDead,
    Penalise,
    Phase,
    Play,
    Resign,
    Resume,
    Ruleset,
)
from rules.actions import Claim as ClaimStrings
from rules.actions import to_data

MOST_SEQUENCES = 25  # of one player
LONGEST_SEQUENCE = 1000
MOST_TAKEN_BACK = 50  # in one sequence, by players


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSequence:
    """Begin a sequence at turn ``turn`` (None: the last) of the game or of an earlier sequence."""

    turn: int | None = None
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInSequence:
    """Continue a sequence by one action."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Take back the last action of a sequence, which was a slip."""

    number: int


def may_enter(action: Action, by: str) -> bool:
    """Return whether this side may enter the action: players their own actions, officials all.

    Actions without a player need both players, or the referee. Penalties need the referee.
    """
    if by == DESK:
        return True
    return not isinstance(action, Penalise) and getattr(action, "color", None) == by


_OWN_DECISIONS = (
    Accept,
    AgreeDraw,
    ClaimStrings,
    Concede,
    Confirm,
    DeclareDraw,
    MarkDead,
    Resign,
    Resume,
)
_JOINT_ACTIONS = (AgreeDead, Penalise)


def may_enter_in_record(action: Action, by: str) -> bool:
    """Return whether this side may enter the action in the record of the game, which proves its result.

    A player may enter the moves of both, as when typing from paper, but cannot concede or ask to
    resume for the other, or agree for both.
    """
    if by == DESK:
        return True
    return not isinstance(action, _JOINT_ACTIONS) and (
        not isinstance(action, _OWN_DECISIONS) or action.color == by
    )


@on_claim.register
def on_begin_sequence(command: BeginSequence, state: Claim, now: Circumstances) -> Sequence[object]:
    require_open(state, now.at)
    if now.by != DESK:
        _check_sequence_limits(now.by, state)
    if command.sequence and command.sequence not in state.sequences:
        refuse("not_found", sequence=command.sequence)
    return [
        e.SequenceBegun(
            number=len(state.sequences) + 1,
            game_version=now.game_version,
            turn=_turn(command, state, now),
            sequence=command.sequence,
            by=now.by,
        )
    ]


def _check_sequence_limits(by: str, state: Claim) -> None:
    """Refuse a further sequence at the limit, or while the player's last one is empty."""
    own = [sequence for sequence in state.sequences.values() if sequence.by == by]
    if len(own) >= MOST_SEQUENCES:
        refuse("too_large", limit=MOST_SEQUENCES, what="sequences")
    if own and not own[-1].actions:
        refuse("sequence_empty", sequence=own[-1].number)


def _turn(command: BeginSequence, state: Claim, now: Circumstances) -> int:
    """Return the requested turn, by default the last legal one of the game or the sequence."""
    if command.sequence:
        last = len(line_of(state, command.sequence, now.games).own) - 1
    else:
        last = now.games[now.game_version].game.turn
    turn = last if command.turn is None else command.turn
    if not 0 <= turn <= last:
        refuse("no_such_turn", turn=turn, turns=last)
    return turn


@on_claim.register
def on_act_in_sequence(command: ActInSequence, state: Claim, now: Circumstances) -> Sequence[object]:
    require_open(state, now.at)
    if not may_enter(command.action, now.by):
        refuse("not_your_word", by=colour_name(now.by))
    game = _last_position(command, state, now.games)
    if len(points_of(command.action)) > MOST_POINTS:
        refuse("too_large", field="points", limit=MOST_POINTS, what="points")
    require_stones(command.action, game)
    action = action_of(event_of(command.action))  # points in the notation of the board
    after = game.apply(action)
    if isinstance(after, Illegal):
        _refuse_illegal(len(state.sequences[command.number].actions) + 1, after)
    if now.by != DESK:
        _count_confirmations(now.by, state, action, after.ruleset)
    return [e.SequenceActed(number=command.number, action=to_data(action), by=now.by)]


@on_claim.register
def on_take_back(command: TakeBack, state: Claim, now: Circumstances) -> Sequence[object]:
    require_open(state, now.at)
    sequence = state.sequences.get(command.number)
    if sequence is None:
        refuse("not_found", sequence=command.number)
    if not may_take_back(state, command.number, now.by):
        refuse("nothing_to_take_back", sequence=command.number)
    to_turn = len(sequence.actions) - 1
    return [e.SequenceTakenBack(number=command.number, to_turn=to_turn, by=now.by)]


def may_take_back(state: Claim, number: int, by: str) -> bool:
    """Return whether this side may take back the last action.

    A player may take back their own last stone if it was not answered and no other sequence builds on it.
    A player who took back more than a stone, or an answered one, would undo what both have played out. An
    official may take back any action that no other sequence builds on.
    """
    sequence = state.sequences[number]
    last = len(sequence.actions)
    if not last or any(one.sequence == number and one.turn >= last for one in state.sequences.values()):
        return False
    own = isinstance(sequence.actions[-1], Play) and sequence.entered[-1] == by
    return by == DESK or (own and sequence.taken_back < MOST_TAKEN_BACK)


def _last_position(command: ActInSequence, state: Claim, games: GamesByVersion) -> Game:
    """Return the last position of a sequence; refuse if it cannot continue."""
    sequence = state.sequences.get(command.number)
    if sequence is None:
        refuse("not_found", sequence=command.number)
    if len(sequence.actions) >= LONGEST_SEQUENCE:
        refuse("too_large", limit=LONGEST_SEQUENCE, what="actions")
    positions = line_of(state, command.number, games).own
    if len(positions) <= len(sequence.actions) or positions[-1].phase is Phase.OVER:
        refuse("nothing_to_play", sequence=command.number)
    return positions[-1]


def _count_confirmations(by: str, state: Claim, action: Action, rules: Ruleset) -> None:
    """Refuse a confirmation beyond the player's limit in all sequences of the claim.

    The engine counts the confirmations of both players within one line. The limit here is each player's own,
    so that neither uses up those of the other.
    """
    limit = rules.limit("sequences_per_claim")
    if limit is None or not isinstance(action, Confirm):
        return
    done = (
        entered
        for sequence in state.sequences.values()
        for one, entered in zip(sequence.actions, sequence.entered, strict=True)
        if isinstance(one, Confirm)
    )
    if sum(entered == by for entered in done) >= limit:
        refuse("sequences_used_up", limit=limit)


def _refuse_illegal(turn: int, illegal: Illegal) -> NoReturn:
    refuse(
        "illegal_move",
        turn=turn,
        reason=illegal.reason.value,
        clause=illegal.clause,
        repeats_turn=illegal.repeats_turn,
    )
