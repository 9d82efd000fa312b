"""Confirmation (002 territory, Japanese): sequences outside the game decide claims on strings."""

from dataclasses import replace
from itertools import pairwise

from rules.actions import Claim, Concede, Confirm, Pass
from rules.affairs import NOBODY, Declarations, Question, Sequence
from rules.axes import ConfirmationKo
from rules.illegal import Reason
from rules.point import Color
from rules.settling import next_in_turn, standing_in_dispute
from rules.standing import Phase
from rules.state import AnyState, State
from rules.stones import adjacent, string_of

_PLAYERS = (Color.BLACK, Color.WHITE)
_SEQUENCE_ENDS_AT = 2
_MOST_QUESTIONS = 100  # per stop, as every later position holds all claims


def ask(state: AnyState, action: Claim, named: int) -> AnyState | Reason:
    """Claim that strings of one player can, or cannot, be captured; sequences decide the claim."""
    color, affairs = Color(action.color), state.standing.affairs
    if bool(named & state.black) == bool(named & state.white):
        return Reason.NO_STONES
    limit, made = state.ruleset.limit("claims_per_player"), affairs.claims_made.get(color)
    if (limit is not None and made >= limit) or len(affairs.declarations.questions) >= _MOST_QUESTIONS:
        return Reason.CONTINUATIONS_USED_UP
    owner = Color.BLACK if named & state.black else Color.WHITE
    question = Question(color=color, stones=named, owner=owner, capturable=bool(action.capturable))
    affairs = affairs.declare(questions=(*affairs.declarations.questions, question), accepted=NOBODY)
    affairs = replace(affairs, claims_made=affairs.claims_made.put(color, made + 1))
    return state.follow(action, state.standing.with_changes(affairs=affairs))


def begin(state: AnyState, action: Confirm) -> AnyState | Reason:
    """Begin a sequence, which is not part of the game and decides a claim until the next sequence."""
    questions, rules = state.standing.affairs.declarations.questions, state.ruleset
    if state.phase is not Phase.STOPPED or (action.modified_ko and not rules.modified_ko):
        return Reason.WRONG_PHASE
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    if not isinstance(action.claim, int) or not 0 <= action.claim < len(questions):
        return Reason.WRONG_PHASE
    limit = rules.limit("sequences_per_claim")
    if limit is not None and questions[action.claim].sequences >= limit:
        return Reason.CONTINUATIONS_USED_UP
    return _sequence(state, action, int(action.claim))


def _sequence(state: AnyState, action: Confirm, number: int) -> AnyState:
    affairs, modified = state.standing.affairs, bool(action.modified_ko)
    question = affairs.declarations.questions[number]
    begun = replace(
        affairs,
        declarations=affairs.declarations.with_question(
            number, replace(question, sequences=question.sequences + 1)
        ),
        continuing=replace(affairs.continuing, modified=modified, fresh=True),
        played_out=Sequence(claim=number, stones=question.stones),
    )
    now = standing_in_dispute(state, Phase.CONFIRMATION, begun)
    memory = state.setting.during(Phase.CONFIRMATION).rule.begin(state, modified=modified)
    after = state.follow(action, now, to_play=_first(state, question), memory=memory)
    return after.with_standing(now, phase=Phase.CONFIRMATION)


def _first(state: State, question: Question) -> Color:
    """Return who moves first: in hypothetical play the player who wants to capture, else the next (002)."""
    hypothetical = state.ruleset.confirmation_ko is not ConfirmationKo.AS_IN_PLAY
    return question.owner.other if hypothetical else next_in_turn(state)


def after_play(after: AnyState) -> AnyState:
    """Return the state after a play, which may have captured stones that the sequence is about."""
    affairs = after.standing.affairs
    if affairs.sequence is None:
        return after
    sequence = replace(affairs.sequence, stones=affairs.sequence.stones & ~after.empty)
    return after.with_standing(after.standing.with_changes(affairs=replace(affairs, played_out=sequence)))


def after_pass(state: AnyState, action: Pass) -> AnyState | Reason:
    """Return the state after a pass; two regular passes in succession end the sequence."""
    passes, sequence = state.standing.passes + 1, state.standing.affairs.sequence
    if sequence and passes >= _SEQUENCE_ENDS_AT:
        question = state.standing.affairs.declarations.questions[sequence.claim]
        stood = replace(sequence, stones=sequence.stones | _has_enabled_stone(state, question))
        return _restore_stop(state, action, stood, proved=question.capturable != bool(stood.stones))
    now = state.standing.with_changes(passes=passes, affairs=state.standing.affairs.after_first_move())
    return state.follow(action, now, to_play=state.to_play.other)


def concede(state: AnyState, action: Concede) -> AnyState | Reason:
    """Concede the current claim."""
    affairs = state.standing.affairs
    if affairs.sequence is None:
        return Reason.WRONG_PHASE
    question = affairs.declarations.questions[affairs.sequence.claim]
    return _restore_stop(state, action, affairs.sequence, proved=action.color != question.color)


def _has_enabled_stone(state: State, question: Question) -> int:
    """Return the new stones that capturing the strings enabled (Japanese, article 7.1).

    These are stones of their owner at the end, on their points or on those of an adjacent opposing string
    that was captured in turn, as in three points without capturing (C: a new stone elsewhere is for the
    players to agree on). Under 002 the text is silent, and the captured stones alone decide.
    """
    if state.ruleset.confirmation_ko is ConfirmationKo.AS_IN_PLAY:
        return 0
    stopped, black = _before_confirmation(state), question.owner is Color.BLACK
    opposing = stopped.white if black else stopped.black
    beside = adjacent(question.stones, state.setting.stride) & opposing
    own = state.black if black else state.white
    return own & (question.stones | string_of(beside, opposing, state.setting.stride))


def _restore_stop(state: AnyState, action: Pass | Concede, sequence: Sequence, *, proved: bool) -> AnyState:
    """Return the stopped game with its history and prisoners, and the claim decided."""
    stopped, questions = _before_confirmation(state), state.standing.affairs.declarations.questions
    question = replace(questions[sequence.claim], proved=proved)
    said = replace(stopped.standing.affairs.declarations, questions=questions, accepted=NOBODY)
    said = _judge_questions(said.with_question(sequence.claim, question), question, sequence.stones)
    affairs = replace(stopped.standing.affairs, declarations=said)
    return stopped.follow(action, stopped.standing.with_changes(affairs=affairs), turn=state.turn + 1)


def _judge_questions(said: Declarations, question: Question, left: int) -> Declarations:
    """Return the declarations with every claim judged by the stones that the last sequence left.

    A string keeps its status if the sequence captured it without the others of its claim.
    """
    if question.captured:
        said = said.settle(question.stones, alive=False)
    else:
        kept = said.dead & ~left if left else 0
        said = said.settle(question.stones & ~kept, alive=True)
    return replace(said, questions=tuple(one.decide_by(said.dead) for one in said.questions))


def _before_confirmation(state: AnyState) -> AnyState:
    line = pairwise(state.line())
    return next(before for after, before in line if isinstance(after.last_action, Confirm))
