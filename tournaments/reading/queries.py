"""Reads for REST, pages and commands. Nothing here changes anything.

Standings are computed, never stored: from rows for today, from the log for any past position.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial, reduce
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.log.serialisation import decode
from games.log.store import has_event_of_kind, read
from games.log.wire import class_of, registered_kinds
from games.receipts.readers import uuid_in
from tournaments.access.table import Actor
from tournaments.competition.facts import EntryFacts, GameFacts, maker
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import for_players
from tournaments.domain.entries import EntryRemoved, EntryReplaced
from tournaments.loading import load, stream_of
from tournaments.reading.names import PERSON, Name, Person, person_of, told_as
from tournaments.reading.queue import OpenClaim, Waiting, queue
from tournaments.reading.readers import reader_of
from tournaments.state.tournament import Tournament, side_key
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

__all__ = ["Name"]  # beside what is defined here

UNDECIDED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


def tournament_by_slug(slug: str) -> TournamentRow:
    """Raises Http404."""
    row = TournamentRow.objects.filter(slug=slug).first()
    if row is None:
        raise Http404
    return row


def tournament_in(stream: str) -> TournamentRow | None:
    """The tournament that a stream, its own or one of its games', belongs to."""
    id_ = uuid_in(stream)
    if id_ is None:
        return None
    if row := TournamentRow.objects.filter(pk=id_).first():
        return row
    pairing = PairingRow.objects.filter(game_id=id_).select_related("tournament").first()
    return pairing.tournament if pairing else None


def visible(actor: Actor) -> QuerySet[TournamentRow]:
    """Tournaments that ``actor`` may read: the published, and those of the offices held."""
    seen = Q(published=True)
    for office in actor.offices:
        own = Q(organisation_id=office.organisation_id)
        seen |= own & Q(id=office.tournament_id) if office.tournament_id else own
    return TournamentRow.objects.filter(seen)


ENTRY_FACTS = EntryFacts.fact_names()
ENTRY = ("id", "player_id", "partner_id", "third_id", "number", "absent", "voided", *ENTRY_FACTS)
"""Columns of ``EntryRow`` that standings are computed from."""


def settings_of(row: TournamentRow) -> Settings:
    settings: Settings = decode(Settings, row.settings)
    return settings


def history_of(row: TournamentRow) -> History:
    """What the tournament's rows say; the same values as folding its events."""
    return history_and_names(row)[0]


def history_and_names(row: TournamentRow) -> tuple[History, dict[str, Name]]:
    """The history, and the name of each entry, in four queries."""
    history, names, _ = history_names_published(row)
    return history, names


def history_names_published(row: TournamentRow) -> tuple[History, dict[str, Name], dict[int, frozenset[str]]]:
    """The same, with the rounds that are published, and the entries whose games are held back in them."""
    entries = list(EntryRow.objects.filter(tournament=row).values(*ENTRY))
    sides: list[Side] = [
        (entry["id"], entry["player_id"], entry["partner_id"], entry["third_id"], entry["number"])
        for entry in entries
    ]
    people = people_of(sides)
    order = _order_by_name(entries, people)
    settings = settings_of(row)
    played = _games(row, settings)
    rounds = list(RoundRow.objects.filter(tournament=row))
    byes = {round_.number: frozenset(round_.byes) for round_ in rounds if round_.byes}
    left_out = _left_out(row, entries, settings)
    history = History(
        settings=for_players(settings),
        entrants={entry["id"]: _entrant(entry, order, left_out) for entry in entries},
        games=played,
        byes=byes,
    )
    shown = {round_.number: frozenset(round_.held) for round_ in rounds if round_.published}
    return history, names_of_sides(row, sides, people), shown


def _left_out(row: TournamentRow, entries: Iterable[Mapping[str, Any]], settings: Settings) -> frozenset[str]:
    """As ``Tournament.left_out``; of teams no column has it."""
    voided = frozenset(entry["id"] for entry in entries if entry["voided"])
    return load(str(row.id))[0].left_out if voided and settings.teams.boards else voided


def _entrant(entry: Mapping[str, Any], order: Mapping[str, int], left_out: frozenset[str]) -> Entrant:
    return Entrant(
        id=entry["id"],
        order=order[entry["id"]],
        absent=frozenset(entry["absent"]),
        voided=entry["id"] in left_out,
        **{name: entry[name] for name in ENTRY_FACTS},
    )


@cache
def _result(winner: str, *, by_default: bool) -> Result:
    """Made once for all games that have it."""
    return Result(winner=Winner(winner), by_default=by_default)


_made_game = maker(GameFacts, Game, "round", "result", "place")


def _games(row: TournamentRow, settings: Settings) -> tuple[Game, ...]:
    """In the order of the tables. Which match of a schedule a game is, no column has; others have none."""
    rows = PairingRow.objects.filter(tournament=row).order_by("round", "table", "game_id")
    said = ("round", "winner", "by_default", *GameFacts.fact_names())
    if settings.system not in SCHEDULES:
        return tuple(
            [
                _made_game(number, _result(winner, by_default=by_default), "", *facts)
                for number, winner, by_default, *facts in rows.values_list(*said)
            ]
        )
    places = _places(row)
    return tuple(
        _made_game(number, _result(winner, by_default=by_default), places.get(str(game_id), ""), *facts)
        for game_id, number, winner, by_default, *facts in rows.values_list("game_id", *said)
    )


def _places(row: TournamentRow) -> dict[str, str]:
    """Game id -> which match of a schedule it is."""
    state, _ = load(str(row.id))
    return {id_: pair.place for round_ in state.rounds.values() for id_, pair in round_.pairs.items()}


def _order_by_name(entries: Sequence[Mapping[str, Any]], people: Mapping[Any, Person]) -> dict[str, int]:
    """Whoever asks: a name that is not told orders equals too."""

    def by_known_name(entry: Mapping[str, Any]) -> tuple[str, int]:
        person = people.get(entry["player_id"])
        return person.name.key if person else "", entry["number"]

    by_name = sorted(entries, key=by_known_name)
    return {entry["id"]: place for place, entry in enumerate(by_name)}


Side = tuple[Any, ...]
SIDE = ("id", "player_id", "partner_id", "third_id", "number")
"""An entry: its id, one to three players (None: there is no such one), its number."""


def people_of(sides: Iterable[Side]) -> dict[Any, Person]:
    """Player id -> who it is, of those who are known."""
    ids = {who for _, *players, _ in sides for who in players if who is not None}
    found = Player.objects.filter(id__in=ids).values_list("id", *PERSON)
    return {id_: person_of(*columns) for id_, *columns in found}


def entry_names(row: TournamentRow) -> dict[str, Name]:
    """Entry id -> name of its player; in pair go and rengo, of all of them."""
    sides: list[Side] = list(EntryRow.objects.filter(tournament=row).values_list(*SIDE))
    return names_of_sides(row, sides, people_of(sides))


def names_of_entries(entry_ids: Iterable[str]) -> dict[str, Name]:
    """The same of some entries, of any tournaments."""
    entries = list(EntryRow.objects.filter(pk__in=set(entry_ids)).select_related("tournament"))
    sides = {entry.id: tuple(getattr(entry, name) for name in SIDE) for entry in entries}
    people = people_of(sides.values())
    named = (names_of_sides(entry.tournament, [sides[entry.id]], people) for entry in entries)
    return {entry_id: name for names in named for entry_id, name in names.items()}


def names_for_story(row: TournamentRow) -> dict[str, str]:
    return as_texts(names_ever(row))


def as_texts(names: Mapping[str, Name]) -> dict[str, str]:
    return {entry: str(name) for entry, name in names.items()}


def names_ever(row: TournamentRow, now: Tournament | None = None) -> dict[str, Name]:
    """As ``entry_names``, and of those whose entries were removed, whom the story still names.

    By ``side_key``, those in whose place somebody else plays now. ``now``: the state, where it is loaded.
    """
    if now is None and not has_event_of_kind(stream_of(str(row.id)), _leaving()):
        return entry_names(row)
    state = load(str(row.id))[0] if now is None else now
    removed = [side_of(one.id, one.side, one.number) for one in state.removed.values()]
    entries = (*state.entries.values(), *state.removed.values())
    left = [side_of(side_key(side), side, one.number) for one in entries for side in one.earlier]
    sides = [*removed, *left]
    return entry_names(row) | names_of_sides(row, sides, people_of(sides))


@cache
def _leaving() -> tuple[str, ...]:
    """Kinds of events after which somebody is no entry any more, or no player of one."""
    return tuple(kind for kind in registered_kinds() if class_of(kind) in (EntryRemoved, EntryReplaced))


def side_of(key: str, players: tuple[str, str, str], number: int) -> Side:
    return (key, *(UUID(who) if who else None for who in players), number)


def names_of_sides(
    row: TournamentRow, sides: Iterable[Side], people: Mapping[Any, Person]
) -> dict[str, Name]:
    """As whoever asks may read them: the only place where it is decided."""
    told = partial(told_as, reader=reader_of(row.organisation_id, row.id))
    return {
        entry_id: side_name(told(people.get(who), number, entry_id) for who in players if who is not None)
        for entry_id, *players, number in sides
    }


def side_name(names: Iterable[Name]) -> Name:
    """Those who play together as one name."""
    return reduce(Name.beside, names)


def last_round_with_results(history: History) -> int:
    """The last round in which a game has a result, 0 before the first."""
    return max((g.round for g in history.games if g.result.winner is not Winner.NOBODY_YET), default=0)


def within(history: History, round_: int) -> int:
    """The round, if the tournament has it (0: before the first). Raises Http404."""
    if not 0 <= round_ <= history.settings.rounds:
        raise Http404
    return round_


def queue_of(row: TournamentRow) -> tuple[list[Waiting], int]:
    """What waits for a referee, and the tournament's version."""
    state, version = load(str(row.id))
    flagged = PairingRow.objects.contradicted().filter(tournament=row).values_list("game_id", flat=True)
    contradicted = {str(game_id) for game_id in flagged}
    today = timezone.localdate().isoformat()
    return queue(state, contradicted=contradicted, claims=_open_claims(row), today=today), version


def _open_claims(row: TournamentRow) -> list[OpenClaim]:
    """The claims on games of the tournament that nobody has decided."""
    return [
        OpenClaim(
            claim_id=str(claim.claim_id),
            game_id=str(claim.game_id),
            kind=claim.kind,
            state=claim.stage,
            made_at=claim.made_at,
        )
        for claim in ClaimRow.objects.filter(context=str(row.id), stage__in=UNDECIDED)
    ]


def events_of(row: TournamentRow, after: int, limit: int) -> list[Any]:
    """Events of the tournament with version > ``after``, as recorded, at most ``limit``."""
    return read(stream_of(str(row.id)), after=after, upto=after + limit)
