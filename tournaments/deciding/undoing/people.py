"""Who enters, what an entry says, who is here, who misses a round."""

from tournaments.competition.facts import EntryFacts, PlayerFacts
from tournaments.deciding.entries import (
    ChangeEntry,
    CheckIn,
    ReinstateEntry,
    SetPresence,
    WithdrawEntry,
    side_of,
)
from tournaments.deciding.replacing import ReplacePlayer
from tournaments.deciding.teams import VoidMember
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of, of_entry
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
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_player_entered(event: PlayerEntered, past: Past) -> Edit:
    """While they have no game. They stay in the list as one who has left: a number is not used twice."""

    def entry(state: Tournament) -> object:
        has_game = any(event.entry_id in round_.busy for round_ in state.rounds.values())
        entry = state.entries.get(event.entry_id)
        return entry and entry.withdrawn, has_game

    return Edit(subject=entry, back=[WithdrawEntry(entry_id=event.entry_id, reason=past.reason)])


@edit_of.register
def edit_of_entry_changed(event: EntryChanged, past: Past) -> Edit:
    old = past.before.entries[event.entry_id]
    back = ChangeEntry(entry_id=old.id, reason=past.reason, **EntryFacts.facts_of(old))
    return Edit(subject=of_entry(old.id, EntryFacts.facts_of), back=[back])


@edit_of.register
def edit_of_entry_replaced(event: EntryReplaced, past: Past) -> Edit:
    """Who was here before comes back, and is checked in if they were."""
    old = past.before.entries[event.entry_id]
    back: list[object] = [
        ReplacePlayer(
            entry_id=old.id,
            player_id=old.player_id,
            partner_id=old.partner_id,
            third_id=old.third_id,
            reason=past.reason,
            **PlayerFacts.facts_of(old),
        )
    ]
    if old.checked_in:
        back.append(CheckIn(entry_id=old.id))
    return Edit(subject=of_entry(old.id, side_of), back=back)


@edit_of.register
def edit_of_entry_withdrawn(event: EntryWithdrawn, past: Past) -> Edit:
    back: list[object] = [ReinstateEntry(entry_id=event.entry_id)]
    if past.before.entries[event.entry_id].withdrawn:  # only their games are left out now
        back.append(WithdrawEntry(entry_id=event.entry_id, reason=past.reason))
    return Edit(subject=_withdrawn(event.entry_id), back=back)


@edit_of.register
def edit_of_entry_removed(event: EntryRemoved, past: Past) -> Edit:
    return Edit(
        subject=lambda state: event.entry_id in state.removed, back=[ReinstateEntry(entry_id=event.entry_id)]
    )


@edit_of.register
def edit_of_entry_reinstated(event: EntryReinstated, past: Past) -> Edit:
    entry = past.before.entries.get(event.entry_id)  # none: they had been removed
    void = entry is not None and entry.voided
    back: object = WithdrawEntry(entry_id=event.entry_id, reason=past.reason, void=void)
    if void and past.before.settings.teams.boards:
        back = VoidMember(entry_id=event.entry_id, reason=past.reason)
    return Edit(subject=_withdrawn(event.entry_id), back=[back])


@edit_of.register
def edit_of_player_checked_in(event: PlayerCheckedIn, past: Past) -> Edit:
    return Edit(subject=_here(event.entry_id), back=[CheckIn(entry_id=event.entry_id, here=False)])


@edit_of.register
def edit_of_check_in_undone(event: CheckInUndone, past: Past) -> Edit:
    return Edit(subject=_here(event.entry_id), back=[CheckIn(entry_id=event.entry_id)])


@edit_of.register
def edit_of_absence_declared(event: AbsenceDeclared, past: Past) -> Edit:
    return _presence(event.entry_id, event.round, present=True)


@edit_of.register
def edit_of_absence_withdrawn(event: AbsenceWithdrawn, past: Past) -> Edit:
    return _presence(event.entry_id, event.round, present=False)


def _presence(entry_id: str, round_: int, *, present: bool) -> Edit:
    back = SetPresence(entry_id=entry_id, round=round_, present=present)
    return Edit(subject=of_entry(entry_id, lambda entry: round_ in entry.absent), back=[back])


def _withdrawn(entry_id: str) -> Subject:
    return of_entry(entry_id, lambda entry: (entry.withdrawn, entry.voided))


def _here(entry_id: str) -> Subject:
    return of_entry(entry_id, lambda entry: entry.checked_in)
