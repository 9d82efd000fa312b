"""Which clubs are near to each other."""

from dataclasses import replace

from tournaments.competition.history import ClubGroup
from tournaments.events.clubs import ClubGroupDropped, ClubGroupSet
from tournaments.state.evolving.base import evolve
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_club_group_set(event: ClubGroupSet, state: Tournament) -> Tournament:
    group = ClubGroup(id=event.group_id, name=event.name, clubs=event.clubs)
    return replace(state, club_groups={**state.club_groups, group.id: group})


@evolve.register
def evolve_club_group_dropped(event: ClubGroupDropped, state: Tournament) -> Tournament:
    kept = {id_: group for id_, group in state.club_groups.items() if id_ != event.group_id}
    return replace(state, club_groups=kept)
