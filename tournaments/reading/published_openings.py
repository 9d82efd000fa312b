"""Published openings of commitments in a tournament's log: players' names and draw secrets.

A name is public once its player has entered and the tournament has been published; so are the later names of
this player. Names of hidden or erased players and federation numbers are not published.

The secret of a draw is public once everything that it decides is published.
"""

import json
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import QuerySet

from games.log.canonical import parse
from games.log.commitments import OpenedCommitment
from games.log.openings import Opening
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.domain.draw_secrets import SeedCommitted
from tournaments.domain.persons import PersonNamed
from tournaments.domain.tournament import TournamentPublished
from tournaments.domain.waiting import unpaired_groups
from tournaments.loading import stream_of
from tournaments.persons.recorded_names import ENTERING, players_in_entry
from tournaments.persons.recorded_names import stream_of as stream_of_person
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, TournamentRow

NAMED = kind_of(PersonNamed)


def people_streams(row: TournamentRow, upto: int) -> list[str]:
    """Return the streams of all players of entries in the first ``upto`` events."""
    return [stream_of_person(id_) for id_ in _entry_positions(_events(row, upto))]


def published_openings(row: TournamentRow, upto: int) -> list[OpenedCommitment]:
    """Return the openings of names within the first ``upto`` events, by position.

    There are none before the tournament is published. ``said`` has the members of ``Names``.
    """
    events = _events(row, upto)
    published = events.filter(kind=kind_of(TournamentPublished)).values_list("position", flat=True).last()
    if not row.published or published is None:
        return []
    named = _players_without_hiding(row)
    entered_at = ((id_, at) for id_, at in _entry_positions(events).items() if id_ in named)
    since = {stream_of_person(id_): max(at, published) for id_, at in entered_at}
    return _open_commitments(_name_events(since, upto))


def _events(row: TournamentRow, upto: int) -> QuerySet[Event]:
    own = Event.objects.filter(stream=stream_of(str(row.pk)), position__lte=upto)
    return own.order_by("version")


def _entry_positions(events: QuerySet[Event]) -> dict[UUID, int]:
    """Return for each player the position of the event that named them first."""
    found: dict[UUID, int] = {}
    for position, data in events.filter(kind__in=ENTERING).values_list("position", "data"):
        for id_ in players_in_entry(parse(data)):
            found.setdefault(id_, position)
    return found


def _players_without_hiding(row: TournamentRow) -> set[UUID]:
    sides = EntryRow.objects.filter(tournament=row).values_list("player_id", "partner_id", "third_id")
    ids = {id_ for side in sides for id_ in side if id_}
    shown = Player.objects.filter(pk__in=ids, hidden=Hiding.NO, erased=False)
    return set(shown.values_list("pk", flat=True))


def _name_events(since: Mapping[str, int], upto: int) -> list[Event]:
    """Return, for each stream, the event in force at its position and all later events."""
    kept: dict[str, list[Event]] = {}
    events = Event.objects.filter(stream__in=since, kind=NAMED, position__lte=upto)
    for event in events.order_by("position"):
        earlier = kept.setdefault(event.stream, [])
        if event.position <= since[event.stream]:
            earlier.clear()
        earlier.append(event)
    return sorted((event for each in kept.values() for event in each), key=lambda event: event.position)


def _open_commitments(events: Iterable[Event]) -> list[OpenedCommitment]:
    wanted = [parse(event.data)["named"]["salted"] for event in events]
    found = Opening.objects.in_bulk(wanted)
    return [one for each in wanted if each in found and (one := found[each].opened).fits]


def published_secrets(state: Tournament) -> dict[int, OpenedCommitment]:
    """Return by round the opening of the commitment to its secret, for published rounds.

    A round is omitted while one of its groups is not paired or not published, because that group is drawn
    from the same secret.
    """
    shown = {number: one for number, one in _commitments(state).items() if _is_fully_published(state, number)}
    found = {one.commitment: one.opened for one in Opening.objects.filter(commitment__in=shown.values())}
    return {number: found[one] for number, one in shown.items() if one in found and found[one].fits}


def _commitments(state: Tournament) -> dict[int, str]:
    """Return the first commitment of each round."""
    of_it = Event.objects.filter(stream=stream_of(state.id), kind=kind_of(SeedCommitted))
    each = (json.loads(data) for data in of_it.order_by("-version").values_list("data", flat=True))
    return {data["round"]: data["secret"]["salted"] for data in each}


def _is_fully_published(state: Tournament, number: int) -> bool:
    round_ = state.round(number)
    return round_.published and not round_.held and not unpaired_groups(state, number)
