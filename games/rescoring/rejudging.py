"""Games judged again under other terms, many at once: what would come of them, and storing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.game.counted import differs_by_komi_alone, end_by_score, margin_under, parsed_ruleset
from games.game.deciding import proved
from games.game.events import GameEnded, TermsChanged
from games.game.loading import stream_of
from games.game.projection import judged_columns, known_rows
from games.game.rows import GameRow
from games.game.state import replayed, start
from games.log import unit_of_work
from games.log.store import Change, StoredEvent
from games.log.unit_of_work import Context
from games.rescoring.entered import Entered, read_entered
from rules import FirstIllegal

AT_ONCE = 100  # games that are held in memory while they are replayed

GameUnderTerms = tuple[GameRow, TermsChanged]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What other terms make of a game. ``columns``: of its row, None where they follow from the margin."""

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
        """What the record proves, "" for nothing."""
        return self.end.text if self.end else ""


def judge_again(games: Sequence[GameUnderTerms]) -> list[Verdict]:
    """What these terms make of these games. A game that was counted and differs by komi is not replayed."""
    counted = [_by_margin(row, terms) for row, terms in games if differs_by_komi_alone(row, terms)]
    others = [(row, terms) for row, terms in games if not differs_by_komi_alone(row, terms)]
    return counted + judge_by_replay(others)


def _by_margin(row: GameRow, terms: TermsChanged) -> Verdict:
    ties = parsed_ruleset(terms.ruleset).ties
    return Verdict(row=row, terms=terms, end=end_by_score(margin_under(row, terms), ties))


def judge_by_replay(games: Sequence[GameUnderTerms]) -> list[Verdict]:
    """What these terms make of these games, from what was entered in each."""
    verdicts: list[Verdict] = []
    for begin in range(0, len(games), AT_ONCE):
        some = games[begin : begin + AT_ONCE]
        entered = read_entered([str(row.game_id) for row, _ in some])
        verdicts += [_by_replay(row, terms, entered[str(row.game_id)]) for row, terms in some]
    return verdicts


def _by_replay(row: GameRow, terms: TermsChanged, entered: Entered) -> Verdict:
    first = start(terms.ruleset, row.width, row.height, terms.handicap, entered.set_up)
    line, illegal = replayed(first, entered.actions, terms.length)
    game = line.game or first
    end = None if illegal or row.withdrawn else proved(game)
    counts = {"lost_most": line.lost_most, "sequences": line.sequences}
    columns = {**judged_columns(game, illegal, end), **counts}
    return Verdict(row=row, terms=terms, end=end, illegal=illegal, columns=columns)


def store_verdicts(verdicts: Sequence[Verdict], context: Context) -> list[StoredEvent]:
    """Store terms, outcome and row of each game that was judged. VersionClash where one was written to."""
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
