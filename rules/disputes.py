"""Disputed strings that are played out: the capture phase (000), confirmation (002, Japanese)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.actions import Claim, Concede, Confirm, GiveStone, Pass
from rules.axes import ConfirmationKo, Settling
from rules.illegal import Reason
from rules.point import Color
from rules.settling import next_in_turn, strings
from rules.standing import NOBODY, UNMARKED, Affairs, Dispute, Phase, Question, Sequence, Standing

if TYPE_CHECKING:
    from rules.game import Game

_PLAYERS = (Color.BLACK, Color.WHITE)
_SEQUENCE_ENDS_AT = 2
_MOST_QUESTIONS = 100  # of one stop: every position after it holds them all


def claim(game: "Game", action: Claim) -> "Game | Reason":
    """A dispute begins: at once on the board (000), or as a question for confirmation sequences."""
    playing_out = game.ruleset.settling
    if game.phase is not Phase.STOPPED or playing_out not in (Settling.CAPTURE_PHASE, Settling.CONFIRMATION):
        return Reason.WRONG_PHASE
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    named = strings(game, action.points)
    if named is None:
        return Reason.OFF_BOARD
    begin = _capture if playing_out is Settling.CAPTURE_PHASE else _question
    return begin(game, action, named)


def _capture(game: "Game", action: Claim, named: int) -> "Game | Reason":
    owner = Color(action.color).other
    stones = named & (game.black if owner is Color.BLACK else game.white)
    if not stones:
        return Reason.NO_STONES
    affairs = game.standing.affairs
    if not action.capturable or stones & affairs.alive:
        return Reason.WRONG_PHASE
    dispute = Dispute(stones=stones, owner=owner)
    now = _playing_out(game, Phase.CAPTURE, replace(affairs, dispute=dispute, marks=UNMARKED))
    return game.follow(action, now, to_play=owner).amended(now, phase=Phase.CAPTURE)


def _playing_out(game: "Game", phase: Phase, affairs: Affairs) -> Standing:
    return game.standing.but(phase=phase, shut=None, passes=0, affairs=replace(affairs, accepted=NOBODY))


def _question(game: "Game", action: Claim, named: int) -> "Game | Reason":
    color, affairs = Color(action.color), game.standing.affairs
    if bool(named & game.black) == bool(named & game.white):
        return Reason.NO_STONES
    limit, made = game.ruleset.limit("claims_per_player"), affairs.claims_made.of(color)
    if (limit is not None and made >= limit) or len(affairs.questions) >= _MOST_QUESTIONS:
        return Reason.CONTINUATIONS_USED_UP
    owner = Color.BLACK if named & game.black else Color.WHITE
    question = Question(color=color, stones=named, owner=owner, capturable=bool(action.capturable))
    affairs = replace(
        affairs,
        questions=(*affairs.questions, question),
        claims_made=affairs.claims_made.put(color, made + 1),
        accepted=NOBODY,
    )
    return game.follow(action, game.standing.but(affairs=affairs))


def confirm(game: "Game", action: Confirm) -> "Game | Reason":
    """A sequence begins that is no part of the game, and decides a claim until the next one."""
    questions, rules = game.standing.affairs.questions, game.ruleset
    if game.phase is not Phase.STOPPED or (action.modified_ko and not rules.modified_ko):
        return Reason.WRONG_PHASE
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    if not isinstance(action.claim, int) or not 0 <= action.claim < len(questions):
        return Reason.WRONG_PHASE
    limit = rules.limit("sequences_per_claim")
    if limit is not None and questions[action.claim].sequences >= limit:
        return Reason.CONTINUATIONS_USED_UP
    return _sequence(game, action, int(action.claim))


def _sequence(game: "Game", action: Confirm, number: int) -> "Game":
    question = game.standing.affairs.questions[number]
    counted = replace(question, sequences=question.sequences + 1)
    affairs = replace(_asked(game.standing.affairs, number, counted), accepted=NOBODY)
    stopped = game.amended(game.standing.but(affairs=affairs))
    under_way = Sequence(claim=number, stones=question.stones, stopped=stopped)
    modified = bool(action.modified_ko)
    now = _playing_out(
        game, Phase.CONFIRMATION, replace(affairs, sequence=under_way, modified=modified, fresh=True)
    )
    memory = game.setting.during(Phase.CONFIRMATION).rule.begin(game, modified=modified)
    after = game.follow(action, now, to_play=_first(game, question), memory=memory)
    return after.amended(now, phase=Phase.CONFIRMATION)


def _first(game: "Game", question: Question) -> Color:
    """Who wants to capture moves first in hypothetical play; elsewhere the order of play goes on (002)."""
    hypothetical = game.ruleset.confirmation_ko is ConfirmationKo.PASS_FOR_KO
    return question.owner.other if hypothetical else next_in_turn(game)


def _asked(affairs: Affairs, number: int, question: Question) -> Affairs:
    before, after = affairs.questions[:number], affairs.questions[number + 1 :]
    return replace(affairs, questions=(*before, question, *after))


def played(before: "Game", after: "Game", taken: int) -> "Game":
    """What a play comes to in a capture phase or a sequence, ``taken`` being the stones that it took off."""
    affairs = after.standing.affairs
    if affairs.sequence:
        sequence = replace(affairs.sequence, stones=affairs.sequence.stones & ~taken)
        return after.amended(after.standing.but(affairs=replace(affairs, sequence=sequence)))
    if not affairs.dispute:
        return after
    left, owner = affairs.dispute.stones & ~taken, affairs.dispute.owner
    by_owner = before.to_play is owner
    if by_owner and not left:
        return _stopped(after, replace(affairs, dispute=None))
    dispute = Dispute(stones=left, owner=owner, due=not by_owner)
    return after.amended(after.standing.but(affairs=replace(affairs, dispute=dispute)))


def pass_in_capture(game: "Game", action: Pass) -> "Game | Reason":
    """The attacker declines to play; the owner may decline first, and after him, which leaves him alive."""
    dispute, color = game.standing.affairs.dispute, game.to_play
    if action.color != color or dispute is None:
        return Reason.NOT_YOUR_TURN
    if color is dispute.owner and dispute.due:
        return Reason.PASS_NOT_ALLOWED
    if color is dispute.owner and dispute.declined:
        return _decided(game, action, alive=True)
    declined = color is not dispute.owner
    return _answered(game, action, game.standing, replace(dispute, declined=declined))


def give_stone(game: "Game", action: GiveStone) -> "Game | Reason":
    """The owner answers a play with a prisoner instead of a stone on the board (000)."""
    dispute = game.standing.affairs.dispute
    if game.phase is not Phase.CAPTURE or dispute is None:
        return Reason.WRONG_PHASE
    if action.color != game.to_play:
        return Reason.NOT_YOUR_TURN
    if game.to_play is not dispute.owner or not dispute.due:
        return Reason.WRONG_PHASE
    paid = _paid(game, dispute)
    if not dispute.stones:
        return _stopped(game.follow(action, paid), replace(paid.affairs, dispute=None))
    return _answered(game, action, paid, replace(dispute, due=False))


def _paid(game: "Game", dispute: Dispute) -> Standing:
    return game.standing.returning(dispute.owner.other, 1, game.setting.supply)


def _answered(game: "Game", action: Pass | GiveStone, standing: Standing, dispute: Dispute) -> "Game":
    now = standing.but(affairs=replace(standing.affairs, dispute=dispute))
    return game.follow(action, now, to_play=game.to_play.other)


def concede(game: "Game", action: Concede) -> "Game | Reason":
    """One player gives up his side: of a disputed string (000, I: the attacker's lives), or of a claim.

    An answer that is still due to a play is given as a stone.
    """
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    affairs = game.standing.affairs
    if affairs.dispute:
        return _decided(game, action, alive=action.color != affairs.dispute.owner)
    if affairs.sequence:
        question = affairs.questions[affairs.sequence.claim]
        return _restored(game, action, affairs.sequence, proved=action.color != question.color)
    return Reason.WRONG_PHASE


def _decided(game: "Game", action: Pass | Concede, *, alive: bool) -> "Game":
    dispute = game.standing.affairs.dispute
    stones = dispute.stones if dispute else 0
    standing = _paid(game, dispute) if dispute and dispute.due else game.standing
    affairs = standing.affairs
    affairs = replace(
        affairs,
        dispute=None,
        alive=affairs.alive | (stones if alive else 0),
        dead=affairs.dead | (0 if alive else stones),
    )
    return _stopped(game.follow(action, standing), affairs)


def _stopped(game: "Game", affairs: Affairs) -> "Game":
    """Back to the stopped game, with that question settled."""
    where = game.setting
    shut = None if where.open_stop else Reason.WRONG_PHASE
    now = game.standing.but(phase=Phase.STOPPED, shut=shut, passes=where.stops_at, affairs=affairs)
    return game.amended(now, to_play=next_in_turn(game), phase=Phase.PLAY)


def pass_in_confirmation(game: "Game", action: Pass) -> "Game | Reason":
    """Two regular passes in succession end the sequence."""
    passes, sequence = game.standing.passes + 1, game.standing.affairs.sequence
    if sequence and passes >= _SEQUENCE_ENDS_AT:
        question = game.standing.affairs.questions[sequence.claim]
        return _restored(game, action, sequence, proved=question.capturable != bool(sequence.stones))
    now = game.standing.but(passes=passes, affairs=game.standing.affairs.begun())
    return game.follow(action, now, to_play=game.to_play.other)


def _restored(game: "Game", action: Pass | Concede, sequence: Sequence, *, proved: bool) -> "Game":
    """The stopped game as it was, history and prisoners too, with the claim decided."""
    stopped = sequence.stopped
    affairs = stopped.standing.affairs
    question = replace(affairs.questions[sequence.claim], proved=proved)
    now = stopped.standing.but(affairs=_asked(affairs, sequence.claim, question))
    return stopped.follow(action, now, turn=game.turn + 1)
