"""Sentences for the actions of players. Pure."""

from collections.abc import Sequence

from games.game import events as e
from games.marking import marked
from games.story.base import describe, points, side


@describe.register
def describe_stone_played(event: e.StonePlayed, claim: int) -> str:
    return marked("%(side)s played %(at)s.", side=side(event.color), at=event.at)


@describe.register
def describe_passed(event: e.Passed, claim: int) -> str:
    return marked("%(side)s passed.", side=side(event.color))


@describe.register
def describe_button_taken(event: e.ButtonTaken, claim: int) -> str:
    return marked("%(side)s took the button.", side=side(event.color))


@describe.register
def describe_resigned(event: e.Resigned, claim: int) -> str:
    return marked("%(side)s resigned.", side=side(event.color))


@describe.register
def describe_dead_agreed(event: e.DeadAgreed, claim: int) -> str:
    return marked("The players agreed on the dead stones: %(points)s.", points=points(event.points))


@describe.register
def describe_ko_challenged(event: e.KoChallenged, claim: int) -> str:
    return marked("%(side)s passed for the ko at %(at)s.", side=side(event.color), at=event.at)


@describe.register
def describe_stone_given(event: e.StoneGiven, claim: int) -> str:
    return marked("%(side)s gave a stone.", side=side(event.color))


@describe.register
def describe_delayed(event: e.Delayed, claim: int) -> str:
    return marked("%(side)s put a prisoner back.", side=side(event.color))


@describe.register
def describe_ultimately_delayed(event: e.UltimatelyDelayed, claim: int) -> str:
    return marked("%(side)s put the ultimate prisoner back.", side=side(event.color))


@describe.register
def describe_draw_declared(event: e.DrawDeclared, claim: int) -> str:
    return marked("%(side)s declared a draw.", side=side(event.color))


@describe.register
def describe_draw_agreed(event: e.DrawAgreed, claim: int) -> str:
    if event.color:
        return marked("%(side)s agreed that nobody won.", side=side(event.color))
    return marked("The players agreed that nobody won.")


@describe.register
def describe_resumed(event: e.Resumed, claim: int) -> str:
    who = side(event.color) if event.color else marked("Both players")
    if event.modified_ko:
        return marked("%(who)s resumed the game, with modified ko.", who=who)
    return marked("%(who)s resumed the game.", who=who)


@describe.register
def describe_dead_marked(event: e.DeadMarked, claim: int) -> str:
    return marked("%(side)s marked as dead: %(points)s.", side=side(event.color), points=points(event.points))


@describe.register
def describe_accepted(event: e.Accepted, claim: int) -> str:
    return marked("%(side)s accepted the marks.", side=side(event.color))


@describe.register
def describe_claimed(event: e.Claimed, claim: int) -> str:
    return marked(
        "%(side)s said: %(strings)s.",
        side=side(event.color),
        strings=strings(event.points, capturable=event.capturable),
    )


def strings(named: Sequence[str], *, capturable: bool) -> str:
    """Return the statement that the strings on these points can, or cannot, be captured."""
    if capturable:
        return marked("%(points)s can be captured", points=points(named))
    return marked("%(points)s cannot be captured", points=points(named))


@describe.register
def describe_confirmation_begun(event: e.ConfirmationBegun, claim: int) -> str:
    facts = {"side": side(event.color), "claim": event.claim + 1}
    if event.modified_ko:
        return marked(
            "%(side)s began a confirmation sequence for statement %(claim)s, with modified ko.", **facts
        )
    return marked("%(side)s began a confirmation sequence for statement %(claim)s.", **facts)


@describe.register
def describe_conceded(event: e.Conceded, claim: int) -> str:
    return marked("%(side)s conceded.", side=side(event.color))


@describe.register
def describe_penalised(event: e.Penalised, claim: int) -> str:
    return marked("The referee recorded an illegal move of %(side)s.", side=side(event.color))
