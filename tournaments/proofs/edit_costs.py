"""The costs of edits to a round's pairing, before they are made. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from games.refusals import Refusal, refuse
from games.rest.bodies import OptionalText
from tournaments.competition.pairing.field import Field
from tournaments.competition.pairing.handicap import stones
from tournaments.competition.pairing.table import table_of
from tournaments.domain.base import StoryContext, fold, sentence_for
from tournaments.domain.byes import GiveBye
from tournaments.domain.exchanges import ExchangePlayers, PairWithBye
from tournaments.domain.guards import pair_of
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours
from tournaments.domain.tables import MoveTable
from tournaments.loading import load
from tournaments.proofs.pair_values import Tables, change_of, late_field
from tournaments.proofs.proving import log_of
from tournaments.reading.queries import entry_names
from tournaments.state.tournament import Pair, Tournament
from tournaments.tables.rows import TournamentRow

PREVIEW_REASON = "weighed"  # the reason recorded for the edit


class WeighedBody(TypedDict):
    """The effect of an edit on the pairing.

    ``change``: by criterion, below 0 it makes the pairing worse; ``change_total`` null: not weighed.
    ``refused``: the code of the refusal, ``says`` null then.
    """

    refused: OptionalText
    says: OptionalText
    change: dict[str, int]
    change_total: str | None
    warns: list[str]


class CostBody(TypedDict):
    tournament: str
    round: int
    edits: list[WeighedBody]
    change: dict[str, int]
    change_total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The current round, and names by entry id. ``field`` None if pairs are not weighed."""

    number: int
    tables: Tables
    field: Field | None
    names: dict[str, str]


def weigh_body(row: TournamentRow, number: int, edits: Sequence[object]) -> tuple[CostBody, int]:
    """Return the change by each of these commands in sequence, and the tournament's version.

    A command that would be refused changes nothing; its line has the refusal.
    """
    state, version = load(str(row.id))
    scale = scale_of(row, number)
    bodies = []
    for edit in edits:
        body, state = _weigh(edit, state, scale)
        bodies.append(body)
    sums: dict[str, int] = {}
    for body in bodies:
        for name, value in body["change"].items():
            sums[name] = sums.get(name, 0) + value
    change = {name: value for name, value in sums.items() if value}
    cost: CostBody = {
        "tournament": row.slug,
        "round": number,
        "edits": bodies,
        "change": change,
        "change_total": str(sum(change.values())),
    }
    return cost, version


def weigh_each(row: TournamentRow, number: int, edits: Sequence[object]) -> list[WeighedBody]:
    """Return the change by each of these commands alone."""
    state, _ = load(str(row.id))
    scale = scale_of(row, number)
    return [_weigh(edit, state, scale)[0] for edit in edits]


def scale_of(row: TournamentRow, number: int) -> Scale:
    log = log_of(row, number)
    field = late_field(log)
    tables = Tables.of(log, table_of(field) if field else None)
    names = {id_: str(name) for id_, name in entry_names(row).items()}
    return Scale(number=number, tables=tables, field=field, names=names)


def _weigh(edit: Any, state: Tournament, scale: Scale) -> tuple[WeighedBody, Tournament]:
    command = replace(edit, reason=PREVIEW_REASON) if hasattr(edit, "reason") else edit
    try:
        _check_round(command, state, scale.number)
        events = command.decide(state)
    except Refusal as refusal:
        return {"refused": refusal.code, "says": "", "change": {}, "change_total": "0", "warns": []}, state
    after, sentences = state, []
    for event in events:
        before, after = after, fold(after, event)
        bare: Any = replace(event, reason="") if hasattr(event, "reason") else event
        sentences.append(sentence_for(bare, StoryContext(before=before, after=after, names=scale.names)))
    change = change_of(state, after, scale.tables)
    body: WeighedBody = {
        "refused": "",
        "says": " ".join(sentences) or "Nothing would change.",
        "change": change or {},
        "change_total": None if change is None else str(sum(change.values())),
        "warns": [
            *_warnings(command, state, after, scale),
            *_exchange_warnings(command, state, after, scale),
        ],
    }
    return body, after


def _check_round(command: Any, state: Tournament, number: int) -> None:
    """Refuse an edit of a game of another round."""
    if not isinstance(command, MakePair) and hasattr(command, "game_id"):
        round_, _ = pair_of(state, command.game_id)
        if round_.number != number:
            refuse("unknown_pairing", game=command.game_id)


def _warnings(command: object, before: Tournament, after: Tournament, scale: Scale) -> list[str]:
    """Return warnings about pairing factors that the weights do not cover."""
    match command:
        case MakePair(game_id=game_id):
            return _pair_warnings(pair_of(after, game_id)[1], scale)
        case SwapColours(game_id=game_id):
            return _colour_warnings(after, game_id, scale)
        case SetHandicap(game_id=game_id, handicap=handicap):
            found = before.pair_of(game_id)
            return _handicap_warnings(found[1].white, found[1].black, handicap, scale) if found else []
        case MoveTable(game_id=game_id, table=table):
            return _table_warnings(before, game_id, table, scale)
        case GiveBye(entry_id=entry_id):
            return _bye_warnings(before, entry_id, scale)
        case _:
            return []


def _index_in_field(entry_id: str, scale: Scale) -> int | None:
    return scale.field.ids.index(entry_id) if scale.field and entry_id in scale.field.ids else None


def _exchange_warnings(command: object, before: Tournament, after: Tournament, scale: Scale) -> list[str]:
    if not isinstance(command, ExchangePlayers | PairWithBye):
        return []
    pairs = new_pairs(before, after, scale.number)
    return [f"Table {pair.table}: {warning}" for pair in pairs for warning in _pair_warnings(pair, scale)]


def new_pairs(before: Tournament, after: Tournament, number: int) -> list[Pair]:
    """Return the games of a round that it had not before, by table."""
    old = before.round(number).pairs
    return [pair for pair in after.round(number).by_table() if pair.game_id not in old]


def _pair_warnings(pair: Pair, scale: Scale) -> list[str]:
    one, other = _index_in_field(pair.white, scale), _index_in_field(pair.black, scale)
    warns = []
    if scale.field and one is not None and other is not None:
        if scale.field.met[one, other]:
            warns.append("The two have met before.")
        costs = scale.tables.value_of([(pair.white, pair.black)]) or {}
        if costs.get("meetings", 0) < 0:
            warns.append("The two must not meet.")
    return warns + _handicap_warnings(pair.white, pair.black, pair.handicap, scale)


def _handicap_warnings(white: str, black: str, handicap: int, scale: Scale) -> list[str]:
    one, other = _index_in_field(white, scale), _index_in_field(black, scale)
    if scale.field is None or one is None or other is None:
        return []
    expected = int(stones(scale.field.strength, scale.field.settings.handicap)[one, other])
    warns = [] if expected == handicap else [f"The settings give {expected} stones, not {handicap}."]
    if handicap and scale.field.strength[one] < scale.field.strength[other]:
        warns.append("The weaker of the two would give the stones.")
    return warns


def _colour_warnings(after: Tournament, game_id: str, scale: Scale) -> list[str]:
    found = after.pair_of(game_id)
    one = _index_in_field(found[1].white, scale) if found else None
    other = _index_in_field(found[1].black, scale) if found else None
    if scale.field is None or found is None or one is None or other is None:
        return []
    if found[1].handicap:
        return _handicap_warnings(found[1].white, found[1].black, found[1].handicap, scale)
    white, black = int(scale.field.balance[one]), int(scale.field.balance[other])
    if white <= black:
        return []
    so_far = f"so far {_balance_in_words(white)}, {scale.names[found[1].black]} {_balance_in_words(black)}"
    return [f"{scale.names[found[1].white]} would have White again: {so_far}."]


def _balance_in_words(balance: int) -> str:
    if balance == 0:
        return "as often White as Black"
    return f"{abs(balance)} more with {'White' if balance > 0 else 'Black'}"


def _table_warnings(before: Tournament, game_id: str, table: int, scale: Scale) -> list[str]:
    found = before.pair_of(game_id)
    unused = [f"Table {table} is not used."] if table in before.settings.pairing.tables_unused else []
    players = found[1].players if found else ()
    pinned = [
        (who, before.entries[who].table) for who in players if before.entries[who].table not in (0, table)
    ]
    return unused + [f"{scale.names[who]} is pinned to table {other}." for who, other in pinned]


def _bye_warnings(before: Tournament, entry_id: str, scale: Scale) -> list[str]:
    def byes(entry_id: str) -> int:
        return sum(
            entry_id in round_.byes for number, round_ in before.rounds.items() if number < scale.number
        )

    present = [entry.id for entry in before.entries.values() if entry.present_in(scale.number)]
    if byes(entry_id) > min(map(byes, present), default=0):
        return [f"{scale.names[entry_id]} has had a bye, and others have not."]
    return []
