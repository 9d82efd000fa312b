"""What the log told of a tournament at a position, with the names of today."""

from django.http import Http404

from tournaments.competition.history import History
from tournaments.loading import Known, load_at, load_between
from tournaments.persons.names import PersonName, name_order
from tournaments.reading.names import Name
from tournaments.reading.queries import SIDE, Side, names_of_sides, people_of, side_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import EntryRow, TournamentRow


def known_at(row: TournamentRow, position: int) -> Tournament:
    """The tournament as the log told it at ``position``. Raises Http404 before it existed."""
    state, version = load_at(str(row.id), position)
    if not version:
        raise Http404
    return state


def known_between(row: TournamentRow, since: int, until: int | None) -> tuple[Known, Known]:
    """The tournament at two positions of the log. Raises Http404 where it did not exist at the first."""
    then, now = load_between(str(row.id), since, until)
    if not then.version:
        raise Http404
    return then, now


def history_at(row: TournamentRow, position: int) -> History:
    """What the state at that position says. Raises Http404."""
    return histories_and_names(row, known_at(row, position))[0][0]


def histories_and_names(row: TournamentRow, *states: Tournament) -> tuple[list[History], dict[str, Name]]:
    """What each of these states says, and the names of all their entries; people are read once."""
    sides: list[Side] = list(EntryRow.objects.filter(tournament=row).values_list(*SIDE))
    sides += _removed(sides, states)
    people = people_of(sides)
    known = {str(id_): PersonName(one.name.family, one.name.given) for id_, one in people.items()}
    histories = [state.history(name_order(state, known=known)) for state in states]
    return histories, names_of_sides(row, sides, people)


def _removed(sides: list[Side], states: tuple[Tournament, ...]) -> list[Side]:
    """Those of entries that were no mistake yet, and have no row any more."""
    here = {entry for entry, *_ in sides}
    entries = {id_: entry for state in states for id_, entry in state.entries.items() if id_ not in here}
    return [side_of(id_, entry.side, entry.number) for id_, entry in entries.items()]
