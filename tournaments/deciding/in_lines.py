"""Many commands in one request, each a line of it: all of them or none, or a verdict on each.

What a line says is decided on the state that the lines before it left.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from games.refusals import CODES, Refusal, refuse
from tournaments.deciding.base import decide
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament

Guard = Callable[[Tournament, object], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """What every such command says. ``each``: a line that is refused leaves the others alone."""

    each: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``place``: in the request, such as ``results.3``. ``about``: the id of what no other line may name.

    ``command``: or why the line is refused before anything is decided.
    """

    place: str
    command: object | Refusal
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """``events``: what followed from the line, none where everything was so already."""

    line: Line
    events: tuple[object, ...] = ()
    refusal: Refusal | None = None


@singledispatch
def lines_of(command: object, state: Tournament) -> Iterable[Line]:
    """The lines of a command, as the tournament stands."""
    raise TypeError(f"{type(command).__name__} has no lines")


def anything_goes(state: Tournament, command: object) -> None:
    """The guard of whoever may do everything."""


def judge(command: Lines, state: Tournament, guard: Guard = anything_goes) -> list[Verdict]:
    """A verdict on each line. ``guard`` raises Refusal for what whoever commands may not do.

    Refuses ``lines_refused``, with every line at fault, unless each line stands for itself.
    """
    lines = list(lines_of(command, state))
    named = Counter(line.about for line in lines if line.about)
    verdicts = []
    for line in lines:
        verdict = _judged(line, state, guard, again=named[line.about] > 1)
        for event in verdict.events:
            state = fold(state, event)
        verdicts.append(verdict)
    refused = [verdict for verdict in verdicts if verdict.refusal]
    if refused and not command.each:
        raise Refusal("lines_refused", {"errors": [fault_of(verdict) for verdict in refused]})
    return verdicts


def _judged(line: Line, state: Tournament, guard: Guard, *, again: bool) -> Verdict:
    try:
        if isinstance(line.command, Refusal):
            raise line.command
        if again:
            refuse("named_twice", about=line.about)
        guard(state, line.command)
        return Verdict(line=line, events=tuple(decide(line.command, state)))
    except Refusal as refusal:
        return Verdict(line=line, refusal=refusal)


def fault_of(verdict: Verdict) -> dict[str, Any]:
    """Why a line is refused: its place, the code, the words, and the facts of the case."""
    refusal = verdict.refusal
    if refusal is None:
        return {}
    row = CODES[refusal.code]
    return {
        "place": verdict.line.place,
        "code": refusal.code,
        "message": row.advice or row.title,
        "facts": refusal.facts,
    }


def decide_lines(command: Lines, state: Tournament) -> Sequence[object]:
    """What every such command is registered with."""
    return events_of(judge(command, state))


def events_of(verdicts: Iterable[Verdict]) -> list[object]:
    return [event for verdict in verdicts for event in verdict.events]
