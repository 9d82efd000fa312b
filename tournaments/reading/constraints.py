"""Pairing constraints for readers: who must or must not meet, who asks for a bye, who sits where."""

from collections.abc import Mapping
from typing import TypedDict

from games.rest.bodies import IdText
from tournaments.competition.history import ClubGroup, MeetingGroup, MeetingKind, MeetingOf
from tournaments.loading import load
from tournaments.reading.queries import Name, entry_names
from tournaments.state.tournament import Entry, Tournament
from tournaments.tables.rows import TournamentRow


class NamedEntryBody(TypedDict):
    entry: IdText
    name: str
    key: str


class MeetingBody(TypedDict):
    """Any two ``members`` must, or must not, meet in ``rounds``; none named: in every round."""

    id: IdText
    rule: MeetingKind
    of: MeetingOf
    members: list[NamedEntryBody]
    rounds: list[int]


class WishBody(NamedEntryBody):
    """``byes_asked``: rounds whose bye the player asks for. ``table``: of their games; 0: any."""

    byes_asked: list[int]
    table: int


class PinnedGameBody(TypedDict):
    game: IdText
    round: int
    table: int


class WishesBody(TypedDict):
    """``tables``: players, ``games``: single games that are pinned to one; ``tables_unused``: a setting."""

    tournament: str
    meetings: list[MeetingBody]
    byes: list[WishBody]
    tables: list[WishBody]
    games: list[PinnedGameBody]
    tables_unused: list[int]


def wishes_body(row: TournamentRow) -> tuple[WishesBody, int]:
    """Every pairing constraint, and the tournament's version."""
    state, version = load(str(row.id))
    names = entry_names(row)
    entries = sorted(state.entries.values(), key=lambda entry: str(names[entry.id]))
    body: WishesBody = {
        "tournament": row.slug,
        "meetings": [group_body(group, names) for group in state.meetings.values()],
        "byes": [entry_body(entry, names) for entry in entries if entry.byes_asked],
        "tables": [entry_body(entry, names) for entry in entries if entry.table],
        "games": [
            {"game": pair.game_id, "round": round_.number, "table": pair.table}
            for round_ in state.rounds.values()
            for pair in round_.pairs.values()
            if pair.pinned
        ],
        "tables_unused": list(state.settings.pairing.tables_unused),
    }
    return body, version


def group_body(group: MeetingGroup, names: Mapping[str, Name]) -> MeetingBody:
    return {
        "id": group.id,
        "rule": group.kind,
        "of": group.of,
        "members": [named_entry(member, names) for member in group.members],
        "rounds": list(group.rounds),
    }


def entry_body(entry: Entry, names: Mapping[str, Name]) -> WishBody:
    named = named_entry(entry.id, names)
    return {**named, "byes_asked": sorted(entry.byes_asked), "table": entry.table}


def named_entry(entry_id: str, names: Mapping[str, Name]) -> NamedEntryBody:
    return {"entry": entry_id, "name": str(names[entry_id]), "key": names[entry_id].key}


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
