"""The choice of a ruleset that forbids an action, if the reason alone does not determine it.

| reason | action | the axis that forbids it |
|---|---|---|
| wrong_phase | a play, a pass in a stopped game | resumption |
| wrong_phase | resumption | resumption, or modified_ko if that is requested |
| wrong_phase | the button, while a dispute is played out | button |
| wrong_phase | a challenge | modified_ko, or confirmation_ko |
| wrong_phase | delays | passing |
| wrong_phase | an illegal move recorded | illegal_move |
| wrong_phase | a draw declared or agreed on | endless |
| wrong_phase | marks, agreements, claims, sequences, stones given, concessions | settling |
| pass_not_allowed | in a capture phase; among handicap stones; else | settling; handicap; passing |
| continuations_used_up | a claim; a sequence; else | claims_per_player; sequences_per_claim; continuations |
| not_your_turn | resigning in a game without passes | stopping |
"""

from collections.abc import Mapping

from rules import axes
from rules.actions import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    GiveStone,
    MarkDead,
    Penalise,
    Resign,
    Resume,
    TakeButton,
    UltimateDelay,
)
from rules.clauses import clause, clause_of_axis
from rules.illegal import Reason
from rules.ruleset import Ruleset
from rules.standing import Phase

_NOT_NOW: Mapping[type[Action], str] = {
    Resume: axes.gettext_noop("a game is resumed when it has stopped"),
    GiveStone: axes.gettext_noop("the owner of a disputed string gives a stone after a play of the attacker"),
    MarkDead: axes.gettext_noop("dead strings are marked when the game has stopped"),
    Accept: axes.gettext_noop("marks are accepted when the game has stopped"),
    AgreeDead: axes.gettext_noop("the players agree on dead strings when the game has stopped"),
    Claim: axes.gettext_noop("strings are claimed to be dead or alive when the game has stopped"),
    Confirm: axes.gettext_noop("a sequence is begun in a stopped game, for a claim that was made"),
    Concede: axes.gettext_noop("only what is being played out is conceded"),
    Penalise: axes.gettext_noop("an illegal move is recorded in play or in a stopped game"),
}
_AXES: Mapping[type[Action], str] = {
    Resume: "resumption",
    Delay: "passing",
    UltimateDelay: "passing",
    Penalise: "illegal_move",
    DeclareDraw: "endless",
    AgreeDraw: "endless",
    GiveStone: "settling",
    MarkDead: "settling",
    Accept: "settling",
    AgreeDead: "settling",
    Claim: "settling",
    Confirm: "settling",
    Concede: "settling",
}
_SETTLING: Mapping[axes.Settling, str] = {
    axes.Settling.AS_IT_STANDS: axes.gettext_noop(
        "the board is scored with every stone on it; there is nothing to agree on"
    ),
    axes.Settling.AGREED_POINTS: axes.gettext_noop(
        "points to empty are agreed on after exactly two consecutive passes"
    ),
}
_PLAYED_OUT: set[axes.Option] = {axes.Settling.CAPTURE_PHASE, axes.Settling.CONFIRMATION}
_WITHOUT = {axes.Resumption.NONE, axes.IllegalMove.REFUSED, axes.IllegalMove.LOSS}
_NEEDS: Mapping[type[Action], set[axes.Option]] = {
    GiveStone: {axes.Settling.CAPTURE_PHASE},
    Claim: _PLAYED_OUT,
    Concede: _PLAYED_OUT,
    Confirm: {axes.Settling.CONFIRMATION},
}


_LIMITS: Mapping[type[Action], tuple[str, str]] = {
    Claim: ("claims_per_player", axes.gettext_noop("the claims of each player are limited")),
    Confirm: ("sequences_per_claim", axes.gettext_noop("the sequences for a claim are limited")),
}


def clause_against(ruleset: Ruleset, reason: Reason, action: Action, phase: Phase) -> str:
    """Return the clause that forbids an action in a phase, such as "Japanese 1989 article 9.3: ..."."""
    if reason is Reason.WRONG_PHASE:
        return _wrong_phase(ruleset, action, phase)
    found = _choice_against(ruleset, reason, action, phase)
    return clause_of_axis(ruleset, *found) if found else clause(ruleset, reason)


def _choice_against(ruleset: Ruleset, reason: Reason, action: Action, phase: Phase) -> tuple[str, str] | None:
    """Return the axis and its meaning here; None if the reason determines it."""
    delays = ruleset.passing is axes.Passing.DELAY
    match reason:
        case Reason.PASS_NOT_ALLOWED if phase is Phase.CAPTURE:
            return "settling", axes.gettext_noop(
                "the owner of a disputed string does not pass after a play of the attacker"
            )
        case Reason.PASS_NOT_ALLOWED if not delays:
            return "handicap", axes.gettext_noop("nobody passes among handicap stones")
        case Reason.CONTINUATIONS_USED_UP:
            return _LIMITS.get(type(action))
        case Reason.NOT_YOUR_TURN if isinstance(action, Resign) and delays:
            return "stopping", axes.gettext_noop("to resign is what a player may do at a turn")
    return None


def _wrong_phase(ruleset: Ruleset, action: Action, phase: Phase) -> str:
    if isinstance(action, ChallengeKo):
        return _no_challenge(ruleset)
    if isinstance(action, TakeButton) and phase is not Phase.STOPPED:
        return clause_of_axis(
            ruleset, "button", axes.gettext_noop("the button is not taken while a dispute is played out")
        )
    if isinstance(action, Resume | Confirm) and action.modified_ko and not ruleset.modified_ko:
        return clause_of_axis(ruleset, "modified_ko", axes.gettext_noop("nobody asks for modified ko"))
    axis = _AXES.get(type(action))
    if axis is None:
        return clause(ruleset, Reason.WRONG_PHASE)
    return clause_of_axis(ruleset, axis, _says(ruleset, axis, action))


def _no_challenge(ruleset: Ruleset) -> str:
    if ruleset.modified_ko:
        says = axes.gettext_noop("a ko is challenged in a continuation or a sequence under modified ko")
        return clause_of_axis(ruleset, "modified_ko", says)
    if ruleset.confirmation_ko is axes.ConfirmationKo.PASS_FOR_KO:
        return clause_of_axis(
            ruleset, "confirmation_ko", axes.gettext_noop("a pass is made for a ko in a sequence alone")
        )
    return axes.gettext_noop("these rules have no pass for a ko")


def _says(ruleset: Ruleset, axis: str, action: Action) -> str:
    option: axes.Option = getattr(ruleset, axis)
    if axis == "settling" and ruleset.settling in _SETTLING:
        return _SETTLING[ruleset.settling]
    known = option not in _WITHOUT and option in _NEEDS.get(type(action), {option})
    return _NOT_NOW.get(type(action), option.says) if known else option.says
