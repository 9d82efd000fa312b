"""What happens to a claim. Words of players are not in the log and not in its story. Pure."""

from collections.abc import Callable, Mapping

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import events as e
from games.game import acting
from games.story.actions import can
from games.story.base import because, count, describe, points, side
from rules.actions import from_data

K = ClaimKind
CLAIMED: Mapping[ClaimKind, Callable[[Statement], str]] = {
    K.WRONG_RESULT: lambda said: f"the result is {said.result}",
    K.ILLEGAL_MOVE: lambda said: f"turn {said.turn} is illegal",
    K.STRINGS: lambda said: f"{points(said.points)} {can(capturable=said.capturable)}",
    K.REPETITION: lambda said: f"a repetition{_at(said)} entitles to a draw or to no result",
    K.OUT_OF_STONES: lambda said: f"{side(said.color)} was out of stones{_at(said)} and played",
    K.CONTINUATION_REFUSED: lambda said: f"a continuation was refused{_at(said)} that the rules grant",
    K.CONTINUATIONS_EXCEEDED: lambda said: f"the game was continued{_at(said)} more often than the rules let",
    K.TOKENS: lambda said: f"{side(said.color)} holds {count(said.count or 0, 'pass token')}",
    K.FINES: lambda said: f"{side(said.color)} is fined {count(said.count or 0, 'point')}",
    K.RECORDS_DIFFER: lambda _: "another record differs from the one on file",
    K.HANDICAP_DIFFERS: lambda said: f"{count(said.count or 0, 'handicap stone')} were given, not as paired",
    K.KOMI_DIFFERS: lambda said: f"the komi was {said.count or 0:g}, not as paired",
    K.TIME: lambda said: f"the clock of {side(said.color)} ran out",
    K.CONDUCT: lambda said: f"{side(said.color)} misbehaved",
}
"""What is claimed, by kind."""

DECIDED = {"upheld": "was upheld", "partly": "was upheld in part", "denied": "was denied"}
WON = {
    "black": "Black wins",
    "white": "White wins",
    "jigo": "jigo",
    "both_win": "both win",
    "both_lose": "both lose",
}


def _at(said: Statement) -> str:
    return "" if said.turn is None else f" at turn {said.turn}"


@describe.register
def describe_claim_made(event: e.ClaimMade, claim: int) -> str:
    return f"Claim {claim}: {side(event.by)} claims that {CLAIMED[event.statement.kind](event.statement)}."


@describe.register
def describe_claim_withdrawn(event: e.ClaimWithdrawn, claim: int) -> str:
    return f"Claim {claim} was withdrawn{because(event.reason)}"


@describe.register
def describe_sequence_begun(event: e.SequenceBegun, claim: int) -> str:
    origin = f"sequence {event.sequence}" if event.sequence else "the game"
    return f"Claim {claim}: sequence {event.number} begins after turn {event.turn} of {origin}."


@describe.register
def describe_sequence_acted(event: e.SequenceActed, claim: int) -> str:
    did = describe(acting.event_of(from_data(event.action)), claim)
    return f"Claim {claim}, sequence {event.number}: {did}"


@describe.register
def describe_sequence_taken_back(event: e.SequenceTakenBack, claim: int) -> str:
    return f"Claim {claim}, sequence {event.number}: turn {event.to_turn + 1} was taken back."


@describe.register
def describe_claim_ruled(event: e.ClaimRuled, claim: int) -> str:
    waits = " A second official has to confirm it." if event.needs_second else _until(event.appeal_until)
    decided = f"Claim {claim} {DECIDED[event.decision]}{because(event.reasons)}"
    return f"{decided}{_remedy(event.remedy)}{waits}"


@describe.register
def describe_ruling_seconded(event: e.RulingSeconded, claim: int) -> str:
    return f"A second official confirmed the ruling on claim {claim}.{_until(event.appeal_until)}"


@describe.register
def describe_ruling_not_seconded(event: e.RulingNotSeconded, claim: int) -> str:
    return f"A second official disagreed with the ruling on claim {claim}{because(event.reasons)}"


@describe.register
def describe_ruling_appealed(event: e.RulingAppealed, claim: int) -> str:
    return f"{side(event.by)} appealed the ruling on claim {claim}."


@describe.register
def describe_appeal_decided(event: e.AppealDecided, claim: int) -> str:
    decided = "changed" if event.decision == "changed" else "upheld"
    remedy = _remedy(event.remedy) if decided == "changed" else ""
    return f"On appeal the ruling on claim {claim} was {decided}{because(event.reasons)}{remedy}"


def _remedy(remedy: e.Remedy) -> str:
    won = WON.get(remedy.result, "") + (" by default" if remedy.by_default else "")
    effects = [f"{won} {remedy.score}".strip()] if remedy.result else []
    how = "counted in" if remedy.result else "which changes no result by itself"
    effects += [
        f"{side(color)} is penalised by {count(fine, 'point')}, {how}"
        for color, fine in remedy.penalties.items()
    ]
    effects += ["the game is played again"] if remedy.replay else []
    return f" It follows: {'; '.join(effects)}." if effects else ""


def _until(until: str) -> str:
    return f" It may be appealed until {until[:16].replace('T', ' ')} UTC."
