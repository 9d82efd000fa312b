"""Undoing one command, as long as what it changed is as that command left it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from games.refusals import refuse
from tournaments.domain.base import Command, Edit, Event, Past, fold, undo_of
from tournaments.domain.guards import begun, need_reason
from tournaments.state.steps import Done
from tournaments.state.tournament import Tournament

NO_COMMAND = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastEdit:
    """The edit that an event was, None for what cannot be taken back, and its subject as the event left it.

    Without the states around the event: those of a large field would fill the memory.
    """

    event_type: str
    edit: Edit | None
    left: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Command):
    """``edits``: all that the command did which is taken back, in order; see ``take_back_of``."""

    edits: tuple[PastEdit, ...]
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if begun(state):
            need_reason(self.reason, about="taking an edit back")
        stored: list[Event] = []
        for edit, left in [_undoable(past) for past in reversed(self.edits)]:
            if edit.subject(state) != left:
                refuse("changed_since")
            for back in edit.back:
                for event in back.decide(state):
                    state = fold(state, event)
                    stored.append(event)
        return stored


def take_back_of(done: Iterable[Done], command_id: UUID, reason: str = "") -> TakeBack:
    """``done``: all events of the command that is taken back, in order; ``command_id``: of this one."""
    return TakeBack(edits=tuple(past_edit(one, command_id, reason) for one in done), reason=reason)


def past_edit(done: Done, command_id: UUID = NO_COMMAND, reason: str = "") -> PastEdit:
    """``command_id`` and ``reason``: of the command that takes it back, if one does."""

    def new_id(old: str) -> str:
        return str(uuid5(command_id, old))

    past = Past(before=done.before, after=done.after, reason=reason, new_id=new_id)
    edit = undo_of(done.event, past)
    left = edit.subject(done.after) if edit else None
    return PastEdit(event_type=type(done.event).__name__, edit=edit, left=left)


def _undoable(past: PastEdit) -> tuple[Edit, object]:
    if past.edit is None:
        refuse("not_undoable", what=past.event_type)
    return past.edit, past.left


def can_be_taken_back(edits: Sequence[PastEdit], state: Tournament) -> bool:
    """Whether the edits of one command, all of them, still stand; a decision may yet refuse it."""
    return all(past.edit is not None and past.edit.subject(state) == past.left for past in edits)
