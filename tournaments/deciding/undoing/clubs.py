"""Which clubs are near to each other."""

from tournaments.competition.history import ClubGroup
from tournaments.deciding.clubs import DropClubGroup, SetClubGroup
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of
from tournaments.events.clubs import ClubGroupDropped, ClubGroupSet


@edit_of.register
def edit_of_club_group_set(event: ClubGroupSet, past: Past) -> Edit:
    old = past.before.club_groups.get(event.group_id)
    back = _set(old, past) if old else DropClubGroup(group_id=event.group_id, reason=past.reason)
    return Edit(subject=_group(event.group_id), back=[back])


@edit_of.register
def edit_of_club_group_dropped(event: ClubGroupDropped, past: Past) -> Edit:
    return Edit(subject=_group(event.group_id), back=[_set(past.before.club_groups[event.group_id], past)])


def _set(group: ClubGroup, past: Past) -> SetClubGroup:
    return SetClubGroup(group_id=group.id, name=group.name, clubs=frozenset(group.clubs), reason=past.reason)


def _group(group_id: str) -> Subject:
    return lambda state: state.club_groups.get(group_id)
