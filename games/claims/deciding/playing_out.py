"""Something is played out for a claim: a sequence begins, or goes on by one action."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from games.acting import action_of, event_of, points_of
from games.claims import events as e
from games.claims.claim import Claim
from games.claims.deciding.base import DESK, need_open, on_claim
from games.claims.playing import Games, line
from games.deciding import MOST_POINTS
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
    Resign,
    Ruleset,
)
from rules.actions import Claim as ClaimStrings
from rules.actions import to_data

MOST_SEQUENCES = 50
LONGEST_SEQUENCE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSequence:
    """From turn ``turn`` of the game (None: the last), or of an earlier sequence of the claim."""

    game_version: int
    games: Games
    at: datetime
    turn: int | None = None
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInSequence:
    """``by``: "b", "w", or "desk"."""

    number: int
    action: Action
    by: str
    games: Games
    at: datetime


OWN = (Accept, ClaimStrings, Concede, Confirm, DeclareDraw, MarkDead, Resign)
OFFICIAL = (AgreeDead, AgreeDraw, Penalise)


def may_say(action: Action, by: str) -> bool:
    """Whether somebody may enter this: what a player alone can say is his, what takes both is an official's.

    Stones and passes of both colours are entered by whoever has the board at hand.
    """
    if by == DESK:
        return True
    return not isinstance(action, OFFICIAL) and (not isinstance(action, OWN) or action.color == by)


@on_claim.register
def _(command: BeginSequence, state: Claim) -> Sequence[object]:
    need_open(state, command.at)
    number = len(state.sequences) + 1
    if number > MOST_SEQUENCES:
        refuse("too_large", limit=MOST_SEQUENCES, what="sequences")
    if command.sequence and command.sequence not in state.sequences:
        refuse("not_found", sequence=command.sequence)
    return [
        e.SequenceBegun(
            number=number,
            game_version=command.game_version,
            turn=_turn(command, state),
            sequence=command.sequence,
        )
    ]


def _turn(command: BeginSequence, state: Claim) -> int:
    """The turn that is named, else the last legal one of the game or of the sequence."""
    if command.sequence:
        last = len(line(state, command.sequence, command.games).own) - 1
    else:
        last = command.games[command.game_version].game.turn
    turn = last if command.turn is None else command.turn
    if not 0 <= turn <= last:
        refuse("no_such_turn", turn=turn, turns=last)
    return turn


@on_claim.register
def _(command: ActInSequence, state: Claim) -> Sequence[object]:
    need_open(state, command.at)
    if not may_say(command.action, command.by):
        refuse("not_your_word", by=command.by)
    game = _standing(command, state)
    if len(points_of(command.action)) > MOST_POINTS:
        refuse("too_large", limit=MOST_POINTS, what="points")
    action = action_of(event_of(command.action))  # points as the board spells them
    after = game.apply(action)
    if isinstance(after, Illegal):
        _refuse_illegal(len(state.sequences[command.number].actions) + 1, after)
    _count_confirmations(state, action, after.ruleset)
    return [e.SequenceActed(number=command.number, action=to_data(action))]


def _standing(command: ActInSequence, state: Claim) -> Game:
    """The position in which a sequence goes on; refuses where it cannot."""
    sequence = state.sequences.get(command.number)
    if sequence is None:
        refuse("not_found", sequence=command.number)
    if len(sequence.actions) >= LONGEST_SEQUENCE:
        refuse("too_large", limit=LONGEST_SEQUENCE, what="actions")
    positions = line(state, command.number, command.games).own
    if len(positions) <= len(sequence.actions) or positions[-1].phase is Phase.OVER:
        refuse("nothing_to_play", sequence=command.number)
    return positions[-1]


def _count_confirmations(state: Claim, action: Action, rules: Ruleset) -> None:
    """Confirmations are limited by claim: within one line the engine counts them, here across lines."""
    limit = rules.limit("sequences_per_claim")
    if limit is None or not isinstance(action, Confirm):
        return
    done = (one for sequence in state.sequences.values() for one in sequence.actions)
    if sum(isinstance(one, Confirm) for one in done) >= limit:
        refuse("sequences_used_up", limit=limit)


def _refuse_illegal(turn: int, illegal: Illegal) -> NoReturn:
    refuse(
        "illegal_move",
        turn=turn,
        reason=illegal.reason.value,
        clause=illegal.clause,
        repeats_turn=illegal.repeats_turn,
    )
