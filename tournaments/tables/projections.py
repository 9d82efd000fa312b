"""Projection of events to rows: rows that an event changes are written once, from the folded state.

Columns come from the state alone, so that rows written live, one command at a time, and rows rebuilt in
batches from position 0 cannot differ.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any
from uuid import UUID

from games.log import folding
from games.log.projections import declare_rows_deleted_by, project_separately, project_streams
from games.log.serialisation import encode as to_data
from games.log.statements import column_value, upsert, write
from games.log.store import StoredEvent
from games.log.wire import kind_of
from tournaments.competition.facts import EntryFacts, MatchingFacts, PairFacts
from tournaments.domain.base import fold
from tournaments.domain.declarations import NotApplicable, Rows, declaration_of
from tournaments.domain.tournament import TournamentDeleted
from tournaments.state.tournament import Entry, Pair, Round, Tournament
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, Row, TournamentRow

RowKey = tuple[str, Any]
"""A kind of row, and which: "round" and "pairs" (all of a round) by number, "pair" by number and game."""
Derivation = Callable[[Tournament, Tournament], None]
_derivations: dict[str, Derivation] = {}


def derive_rows(event_type: type) -> Callable[[Derivation], Derivation]:
    """Return a decorator: call the function with the states before and after events of this class.

    The function writes rows derived from those of the tournament, which are written first. Such an event is
    projected by itself, so that rows do not depend on how the log is divided.
    """
    kind = kind_of(event_type)
    project_separately(kind)

    def register(derivation: Derivation) -> Derivation:
        _derivations[kind] = derivation
        return derivation

    return register


declare_rows_deleted_by(kind_of(TournamentDeleted))


def rows_of_event(event: Any, state: Tournament) -> list[RowKey]:
    """Return the rows that ``event`` changes; ``state``: after it. Raises TypeError for another event."""
    rows = declaration_of(type(event)).rows
    return (
        []
        if isinstance(rows, NotApplicable)
        else [row for kind in rows for row in ROW_KEYS[kind](event, state)]
    )


def _later_rounds(event: Any, state: Tournament) -> list[RowKey]:
    return [("round", number) for number in state.rounds if number > event.round]


def _rounds_with_deadlines(event: Any, state: Tournament) -> list[RowKey]:
    return [] if event.limits.claim_minutes is None else [("round", number) for number in state.rounds]


ROW_KEYS: Mapping[Rows, Callable[[Any, Tournament], list[RowKey]]] = {
    Rows.ROUND: lambda event, _: [("round", event.round)],
    Rows.PAIRS: lambda event, _: [("pairs", event.round)],
    Rows.PAIR: lambda event, _: [("pair", (event.round, event.game_id))],
    Rows.LATER_ROUNDS: _later_rounds,
    Rows.DEADLINES: _rounds_with_deadlines,
}


@project_streams("tournament-")
def project_tournaments(batches: Sequence[Sequence[StoredEvent]]) -> None:
    """Write the rows of tournaments after ``batches``, each the events of one stream in order."""
    for batch in batches:
        _project(batch)


def _project(batch: Sequence[StoredEvent]) -> None:
    before = state = folding.state_before(batch[0], Tournament(), fold)
    touched: dict[RowKey, None] = {}
    for recorded in batch:
        event = recorded.event
        state = fold(state, event)
        touched.update(dict.fromkeys(rows_of_event(event, state)))
    touched.update(dict.fromkeys(_changed_entries(before, state)))
    folding.cache_projected_state(batch[-1], state, fold)
    if state.deleted:
        TournamentRow.objects.filter(pk=state.id).delete()  # cascades to every row that refers to it
        return
    _save_tournament(before, state, batch[-1].version)
    _write(state, touched)
    if derivation := _derivations.get(batch[-1].kind):
        derivation(before, state)


def _write(state: Tournament, touched: Iterable[RowKey]) -> None:
    keys: dict[str, list[Any]] = {"entry": [], "round": [], "pairs": [], "pair": []}
    for kind, key in touched:
        keys[kind].append(key)
    there = [state.entries[key] for key in keys["entry"] if key in state.entries]
    if len(there) < len(keys["entry"]):
        EntryRow.objects.filter(id__in=[key for key in keys["entry"] if key not in state.entries]).delete()
    upsert([_entry_row(state, entry) for entry in there])
    for number in keys["round"] + keys["pairs"]:
        _save_round(state, number)
    for number in keys["pairs"]:
        _save_pairs(state, number)
    still = [(n, state.round(n).pairs.get(game_id)) for n, game_id in keys["pair"] if n not in keys["pairs"]]
    _upsert_pairs([pairing_row(state, number, pair) for number, pair in still if pair])


def _changed_entries(before: Tournament, after: Tournament) -> list[RowKey]:
    """Return the changed entries; many events change presence, such as unpairing a round."""
    if after.entries is before.entries:
        return []
    was = dict(before.entries.items())
    gone = [("entry", id_) for id_ in before.removed.keys() ^ after.removed.keys()]
    return [*gone, *(("entry", id_) for id_, entry in after.entries.items() if was.get(id_) is not entry)]


_UPDATE_VERSION = "UPDATE tournaments_tournamentrow SET version = %s WHERE id = %s"


def _save_tournament(before: Tournament, state: Tournament, version: int) -> None:
    """Write the tournament's row; most events, above all results, change only the version."""
    if before.id and _columns(before) == _columns(state):
        write(_UPDATE_VERSION, [version, column_value(TournamentRow, "id", state.id)])
        return
    row = TournamentRow(
        id=state.id,
        organisation_id=state.organisation_id,
        slug=state.slug,
        name=state.details.name,
        place=state.details.place,
        begins=state.details.begins,
        ends=state.details.ends,
        ruleset=state.ruleset,
        system=state.settings.system,
        rounds=state.settings.rounds,
        settings=to_data(state.settings),
        poster=to_data(state.details),
        published=state.published,
        archived=state.archived,
        version=version,
    )
    upsert([row])


def _columns(state: Tournament) -> tuple[object, ...]:
    return state.details, state.ruleset, state.settings, state.published, state.archived


def _entry_row(state: Tournament, entry: Entry) -> EntryRow:
    return EntryRow(
        id=entry.id,
        tournament_id=state.id,
        player_id=entry.player_id,
        partner_id=entry.partner_id or None,
        third_id=entry.third_id or None,
        number=entry.number,
        absent=sorted(entry.absent),
        withdrawn=entry.withdrawn,
        voided=entry.voided,
        checked_in=entry.checked_in,
        **EntryFacts.facts_of(entry),
    )


def _save_round(state: Tournament, number: int) -> None:
    if number not in state.rounds:
        RoundRow.objects.filter(id=_round_id(state, number)).delete()
        return
    upsert([_round_row(state, state.rounds[number])])


def _round_id(state: Tournament, number: int) -> str:
    return f"{state.id}/{number}"


def _round_row(state: Tournament, round_: Round) -> RoundRow:
    return RoundRow(
        id=_round_id(state, round_.number),
        tournament_id=state.id,
        number=round_.number,
        published=round_.published,
        corrected=round_.corrected,
        closed=round_.closed,
        claims_until=round_.claims_until,
        byes=sorted(round_.byes),
        held=sorted(round_.held),
        **_facts_of_columns(RoundRow, MatchingFacts.facts_of(round_)),
    )


def _save_pairs(state: Tournament, number: int) -> None:
    pairs = state.round(number).pairs
    PairingRow.objects.filter(tournament_id=UUID(state.id), round=number).exclude(game_id__in=pairs).delete()
    _upsert_pairs([pairing_row(state, number, pair) for pair in pairs.values()])


def _upsert_pairs(rows: Sequence[PairingRow]) -> None:
    upsert(rows, leaving=("proved_winner", "proved_text"))  # the game's stream fills these


def pairing_row(state: Tournament, number: int, pair: Pair) -> PairingRow:
    """Return the row of a game, but for the columns that the game's own stream fills."""
    return PairingRow(
        game_id=pair.game_id,
        tournament_id=state.id,
        round=number,
        by_hand=pair.by_hand,
        winner=pair.result.winner,
        by_default=pair.result.by_default,
        automatic=pair.automatic,
        result_state=pair.result_state,
        reports={entry: to_data(result) for entry, result in sorted(pair.reports.items())},
        ruled_claim=pair.ruled.claim_id if pair.ruled else "",
        ruled_score=pair.ruled.score if pair.ruled else "",
        appeal_until=pair.ruled.appeal_until if pair.ruled else "",
        date=pair.date,
        time=pair.time,
        **_facts_of_columns(PairingRow, PairFacts.facts_of(pair)),
    )


@cache
def _columns_of(table: type[Row]) -> dict[str, str]:
    """Return the attribute of a row by field; they differ for foreign keys."""
    fields = table._meta.concrete_fields  # noqa: SLF001 - Django's public face
    return {field.name: field.attname for field in fields}


def _facts_of_columns(table: type[Row], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that the table has a column for."""
    columns = _columns_of(table)
    return {columns[name]: value for name, value in facts.items() if name in columns}
