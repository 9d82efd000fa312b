"""Actions of players: one sentence each, where few stand alone. Pure."""

from games.game import events as e
from games.story.base import describe, points, side


@describe.register
def describe_stone_played(event: e.StonePlayed, claim: int) -> str:
    return f"{side(event.color)} played {event.at}."


@describe.register
def describe_passed(event: e.Passed, claim: int) -> str:
    return f"{side(event.color)} passed."


@describe.register
def describe_button_taken(event: e.ButtonTaken, claim: int) -> str:
    return f"{side(event.color)} took the button."


@describe.register
def describe_resigned(event: e.Resigned, claim: int) -> str:
    return f"{side(event.color)} resigned."


@describe.register
def describe_dead_agreed(event: e.DeadAgreed, claim: int) -> str:
    return f"The players agreed on what is dead: {points(event.points)}."


@describe.register
def describe_ko_challenged(event: e.KoChallenged, claim: int) -> str:
    return f"{side(event.color)} passed for the ko at {event.at}."


@describe.register
def describe_stone_given(event: e.StoneGiven, claim: int) -> str:
    return f"{side(event.color)} gave a stone."


@describe.register
def describe_delayed(event: e.Delayed, claim: int) -> str:
    return f"{side(event.color)} put a prisoner back."


@describe.register
def describe_ultimately_delayed(event: e.UltimatelyDelayed, claim: int) -> str:
    return f"{side(event.color)} put the ultimate prisoner back."


@describe.register
def describe_draw_declared(event: e.DrawDeclared, claim: int) -> str:
    return f"{side(event.color)} declared a draw."


@describe.register
def describe_draw_agreed(event: e.DrawAgreed, claim: int) -> str:
    if event.color:
        return f"{side(event.color)} agreed that nobody won."
    return "The players agreed that nobody won."


@describe.register
def describe_resumed(event: e.Resumed, claim: int) -> str:
    who = side(event.color) if event.color else "Both players"
    return f"{who} resumed the game{', with modified ko' if event.modified_ko else ''}."


@describe.register
def describe_dead_marked(event: e.DeadMarked, claim: int) -> str:
    return f"{side(event.color)} marked as dead: {points(event.points)}."


@describe.register
def describe_accepted(event: e.Accepted, claim: int) -> str:
    return f"{side(event.color)} accepted the marks."


@describe.register
def describe_claimed(event: e.Claimed, claim: int) -> str:
    return f"{side(event.color)} said that {points(event.points)} {can(capturable=event.capturable)}."


def can(*, capturable: bool) -> str:
    return "can be captured" if capturable else "cannot be captured"


@describe.register
def describe_confirmation_begun(event: e.ConfirmationBegun, claim: int) -> str:
    ko = ", with modified ko" if event.modified_ko else ""
    return f"{side(event.color)} began a confirmation sequence for statement {event.claim + 1}{ko}."


@describe.register
def describe_conceded(event: e.Conceded, claim: int) -> str:
    return f"{side(event.color)} conceded."


@describe.register
def describe_penalised(event: e.Penalised, claim: int) -> str:
    return f"The referee recorded an illegal move of {side(event.color)}."
