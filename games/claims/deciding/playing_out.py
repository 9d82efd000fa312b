"""Something is played out for a claim: a sequence begins, or goes on by one action.

Players enter what they do themselves; an official may enter what either of them does, and what both agree on.
What is limited is limited for each player alone, so that neither shuts the other out, or the referee.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from games.claims import events as e
from games.claims.claim import Claim
from games.claims.deciding.base import DESK, Circumstances, need_open, on_claim
from games.claims.playing import Games, line
from games.game.action_events import action_of, event_of, points_of
from games.game.deciding import MOST_POINTS
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
    Ruleset,
)
from rules.actions import Claim as ClaimStrings
from rules.actions import to_data

MOST_SEQUENCES = 25  # of one player
LONGEST_SEQUENCE = 1000
MOST_TAKEN_BACK = 50  # in one sequence, by players


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSequence:
    """From turn ``turn`` of the game (None: the last), or of an earlier sequence of the claim."""

    turn: int | None = None
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInSequence:
    """Play on by one action."""

    number: int
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """The last action of a sequence does not count: it was a slip."""

    number: int


def may_say(action: Action, by: str) -> bool:
    """Whether somebody may enter this: a player what is their own, an official everything.

    What names no player takes both of them, or the referee, and so does what a referee records of a player.
    """
    if by == DESK:
        return True
    return not isinstance(action, Penalise) and getattr(action, "color", None) == by


_WORDS = (Accept, AgreeDraw, ClaimStrings, Concede, Confirm, DeclareDraw, MarkDead, Resign)
_OF_BOTH = (AgreeDead, Penalise)


def may_record(action: Action, by: str) -> bool:
    """Whether somebody may enter this in the record of the game itself, which proves what it ends in.

    A player types in the moves of both, as from paper; but gives nothing up for the other, and agrees to
    nothing for both.
    """
    if by == DESK:
        return True
    return not isinstance(action, _OF_BOTH) and (not isinstance(action, _WORDS) or action.color == by)


@on_claim.register
def on_begin_sequence(command: BeginSequence, state: Claim, now: Circumstances) -> Sequence[object]:
    need_open(state, now.at)
    if now.by != DESK:
        _need_room(now.by, state)
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


def _need_room(by: str, state: Claim) -> None:
    """A player has so many sequences, and begins none while nothing was played in the last one."""
    own = [sequence for sequence in state.sequences.values() if sequence.by == by]
    if len(own) >= MOST_SEQUENCES:
        refuse("too_large", limit=MOST_SEQUENCES, what="sequences")
    if own and not own[-1].actions:
        refuse("sequence_empty", sequence=own[-1].number)


def _turn(command: BeginSequence, state: Claim, now: Circumstances) -> int:
    """The turn that is named, else the last legal one of the game or of the sequence."""
    if command.sequence:
        last = len(line(state, command.sequence, now.games).own) - 1
    else:
        last = now.games[now.game_version].game.turn
    turn = last if command.turn is None else command.turn
    if not 0 <= turn <= last:
        refuse("no_such_turn", turn=turn, turns=last)
    return turn


@on_claim.register
def on_act_in_sequence(command: ActInSequence, state: Claim, now: Circumstances) -> Sequence[object]:
    need_open(state, now.at)
    if not may_say(command.action, now.by):
        refuse("not_your_word", by=now.by)
    game = _standing(command, state, now.games)
    if len(points_of(command.action)) > MOST_POINTS:
        refuse("too_large", limit=MOST_POINTS, what="points")
    action = action_of(event_of(command.action))  # points as the board spells them
    after = game.apply(action)
    if isinstance(after, Illegal):
        _refuse_illegal(len(state.sequences[command.number].actions) + 1, after)
    if now.by != DESK:
        _count_confirmations(now.by, state, action, after.ruleset)
    return [e.SequenceActed(number=command.number, action=to_data(action), by=now.by)]


@on_claim.register
def on_take_back(command: TakeBack, state: Claim, now: Circumstances) -> Sequence[object]:
    need_open(state, now.at)
    sequence = state.sequences.get(command.number)
    if sequence is None:
        refuse("not_found", sequence=command.number)
    if not may_take_back(state, command.number, now.by):
        refuse("nothing_to_take_back", sequence=command.number)
    to_turn = len(sequence.actions) - 1
    return [e.SequenceTakenBack(number=command.number, to_turn=to_turn, by=now.by)]


def may_take_back(state: Claim, number: int, by: str) -> bool:
    """Whether the last action may go: no other sequence goes on from it, and it is a player's own stone.

    A player who took back more than a stone, or what was answered, would undo what both have played out. An
    official takes back anything.
    """
    sequence = state.sequences[number]
    last = len(sequence.actions)
    if not last or any(one.sequence == number and one.turn >= last for one in state.sequences.values()):
        return False
    own = isinstance(sequence.actions[-1], Play) and sequence.entered[-1] == by
    return by == DESK or (own and sequence.taken_back < MOST_TAKEN_BACK)


def _standing(command: ActInSequence, state: Claim, games: Games) -> Game:
    """The position in which a sequence goes on; refuses where it cannot."""
    sequence = state.sequences.get(command.number)
    if sequence is None:
        refuse("not_found", sequence=command.number)
    if len(sequence.actions) >= LONGEST_SEQUENCE:
        refuse("too_large", limit=LONGEST_SEQUENCE, what="actions")
    positions = line(state, command.number, games).own
    if len(positions) <= len(sequence.actions) or positions[-1].phase is Phase.OVER:
        refuse("nothing_to_play", sequence=command.number)
    return positions[-1]


def _count_confirmations(by: str, state: Claim, action: Action, rules: Ruleset) -> None:
    """Within one line the engine counts confirmations, whoever asks for them; here each player's, everywhere.

    So a player who has asked as often as the rules allow takes none of them from the other.
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
