"""Read-only queries for REST, pages and commands.

Standings are computed, not stored: from rows for the current state, from the log for a past position.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial, reduce
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Func, OuterRef, Q, QuerySet, TextField, UUIDField, Value
from django.db.models.functions import Replace
from django.http import Http404
from django.utils import timezone

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from games.log.serialisation import decode
from games.log.store import has_event_of_kind, read
from games.log.wire import class_of, registered_kinds
from games.receipts.readers import uuid_in
from tournaments.access.table import Actor, Office, Subject, may
from tournaments.competition.facts import EntryFacts, GameFacts, maker
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import for_players
from tournaments.domain.entries import EntryRemoved, EntryReplaced
from tournaments.loading import load, stream_of
from tournaments.persons.lists.folding import sort_key
from tournaments.reading.names import PERSON, Name, Person, name_for_reader, person_of
from tournaments.reading.queue import OpenClaim, QueuedGame, referee_queue
from tournaments.reading.readers import current_reader
from tournaments.state.tournament import Tournament, side_key
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

__all__ = ["Name"]  # re-exported

UNDECIDED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


def tournament_by_slug(slug: str) -> TournamentRow:
    """Return the tournament with this slug. Raises Http404."""
    row = TournamentRow.objects.filter(slug=slug).first()
    if row is None:
        raise Http404
    return row


def tournament_in(stream: str) -> TournamentRow | None:
    """Return the tournament of a stream, either its own or that of one of its games."""
    id_ = uuid_in(stream)
    if id_ is None:
        return None
    if row := TournamentRow.objects.filter(pk=id_).first():
        return row
    pairing = PairingRow.objects.filter(game_id=id_).select_related("tournament").first()
    return pairing.tournament if pairing else None


def tournaments_visible_to(actor: Actor) -> QuerySet[TournamentRow]:
    """Return the tournaments that ``actor`` may read: published ones and those with a role of the actor."""
    condition = Q(published=True)
    for office in actor.offices:
        own = Q(organisation_id=office.organisation_id)
        condition |= own & Q(id=office.tournament_id) if office.tournament_id else own
    return TournamentRow.objects.filter(condition)


ENTRY_FACTS = EntryFacts.fact_names()
ENTRY_COLUMNS = ("id", "player_id", "partner_id", "third_id", "number", "absent", "voided", *ENTRY_FACTS)
"""Columns of ``EntryRow`` that standings are computed from."""


def settings_of(row: TournamentRow) -> Settings:
    settings: Settings = decode(Settings, row.settings)
    return settings


def history_of(row: TournamentRow) -> History:
    """Return the history from the tournament's rows; it equals the one folded from its events."""
    return history_and_names(row)[0]


def history_and_names(row: TournamentRow) -> tuple[History, dict[str, Name]]:
    """Return the history and the name of each entry, in four queries."""
    history, names, _ = public_history_parts(row)
    return history, names


def public_history_parts(row: TournamentRow) -> tuple[History, dict[str, Name], dict[int, frozenset[str]]]:
    """Return history, names, and for each published round the entries whose games are withheld in it."""
    entries = list(EntryRow.objects.filter(tournament=row).values(*ENTRY_COLUMNS))
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
    left_out = _excluded_entries(row, entries, settings)
    history = History(
        settings=for_players(settings),
        entrants={entry["id"]: _entrant(entry, order, left_out) for entry in entries},
        games=played,
        byes=byes,
    )
    shown = {round_.number: frozenset(round_.held) for round_ in rounds if round_.published}
    return history, names_of_sides(row, sides, people), shown


def _excluded_entries(
    row: TournamentRow, entries: Iterable[Mapping[str, Any]], settings: Settings
) -> frozenset[str]:
    """Return the same as ``Tournament.left_out``; for teams it is read from the state."""
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
    """Return the result, as a shared object for all games that have it."""
    return Result(winner=Winner(winner), by_default=by_default)


_made_game = maker(GameFacts, Game, "round", "result", "place")


def _games(row: TournamentRow, settings: Settings) -> tuple[Game, ...]:
    """Return the games in the order of tables; in a schedule each has the place of its match."""
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
    """Return the place in the schedule by game id."""
    state, _ = load(str(row.id))
    return {id_: pair.place for round_ in state.rounds.values() for id_, pair in round_.pairs.items()}


def _order_by_name(entries: Sequence[Mapping[str, Any]], people: Mapping[Any, Person]) -> dict[str, int]:
    """Number the entries by name. Hidden names are included, so that all readers get the same order."""

    def by_known_name(entry: Mapping[str, Any]) -> tuple[str, int]:
        person = people.get(entry["player_id"])
        return person.name.key if person else "", entry["number"]

    by_name = sorted(entries, key=by_known_name)
    return {entry["id"]: place for place, entry in enumerate(by_name)}


Side = tuple[Any, ...]
SIDE_COLUMNS = ("id", "player_id", "partner_id", "third_id", "number")
"""The columns of a side: the entry's id, its one to three players (None: no such player), its number."""


def people_of(sides: Iterable[Side]) -> dict[Any, Person]:
    """Return the persons of these sides by player id, without players who are not in the register."""
    ids = {who for _, *players, _ in sides for who in players if who is not None}
    found = Player.objects.filter(id__in=ids).values_list("id", *PERSON)
    return {id_: person_of(*columns) for id_, *columns in found}


def language_of(row: TournamentRow) -> str:
    """Return the language of the tournament, "" if it is the reader's."""
    return str(row.poster.get("language", ""))


def name_sorting(row: TournamentRow) -> Callable[[str], Any]:
    """Return the key that sorts names by the language of the tournament."""
    return partial(sort_key, language=language_of(row))


def entry_names(row: TournamentRow) -> dict[str, Name]:
    """Return names by entry id; in pair go and rengo the name of an entry is that of all its players."""
    sides: list[Side] = list(EntryRow.objects.filter(tournament=row).values_list(*SIDE_COLUMNS))
    return names_of_sides(row, sides, people_of(sides))


def names_of_entries(entry_ids: Iterable[str]) -> dict[str, Name]:
    """Return names by entry id for entries of any tournaments."""
    entries = list(EntryRow.objects.filter(pk__in=set(entry_ids)).select_related("tournament"))
    sides = {entry.id: tuple(getattr(entry, name) for name in SIDE_COLUMNS) for entry in entries}
    people = people_of(sides.values())
    named = (names_of_sides(entry.tournament, [sides[entry.id]], people) for entry in entries)
    return {entry_id: name for names in named for entry_id, name in names.items()}


def names_for_story(row: TournamentRow) -> dict[str, str]:
    return name_texts(names_for_log(row))


def name_texts(names: Mapping[str, Name]) -> dict[str, str]:
    return {entry: str(name) for entry, name in names.items()}


def names_for_log(row: TournamentRow, now: Tournament | None = None) -> dict[str, Name]:
    """Return ``entry_names`` with those of removed entries and replaced players, for the story.

    Replaced players are found by ``side_key``. ``now``: the state, if it is loaded already.
    """
    if now is None and not has_event_of_kind(stream_of(str(row.id)), _removal_kinds()):
        return entry_names(row)
    state = load(str(row.id))[0] if now is None else now
    removed = [side_of(one.id, one.side, one.number) for one in state.removed.values()]
    entries = (*state.entries.values(), *state.removed.values())
    replaced = [side_of(side_key(side), side, one.number) for one in entries for side in one.earlier]
    sides = [*removed, *replaced]
    return entry_names(row) | names_of_sides(row, sides, people_of(sides))


@cache
def _removal_kinds() -> tuple[str, ...]:
    """Return the kinds of events that remove an entry or replace its player."""
    return tuple(kind for kind in registered_kinds() if class_of(kind) in (EntryRemoved, EntryReplaced))


def side_of(key: str, players: tuple[str, str, str], number: int) -> Side:
    return (key, *(UUID(who) if who else None for who in players), number)


def names_of_sides(
    row: TournamentRow, sides: Iterable[Side], people: Mapping[Any, Person]
) -> dict[str, Name]:
    """Return names by entry id as the current reader may read them."""
    name_for = partial(name_for_reader, reader=current_reader(row.organisation_id, row.id))
    return {
        entry_id: side_name(name_for(people.get(who), number, entry_id) for who in players if who is not None)
        for entry_id, *players, number in sides
    }


def side_name(names: Iterable[Name]) -> Name:
    """Join the names of players who play together."""
    return reduce(Name.join, names)


def last_round_with_results(history: History) -> int:
    """Return the last round in which a game has a result, 0 if there is none."""
    return max((g.round for g in history.games if g.result.winner is not Winner.NOBODY_YET), default=0)


def require_round(history: History, round_: int) -> int:
    """Return the round if the tournament has it (0: before the first). Raises Http404."""
    if not 0 <= round_ <= history.settings.rounds:
        raise Http404
    return round_


def queue_of(row: TournamentRow) -> tuple[list[QueuedGame], int]:
    """Return the games that wait for a referee, and the tournament's version."""
    state, version = load(str(row.id))
    flagged = PairingRow.objects.with_contradiction().filter(tournament=row).values_list("game_id", flat=True)
    contradicted = {str(game_id) for game_id in flagged}
    today = timezone.localdate().isoformat()
    return referee_queue(state, contradicted=contradicted, claims=_open_claims(row), today=today), version


def _open_claims(row: TournamentRow) -> list[OpenClaim]:
    """Return the undecided claims on games of the tournament."""
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
    """Return up to ``limit`` recorded events of the tournament with version > ``after``."""
    return read(stream_of(str(row.id)), after=after, upto=after + limit)


_AS_ID = "CASE WHEN %(expressions)s ~ '^[0-9a-f-]{36}$' THEN (%(expressions)s)::uuid END"


def tournaments_permitting(actor: Actor, action: str) -> QuerySet[TournamentRow]:
    """Return the tournaments in which a role lets ``actor`` do ``action`` to all games, published or not.

    The result is a query, because an organisation may have thousands of tournaments.
    """
    held = {one for one in actor.offices if one.organisation_id and may(actor, action, _office_subject(one))}
    organisations = {one.organisation_id for one in held if not one.tournament_id}
    single = {one.tournament_id for one in held if one.tournament_id}
    return TournamentRow.objects.filter(Q(organisation_id__in=organisations) | Q(pk__in=single))


def _office_subject(office: Office) -> Subject:
    return Subject(organisation_id=office.organisation_id, tournament_id=office.tournament_id)


def tournament_of_context() -> Any:
    """Return an expression for the tournament's id in the ``context`` of an outer row.

    The context of a game outside tournaments may be any text, for which it gives no id.
    """
    if connection.vendor == "postgresql":
        return Func(OuterRef("context"), template=_AS_ID, output_field=UUIDField())
    return Replace(OuterRef("context"), Value("-"), Value(""), output_field=TextField())


def games_with_details(tournament_id: UUID) -> Collection[str]:
    """Return the ids of games with moves, a record or a claim, in contrast to games with only a result.

    The caller checks whether the round of a game is published.
    """
    played = GameRow.objects.filter(context=str(tournament_id)).filter(Q(has_record=True) | Q(turns__gt=0))
    claimed = ClaimRow.objects.filter(context=str(tournament_id))
    ids = (*played.values_list("game_id", flat=True), *claimed.values_list("game_id", flat=True))
    return frozenset(map(str, ids))
