"""Events of games -> their rows: from the folded states, written once however many come together.

A change of komi alone, to a game that was counted, needs no fold: its row follows from the row before it. A
test proves that it is what the fold says.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from typing import Any

from django.db import connection

from games.game import events as e
from games.game import limits as rescoring
from games.game.rows import GameRow
from games.game.state import GameState, fold
from games.log import folding
from games.log.projections import project_streams
from games.log.store import Recorded
from rules import FirstIllegal, Game

PREFIX = "game-"
Batch = Sequence[Recorded]
_known: ContextVar[Mapping[str, GameRow] | None] = ContextVar("known", default=None)


@contextmanager
def knowing(rows: Mapping[str, GameRow]) -> Iterator[None]:
    """Within, these are the rows of streams after the events that are stored next: the fold was just made."""
    token = _known.set(rows)
    try:
        yield
    finally:
        _known.reset(token)


@project_streams(PREFIX)
def project_games(batches: Sequence[Batch]) -> None:
    """The rows of games after ``batches``, each the events of one stream in order."""
    done = _rescore([batch for batch in batches if _may_be_rescored(batch)])
    _save([row for batch in batches if batch[0].stream not in done and (row := _row_after(batch))])


def _may_be_rescored(batch: Batch) -> bool:
    """Nothing but other terms and an end by score."""
    return [recorded.kind for recorded in batch] == RESCORED and batch[-1].data["by"] == rescoring.SCORE


RESCORED = ["game.terms-changed.v1", "game.ended.v1"]


def _rescore(batches: Sequence[Batch]) -> set[str]:
    """Write the rows of games that were counted and have another komi now; their streams."""
    told = {batch[0].stream.removeprefix(PREFIX): batch for batch in batches}
    rows = GameRow.objects.filter(game_id__in=told).values_list(*_READ, named=True) if told else ()
    found = {f"{PREFIX}{row.game_id}": _rescored(row, told[str(row.game_id)]) for row in rows}
    values = {stream: columns for stream, columns in found.items() if columns}
    _update(list(values.values()))
    return set(values)


_READ = (
    *("game_id", "version", "ruleset", "handicap", "black", "white", "length"),
    *("margin", "by", "illegal_turn", "withdrawn"),
)
_COLUMNS = ("ruleset", "komi", "margin", "outcome", "winner", "limits", "version", "game_id")


def _rescored(row: Any, batch: Batch) -> tuple[Any, ...] | None:
    """The columns that change, None where the events do not follow from the row alone."""
    terms, told = e.TermsChanged(**batch[0].data), e.GameEnded(**batch[1].data)  # numbers and texts alone
    if row.version != batch[0].version - 1 or not rescoring.komi_alone(row, terms):
        return None
    margin = rescoring.margin_under(row, terms)
    if told != rescoring.ended(margin, rescoring.parsed(terms.ruleset).ties):
        return None
    komi = rescoring.komi(terms.ruleset, terms.handicap)
    version, game_id = batch[-1].version, _column(row.game_id)
    return terms.ruleset, komi, margin, told.text, told.winner, terms.limits, version, game_id


def _column(game_id: Any) -> Any:
    return GameRow._meta.pk.get_db_prep_value(game_id, connection)  # noqa: SLF001 - Django documents it


def _update(values: Sequence[tuple[Any, ...]]) -> None:
    if not values:
        return
    changed = ", ".join(f"{name} = %s" for name in _COLUMNS[:-1])
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE games_gamerow SET {changed} WHERE game_id = %s", values)  # noqa: S608


def _row_after(batch: Batch) -> GameRow | None:
    known = (_known.get() or {}).get(batch[0].stream)
    if known is not None and known.version == batch[-1].version:
        return known
    before: GameState | None = folding.before(batch[0], None, fold)
    state = reduce(lambda now, recorded: fold(now, recorded.event), batch, before)
    folding.projected(batch[-1], state, fold)
    return None if state is None else row_of(state, batch[-1].version)


def row_of(state: GameState, version: int) -> GameRow:
    """The row that a state is read as."""
    return GameRow(
        game_id=state.game_id,
        context=state.context,
        ruleset=state.ruleset,
        width=state.width,
        height=state.height,
        handicap=state.handicap,
        black=state.black,
        white=state.white,
        turns=state.turns,
        claimed=state.record.claimed if state.record else "",
        has_record=state.record is not None,
        record_handicap=state.record.handicap if state.record else None,
        record_komi=state.record.komi if state.record else None,
        withdrawn=state.withdrawn,
        length=state.length,
        limits=state.limits,
        version=version,
        **judged(state.game, state.illegal, state.told),
        lost_most=state.line.lost_most,
        sequences=state.line.sequences,
    )


def judged(game: Game, illegal: FirstIllegal | None, told: e.GameEnded | None) -> dict[str, Any]:
    """The columns that say what the rules make of a game, whose last legal position is given."""
    affairs = game.standing.affairs
    return {
        "phase": game.phase.value,
        "to_play": game.to_play.value,
        "outcome": told.text if told else "",
        "winner": told.winner if told else "",
        "by": told.by if told else "",
        "margin": rescoring.signed(told),
        "illegal_turn": illegal.turn if illegal else None,
        "komi": game.komi,
        "continuations": affairs.continuations,
        "claims_made": max(affairs.claims_made),
        "fines": sum(affairs.fines),
    }


def _save(rows: Sequence[GameRow]) -> None:
    fields = GameRow._meta.concrete_fields  # noqa: SLF001 - Django documents it
    names = [field.name for field in fields if not field.primary_key]
    GameRow.objects.bulk_create(rows, update_conflicts=True, unique_fields=["game_id"], update_fields=names)
