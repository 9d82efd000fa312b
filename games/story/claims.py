"""Sentences for the events of claims. The words of players are not in the log, so not in its story. Pure."""

from collections.abc import Callable, Mapping

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import events as e
from games.game import action_events
from games.marking import join_marked, marked
from games.story.base import because, count, describe, side
from games.story.games import strings
from rules.actions import from_data

K = ClaimKind
STATEMENT_TEXTS: Mapping[ClaimKind, Callable[[Statement], str]] = {
    K.WRONG_RESULT: lambda said: marked("the result is %(result)s", result=said.result),
    K.ILLEGAL_MOVE: lambda said: marked("turn %(turn)s is illegal", turn=said.turn),
    K.STRINGS: lambda said: strings(said.points, capturable=said.capturable),
    K.REPETITION: lambda _: marked("a repetition gives a right to a draw or to no result"),
    K.OUT_OF_STONES: lambda said: marked("%(side)s was out of stones and played", side=side(said.color)),
    K.CONTINUATION_REFUSED: lambda _: marked("a continuation was refused that the rules grant"),
    K.CONTINUATIONS_EXCEEDED: lambda _: marked("the game was continued more often than the rules allow"),
    K.TOKENS: lambda said: marked(
        "%(side)s holds %(tokens)s", side=side(said.color), tokens=count(said.count or 0, "pass token")
    ),
    K.FINES: lambda said: marked(
        "%(side)s is fined %(points)s", side=side(said.color), points=count(said.count or 0, "point")
    ),
    K.RECORDS_DIFFER: lambda _: marked("another record differs from the one on file"),
    K.HANDICAP_DIFFERS: lambda said: marked(
        "%(stones)s were given, unlike the pairing", stones=count(said.count or 0, "handicap stone")
    ),
    K.KOMI_DIFFERS: lambda said: marked(
        "the komi was %(komi)s, unlike the pairing", komi=f"{said.count or 0:g}"
    ),
    K.TIME: lambda said: marked("the clock of %(side)s ran out", side=side(said.color)),
    K.LEFT: lambda said: marked("%(side)s left before the game was over", side=side(said.color)),
    K.OTHER: lambda _: marked("something else happened"),
    K.CONDUCT: lambda said: marked("%(side)s misbehaved", side=side(said.color)),
}
"""The sentence on each kind of claim."""

STATEMENT_TEXTS_WITH_TURN: Mapping[ClaimKind, Callable[[Statement], str]] = {
    K.REPETITION: lambda said: marked(
        "the repetition at turn %(turn)s gives a right to a draw or to no result", turn=said.turn
    ),
    K.OUT_OF_STONES: lambda said: marked(
        "%(side)s was out of stones at turn %(turn)s and played", side=side(said.color), turn=said.turn
    ),
    K.CONTINUATION_REFUSED: lambda said: marked(
        "a continuation was refused at turn %(turn)s that the rules grant", turn=said.turn
    ),
    K.CONTINUATIONS_EXCEEDED: lambda said: marked(
        "the game was continued at turn %(turn)s more often than the rules allow", turn=said.turn
    ),
}
"""The sentence on each kind of claim that names a turn."""

DECISION_TEXTS: Mapping[str, Callable[[int, str], str]] = {
    "upheld": lambda claim, why: marked(
        "Claim %(claim)s was upheld%(because)s", claim=claim, because=because(why)
    ),
    "partly": lambda claim, why: marked(
        "Claim %(claim)s was upheld in part%(because)s", claim=claim, because=because(why)
    ),
    "denied": lambda claim, why: marked(
        "Claim %(claim)s was denied%(because)s", claim=claim, because=because(why)
    ),
}
RESULT_TEXTS = {
    "black": marked("Black wins"),
    "white": marked("White wins"),
    "jigo": marked("jigo"),
    "both_win": marked("both win"),
    "both_lose": marked("both lose"),
}


def _statement_text(said: Statement) -> str:
    with_turn = STATEMENT_TEXTS_WITH_TURN.get(said.kind)
    return with_turn(said) if with_turn and said.turn is not None else STATEMENT_TEXTS[said.kind](said)


@describe.register
def describe_claim_made(event: e.ClaimMade, claim: int) -> str:
    return marked(
        "Claim %(claim)s: %(side)s claims that %(claimed)s.",
        claim=claim,
        side=side(event.by),
        claimed=_statement_text(event.statement),
    )


@describe.register
def describe_claim_withdrawn(event: e.ClaimWithdrawn, claim: int) -> str:
    return marked("Claim %(claim)s was withdrawn%(because)s", claim=claim, because=because(event.reason))


@describe.register
def describe_sequence_begun(event: e.SequenceBegun, claim: int) -> str:
    facts = {"claim": claim, "number": event.number, "turn": event.turn}
    if event.sequence:
        return marked(
            "Claim %(claim)s: sequence %(number)s begins after turn %(turn)s of sequence %(origin)s.",
            origin=event.sequence,
            **facts,
        )
    return marked("Claim %(claim)s: sequence %(number)s begins after turn %(turn)s of the game.", **facts)


@describe.register
def describe_sequence_acted(event: e.SequenceActed, claim: int) -> str:
    did = describe(action_events.event_of(from_data(event.action)), claim)
    return marked("Claim %(claim)s, sequence %(number)s: %(did)s", claim=claim, number=event.number, did=did)


@describe.register
def describe_sequence_taken_back(event: e.SequenceTakenBack, claim: int) -> str:
    return marked(
        "Claim %(claim)s, sequence %(number)s: turn %(to_turn)s was taken back.",
        claim=claim,
        number=event.number,
        to_turn=event.to_turn + 1,
    )


@describe.register
def describe_claim_ruled(event: e.ClaimRuled, claim: int) -> str:
    waits = (
        marked("A second official has to confirm it.")
        if event.needs_second
        else _appeal_text(event.appeal_until)
    )
    corrected = marked("The ruling on claim %(claim)s was corrected.", claim=claim)
    decided = DECISION_TEXTS[event.decision](claim, event.reasons)
    first = [corrected] if event.corrects else []
    return join_marked([*first, decided, *_remedy_texts(event.remedy), waits])


@describe.register
def describe_ruling_seconded(event: e.RulingSeconded, claim: int) -> str:
    confirmed = marked("A second official confirmed the ruling on claim %(claim)s.", claim=claim)
    return join_marked([confirmed, _appeal_text(event.appeal_until)])


@describe.register
def describe_ruling_not_seconded(event: e.RulingNotSeconded, claim: int) -> str:
    return marked(
        "A second official disagreed with the ruling on claim %(claim)s%(because)s",
        claim=claim,
        because=because(event.reasons),
    )


@describe.register
def describe_ruling_restored(event: e.RulingRestored, claim: int) -> str:
    restored = marked("The ruling on claim %(claim)s is in force again.", claim=claim)
    return join_marked([restored, _appeal_text(event.appeal_until)])


@describe.register
def describe_ruling_appealed(event: e.RulingAppealed, claim: int) -> str:
    return marked("%(side)s appealed the ruling on claim %(claim)s.", side=side(event.by), claim=claim)


@describe.register
def describe_appeal_decided(event: e.AppealDecided, claim: int) -> str:
    facts = {"claim": claim, "because": because(event.reasons)}
    if event.decision != "changed":
        return marked("On appeal the ruling on claim %(claim)s was upheld%(because)s", **facts)
    changed = marked("On appeal the ruling on claim %(claim)s was changed%(because)s", **facts)
    return join_marked([changed, *_remedy_texts(event.remedy)])


def _remedy_texts(remedy: e.Remedy) -> list[str]:
    """Return the sentence on the consequences, in a list that is empty if there are none."""
    effects = [_result_text(remedy)] if remedy.result else []
    effects += [
        _penalty_text(side(color), count(fine, "point"), counts=bool(remedy.result))
        for color, fine in remedy.penalties.items()
    ]
    effects += [marked("the game is replayed")] if remedy.replay else []
    return [marked("It follows: %(effects)s.", effects=join_marked(effects, "; "))] if effects else []


def _result_text(remedy: e.Remedy) -> str:
    won = RESULT_TEXTS.get(remedy.result, "")
    won = marked("%(won)s by default", won=won) if remedy.by_default else won
    return join_marked([won, remedy.score]) if remedy.score else won


def _penalty_text(who: str, points: str, *, counts: bool) -> str:
    if counts:
        return marked("%(side)s is penalised by %(points)s, counted in", side=who, points=points)
    return marked(
        "%(side)s is penalised by %(points)s, which does not change a result by itself",
        side=who,
        points=points,
    )


def _appeal_text(until: str) -> str:
    return marked("It may be appealed until %(until)s UTC.", until=until[:16].replace("T", " "))
