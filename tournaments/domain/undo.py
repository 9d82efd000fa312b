"""The undoing of all events of a command, as long as nothing has changed their subjects since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from games.refusals import refuse
from tournaments.domain.base import AppliedEvent, Command, Event, UndoContext, UndoPlan, fold, undo_plan
from tournaments.domain.guards import need_reason, started_rounds
from tournaments.state.tournament import Tournament

NO_COMMAND = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoStep:
    """The plan for undoing one event, None if it cannot be undone.

    ``subject_after``: the plan's subject right after the event. The states around the event are not kept:
    those of a large field take too much memory.
    """

    event_type: str
    plan: UndoPlan | None
    subject_after: object = None

    def is_current(self, state: Tournament) -> bool:
        """Return whether the event can be undone and its subject has not changed since."""
        return self.plan is not None and self.plan.subject(state) == self.subject_after


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEvents(Command):
    """Undo the events of a command, the last one first. ``steps``: in the order of the events."""

    steps: tuple[UndoStep, ...]
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if started_rounds(state):
            need_reason(self.reason, about="taking an edit back")
        for step in self.steps[::-1]:
            if step.plan is None:
                refuse("not_undoable", what=step.event_type)
        events: list[Event] = []
        for step in self.steps[::-1]:
            if not step.is_current(state):
                refuse("changed_since")
            for command in step.plan.commands if step.plan else ():
                for event in command.decide(state):
                    state = fold(state, event)
                    events.append(event)
        return events


def undo_command(events: Iterable[AppliedEvent], command_id: UUID, reason: str = "") -> UndoEvents:
    """Return the command that undoes ``events``: all events of one command, in order.

    ``command_id``: the id of the returned command.
    """
    return UndoEvents(steps=tuple(undo_step(one, command_id, reason) for one in events), reason=reason)


def undo_step(applied: AppliedEvent, command_id: UUID = NO_COMMAND, reason: str = "") -> UndoStep:
    """Return the undo step of an event. ``command_id`` and ``reason``: of the undoing command."""

    def new_id(old: str) -> str:
        return str(uuid5(command_id, old))

    context = UndoContext(before=applied.before, after=applied.after, reason=reason, new_id=new_id)
    plan = undo_plan(applied.event, context)
    subject_after = plan.subject(applied.after) if plan else None
    return UndoStep(event_type=type(applied.event).__name__, plan=plan, subject_after=subject_after)


def is_undoable(steps: Sequence[UndoStep], state: Tournament) -> bool:
    """Return whether the events of one command can be undone; the decision may still refuse it."""
    return all(step.is_current(state) for step in steps)
