"""Reads for REST, pages and commands. Nothing here changes anything.

Standings are computed, never stored: from rows for today, from the log for any past position.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.log.plain import decode
from games.log.store import read
from games.receipts.readers import uuid_in
from tournaments.access.table import Actor
from tournaments.competition.facts import EntryFacts, GameFacts
from tournaments.competition.history import Entrant, Game, History, Result, Settings, Winner
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.system_defaults import for_players
from tournaments.loading import Known, load, load_at, load_between, stream_of
from tournaments.people.names import name_order
from tournaments.reading.queue import OpenClaim, Waiting, queue
from tournaments.state.tournament import side_key
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

UNDECIDED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


class Name:
    """A player as lists show them: family and given name, and the key of exchange files."""

    __slots__ = ("family", "given", "known")

    def __init__(self, family: str = "(unknown)", given: str = "", *, known: bool = True) -> None:
        self.family, self.given, self.known = family, given, known

    def __str__(self) -> str:
        return f"{self.family} {self.given}".strip()

    @property
    def key(self) -> str:
        return "".join(str(self).upper().split())

    def beside(self, partner: "Name") -> "Name":
        """Two of one side as one name."""
        return Name(f"{self} & {partner}", known=self.known and partner.known)


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
    entries = list(EntryRow.objects.filter(tournament=row).values())
    sides: list[Side] = [
        (entry["id"], entry["player_id"], entry["partner_id"], entry["third_id"], entry["number"])
        for entry in entries
    ]
    names = _names_or_numbers(sides)
    order = _order_by_name(entries, names)
    in_order = PairingRow.objects.filter(tournament=row).order_by("round", "table", "game_id")
    games = in_order.values_list("game_id", "round", "winner", "by_default", *GameFacts.fact_names())
    settings = settings_of(row)
    places = _places(row, settings)
    played = tuple(
        _game(number, _result(winner, by_default=by_default), places.get(str(game_id), ""), facts)
        for game_id, number, winner, by_default, *facts in games
    )
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
    return history, _names_of_sides(sides, names), shown


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
        **{name: entry[name] for name in EntryFacts.fact_names()},
    )


@cache
def _result(winner: str, *, by_default: bool) -> Result:
    """Made once for all games that have it."""
    return Result(winner=Winner(winner), by_default=by_default)


def _game(round_: int, result: Result, place: str, facts: Sequence[Any]) -> Game:
    named = dict(zip(GameFacts.fact_names(), facts, strict=True))
    return Game(round=round_, result=result, place=place, **named)


def _places(row: TournamentRow, settings: Settings) -> dict[str, str]:
    """Game id -> which match of a schedule it is: no column has it, and other systems have none."""
    if settings.system not in SCHEDULES:
        return {}
    state, _ = load(str(row.id))
    return {id_: pair.place for round_ in state.rounds.values() for id_, pair in round_.pairs.items()}


def _order_by_name(entries: Sequence[Mapping[str, Any]], names: Mapping[Any, Name]) -> dict[str, int]:
    def by_known_name(entry: Mapping[str, Any]) -> tuple[str, int]:
        name = names[entry["player_id"]]
        return name.key if name.known else "", entry["number"]

    by_name = sorted(entries, key=by_known_name)
    return {entry["id"]: place for place, entry in enumerate(by_name)}


def names_of(player_ids: list[Any]) -> dict[Any, Name]:
    """Player id -> name, for every id asked for."""
    found = _known_names(player_ids)
    return {id_: found.get(id_) or Name(known=False) for id_ in player_ids}


def _known_names(player_ids: list[Any]) -> dict[Any, Name]:
    found = Player.objects.filter(id__in=player_ids).values_list("id", "family_name", "given_name")
    return {id_: Name(family, given) for id_, family, given in found}


Side = tuple[Any, ...]
SIDE = ("id", "player_id", "partner_id", "third_id", "number")
"""An entry: its id, one to three players (None: there is no such one), its number."""


def _names_or_numbers(sides: Iterable[Side]) -> dict[Any, Name]:
    """Player id -> name, or "(player 7)" by the number of the entry: names are not in an exported log."""
    numbers = {who: number for _, *players, number in sides for who in players if who is not None}
    found = _known_names(list(numbers))
    return {id_: found.get(id_) or Name(f"(player {number})", known=False) for id_, number in numbers.items()}


def entry_names(row: TournamentRow) -> dict[str, Name]:
    """Entry id -> name of its player; in pair go and rengo, of all of them."""
    entries = EntryRow.objects.filter(tournament=row)
    sides: list[Side] = list(entries.values_list(*SIDE))
    return _names_of_sides(sides, _names_or_numbers(sides))


def names_for_story(row: TournamentRow) -> dict[str, str]:
    """The same, and of those whose entries were removed, whom the story still names.

    By ``side_key``, those in whose place somebody else plays now.
    """
    state, _ = load(str(row.id))
    removed = [_side(one.id, one.side, one.number) for one in state.removed.values()]
    entries = (*state.entries.values(), *state.removed.values())
    left = [_side(side_key(side), side, one.number) for one in entries for side in one.earlier]
    sides = [*removed, *left]
    names = entry_names(row) | _names_of_sides(sides, _names_or_numbers(sides))
    return {entry: str(name) for entry, name in names.items()}


def _side(key: str, players: tuple[str, str, str], number: int) -> Side:
    return (key, *(UUID(who) if who else None for who in players), number)


def _names_of_sides(sides: Iterable[Side], names: Mapping[Any, Name]) -> dict[str, Name]:
    return {
        entry_id: side_name(names[who] for who in players if who is not None)
        for entry_id, *players, _ in sides
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


def history_at(row: TournamentRow, position: int) -> History:
    """The tournament as the log told it at ``position``. Raises Http404 before it existed."""
    state, version = load_at(str(row.id), position)
    if not version:
        raise Http404
    return state.history(name_order(state))


def known_between(row: TournamentRow, since: int, until: int | None) -> tuple[Known, Known]:
    """The tournament at two positions of the log. Raises Http404 where it did not exist at the first."""
    then, now = load_between(str(row.id), since, until)
    if not then.version:
        raise Http404
    return then, now


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
