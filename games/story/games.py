"""Sentences for the events of a game other than its moves. Pure."""

from games.game import events as e
from games.game.ending_words import ENDINGS
from games.marking import join_marked, marked
from games.story.base import because, count, describe, side


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
