"""Combinations of choices that are refused: no game could be played to its end, or none would count.

A game may take long, or run in circles that its players will not leave; but every position must have a way to
an end that is neither a resignation nor a request for a draw.

| choices | reason |
|---|---|
| two_stop or two_stop_until_play, as_it_stands | the stopped game is neither settled nor counted |
| delay with any stopping but never | there is no pass, so that nothing stops or ends the game |
| never with any passing but delay | a player who may pass is never without a move, and passes end nothing |
| a button with any scoring but by area | under other scoring a turn without a stone already has a cost |
| a button with never | nothing is ever counted |
| delay without superko or a draw right | boards return, so that nobody is ever without a move |
"""

from rules.axes import Endless, Passing, Repetition, Scoring, Settling, Stopping
from rules.choices import Choices

_WITHOUT_SUPERKO = {
    Repetition.NONE,
    Repetition.SIMPLE_KO,
    Repetition.OWN_PREVIOUS,
    Repetition.BASIC_KO_WITH_LOCKS,
}
_NEVER_ENDED = {Stopping.TWO_STOP, Stopping.TWO_STOP_UNTIL_PLAY}
_BY_AREA = {Scoring.AREA, Scoring.MAKRAI_AREA}


class Impossible(ValueError):
    """Choices that are valid one by one, but not in combination."""


def fault(choices: Choices) -> str:
    """Return why these choices cannot be combined, or ""."""
    delays, never = choices.passing is Passing.DELAY, choices.stopping is Stopping.NEVER
    if choices.stopping in _NEVER_ENDED and choices.settling is Settling.AS_IT_STANDS:
        given = f"stopping={choices.stopping} with settling=as_it_stands"
        return f"{given}: a stopped game could never be counted"
    if delays and not never:
        return f"passing=delay with stopping={choices.stopping}: without passes nothing stops the game"
    if never and not delays:
        return f"stopping=never with passing={choices.passing}: who may pass always has a move"
    if delays and choices.repetition in _WITHOUT_SUPERKO and choices.endless is not Endless.DRAW_RIGHT:
        given = f"repetition={choices.repetition} and endless={choices.endless}"
        return f"passing=delay with {given}: nobody need ever lack a move"
    return _idle_button(choices) if choices.button else ""


def _idle_button(choices: Choices) -> str:
    if choices.stopping is Stopping.NEVER:
        return f"button={choices.button:g} with stopping=never: nothing is ever counted"
    if choices.scoring not in _BY_AREA:
        given = f"button={choices.button:g} with scoring={choices.scoring}"
        return f"{given}: the button is for area scoring, where a turn without a stone is worth nothing else"
    return ""
