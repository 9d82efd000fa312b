"""Who enters, leaves, is here, misses a round."""

from dataclasses import replace

from tournaments import events as e
from tournaments.state.evolving.base import corrected_after, evolve, with_absences, with_entry
from tournaments.state.tournament import Entry, Tournament


@evolve.register
def evolve_player_entered(event: e.PlayerEntered, state: Tournament) -> Tournament:
    entry = Entry(
        id=event.entry_id,
        player_id=event.player_id,
        number=event.number,
        rank=event.rank,
        rating=event.rating,
        country=event.country,
        club=event.club,
        correction=event.correction,
        absent=frozenset(event.absent),
        final=event.final,
        partner_id=event.partner_id,
        group=event.group,
    )
    return replace(state, entries={**state.entries, entry.id: entry})


@evolve.register
def evolve_entry_changed(event: e.EntryChanged, state: Tournament) -> Tournament:
    return with_entry(
        state,
        event.entry_id,
        rank=event.rank,
        rating=event.rating,
        country=event.country,
        club=event.club,
        correction=event.correction,
        final=event.final,
        group=event.group,
    )


@evolve.register
def evolve_entry_withdrawn(event: e.EntryWithdrawn, state: Tournament) -> Tournament:
    return with_absences(state, with_entry(state, event.entry_id, withdrawn=True))


@evolve.register
def evolve_entry_reinstated(event: e.EntryReinstated, state: Tournament) -> Tournament:
    return with_absences(state, with_entry(state, event.entry_id, withdrawn=False))


@evolve.register
def evolve_player_checked_in(event: e.PlayerCheckedIn, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, checked_in=True)


@evolve.register
def evolve_check_in_undone(event: e.CheckInUndone, state: Tournament) -> Tournament:
    return with_entry(state, event.entry_id, checked_in=False)


@evolve.register
def evolve_absence_declared(event: e.AbsenceDeclared, state: Tournament) -> Tournament:
    absent = state.entries[event.entry_id].absent | {event.round}
    return corrected_after(event.round, with_entry(state, event.entry_id, absent=absent))


@evolve.register
def evolve_absence_withdrawn(event: e.AbsenceWithdrawn, state: Tournament) -> Tournament:
    entry = state.entries[event.entry_id]
    state = with_entry(state, entry.id, absent=entry.absent - {event.round}, away=entry.away - {event.round})
    return corrected_after(event.round, state)
