"""Sentences for the events of a game: its actions, its terms and its record. Pure."""

from collections.abc import Sequence

from games.game import events as e
from games.game.ending_words import ENDINGS
from games.marking import join_marked, marked
from games.story.base import because, count, describe, points, side


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


@describe.register
def describe_game_opened(event: e.GameOpened, claim: int) -> str:
    return marked(
        "The game was opened on %(width)sx%(height)s: %(terms)s.",
        width=event.width,
        height=event.height,
        terms=_terms(event.ruleset, event.handicap),
    )


@describe.register
def describe_terms_changed(event: e.TermsChanged, claim: int) -> str:
    terms = _terms(event.ruleset, event.handicap)
    if event.limits:
        return marked(
            "The terms were changed (limits no. %(limits)s): %(terms)s. The record was judged again.",
            limits=event.limits,
            terms=terms,
        )
    return marked("The terms were changed: %(terms)s. The record was judged again.", terms=terms)


def _terms(ruleset: str, handicap: int) -> str:
    return marked("%(ruleset)s, handicap %(handicap)s", ruleset=ruleset, handicap=handicap)


@describe.register
def describe_game_withdrawn(event: e.GameWithdrawn, claim: int) -> str:
    return marked("The game was withdrawn%(because)s", because=because(event.reason))


@describe.register
def describe_position_set_up(event: e.PositionSetUp, claim: int) -> str:
    black, white = (count(len(of), "stone") for of in (event.black, event.white))
    return marked(
        "A position was set up: Black %(black)s, White %(white)s, %(side)s to play.",
        black=black,
        white=white,
        side=side(event.to_play),
    )


@describe.register
def describe_record_received(event: e.RecordReceived, claim: int) -> str:
    actions = count(event.actions, "action")
    arrived = marked("A record of %(actions)s arrived as %(source)s.", actions=actions, source=event.source)
    if not event.claimed:
        return arrived
    return join_marked([arrived, marked("The file states: %(claimed)s.", claimed=event.claimed)])


@describe.register
def describe_game_ended(event: e.GameEnded, claim: int) -> str:
    ending = ENDINGS.get(event.by, event.by)
    return marked("The record proves %(told)s (%(ending)s).", told=event.text, ending=ending)


@describe.register
def describe_turns_taken_back(event: e.TurnsTakenBack, claim: int) -> str:
    why = because(event.reason)
    if event.to_turn:
        return marked(
            "Everything after turn %(turn)s was taken back%(because)s", turn=event.to_turn, because=why
        )
    return marked("Every turn was taken back%(because)s", because=why)


@describe.register
def describe_record_withdrawn(event: e.RecordWithdrawn, claim: int) -> str:
    return marked("The record was withdrawn%(because)s", because=because(event.reason))
