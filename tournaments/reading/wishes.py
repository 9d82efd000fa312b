"""Pairing constraints for readers: who must or must not meet, who asks for a bye, who sits where."""

from collections.abc import Mapping
from typing import TypedDict

from games.rest.bodies import IdText
from tournaments.competition.history import MeetingGroup, MeetingKind, MeetingOf
from tournaments.loading import load
from tournaments.reading.queries import Name, entry_names
from tournaments.state.tournament import Entry
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
