"""What opens the names in the log for everybody: of those whom the public of a tournament is told by name.

A name is told from when its player entered, or from when the tournament was published where that was later;
with it each that they had since. Whoever is hidden or erased is not among them, and numbers of federations
never are.
"""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import QuerySet

from games.log.canonical import parse
from games.log.commitments import OpenedCommitment
from games.log.openings import Opening
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.domain.persons import PersonNamed
from tournaments.domain.tournament import TournamentPublished
from tournaments.loading import stream_of
from tournaments.persons.recorded_names import ENTERING, players_in_entry
from tournaments.persons.recorded_names import stream_of as stream_of_person
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, TournamentRow

NAMED = kind_of(PersonNamed)


def people_streams(row: TournamentRow, upto: int) -> list[str]:
    """Of everybody whom an entry of the tournament has named, by the first ``upto`` events of the log."""
    return [stream_of_person(id_) for id_ in _entered_at(_events(row, upto))]


def published_openings(row: TournamentRow, upto: int) -> list[OpenedCommitment]:
    """Of the first ``upto`` events of the log, by position; none of a tournament that is not published.

    ``said`` has the members of ``Names``.
    """
    events = _events(row, upto)
    published = events.filter(kind=kind_of(TournamentPublished)).values_list("position", flat=True).last()
    if not row.published or published is None:
        return []
    named = _told_by_name(row)
    entered_at = ((id_, at) for id_, at in _entered_at(events).items() if id_ in named)
    since = {stream_of_person(id_): max(at, published) for id_, at in entered_at}
    return _opened(_in_force(since, upto))


def _events(row: TournamentRow, upto: int) -> QuerySet[Event]:
    own = Event.objects.filter(stream=stream_of(str(row.pk)), position__lte=upto)
    return own.order_by("version")


def _entered_at(events: QuerySet[Event]) -> dict[UUID, int]:
    """Player -> position of the event that named them first."""
    found: dict[UUID, int] = {}
    for position, data in events.filter(kind__in=ENTERING).values_list("position", "data"):
        for id_ in players_in_entry(parse(data)):
            found.setdefault(id_, position)
    return found


def _told_by_name(row: TournamentRow) -> set[UUID]:
    sides = EntryRow.objects.filter(tournament=row).values_list("player_id", "partner_id", "third_id")
    ids = {id_ for side in sides for id_ in side if id_}
    shown = Player.objects.filter(pk__in=ids, hidden=Hiding.NO, erased=False)
    return set(shown.values_list("pk", flat=True))


def _in_force(since: Mapping[str, int], upto: int) -> list[Event]:
    """Of each stream the event that was in force at its position, and all that came later."""
    kept: dict[str, list[Event]] = {}
    events = Event.objects.filter(stream__in=since, kind=NAMED, position__lte=upto)
    for event in events.order_by("position"):
        earlier = kept.setdefault(event.stream, [])
        if event.position <= since[event.stream]:
            earlier.clear()
        earlier.append(event)
    return sorted((event for each in kept.values() for event in each), key=lambda event: event.position)


def _opened(events: Iterable[Event]) -> list[OpenedCommitment]:
    wanted = [parse(event.data)["named"]["salted"] for event in events]
    found = Opening.objects.in_bulk(wanted)
    return [one for each in wanted if each in found and (one := found[each].opened).fits]
