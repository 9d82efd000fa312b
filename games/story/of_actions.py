"""Actions of players: one sentence each, where few stand alone. Pure."""

from games.game import events as e
from games.story.base import points, side, tell


@tell.register
def _(event: e.StonePlayed, claim: int) -> str:
    return f"{side(event.color)} played {event.at}."


@tell.register
def _(event: e.Passed, claim: int) -> str:
    return f"{side(event.color)} passed."


@tell.register
def _(event: e.Resigned, claim: int) -> str:
    return f"{side(event.color)} resigned."


@tell.register
def _(event: e.DeadAgreed, claim: int) -> str:
    return f"The players agreed on what is dead: {points(event.points)}."


@tell.register
def _(event: e.KoChallenged, claim: int) -> str:
    return f"{side(event.color)} passed for the ko at {event.at}."


@tell.register
def _(event: e.StoneGiven, claim: int) -> str:
    return f"{side(event.color)} gave a stone."


@tell.register
def _(event: e.Delayed, claim: int) -> str:
    return f"{side(event.color)} put a prisoner back."


@tell.register
def _(event: e.UltimatelyDelayed, claim: int) -> str:
    return f"{side(event.color)} put the ultimate prisoner back."


@tell.register
def _(event: e.DrawDeclared, claim: int) -> str:
    return f"{side(event.color)} declared a draw."


@tell.register
def _(event: e.DrawAgreed, claim: int) -> str:
    return "The players agreed that nobody won."


@tell.register
def _(event: e.Resumed, claim: int) -> str:
    who = side(event.color) if event.color else "Both players"
    return f"{who} resumed the game{', with modified ko' if event.modified_ko else ''}."


@tell.register
def _(event: e.DeadMarked, claim: int) -> str:
    return f"{side(event.color)} marked as dead: {points(event.points)}."


@tell.register
def _(event: e.Accepted, claim: int) -> str:
    return f"{side(event.color)} accepted the marks."


@tell.register
def _(event: e.Claimed, claim: int) -> str:
    return f"{side(event.color)} said that {points(event.points)} {can(capturable=event.capturable)}."


def can(*, capturable: bool) -> str:
    return "can be captured" if capturable else "cannot be captured"


@tell.register
def _(event: e.ConfirmationBegun, claim: int) -> str:
    ko = ", with modified ko" if event.modified_ko else ""
    return f"{side(event.color)} began a confirmation sequence for statement {event.claim + 1}{ko}."


@tell.register
def _(event: e.Conceded, claim: int) -> str:
    return f"{side(event.color)} conceded."


@tell.register
def _(event: e.Penalised, claim: int) -> str:
    return f"The referee recorded an illegal move of {side(event.color)}."
