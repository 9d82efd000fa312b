"""Who enters, leaves, is here, misses a round."""

from tournaments.competition.facts import EntryFacts, copier
from tournaments.events.entries import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckInUndone,
    EntryChanged,
    EntryReinstated,
    EntryRemoved,
    EntryReplaced,
    EntryWithdrawn,
    PlayerCheckedIn,
    PlayerEntered,
)
from tournaments.state.evolving.base import changed, corrected_after, evolve, with_absences, with_entry
from tournaments.state.layered import with_item
from tournaments.state.tournament import Entry, Tournament

_entry = copier(EntryFacts, Entry, "id", "player_id", "number", "absent", "partner_id", "third_id")


@evolve.register
def evolve_player_entered(event: PlayerEntered, state: Tournament) -> Tournament:
    entry = _entry(
        event,
        id=event.entry_id,
        player_id=event.player_id,
        number=event.number,
        absent=frozenset(event.absent),
        partner_id=event.partner_id,
        third_id=event.third_id,
    )
    return changed(state, entries=with_item(state.entries, entry.id, entry))


@evolve.register
def evolve_entry_changed(event: EntryChanged, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, **EntryFacts.facts_of(event))


@evolve.register
def evolve_entry_replaced(event: EntryReplaced, state: Tournament) -> Tournament:
    old = state.entries[event.entry_id]
    return with_entry(
        state,
        event.entry_id,
        player_id=event.player_id,
        partner_id=event.partner_id,
        third_id=event.third_id,
        checked_in=False,
        earlier=(*old.earlier, old.side),
        **EntryFacts.facts_of(event),
    )


@evolve.register
def evolve_entry_withdrawn(event: EntryWithdrawn, state: Tournament) -> Tournament:
    return with_absences(state, with_entry(state, event.entry_id, withdrawn=True, voided=event.voided))


@evolve.register
def evolve_entry_removed(event: EntryRemoved, state: Tournament) -> Tournament:
    entry = changed(state.entries[event.entry_id], withdrawn=True, checked_in=False)
    entries = {id_: one for id_, one in state.entries.items() if id_ != entry.id}
    return changed(state, entries=entries, removed={**state.removed, entry.id: entry})


@evolve.register
def evolve_entry_reinstated(event: EntryReinstated, state: Tournament) -> Tournament:
    if entry := state.removed.get(event.entry_id):
        entries = with_item(state.entries, entry.id, entry)
        removed = {id_: one for id_, one in state.removed.items() if id_ != entry.id}
        state = changed(state, entries=entries, removed=removed)
    return with_absences(state, with_entry(state, event.entry_id, withdrawn=False, voided=False))


@evolve.register
def evolve_player_checked_in(event: PlayerCheckedIn, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, checked_in=True)


@evolve.register
def evolve_check_in_undone(event: CheckInUndone, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, checked_in=False)


@evolve.register
def evolve_absence_declared(event: AbsenceDeclared, state: Tournament) -> Tournament:
    absent = state.entries[event.entry_id].absent | {event.round}
    return corrected_after(event.round, with_entry(state, event.entry_id, absent=absent))


@evolve.register
def evolve_absence_withdrawn(event: AbsenceWithdrawn, state: Tournament) -> Tournament:
    entry = state.entries[event.entry_id]
    state = with_entry(state, entry.id, absent=entry.absent - {event.round}, away=entry.away - {event.round})
    return corrected_after(event.round, state)
