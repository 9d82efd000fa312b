"""Batches of commands in one request: all or none, or a verdict on each.

Each command is decided on the state after the ones before it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from games.inputs import Input
from games.refusals import Fault, Refusal, faults_of, refuse
from tournaments.domain.base import Command, Event, fold
from tournaments.state.tournament import Tournament

EACH = Input(help="true: store each line that can be stored, with a verdict on every line; else all or none.")
Guard = Callable[[Tournament, object], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLine:
    """One command of a batch, or the refusal of a line that could not be read.

    ``place``: in the request, such as ``results.3``. ``about``: an id that only one line may have.
    """

    place: str
    command: Command | Refusal
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on a line: the events that follow, none if it changes nothing; or its refusal."""

    line: BatchLine
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandBatch(Command):
    """A command of several lines. ``each``: decide each line by itself, else all or none."""

    each: Annotated[bool, EACH] = False

    def lines(self, state: Tournament) -> Iterable["BatchLine"]:
        """Return the lines of the command, given the state before it."""
        raise NotImplementedError

    def decide(self, state: Tournament) -> Sequence[Event]:
        return events_of(decide_each(self, state))


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSequence(Command):
    """A sequence of commands, all or none, each with its subject, which a refusal has as ``about``."""

    commands: tuple[tuple[str, Command], ...]

    def decide(self, state: Tournament) -> Sequence[Event]:
        events: list[Event] = []
        for about, each in self.commands:
            try:
                decided = each.decide(state)
            except Refusal as refusal:
                raise Refusal(refusal.code, {**refusal.facts, "about": about}) from refusal
            for event in decided:
                state = fold(state, event)
                events.append(event)
        return events


def decide_in_order(commands: Iterable[Command], state: Tournament) -> list[Event]:
    """Return the events of all commands, each decided on the state after the ones before it."""
    events: list[Event] = []
    for each in commands:
        for event in each.decide(state):
            state = fold(state, event)
            events.append(event)
    return events


def allow_all(state: Tournament, command: object) -> None:
    """Allow every command."""


def decide_each(command: CommandBatch, state: Tournament, guard: Guard = allow_all) -> list[Verdict]:
    """Return a verdict on each line. ``guard`` raises Refusal for a command that the actor may not give.

    Refuses ``lines_refused``, with every line at fault, unless the command has ``each``.
    """
    lines = list(command.lines(state))
    counts = Counter(line.about for line in lines if line.about)
    verdicts = []
    for line in lines:
        verdict = _decide_line(line, state, guard, repeated=counts[line.about] > 1)
        for event in verdict.events:
            state = fold(state, event)
        verdicts.append(verdict)
    refused = [verdict for verdict in verdicts if verdict.refusal]
    if refused and not command.each:
        faults = [fault for verdict in refused for fault in faults_of_line(verdict)]
        raise Refusal("lines_refused", {"errors": faults})
    return verdicts


def _decide_line(line: BatchLine, state: Tournament, guard: Guard, *, repeated: bool) -> Verdict:
    try:
        if isinstance(line.command, Refusal):
            raise line.command
        if repeated:
            refuse("named_twice", about=line.about)
        guard(state, line.command)
        return Verdict(line=line, events=tuple(line.command.decide(state)))
    except Refusal as refusal:
        return Verdict(line=line, refusal=refusal)


def faults_of_line(verdict: Verdict) -> list[Fault]:
    """Return the faults of a line; none if it is not refused."""
    return [] if verdict.refusal is None else faults_of(verdict.refusal, verdict.line.place)


def events_of(verdicts: Iterable[Verdict]) -> list[Event]:
    return [event for verdict in verdicts for event in verdict.events]
