"""The story of a tournament, read from its log."""

from collections.abc import Mapping
from typing import Protocol, TypedDict
from uuid import UUID

from games.log import store
from games.log.digests import timestamp
from games.log.store import StoredEvent
from games.receipts.codes import code_at
from games.rest.bodies import DateTimeText
from games.speaking import translate
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.domain.undo import UndoStep, is_undoable, undo_step
from tournaments.loading import EMPTY, Step, load_current, steps_between, stream_of

Names = Mapping[str, str]
MOST = 200


class EventLineBody(TypedDict):
    """A line of the story. ``can_be_taken_back``: can be undone; ``actor``: an account by its number."""

    version: int
    position: int
    at: DateTimeText
    actor: str
    text: str
    digest: str
    receipt: str
    can_be_taken_back: bool


class Reader(Protocol):
    """The part of the log that a reader may see."""

    def withholds(self, event: StoredEvent, /) -> bool: ...
    def redact(self, event: StoredEvent, /) -> StoredEvent: ...


class FullReader:
    """The reader for officers, who may see all of the log."""

    def withholds(self, _event: StoredEvent) -> bool:
        return False

    def redact(self, event: StoredEvent) -> StoredEvent:
        return event


FULL_READER = FullReader()


def story_of(
    tournament_id: str, names: Names, *, after: int = 0, reader: Reader = FULL_READER, undo: bool = True
) -> list[EventLineBody]:
    """Return a line for each event above version ``after``, at most ``MOST`` versions on, oldest first.

    ``names``: by entry id. ``undo``: whether the reader may undo commands.
    """
    return _lines(tournament_id, after, after + MOST, names, reader, undo=undo)


def last_of(tournament_id: str, names: Names, *, before: int | None = None) -> list[EventLineBody]:
    """Return the last lines, newest first, of versions below ``before`` if it is given."""
    last = store.version(stream_of(tournament_id))
    upto = last if before is None else min(before - 1, last)
    return _lines(tournament_id, max(upto - MOST, 0), upto, names)[::-1]


def _lines(
    tournament_id: str,
    after: int,
    upto: int,
    names: Names,
    reader: Reader = FULL_READER,
    *,
    undo: bool = True,
) -> list[EventLineBody]:
    """Return the lines of the events with ``after < version <= upto``, in order."""
    commands, lines, known = dict[int, UUID](), list[EventLineBody](), EMPTY
    undo_steps: dict[UUID, list[UndoStep]] = {}
    for step in steps_between(tournament_id, after + 1, upto):
        known, command_id = step.state_after, step.recorded.command_id
        commands[known.version] = command_id
        if undo:
            _add_undo_step(undo_steps.setdefault(command_id, []), step)
        if not reader.withholds(step.recorded):
            lines.append(_line(step, names, reader))
    if not lines or not undo:
        return lines
    undo_steps |= _undo_steps_across(tournament_id, commands)
    now = load_current(tournament_id, known).state
    undoable = {command_id for command_id, past in undo_steps.items() if is_undoable(past, now)}
    return [{**line, "can_be_taken_back": commands[line["version"]] in undoable} for line in lines]


def _add_undo_step(undo_steps: list[UndoStep], step: Step) -> None:
    """Append the undo step of an event, unless an earlier one of its command cannot be undone."""
    if not any(one.plan is None for one in undo_steps[-1:]):
        undo_steps.append(undo_step(step.applied))


def _undo_steps_across(tournament_id: str, commands: Mapping[int, UUID]) -> dict[UUID, list[UndoStep]]:
    """Return the undo steps of commands with events before or after these versions as well.

    The events of one command are consecutive in a stream, because no other command writes meanwhile.
    """
    found = {}
    for command_id in {commands[min(commands)], commands[max(commands)]}:
        first, last = store.versions_of_command(stream_of(tournament_id), command_id)
        if not commands.keys() >= {first, last}:
            found[command_id] = list[UndoStep]()
            for step in steps_between(tournament_id, first, last):
                _add_undo_step(found[command_id], step)
                if found[command_id][-1].plan is None:
                    break
    return found


def _line(step: Step, names: Names, reader: Reader) -> EventLineBody:
    """Return the line of an event; ``_lines`` finds out later whether it can be undone."""
    recorded, done = step.recorded, step.applied
    return {
        "version": recorded.version,
        "position": recorded.position,
        "at": timestamp(recorded.recorded_at),
        "actor": recorded.actor,
        "text": translate(
            sentence_for(
                reader.redact(recorded).event, StoryContext(before=done.before, after=done.after, names=names)
            )
        ),
        "digest": recorded.digest,
        "receipt": code_at(recorded.position, recorded.digest),
        "can_be_taken_back": False,
    }
