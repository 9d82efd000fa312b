"""Games judged again under other terms, many at once: what would come of them, and carrying it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.game import limits as rescoring
from games.game.commands import stream_of
from games.game.deciding import proved
from games.game.events import GameEnded, TermsChanged
from games.game.projection import judged, knowing
from games.game.rows import GameRow
from games.game.state import begun, beyond, lost, start
from games.log import unit
from games.log.store import Change, Recorded
from games.log.unit import Context
from games.rescoring import entered
from games.rescoring.entered import Entered
from rules import FirstIllegal, Game, Illegal, proceed

AT_ONCE = 100  # games that are held in memory while they are replayed


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What other terms make of a game. ``columns``: of its row, None where they follow from the margin."""

    row: GameRow
    terms: TermsChanged
    told: GameEnded | None
    illegal: FirstIllegal | None = None
    columns: dict[str, Any] | None = None

    @property
    def events(self) -> list[object]:
        return [self.terms, self.told] if self.told else [self.terms]


def judge(asked: Sequence[tuple[GameRow, TermsChanged]]) -> list[Verdict]:
    """What these terms make of these games. A game that was counted and differs by komi is not replayed."""
    counted = [_counted(row, terms) for row, terms in asked if rescoring.komi_alone(row, terms)]
    others = [(row, terms) for row, terms in asked if not rescoring.komi_alone(row, terms)]
    for begin in range(0, len(others), AT_ONCE):
        counted += _replayed(others[begin : begin + AT_ONCE])
    return counted


def _counted(row: GameRow, terms: TermsChanged) -> Verdict:
    ties = rescoring.parsed(terms.ruleset).ties
    return Verdict(row=row, terms=terms, told=rescoring.ended(rescoring.margin_under(row, terms), ties))


def _replayed(asked: Sequence[tuple[GameRow, TermsChanged]]) -> list[Verdict]:
    read = entered.read([str(row.game_id) for row, _ in asked])
    return [_under(row, terms, read[str(row.game_id)]) for row, terms in asked]


def _under(row: GameRow, terms: TermsChanged, what: Entered) -> Verdict:
    first = start(terms.ruleset, row.width, row.height, terms.handicap, what.set_up)
    game, illegal = follow(first, what.actions, terms.length)
    told = None if illegal or row.withdrawn else proved(game)
    columns = {**judged(game, illegal, told), **_most(game)}
    return Verdict(row=row, terms=terms, told=told, illegal=illegal, columns=columns)


def follow(game: Game, actions: Sequence[Any], length: int | None) -> tuple[Game, FirstIllegal | None]:
    """The game after the last legal action, and the first illegal one; see ``games.game.state.acted``."""
    told = proceed(game, actions if length is None else actions[:length])
    if told.first_illegal or length is None or len(actions) <= length:
        return told.game, told.first_illegal
    after = told.game.apply(actions[length])
    illegal = after if isinstance(after, Illegal) else beyond(length)
    return told.game, FirstIllegal(turn=length + 1, action=actions[length], illegal=illegal)


def _most(game: Game) -> dict[str, int]:
    """The greatest difference of prisoners, and most sequences for one claim, on the way to a position."""
    lost_most = sequences = 0
    at: Any = game
    standing = None
    while at is not None:
        if at.standing is not standing:
            standing = at.standing
            lost_most = max(lost_most, lost(at))
            sequences = max(sequences, begun(at.last_action, at))
        at = at.previous
    return {"lost_most": lost_most, "sequences": sequences}


def keep(verdicts: Sequence[Verdict], context: Context) -> list[Recorded]:
    """Store what was judged: terms, outcome and rows of each game. VersionClash where one was written to."""
    rows = {stream_of(str(one.row.game_id)): _row(one) for one in verdicts if one.columns is not None}
    with knowing(rows):
        return unit.execute_many(lambda: [_change(one) for one in verdicts], context)


def _change(one: Verdict) -> Change:
    return Change(stream=stream_of(str(one.row.game_id)), expected=one.row.version, events=one.events)


def _row(one: Verdict) -> GameRow:
    """The row as it will be."""
    fields = GameRow._meta.concrete_fields  # noqa: SLF001 - Django documents it
    before = {field.attname: getattr(one.row, field.attname) for field in fields}
    terms = {
        name: getattr(one.terms, name)
        for name in ("ruleset", "handicap", "black", "white", "length", "limits")
    }
    version = one.row.version + len(one.events)
    return GameRow(**before | terms | (one.columns or {}) | {"version": version})
