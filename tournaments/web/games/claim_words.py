"""What pages say of claims, in the words of players and in the language of the reader."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.adjudication import Finding, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.claims.claim import Claim, Stage
from games.claims.events import Remedy
from rules import Ruleset
from rules.axes import Endless, IllegalMove, Passing, Resumption, Settling
from tournaments.reading.queue import QueueReason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of claim: its name on a button, when to choose it, and what its form asks for."""

    kind: ClaimKind
    title: "Words"
    says: "Words"
    asks: tuple[str, ...] = ()

    @property
    def shows_board(self) -> bool:
        """Return whether stones or turns of the record matter to it."""
        return bool({"points", "turn"}.intersection(self.asks))


def _kind(kind: ClaimKind, title: "Words", says: "Words", *asks: str) -> Kind:
    return Kind(kind=kind, title=title, says=says, asks=asks)


KINDS: Mapping[str, Kind] = {
    kind.kind.value: kind
    for kind in (
        _kind(
            ClaimKind.WRONG_RESULT,
            _("The result is wrong"),
            _("The game did not end as it was reported."),
            "result",
        ),
        _kind(
            ClaimKind.ILLEGAL_MOVE,
            _("A move is illegal"),
            _(
                "A move that the rules forbid: a ko retaken at once, a board repeated, a suicide,"
                " a wrong turn."
            ),
            "turn",
        ),
        _kind(
            ClaimKind.STRINGS,
            _("Stones are dead, or alive"),
            _(
                "You do not agree which stones can be captured. It may be played out here,"
                " apart from the game."
            ),
            "points",
            "capturable",
        ),
        _kind(
            ClaimKind.REPETITION,
            _("The game repeats itself"),
            _("The same position occurred so often that the game is a draw or has no result."),
            "turn",
        ),
        _kind(
            ClaimKind.OUT_OF_STONES,
            _("A player was out of stones"),
            _("A player had lost more stones than the supply allows and played on."),
            "color",
            "turn",
        ),
        _kind(
            ClaimKind.CONTINUATION_REFUSED,
            _("A continuation was refused"),
            _("The game had stopped; one player wanted to continue it and was not allowed to."),
            "turn",
        ),
        _kind(
            ClaimKind.CONTINUATIONS_EXCEEDED,
            _("Continued too often"),
            _("The stopped game was continued more often than the rules allow."),
        ),
        _kind(
            ClaimKind.TOKENS,
            _("Pass tokens are miscounted"),
            _("A player holds another number of pass tokens than was counted."),
            "color",
            "count",
        ),
        _kind(
            ClaimKind.FINES,
            _("Fines are miscounted"),
            _("A player is fined another number of points than was counted."),
            "color",
            "count",
        ),
        _kind(
            ClaimKind.RECORDS_DIFFER,
            _("There is another record"),
            _("Your record of the game is not the one that was sent in. Add it as an SGF file."),
            "record",
        ),
        _kind(
            ClaimKind.HANDICAP_DIFFERS,
            _("Another handicap was played"),
            _("The game was played with other handicap stones than the pairing says."),
            "count",
        ),
        _kind(
            ClaimKind.KOMI_DIFFERS,
            _("Another komi was played"),
            _("The game was played with another komi than the pairing says."),
            "count",
        ),
        _kind(ClaimKind.TIME, _("A clock ran out"), _("Say whose time ran out."), "color"),
        _kind(
            ClaimKind.LEFT,
            _("A player left the game"),
            _("A player left before the end of the game. Say who."),
            "color",
        ),
        _kind(ClaimKind.OTHER, _("Something else"), _("Describe what happened.")),
        _kind(
            ClaimKind.CONDUCT,
            _("A player misbehaved"),
            _("An official notes who, and what was done."),
            "color",
        ),
    )
}
"""Every kind of claim by its wire name."""


def has_object(kind: ClaimKind, rules: Ruleset) -> bool:
    """Whether there can be such a thing under a ruleset."""
    return {
        ClaimKind.STRINGS: rules.settling is not Settling.AS_IT_STANDS,
        ClaimKind.REPETITION: rules.endless is not Endless.IMPOSSIBLE,
        ClaimKind.OUT_OF_STONES: rules.supply(1) is not None,
        ClaimKind.CONTINUATION_REFUSED: rules.resumption is not Resumption.NONE,
        ClaimKind.CONTINUATIONS_EXCEEDED: rules.limit("continuations") is not None,
        ClaimKind.TOKENS: rules.passing is Passing.TOKEN,
        ClaimKind.FINES: rules.illegal_move is IllegalMove.PASS_AND_FINE,
    }.get(kind, True)


BY = {"b": _("Black"), "w": _("White"), "desk": _("an official"), "": _("somebody")}
STAGES = {
    Stage.OPEN: _("open: no ruling yet"),
    Stage.PROPOSED: _("ruled on; a second official has to confirm it"),
    Stage.RULED: _("ruled on; may be appealed"),
    Stage.APPEALED: _("appealed; the appeal is not decided yet"),
    Stage.FINAL: pgettext_lazy("claim", "final"),
    Stage.WITHDRAWN: pgettext_lazy("claim", "withdrawn"),
}
VERDICTS = {
    Verdict.PROVED: _("The claim is right"),
    Verdict.REFUTED: _("The claim is wrong"),
    Verdict.UNDECIDABLE: _("The rules cannot tell yet"),
}
UNDECIDED_BY_RULES = _("The rules alone do not decide it")
DECISIONS = {
    "upheld": _("the claim is upheld"),
    "partly": _("the claim is upheld in part"),
    "denied": _("the claim is denied"),
}
APPEALS = {"upheld": _("the ruling is upheld"), "changed": _("the ruling is changed")}
WHY = {
    QueueReason.DISPUTED: _("the players' reports differ"),
    QueueReason.APPEALED: _("a ruling was appealed"),
    QueueReason.CLAIMED: _("a claim is open"),
    QueueReason.MISSING: _("no result yet"),
    QueueReason.CONTRADICTED: _("the record shows another result"),
}
RESULTS = {
    "": _("as it was"),
    "black": _("Black wins"),
    "white": _("White wins"),
    "jigo": _("jigo"),
    "both_win": _("both win"),
    "both_lose": _("both lose"),
}
"""What a ruling makes of a game."""
FOLLOWS = "follows"
"""The choice of the result that follows from the decision: see ``remedies``."""


RESULT_SENTENCES = {
    "B+": _("Black won."),
    "W+": _("White won."),
    "B+R": _("Black won by resignation."),
    "W+R": _("White won by resignation."),
    "B+T": _("Black won on time."),
    "W+T": _("White won on time."),
    "B+F": _("Black won by forfeit."),
    "W+F": _("White won by forfeit."),
    "0": _("The game was a jigo."),
    "Void": _("The game had no result."),
}
"""By result in SGF's notation; a score has a sentence with its number."""


def _claimed_result(claimed: Statement) -> str:
    said = RESULT_SENTENCES.get(claimed.result)
    says = str(said) if said else gettext("The result is %(result)s.") % {"result": claimed.result}
    if not claimed.points:
        return says
    return f"{says} {gettext('Dead stones: %(points)s.') % {'points': ' '.join(claimed.points)}}"


def statement_words(claimed: Statement) -> str:
    """What is claimed, as a sentence."""
    if claimed.kind is ClaimKind.WRONG_RESULT:
        return _claimed_result(claimed)
    facts = {
        "turn": claimed.turn,
        "points": " ".join(claimed.points),
        "color": BY[claimed.color],
        "count": "" if claimed.count is None else f"{claimed.count:g}",
    }
    return str(_statement(claimed)) % facts


def _statement(claimed: Statement) -> "Words":
    with_turn = claimed.turn is not None
    return {
        ClaimKind.ILLEGAL_MOVE: _("The move of turn %(turn)s is illegal."),
        ClaimKind.STRINGS: _("The strings at %(points)s can be captured.")
        if claimed.capturable
        else _("The strings at %(points)s cannot be captured."),
        ClaimKind.REPETITION: _("The game repeats itself after turn %(turn)s: a draw, or no result.")
        if with_turn
        else _("The game repeats itself: a draw, or no result."),
        ClaimKind.OUT_OF_STONES: _("%(color)s was out of stones at turn %(turn)s and played."),
        ClaimKind.CONTINUATION_REFUSED: _("A continuation after turn %(turn)s was refused.")
        if with_turn
        else _("A continuation was refused."),
        ClaimKind.CONTINUATIONS_EXCEEDED: _("The game was continued too often."),
        ClaimKind.TOKENS: _("%(color)s holds %(count)s pass tokens."),
        ClaimKind.FINES: _("%(color)s is fined %(count)s points."),
        ClaimKind.RECORDS_DIFFER: _("Another record differs from the one on file."),
        ClaimKind.HANDICAP_DIFFERS: _("The game was played with a handicap of %(count)s."),
        ClaimKind.KOMI_DIFFERS: _("The game was played with komi %(count)s."),
        ClaimKind.TIME: _("The clock of %(color)s ran out."),
        ClaimKind.LEFT: _("%(color)s left before the end of the game."),
        ClaimKind.OTHER: _("See the description below."),
        ClaimKind.CONDUCT: _("%(color)s misbehaved."),
    }[claimed.kind]


def verdict_words(finding: Finding, claim: Claim) -> "Words":
    """Return a verdict as a heading; once the claim is ruled on, nothing more is expected from the rules."""
    undecided = finding.verdict is Verdict.UNDECIDABLE and claim.ruling
    return UNDECIDED_BY_RULES if undecided else VERDICTS[finding.verdict]


def finding_tag(finding: Finding) -> str:
    """A finding in a form's field: whether the rules still say what they said when its page was shown."""
    words = (finding.verdict.value, finding.says, finding.offered)
    return sha256("\n".join(words).encode()).hexdigest()[:16]


def outcome_of(follows: str) -> tuple[str, str]:
    """Return the result and the score of an outcome in SGF's notation; empty for a game without a winner."""
    if follows in ("0", "Draw"):
        return "jigo", "0"
    winner = {"B+": "black", "W+": "white"}.get(follows[:2], "")
    return winner, follows if winner and follows[2:] else ""


def remedies(claim: Claim, follows: str) -> dict[str, Remedy]:
    """Return what follows from a decision: as the finding says if upheld, and as was ruled."""
    result, score = outcome_of(follows)
    found = {"upheld": Remedy(result=result, score=score)} if result else {}
    return found | ({claim.ruling.decision: claim.ruling.remedy} if claim.ruling else {})


def result_choices(claim: Claim, follows: str, before: str) -> dict[str, list[tuple[str, Any]]]:
    """Return the results that a ruling, and an appeal, can give; the first is preselected.

    ``before``: the result of before the ruling on the claim, which holds again without another one.
    """
    choices: list[tuple[str, Any]] = list(RESULTS.items())
    if before:
        choices[0] = ("", gettext("as before the ruling: %(result)s") % {"result": before})
    if not (known := remedies(claim, follows)):
        return {"results": choices, "ruling_results": choices}
    if claim.ruling is None:
        words = gettext("if the claim is upheld: %(outcome)s") % {"outcome": follows}
    else:
        words = gettext("by the decision: %(outcomes)s") % {
            "outcomes": "; ".join(_by_decision(known, before))
        }
    return {"results": choices, "ruling_results": [(FOLLOWS, words), *choices]}


def _by_decision(known: Mapping[str, Remedy], before: str) -> Iterator[str]:
    for decision, remedy in known.items():
        yield f"{DECISIONS[decision]}: {_outcome_words(remedy)}"
    others = [str(words) for decision, words in DECISIONS.items() if decision not in known]
    yield f"{' / '.join(others)}: {before or RESULTS['']}"


def _outcome_words(remedy: Remedy) -> str:
    return gettext("play again") if remedy.replay else remedy.score or str(RESULTS[remedy.result])


def remedy_words(remedy: Remedy, *, restores: bool = False) -> str:
    """What follows from a ruling. ``restores``: one without a result restores that of before the ruling."""
    if remedy.replay:
        return gettext("The game is to be played again.")
    if restores and not remedy.result:
        return " ".join([gettext("Result: as it was before the ruling."), *_penalties(remedy)])
    return " ".join([_result(remedy), *_penalties(remedy)])


def _result(remedy: Remedy) -> str:
    facts = {"result": RESULTS[remedy.result], "score": remedy.score}
    if remedy.by_default:
        words = (
            gettext("Result: %(result)s, %(score)s by default.")
            if remedy.score
            else gettext("Result: %(result)s by default.")
        )
    elif remedy.score:
        words = gettext("Result: %(result)s, %(score)s.")
    else:
        words = gettext("Result: %(result)s.")
    return words % facts


def _penalties(remedy: Remedy) -> Iterator[str]:
    """Nothing is computed from them: the referee has counted them in where there is a result."""
    for color, points in remedy.penalties.items():
        words = (
            ngettext(
                "%(color)s is penalised by %(points)s point, counted in.",
                "%(color)s is penalised by %(points)s points, counted in.",
                _number(points),
            )
            if remedy.result
            else ngettext(
                "%(color)s is penalised by %(points)s point, which does not change a result by itself.",
                "%(color)s is penalised by %(points)s points, which does not change a result by itself.",
                _number(points),
            )
        )
        yield words % {"color": BY[color], "points": f"{points:g}"}


def _number(points: float) -> int:
    """1 for one point, which is said in the singular; a half point is said as several are."""
    return 1 if points == 1 else 2
