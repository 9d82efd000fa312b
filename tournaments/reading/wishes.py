"""What is asked of pairings: who must or must not meet, who would like a bye, who sits where. For readers."""

from collections.abc import Mapping
from typing import Any

from tournaments.competition.history import MeetingGroup
from tournaments.loading import load
from tournaments.reading.queries import Name, entry_names
from tournaments.state.tournament import Entry
from tournaments.tables.rows import TournamentRow


def wishes_body(row: TournamentRow) -> tuple[dict[str, Any], int]:
    """Everything that is asked, and the tournament's version."""
    state, version = load(str(row.id))
    names = entry_names(row)
    entries = sorted(state.entries.values(), key=lambda entry: str(names[entry.id]))
    body = {
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


def group_body(group: MeetingGroup, names: Mapping[str, Name]) -> dict[str, Any]:
    return {
        "id": group.id,
        "rule": group.kind.value,
        "of": group.of.value,
        "members": [_named(who, names) for who in group.members],
        "rounds": list(group.rounds),
    }


def entry_body(entry: Entry, names: Mapping[str, Name]) -> dict[str, Any]:
    """``byes_asked``: rounds; ``table`` 0: any."""
    return _named(entry.id, names) | {"byes_asked": sorted(entry.byes_asked), "table": entry.table}


def _named(entry_id: str, names: Mapping[str, Name]) -> dict[str, Any]:
    name = names[entry_id]
    return {"entry": entry_id, "name": str(name), "key": name.key}
