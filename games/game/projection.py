"""The projection of games: rows are written from folded states, once per batch of events.

A change of komi alone needs no fold for a counted game: the new row follows from the previous one. A test
proves that both ways agree. For rows that are ahead of their stream see ``catching_up``.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from typing import Any

from games.game import events as e
from games.game.catching_up import keeps_end, state_of_row
from games.game.evolving import fold
from games.game.margins import (
    SCORE,
    differs_only_in_komi,
    end_by_score,
    margin_of,
    margin_under,
    parse_ruleset,
    white_komi,
)
from games.game.rows import GameRow
from games.game.state import GameState
from games.log import folding
from games.log.projections import project_streams
from games.log.statements import column_value, upsert, write_each
from games.log.store import StoredEvent
from rules import FirstIllegal, Game

PREFIX = "game-"
Batch = Sequence[StoredEvent]
_known_rows: ContextVar[Mapping[str, GameRow] | None] = ContextVar("known", default=None)


@contextmanager
def known_rows(rows: Mapping[str, GameRow]) -> Iterator[None]:
    """Provide, inside the block, the rows of streams after the events stored next."""
    token = _known_rows.set(rows)
    try:
        yield
    finally:
        _known_rows.reset(token)


@project_streams(PREFIX)
def project_games(batches: Sequence[Batch]) -> None:
    """Update the rows of games after ``batches``, each with the events of one stream in order."""
    done = _update_counted_games([batch for batch in batches if _is_rescoring(batch)])
    upsert([row for batch in batches if batch[0].stream not in done and (row := _row_after(batch))])


def _is_rescoring(batch: Batch) -> bool:
    """Return whether the events are only changed terms and an end by score."""
    return [recorded.kind for recorded in batch] == RESCORING_KINDS and batch[-1].data["by"] == SCORE


RESCORING_KINDS = ["game.terms-changed.v1", "game.ended.v1"]


def _update_counted_games(batches: Sequence[Batch]) -> set[str]:
    """Write the rows of counted games whose komi alone changed; return their streams."""
    by_game = {batch[0].stream.removeprefix(PREFIX): batch for batch in batches}
    rows = (
        GameRow.objects.filter(game_id__in=by_game).values_list(*_READ_COLUMNS, named=True) if by_game else ()
    )
    found = {f"{PREFIX}{row.game_id}": _changed_columns(row, by_game[str(row.game_id)]) for row in rows}
    values = {stream: columns for stream, columns in found.items() if columns}
    _update(list(values.values()))
    return set(values)


_READ_COLUMNS = (
    *("game_id", "version", "ruleset", "handicap", "black", "white", "length"),
    *("margin", "by", "illegal_turn", "withdrawn"),
)
_CHANGED_COLUMNS = ("ruleset", "komi", "margin", "outcome", "winner", "limits", "version", "game_id")


def _changed_columns(row: Any, batch: Batch) -> tuple[Any, ...] | None:
    """Return the columns that change; None if the events do not follow from the row alone."""
    terms, end = e.TermsChanged(**batch[0].data), e.GameEnded(**batch[1].data)  # only numbers and texts
    if row.version != batch[0].version - 1 or not differs_only_in_komi(row, terms):
        return None
    margin = margin_under(row, terms)
    if end != end_by_score(margin, parse_ruleset(terms.ruleset).ties):
        return None
    komi = white_komi(terms.ruleset, terms.handicap)
    version, game_id = batch[-1].version, column_value(GameRow, "game_id", row.game_id)
    return terms.ruleset, komi, margin, end.text, end.winner, terms.limits, version, game_id


def _update(values: Sequence[tuple[Any, ...]]) -> None:
    changed = ", ".join(f"{name} = %s" for name in _CHANGED_COLUMNS[:-1])
    write_each(f"UPDATE games_gamerow SET {changed} WHERE game_id = %s", values)  # noqa: S608 - our own names


def _row_after(batch: Batch) -> GameRow | None:
    known = (_known_rows.get() or {}).get(batch[0].stream)
    if known is not None and known.version == batch[-1].version:
        return known
    before: GameState | None = folding.state_before(batch[0], None, fold)
    state = reduce(lambda now, recorded: fold(now, recorded.event), batch, before)
    folding.cache_projected_state(batch[-1], state, fold)
    if state is None:
        return None
    return row_of(_advance_to_row(state) if keeps_end(before, state) else state, batch[-1].version)


def _advance_to_row(state: GameState) -> GameState:
    """Return the state advanced to a row that a change of komi has put ahead of the stream."""
    row = GameRow.objects.filter(game_id=state.game_id, limits__gt=state.limits).first()
    return state_of_row(state, row) if row else state


def row_of(state: GameState, version: int) -> GameRow:
    """Return the row of a state."""
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
        record_rules=state.record.rules if state.record else "",
        withdrawn=state.withdrawn,
        length=state.length,
        limits=state.limits,
        version=version,
        **judged_columns(state.game, state.illegal, state.end),
        lost_most=state.line.lost_most,
        sequences=state.line.sequences,
    )


def judged_columns(game: Game, illegal: FirstIllegal | None, end: e.GameEnded | None) -> dict[str, Any]:
    """Return the columns that the rules determine, from the last legal position."""
    affairs = game.standing.affairs
    return {
        "phase": game.phase.value,
        "to_play": game.to_play.value,
        "outcome": end.text if end else "",
        "winner": end.winner if end else "",
        "by": end.by if end else "",
        "margin": margin_of(end),
        "illegal_turn": illegal.turn if illegal else None,
        "komi": game.komi,
        "continuations": affairs.continuing.continuations,
        "claims_made": max(affairs.claims_made),
        "fines": sum(affairs.hand.fines),
    }
