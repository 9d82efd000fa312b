"""Disputed strings that are played out: the capture phase (000), confirmation (002, Japanese)."""

from dataclasses import replace
from itertools import pairwise

from rules.actions import Claim, Concede, Confirm, GiveStone, Pass
from rules.axes import ConfirmationKo, Settling
from rules.clauses import clause_of_axis
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.settling import next_in_turn, strings, strings_of
from rules.standing import NOBODY, UNMARKED, Affairs, Dispute, Phase, Question, Sequence, Standing
from rules.state import AnyState, State

_PLAYERS = (Color.BLACK, Color.WHITE)
_SEQUENCE_ENDS_AT = 2
_MOST_QUESTIONS = 100  # of one stop: every position after it holds them all


def claim(state: AnyState, action: Claim) -> AnyState | Illegal | Reason:
    """A dispute begins: at once on the board (000), or as a question for confirmation sequences."""
    playing_out = state.ruleset.settling
    if state.phase is not Phase.STOPPED or playing_out not in (Settling.CAPTURE_PHASE, Settling.CONFIRMATION):
        return Reason.WRONG_PHASE
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    named = strings(state, action.points)
    if named is None:
        return Reason.OFF_BOARD
    begin = _capture if playing_out is Settling.CAPTURE_PHASE else _question
    return begin(state, action, named)


def _capture(state: AnyState, action: Claim, named: int) -> AnyState | Illegal | Reason:
    owner = Color(action.color).other
    stones = named & (state.black if owner is Color.BLACK else state.white)
    if not stones:
        return Reason.NO_STONES
    affairs = state.standing.affairs
    if not action.capturable:
        return _no_dispute(state, "the opponent of its owner claims that a string can be captured")
    if stones & affairs.alive:
        return _no_dispute(state, "a string that was found alive is not disputed again")
    dispute = Dispute(stones=stones, owner=owner)
    now = _playing_out(state, Phase.CAPTURE, replace(affairs, dispute=dispute, marks=UNMARKED))
    return state.follow(action, now, to_play=owner).amended(now, phase=Phase.CAPTURE)


def _no_dispute(state: State, says: str) -> Illegal:
    return Illegal(Reason.WRONG_PHASE, clause_of_axis(state.ruleset, "settling", says))


def _playing_out(state: State, phase: Phase, affairs: Affairs) -> Standing:
    affairs = replace(affairs, accepted=NOBODY)
    return state.standing.changed(phase=phase, play_refused=None, passes=0, affairs=affairs)


def _question(state: AnyState, action: Claim, named: int) -> AnyState | Reason:
    color, affairs = Color(action.color), state.standing.affairs
    if bool(named & state.black) == bool(named & state.white):
        return Reason.NO_STONES
    limit, made = state.ruleset.limit("claims_per_player"), affairs.claims_made.get(color)
    if (limit is not None and made >= limit) or len(affairs.questions) >= _MOST_QUESTIONS:
        return Reason.CONTINUATIONS_USED_UP
    owner = Color.BLACK if named & state.black else Color.WHITE
    question = Question(color=color, stones=named, owner=owner, capturable=bool(action.capturable))
    affairs = replace(
        affairs,
        questions=(*affairs.questions, question),
        claims_made=affairs.claims_made.put(color, made + 1),
        accepted=NOBODY,
    )
    return state.follow(action, state.standing.changed(affairs=affairs))


def confirm(state: AnyState, action: Confirm) -> AnyState | Reason:
    """A sequence begins that is no part of the game, and decides a claim until the next one."""
    questions, rules = state.standing.affairs.questions, state.ruleset
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
    question, modified = state.standing.affairs.questions[number], bool(action.modified_ko)
    asked = _with_question(
        state.standing.affairs, number, replace(question, sequences=question.sequences + 1)
    )
    under_way = Sequence(claim=number, stones=question.stones)
    now = _playing_out(
        state, Phase.CONFIRMATION, replace(asked, sequence=under_way, modified=modified, fresh=True)
    )
    memory = state.setting.during(Phase.CONFIRMATION).rule.begin(state, modified=modified)
    after = state.follow(action, now, to_play=_first(state, question), memory=memory)
    return after.amended(now, phase=Phase.CONFIRMATION)


def _first(state: State, question: Question) -> Color:
    """Who wants to capture moves first in hypothetical play; elsewhere the order of play goes on (002)."""
    hypothetical = state.ruleset.confirmation_ko is ConfirmationKo.PASS_FOR_KO
    return question.owner.other if hypothetical else next_in_turn(state)


def _with_question(affairs: Affairs, number: int, question: Question) -> Affairs:
    before, after = affairs.questions[:number], affairs.questions[number + 1 :]
    return replace(affairs, questions=(*before, question, *after))


def played(before: State, after: AnyState) -> AnyState:
    """What a play comes to in a capture phase or a sequence: it may have taken stones that this is about."""
    affairs = after.standing.affairs
    if affairs.sequence:
        sequence = replace(affairs.sequence, stones=affairs.sequence.stones & ~after.empty)
        return after.amended(after.standing.changed(affairs=replace(affairs, sequence=sequence)))
    if not affairs.dispute:
        return after
    left, owner = affairs.dispute.stones & ~after.empty, affairs.dispute.owner
    affairs = _reopened(before, after)
    by_owner = before.to_play is owner
    if by_owner and not left:
        return _stopped(after, replace(affairs, dispute=None))
    dispute = Dispute(stones=left, owner=owner, due=not by_owner)
    return after.amended(after.standing.changed(affairs=replace(affairs, dispute=dispute)))


def _reopened(before: State, after: State) -> Affairs:
    """With the strings open again that a play changed: one that was captured or has grown is another (C)."""
    black, white = before.black ^ after.black, before.white ^ after.white
    changed = before.empty ^ after.empty | strings_of(after, black | white)
    affairs = after.standing.affairs
    return replace(affairs, alive=affairs.alive & ~changed, dead=affairs.dead & ~changed)


def pass_in_capture(state: AnyState, action: Pass) -> AnyState | Reason:
    """The attacker passes; so may the owner, first of all or after the attacker, when the string lives."""
    dispute, color = state.standing.affairs.dispute, state.to_play
    if action.color != color or dispute is None:
        return Reason.NOT_YOUR_TURN
    if color is dispute.owner and dispute.due:
        return Reason.PASS_NOT_ALLOWED
    if color is dispute.owner and dispute.declined:
        return _decided(state, action, alive=True)
    declined = color is not dispute.owner
    return _answered(state, action, state.standing, replace(dispute, declined=declined))


def give_stone(state: AnyState, action: GiveStone) -> AnyState | Reason:
    """The owner answers a play with a prisoner instead of a stone on the board (000)."""
    dispute = state.standing.affairs.dispute
    if state.phase is not Phase.CAPTURE or dispute is None:
        return Reason.WRONG_PHASE
    if action.color != state.to_play:
        return Reason.NOT_YOUR_TURN
    if state.to_play is not dispute.owner or not dispute.due:
        return Reason.WRONG_PHASE
    paid = _paid(state, dispute)
    if not dispute.stones:
        return _stopped(state.follow(action, paid), replace(paid.affairs, dispute=None))
    return _answered(state, action, paid, replace(dispute, due=False))


def _paid(state: State, dispute: Dispute) -> Standing:
    return state.standing.returning(dispute.owner.other, 1, state.setting.supply)


def _answered(state: AnyState, action: Pass | GiveStone, standing: Standing, dispute: Dispute) -> AnyState:
    now = standing.changed(affairs=replace(standing.affairs, dispute=dispute))
    return state.follow(action, now, to_play=state.to_play.other)


def concede(state: AnyState, action: Concede) -> AnyState | Reason:
    """One player gives up their side: of a disputed string (000, I: the attacker's lives), or of a claim.

    An answer that is still due to a play is given as a stone.
    """
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    affairs = state.standing.affairs
    if affairs.dispute:
        return _decided(state, action, alive=action.color != affairs.dispute.owner)
    if affairs.sequence:
        question = affairs.questions[affairs.sequence.claim]
        return _restored(state, action, affairs.sequence, proved=action.color != question.color)
    return Reason.WRONG_PHASE


def _decided(state: AnyState, action: Pass | Concede, *, alive: bool) -> AnyState:
    dispute = state.standing.affairs.dispute
    stones = strings_of(state, dispute.stones) if dispute else 0
    standing = _paid(state, dispute) if dispute and dispute.due else state.standing
    affairs = replace(standing.affairs.settling(stones, alive=alive), dispute=None)
    return _stopped(state.follow(action, standing), affairs)


def _stopped(state: AnyState, affairs: Affairs) -> AnyState:
    """Back to the stopped game, with that question settled."""
    now = state.stop(state.standing.changed(passes=state.setting.stops_at, affairs=affairs))
    return state.amended(now, to_play=next_in_turn(state), phase=Phase.PLAY)


def pass_in_confirmation(state: AnyState, action: Pass) -> AnyState | Reason:
    """Two regular passes in succession end the sequence."""
    passes, sequence = state.standing.passes + 1, state.standing.affairs.sequence
    if sequence and passes >= _SEQUENCE_ENDS_AT:
        question = state.standing.affairs.questions[sequence.claim]
        stood = replace(sequence, stones=sequence.stones | _enabled(state, question))
        return _restored(state, action, stood, proved=question.capturable != bool(stood.stones))
    now = state.standing.changed(passes=passes, affairs=state.standing.affairs.after_first_move())
    return state.follow(action, now, to_play=state.to_play.other)


def _enabled(state: State, question: Question) -> int:
    """The points of captured stones where a new stone of theirs stands in the end (Japanese, article 7.1).

    To stand there is what "enabled by capturing them" means here (C): a new stone elsewhere is for the
    players to agree on. Under 002 the text is silent, and the captured stones alone decide.
    """
    if state.ruleset.confirmation_ko is not ConfirmationKo.PASS_FOR_KO:
        return 0
    return question.stones & (state.black if question.owner is Color.BLACK else state.white)


def _restored(state: AnyState, action: Pass | Concede, sequence: Sequence, *, proved: bool) -> AnyState:
    """The stopped game as it was, history and prisoners too, with the claim decided."""
    stopped, questions = _before_confirmation(state), state.standing.affairs.questions
    question = replace(questions[sequence.claim], proved=proved)
    affairs = replace(stopped.standing.affairs, questions=questions, accepted=NOBODY)
    affairs = _judged(_with_question(affairs, sequence.claim, question), question, sequence.stones)
    return stopped.follow(action, stopped.standing.changed(affairs=affairs), turn=state.turn + 1)


def _judged(affairs: Affairs, question: Question, left: int) -> Affairs:
    """What the last sequence, which left these stones, says of every claim on its strings.

    A string that it took without the others of its claim stays what it was.
    """
    if question.captured:
        affairs = affairs.settling(question.stones, alive=False)
    else:
        kept = affairs.dead & ~left if left else 0
        affairs = affairs.settling(question.stones & ~kept, alive=True)
    return replace(affairs, questions=tuple(one.decided_by(affairs.dead) for one in affairs.questions))


def _before_confirmation(state: AnyState) -> AnyState:
    line = pairwise(state.line())
    return next(before for after, before in line if isinstance(after.last_action, Confirm))
