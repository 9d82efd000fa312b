"""Verdicts on many games under changed terms, and storing them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.game.deciding import end_event_of
from games.game.events import GameEnded, TermsChanged
from games.game.loading import stream_of
from games.game.margins import differs_only_in_komi, end_by_score, margin_under, parse_ruleset
from games.game.projection import judged_columns, known_rows
from games.game.rows import GameRow
from games.game.state import replay, start
from games.log import unit_of_work
from games.log.store import Change, StoredEvent
from games.log.unit_of_work import Context
from games.rescoring.entered_actions import EnteredActions, read_entered_actions
from rules import FirstIllegal

BATCH_SIZE = 100  # games held in memory during a replay

GameUnderTerms = tuple[GameRow, TermsChanged]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on a game under changed terms.

    ``columns``: of its row, None if they follow from the margin.
    """

    row: GameRow
    terms: TermsChanged
    end: GameEnded | None
    illegal: FirstIllegal | None = None
    columns: dict[str, Any] | None = None

    @property
    def events(self) -> list[object]:
        return [self.terms, self.end] if self.end else [self.terms]

    @property
    def outcome(self) -> str:
        """The outcome that the record proves, "" for none."""
        return self.end.text if self.end else ""


def rejudge(games: Sequence[GameUnderTerms]) -> list[Verdict]:
    """Return the verdicts on these games. A counted game that differs only in komi is not replayed."""
    counted = [_rejudge_by_margin(row, terms) for row, terms in games if differs_only_in_komi(row, terms)]
    others = [(row, terms) for row, terms in games if not differs_only_in_komi(row, terms)]
    return counted + rejudge_by_replay(others)


def _rejudge_by_margin(row: GameRow, terms: TermsChanged) -> Verdict:
    ties = parse_ruleset(terms.ruleset).ties
    return Verdict(row=row, terms=terms, end=end_by_score(margin_under(row, terms), ties))


def rejudge_by_replay(games: Sequence[GameUnderTerms]) -> list[Verdict]:
    """Return the verdicts on these games by replaying the actions of each."""
    verdicts: list[Verdict] = []
    for begin in range(0, len(games), BATCH_SIZE):
        some = games[begin : begin + BATCH_SIZE]
        entered = read_entered_actions([str(row.game_id) for row, _ in some])
        verdicts += [_rejudge_game_by_replay(row, terms, entered[str(row.game_id)]) for row, terms in some]
    return verdicts


def _rejudge_game_by_replay(row: GameRow, terms: TermsChanged, entered: EnteredActions) -> Verdict:
    first = start(terms.ruleset, row.width, row.height, terms.handicap, entered.set_up)
    line, illegal = replay(first, entered.actions, terms.length)
    game = line.game or first
    certain = entered.proves_count(terms.ruleset, terms.handicap, game)
    doubted = illegal or entered.ended_by_one(game)
    end = None if doubted or row.withdrawn else end_event_of(game, certain=certain)
    counts = {"lost_most": line.lost_most, "sequences": line.sequences}
    columns = {**judged_columns(game, illegal, end), **counts}
    return Verdict(row=row, terms=terms, end=end, illegal=illegal, columns=columns)


def store_verdicts(verdicts: Sequence[Verdict], context: Context) -> list[StoredEvent]:
    """Store terms, outcome and row of each judged game. Raises VersionClash if one was changed meanwhile."""
    rows = {stream_of(str(one.row.game_id)): _row_after(one) for one in verdicts if one.columns is not None}
    with known_rows(rows):
        return unit_of_work.execute_many(lambda: [_change(one) for one in verdicts], context)


def _change(one: Verdict) -> Change:
    return Change(stream=stream_of(str(one.row.game_id)), expected=one.row.version, events=one.events)


def _row_after(one: Verdict) -> GameRow:
    fields = GameRow._meta.concrete_fields  # noqa: SLF001 - Django documents it
    before = {field.attname: getattr(one.row, field.attname) for field in fields}
    terms = {
        name: getattr(one.terms, name)
        for name in ("ruleset", "handicap", "black", "white", "length", "limits")
    }
    version = one.row.version + len(one.events)
    return GameRow(**before | terms | (one.columns or {}) | {"version": version})
