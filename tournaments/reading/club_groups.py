"""Which clubs of a tournament are near to each other, for readers."""

from typing import TypedDict

from games.rest.bodies import IdText
from tournaments.competition.history import ClubGroup
from tournaments.loading import load
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow


class ClubGroupBody(TypedDict):
    """Players of two different ``clubs`` of a group are half from apart: what geography in pairing counts."""

    id: IdText
    name: str
    clubs: list[str]


class ClubGroupsBody(TypedDict):
    """``clubs``: all that somebody plays for."""

    tournament: str
    groups: list[ClubGroupBody]
    clubs: list[str]


def club_groups_body(row: TournamentRow) -> tuple[ClubGroupsBody, int]:
    """The groups by name, all clubs that somebody plays for, and the tournament's version."""
    state, version = load(str(row.id))
    groups = sorted(state.club_groups.values(), key=lambda group: group.name.casefold())
    body: ClubGroupsBody = {
        "tournament": row.slug,
        "groups": [club_group_body(group) for group in groups],
        "clubs": clubs_of(state),
    }
    return body, version


def club_group_body(group: ClubGroup) -> ClubGroupBody:
    return {"id": group.id, "name": group.name, "clubs": list(group.clubs)}


def clubs_of(state: Tournament) -> list[str]:
    """The clubs that somebody plays for, in the order of the alphabet."""
    return sorted({entry.club for entry in state.entries.values() if entry.club}, key=str.casefold)
