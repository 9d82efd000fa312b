"""Past states of a tournament by position of the log, with current names.

People write a position as a number or a time.
"""

from datetime import UTC, datetime

from django.db.models import Max
from django.http import Http404

from games.log.tables import Event
from tournaments.competition.history import History
from tournaments.loading import LoadedState, load_at, load_between, stream_of
from tournaments.persons.names import PersonName, name_order
from tournaments.reading.names import Name
from tournaments.reading.queries import SIDE_COLUMNS, Side, names_of_sides, people_of, side_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import EntryRow, TournamentRow


def require_state_at(row: TournamentRow, position: int) -> Tournament:
    """Return the tournament as it was at ``position``. Raises Http404 before it existed."""
    state, version = load_at(str(row.id), position)
    if not version:
        raise Http404
    return state


def require_states_between(
    row: TournamentRow, since: int, until: int | None
) -> tuple[LoadedState, LoadedState]:
    """Return the tournament at two positions of the log. Raises Http404 if it did not exist at the first."""
    earlier, now = load_between(str(row.id), since, until)
    if not earlier.version:
        raise Http404
    return earlier, now


def history_at(row: TournamentRow, position: int) -> History:
    """Return the history at a position of the log. Raises Http404 before the tournament existed."""
    return histories_and_names(row, require_state_at(row, position))[0][0]


def histories_and_names(row: TournamentRow, *states: Tournament) -> tuple[list[History], dict[str, Name]]:
    """Return the history of each state and the names of all their entries; people are read once."""
    sides: list[Side] = list(EntryRow.objects.filter(tournament=row).values_list(*SIDE_COLUMNS))
    sides += _removed_entries(sides, states)
    people = people_of(sides)
    known = {str(id_): PersonName(one.name.family, one.name.given) for id_, one in people.items()}
    histories = [state.history(name_order(state, known=known)) for state in states]
    return histories, names_of_sides(row, sides, people)


def _removed_entries(sides: list[Side], states: tuple[Tournament, ...]) -> list[Side]:
    """Return the sides of entries that have been removed since these states."""
    here = {entry for entry, *_ in sides}
    entries = {id_: entry for state in states for id_, entry in state.entries.items() if id_ not in here}
    return [side_of(id_, entry.side, entry.number) for id_, entry in entries.items()]


LARGEST_POSITION = 2**63 - 1
POSITION_FAULT = "A position of the log, such as 120, or a time, such as 2026-05-01T18:00:00Z."


def parse_position(row: TournamentRow, text: str) -> int:
    """Return the position for a number or a time (ISO 8601; UTC if it has no offset).

    For a time it is the position of the tournament's last event by then, 0 before the first event. Raises
    ValueError for any other text.
    """
    if text.isascii() and text.isdecimal():
        return _check_position(text)
    events = Event.objects.filter(stream=stream_of(str(row.id)), recorded_at__lte=_parse_time(text))
    return events.aggregate(last=Max("position"))["last"] or 0


def _check_position(digits: str) -> int:
    if len(digits) > len(str(LARGEST_POSITION)) or int(digits) > LARGEST_POSITION:
        raise ValueError(POSITION_FAULT)
    return int(digits)


def _parse_time(text: str) -> datetime:
    """Parse a time; in an unescaped URL the plus sign of its offset has become a blank."""
    try:
        when = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
        return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # an offset may lead to a date out of range
        raise ValueError(POSITION_FAULT) from None
