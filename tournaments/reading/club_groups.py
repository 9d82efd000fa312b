"""Which clubs of a tournament are near to each other, for readers."""

from typing import Any

from tournaments.competition.history import ClubGroup
from tournaments.loading import load
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow


def club_groups_body(row: TournamentRow) -> tuple[dict[str, Any], int]:
    """The groups by name, all clubs that somebody plays for, and the tournament's version."""
    state, version = load(str(row.id))
    groups = sorted(state.club_groups.values(), key=lambda group: group.name.casefold())
    body = {
        "tournament": row.slug,
        "groups": [club_group_body(group) for group in groups],
        "clubs": clubs_of(state),
    }
    return body, version


def club_group_body(group: ClubGroup) -> dict[str, Any]:
    return {"id": group.id, "name": group.name, "clubs": list(group.clubs)}


def clubs_of(state: Tournament) -> list[str]:
    """The clubs that somebody plays for, in the order of the alphabet."""
    return sorted({entry.club for entry in state.entries.values() if entry.club}, key=str.casefold)
