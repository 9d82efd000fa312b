"""The story of a tournament, read from its log."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from games.log import store
from games.receipts.codes import code_at
from tournaments.deciding.taking_back import can_be_taken_back
from tournaments.loading import Step, steps_of, stream_of
from tournaments.state.tournament import Tournament
from tournaments.story.sentences import Seen, describe

Line = dict[str, Any]
Names = Mapping[str, str]
MOST = 200


def story_of(tournament_id: str, names: Names, *, after: int = 0) -> list[Line]:
    """A line for each event with a version above ``after``, oldest first; ``names`` by entry id."""
    steps = steps_of(store.read(stream_of(tournament_id)))
    return _lines(steps, steps[after : after + MOST], names)


def last_of(tournament_id: str, names: Names, *, before: int | None = None) -> list[Line]:
    """The newest lines first, of versions below ``before`` if one is given."""
    steps = steps_of(store.read(stream_of(tournament_id)))
    until = len(steps) if before is None else min(before - 1, len(steps))
    return _lines(steps, steps[max(until - MOST, 0) : until], names)[::-1]


def _lines(steps: Sequence[Step], told: Sequence[Step], names: Names) -> list[Line]:
    state = steps[-1].done.after if steps else Tournament()
    undoable = _undoable(steps, {step.recorded.command_id for step in told}, state)
    return [_line(step, names, undoable=step.recorded.command_id in undoable) for step in told]


def _undoable(steps: Sequence[Step], asked: set[UUID], state: Tournament) -> set[UUID]:
    """Commands of those asked for whose edits still stand. The events of one command follow each other."""
    found = set()
    for command_id, of_command in groupby(steps, key=lambda step: step.recorded.command_id):
        if command_id in asked and can_be_taken_back([step.done for step in of_command], state):
            found.add(command_id)
    return found


def _line(step: Step, names: Names, *, undoable: bool) -> Line:
    recorded, done = step.recorded, step.done
    return {
        "version": recorded.version,
        "position": recorded.position,
        "at": recorded.recorded_at.isoformat(),
        "actor": recorded.actor,
        "text": describe(done.event, Seen(before=done.before, after=done.after, names=names)),
        "digest": recorded.digest,
        "receipt": code_at(recorded.position, recorded.digest),
        "can_be_taken_back": undoable,
    }
