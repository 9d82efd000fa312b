"""Taking back what one command did, as far as it still stands as that command left it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from games.refusals import Refusal, refuse
from tournaments.deciding.base import begun, decide, need_reason
from tournaments.deciding.undoing import Edit, edit_of
from tournaments.deciding.undoing.base import Past
from tournaments.state.evolving import fold
from tournaments.state.steps import Done
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """``done``: all events of the command that is taken back, in order; ``command_id``: of this one."""

    done: tuple[Done, ...]
    command_id: UUID
    reason: str = ""


@decide.register
def decide_take_back(command: TakeBack, state: Tournament) -> Sequence[object]:
    if begun(state):
        need_reason(command.reason, about="taking an edit back")
    stored: list[object] = []
    for edit, left in [_edit(done, command) for done in reversed(command.done)]:
        if edit.subject(state) != edit.subject(left):
            refuse("changed_since")
        for back in edit.back:
            for event in decide(back, state):
                state = fold(state, event)
                stored.append(event)
    return stored


def _edit(done: Done, command: TakeBack) -> tuple[Edit, Tournament]:
    def new_id(old: str) -> str:
        return str(uuid5(command.command_id, old))

    past = Past(before=done.before, after=done.after, reason=command.reason, new_id=new_id)
    edit = edit_of(done.event, past)
    if edit is None:
        refuse("not_undoable", what=type(done.event).__name__)
    return edit, done.after


def can_be_taken_back(done: Sequence[Done], state: Tournament) -> bool:
    """Whether these events of one command are edits that still stand; a decision may yet refuse it."""
    command = TakeBack(done=tuple(done), command_id=UUID(int=0))
    try:
        found = [_edit(one, command) for one in done]
    except Refusal:
        return False
    return all(edit.subject(state) == edit.subject(left) for edit, left in found)
