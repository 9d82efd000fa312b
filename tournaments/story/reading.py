"""The story of a tournament, read from its log."""

from collections.abc import Mapping
from typing import Protocol, TypedDict
from uuid import UUID

from games.log import store
from games.log.store import Recorded
from games.receipts.codes import code_at
from games.rest.bodies import DateTimeText
from games.speaking import spoken
from tournaments.deciding.taking_back import PastEdit, can_be_taken_back, past_edit
from tournaments.loading import Step, steps_of, stream_of
from tournaments.state.tournament import Tournament
from tournaments.story.sentences import Seen, describe

Names = Mapping[str, str]
MOST = 200


class EventLineBody(TypedDict):
    """``can_be_taken_back``: what the command did still stands; ``actor``: an account by its number."""

    version: int
    position: int
    at: DateTimeText
    actor: str
    text: str
    digest: str
    receipt: str
    can_be_taken_back: bool


class Reader(Protocol):
    """What of the log whoever asks is told."""

    def withholds(self, event: Recorded, /) -> bool: ...
    def said(self, event: Recorded, /) -> Recorded: ...


class Everything:
    """Officers are told all of it."""

    def withholds(self, _event: Recorded) -> bool:
        return False

    def said(self, event: Recorded) -> Recorded:
        return event


EVERYTHING = Everything()


def story_of(
    tournament_id: str, names: Names, *, after: int = 0, reader: Reader = EVERYTHING
) -> list[EventLineBody]:
    """A line for each event with a version above ``after``, at most ``MOST`` versions on, oldest first.

    ``names`` by entry id.
    """
    return _lines(stream_of(tournament_id), after, after + MOST, names, reader)


def last_of(tournament_id: str, names: Names, *, before: int | None = None) -> list[EventLineBody]:
    """The newest lines first, of versions below ``before`` if one is given."""
    stream = stream_of(tournament_id)
    last = store.version(stream)
    upto = last if before is None else min(before - 1, last)
    return _lines(stream, max(upto - MOST, 0), upto, names)[::-1]


def _lines(
    stream: str, after: int, upto: int, names: Names, reader: Reader = EVERYTHING
) -> list[EventLineBody]:
    """Of the events with ``after < version <= upto``, in order. The log is folded once; no state is kept."""
    commands = {one.version: one.command_id for one in store.iterate(stream, after, upto)}
    edits = {command_id: list[PastEdit]() for command_id in commands.values()}
    lines, state = list[EventLineBody](), Tournament()
    for step in steps_of(store.iterate(stream)) if commands else ():
        _add_edit(edits, step)
        if step.recorded.version in commands and not reader.withholds(step.recorded):
            lines.append(_line(step, names, reader))
        state = step.done.after
    undoable = {command_id for command_id, past in edits.items() if can_be_taken_back(past, state)}
    return [{**line, "can_be_taken_back": commands[line["version"]] in undoable} for line in lines]


def _add_edit(edits: Mapping[UUID, list[PastEdit]], step: Step) -> None:
    """Keep it if lines of its command are asked for, up to the first that cannot be taken back."""
    past = edits.get(step.recorded.command_id)
    if past is not None and not any(one.edit is None for one in past[-1:]):
        past.append(past_edit(step.done))


def _line(step: Step, names: Names, reader: Reader) -> EventLineBody:
    """What can be taken back is known once the whole log was read."""
    recorded, done = step.recorded, step.done
    return {
        "version": recorded.version,
        "position": recorded.position,
        "at": recorded.recorded_at.isoformat(),
        "actor": recorded.actor,
        "text": spoken(
            describe(reader.said(recorded).event, Seen(before=done.before, after=done.after, names=names))
        ),
        "digest": recorded.digest,
        "receipt": code_at(recorded.position, recorded.digest),
        "can_be_taken_back": False,
    }
