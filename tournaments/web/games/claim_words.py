"""What pages say of claims, in the words of players. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from games.adjudication import Finding, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.claims.claim import Stage
from games.claims.deciding.ruling import RESULTS
from games.claims.events import Remedy
from rules import Ruleset
from rules.axes import Endless, IllegalMove, Passing, Resumption, Settling
from tournaments.reading.queue import Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of claim: its name on a button, when to choose it, and what its form asks for."""

    kind: ClaimKind
    title: str
    says: str
    asks: tuple[str, ...] = ()


def _kind(kind: ClaimKind, title: str, says: str, *asks: str) -> Kind:
    return Kind(kind=kind, title=title, says=says, asks=asks)


KINDS: Mapping[str, Kind] = {
    kind.kind.value: kind
    for kind in (
        _kind(
            ClaimKind.WRONG_RESULT,
            "The result is wrong",
            "Another result than the one that was reported. The record is counted again.",
            "result",
            "points",
        ),
        _kind(
            ClaimKind.ILLEGAL_MOVE,
            "A move is illegal",
            "A move that the rules forbid: a ko retaken at once, a board repeated, a suicide, a wrong turn.",
            "turn",
        ),
        _kind(
            ClaimKind.STRINGS,
            "Stones are dead, or alive",
            "You do not agree which stones can be captured. It may be played out here, apart from the game.",
            "points",
            "capturable",
        ),
        _kind(
            ClaimKind.REPETITION,
            "The game repeats itself",
            "The same position came back so often that it is a draw or no result.",
            "turn",
        ),
        _kind(
            ClaimKind.OUT_OF_STONES,
            "A player was out of stones",
            "A player had lost more stones than the supply allows and played on.",
            "color",
            "turn",
        ),
        _kind(
            ClaimKind.CONTINUATION_REFUSED,
            "A continuation was refused",
            "The game had stopped, one player asked to go on, and was not allowed to.",
            "turn",
        ),
        _kind(
            ClaimKind.CONTINUATIONS_EXCEEDED,
            "Continued too often",
            "The stopped game was continued more often than the rules allow.",
        ),
        _kind(
            ClaimKind.TOKENS,
            "Pass tokens are miscounted",
            "A player holds another number of pass tokens than was counted.",
            "color",
            "count",
        ),
        _kind(
            ClaimKind.FINES,
            "Fines are miscounted",
            "A player is fined another number of points than was counted.",
            "color",
            "count",
        ),
        _kind(
            ClaimKind.RECORDS_DIFFER,
            "There is another record",
            "Your record of the game is not the one that was sent in. Add it as an SGF file.",
            "record",
        ),
        _kind(
            ClaimKind.HANDICAP_DIFFERS,
            "Another handicap was played",
            "The game was played with other handicap stones than the pairing says.",
            "count",
        ),
        _kind(
            ClaimKind.KOMI_DIFFERS,
            "Another komi was played",
            "The game was played with another komi than the pairing says.",
            "count",
        ),
        _kind(ClaimKind.TIME, "A clock ran out", "An official notes whose time was over.", "color"),
        _kind(ClaimKind.CONDUCT, "A player misbehaved", "An official notes who, and what was done.", "color"),
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


BY = {"b": "Black", "w": "White", "desk": "an official", "": "somebody"}
STAGES = {
    Stage.OPEN: "open: nobody has ruled on it yet",
    Stage.PROPOSED: "ruled on; a second official has to confirm it",
    Stage.RULED: "ruled on; may be appealed",
    Stage.APPEALED: "appealed; the appeal is not decided yet",
    Stage.FINAL: "final",
    Stage.WITHDRAWN: "withdrawn",
}
VERDICTS = {
    Verdict.PROVED: "The claim is right",
    Verdict.REFUTED: "The claim is wrong",
    Verdict.UNDECIDABLE: "The rules cannot tell yet",
}
DECISIONS = {
    "upheld": "the claim is upheld",
    "partly": "the claim is upheld in part",
    "denied": "the claim is denied",
}
APPEALS = {"upheld": "the ruling stands", "changed": "the ruling is changed"}
WHY = {
    Why.DISPUTED: "the players' reports differ",
    Why.APPEALED: "a ruling was appealed",
    Why.CLAIMED: "a claim is open",
    Why.MISSING: "no result yet",
    Why.CONTRADICTED: "the record proves another result",
}


def statement_words(claimed: Statement) -> str:
    """What is claimed, as a sentence."""
    points, color = " ".join(claimed.points), BY[claimed.color]
    can = "can" if claimed.capturable else "cannot"
    count = "" if claimed.count is None else f"{claimed.count:g}"
    at = "" if claimed.turn is None else f" after turn {claimed.turn}"
    dead = f", with {points} dead" if points else ""
    return {
        ClaimKind.WRONG_RESULT: f"The result is {claimed.result}{dead}.",
        ClaimKind.ILLEGAL_MOVE: f"The move of turn {claimed.turn} is illegal.",
        ClaimKind.STRINGS: f"The strings at {points} {can} be captured.",
        ClaimKind.REPETITION: f"The game repeats itself{at}: a draw, or no result.",
        ClaimKind.OUT_OF_STONES: f"{color} was out of stones at turn {claimed.turn} and played.",
        ClaimKind.CONTINUATION_REFUSED: f"A continuation{at} was refused.",
        ClaimKind.CONTINUATIONS_EXCEEDED: "The game was continued too often.",
        ClaimKind.TOKENS: f"{color} holds {count} pass tokens.",
        ClaimKind.FINES: f"{color} is fined {count} points.",
        ClaimKind.RECORDS_DIFFER: "Another record differs from the one on file.",
        ClaimKind.HANDICAP_DIFFERS: f"The game was played with a handicap of {count}.",
        ClaimKind.KOMI_DIFFERS: f"The game was played with komi {count}.",
        ClaimKind.TIME: f"The clock of {color} ran out.",
        ClaimKind.CONDUCT: f"{color} misbehaved.",
    }[claimed.kind]


def finding_tag(finding: Finding) -> str:
    """A finding in a form's field: whether the rules still say what they said when its page was shown."""
    words = (finding.verdict.value, finding.says, finding.follows)
    return sha256("\n".join(words).encode()).hexdigest()[:16]


def remedy_words(remedy: Remedy) -> str:
    """What follows from a ruling."""
    if remedy.replay:
        return "The game is to be played again."
    result = f"Result: {RESULTS[remedy.result]}"
    result += f", {remedy.score}" if remedy.score else ""
    result += " by default" if remedy.by_default else ""
    return ". ".join([result, *_penalties(remedy)]) + "."


def _penalties(remedy: Remedy) -> Iterator[str]:
    """Nothing is computed from them: the referee has counted them in where there is a result."""
    how = "counted in" if remedy.result else "which changes no result by itself"
    for color, points in remedy.penalties.items():
        yield f"{BY[color]} is penalised by {points:g} point{'' if points == 1 else 's'}, {how}"
