"""Which clubs are near to each other: their players meet late, though not as late as those of one club."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.history import ClubGroup
from tournaments.competition.pairing.clubs import club_key
from tournaments.deciding.base import begun, decide, need_reason
from tournaments.events.clubs import ClubGroupDropped, ClubGroupSet
from tournaments.one_line import fits
from tournaments.state.tournament import Tournament

MOST_CLUBS = 300
MOST_CLUB_GROUPS = 500
LONGEST_CLUB = 12
LONGEST_CLUB_GROUP = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClubGroup:
    """Make a group of clubs, or put it in the place of the one of that id."""

    group_id: str
    name: str
    clubs: frozenset[str]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropClubGroup:
    group_id: str
    reason: str = ""


@decide.register
def decide_set_club_group(command: SetClubGroup, state: Tournament) -> Sequence[object]:
    group = ClubGroup(
        id=command.group_id,
        name=command.name,
        clubs=tuple(sorted(command.clubs, key=lambda club: (club_key(club), club))),
    )
    if state.club_groups.get(group.id) == group:
        return []
    _check_name(group, state)
    _check_clubs(group)
    if group.id not in state.club_groups and len(state.club_groups) >= MOST_CLUB_GROUPS:
        refuse(
            "invalid_club_group",
            field="clubs",
            fault=marked("at most %(most_club_groups)s groups", most_club_groups=MOST_CLUB_GROUPS),
        )
    _need_reason(state, command.reason)
    return [ClubGroupSet(group_id=group.id, name=group.name, clubs=group.clubs, reason=command.reason)]


def _check_name(group: ClubGroup, state: Tournament) -> None:
    if not _sound(group.name, LONGEST_CLUB_GROUP):
        refuse(
            "invalid_club_group",
            field="name",
            fault=marked(
                "1 to %(longest_club_group)s characters on one line", longest_club_group=LONGEST_CLUB_GROUP
            ),
        )
    for other in state.club_groups.values():
        if other.id != group.id and club_key(other.name) == club_key(group.name):
            refuse(
                "invalid_club_group",
                field="name",
                fault=marked("another group is called %(name)s", name=other.name),
            )


def _check_clubs(group: ClubGroup) -> None:
    """Clubs that differ only in case are one: two of them are no group."""
    if not 2 <= len(set(map(club_key, group.clubs))) <= len(group.clubs) <= MOST_CLUBS:
        refuse(
            "invalid_club_group",
            field="clubs",
            fault=marked("2 to %(most_clubs)s clubs", most_clubs=MOST_CLUBS),
        )
    if not all(_sound(club, LONGEST_CLUB) for club in group.clubs):
        refuse(
            "invalid_club_group",
            field="clubs",
            fault=marked("1 to %(longest_club)s characters each, on one line", longest_club=LONGEST_CLUB),
        )


def _sound(text: str, longest: int) -> bool:
    return text == text.strip() and 1 <= len(text) <= longest and fits(text)


@decide.register
def decide_drop_club_group(command: DropClubGroup, state: Tournament) -> Sequence[object]:
    if command.group_id not in state.club_groups:
        refuse("unknown_club_group", group=command.group_id)
    _need_reason(state, command.reason)
    return [ClubGroupDropped(group_id=command.group_id, reason=command.reason)]


def _need_reason(state: Tournament, reason: str) -> None:
    if begun(state):
        need_reason(reason, about="groups of clubs")
