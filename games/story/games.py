"""What happens to a game beside its moves. Pure."""

from games.game import events as e
from games.story.base import because, count, describe, side


@describe.register
def describe_game_opened(event: e.GameOpened, claim: int) -> str:
    return f"The game was opened on {event.width}x{event.height}: {_terms(event.ruleset, event.handicap)}."


@describe.register
def describe_terms_changed(event: e.TermsChanged, claim: int) -> str:
    by = f" (limits no. {event.limits})" if event.limits else ""
    return (
        f"The terms were changed{by}: {_terms(event.ruleset, event.handicap)}. The record was judged again."
    )


def _terms(ruleset: str, handicap: int) -> str:
    return f"{ruleset}, handicap {handicap}"


@describe.register
def describe_game_withdrawn(event: e.GameWithdrawn, claim: int) -> str:
    return f"The game was withdrawn{because(event.reason)}"


@describe.register
def describe_position_set_up(event: e.PositionSetUp, claim: int) -> str:
    black, white = (count(len(of), "stone") for of in (event.black, event.white))
    return f"A position was set up: Black {black}, White {white}, {side(event.to_play)} to play."


@describe.register
def describe_record_received(event: e.RecordReceived, claim: int) -> str:
    claims = f" It says of itself: {event.claimed}." if event.claimed else ""
    return f"A record of {count(event.actions, 'action')} arrived as {event.source}.{claims}"


@describe.register
def describe_game_ended(event: e.GameEnded, claim: int) -> str:
    return f"The record proves {event.text}, by {event.by}."


@describe.register
def describe_turns_taken_back(event: e.TurnsTakenBack, claim: int) -> str:
    after = f"Everything after turn {event.to_turn}" if event.to_turn else "Every turn"
    return f"{after} was taken back{because(event.reason)}"


@describe.register
def describe_record_withdrawn(event: e.RecordWithdrawn, claim: int) -> str:
    return f"The record was withdrawn{because(event.reason)}"
