"""Pairing constraints as REST bodies: groups of entries, requested byes, pinned tables, groups of clubs."""

from collections.abc import Mapping
from typing import TypedDict

from games.rest.bodies import IdText
from tournaments.competition.history import ClubGroup, MeetingGroup, MeetingKind, MeetingOf
from tournaments.loading import load
from tournaments.persons.lists.folding import sort_key
from tournaments.reading.names import SideBody, side_body
from tournaments.reading.queries import Name, entry_names, name_sorting
from tournaments.reading.rounds import GamePlaceBody, game_place_body
from tournaments.state.tournament import Entry, Tournament
from tournaments.tables.rows import TournamentRow


class MeetingBody(TypedDict):
    """A group whose ``members`` must (or must not) be paired with each other in ``rounds`` (all if empty)."""

    id: IdText
    rule: MeetingKind
    of: MeetingOf
    members: list[SideBody]
    rounds: list[int]


class EntryConstraintBody(SideBody):
    """The constraints of one entry.

    ``byes_asked``: rounds whose bye it has requested. ``table``: of its games; 0: any.
    """

    byes_asked: list[int]
    table: int


class ConstraintsBody(TypedDict):
    """The pairing constraints of a tournament.

    ``tables``: players pinned to a table; ``games``: single games pinned to one; ``tables_unused``: a
    setting.
    """

    tournament: str
    meetings: list[MeetingBody]
    byes: list[EntryConstraintBody]
    tables: list[EntryConstraintBody]
    games: list[GamePlaceBody]
    tables_unused: list[int]


def constraints_body(row: TournamentRow) -> tuple[ConstraintsBody, int]:
    """Return all pairing constraints, and the tournament's version."""
    state, version = load(str(row.id))
    names = entry_names(row)
    key = name_sorting(row)
    entries = sorted(state.entries.values(), key=lambda entry: key(str(names[entry.id])))
    body: ConstraintsBody = {
        "tournament": row.slug,
        "meetings": [meeting_group_body(group, names) for group in state.meetings.values()],
        "byes": [entry_constraint_body(entry, names) for entry in entries if entry.byes_asked],
        "tables": [entry_constraint_body(entry, names) for entry in entries if entry.table],
        "games": [
            game_place_body(pair.game_id, round_.number, pair.table)
            for round_ in state.rounds.values()
            for pair in round_.pairs.values()
            if pair.pinned
        ],
        "tables_unused": list(state.settings.pairing.tables_unused),
    }
    return body, version


def meeting_group_body(group: MeetingGroup, names: Mapping[str, Name]) -> MeetingBody:
    return {
        "id": group.id,
        "rule": group.kind,
        "of": group.of,
        "members": [side_body(member, names) for member in group.members],
        "rounds": list(group.rounds),
    }


def entry_constraint_body(entry: Entry, names: Mapping[str, Name]) -> EntryConstraintBody:
    side = side_body(entry.id, names)
    return {**side, "byes_asked": sorted(entry.byes_asked), "table": entry.table}


class ClubGroupBody(TypedDict):
    """A group of ``clubs``; pairing by geography treats its clubs as half as distant as other clubs."""

    id: IdText
    name: str
    clubs: list[str]


class ClubGroupsBody(TypedDict):
    """The groups of clubs of a tournament. ``clubs``: all clubs of its players."""

    tournament: str
    groups: list[ClubGroupBody]
    clubs: list[str]


def club_groups_body(row: TournamentRow) -> tuple[ClubGroupsBody, int]:
    """Return the groups of clubs by name, and the tournament's version."""
    state, version = load(str(row.id))
    groups = sorted(state.club_groups.values(), key=lambda group: sort_key(group.name))
    body: ClubGroupsBody = {
        "tournament": row.slug,
        "groups": [club_group_body(group) for group in groups],
        "clubs": clubs_of(state),
    }
    return body, version


def club_group_body(group: ClubGroup) -> ClubGroupBody:
    return {"id": group.id, "name": group.name, "clubs": list(group.clubs)}


def clubs_of(state: Tournament) -> list[str]:
    """Return the clubs of the players in alphabetical order."""
    return sorted({entry.club for entry in state.entries.values() if entry.club}, key=sort_key)
