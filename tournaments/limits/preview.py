"""What other limits, criteria, point values or another ruleset would mean. Nothing here writes anything."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from games.analysis.comparing import judged
from games.analysis.course import Course, follow
from games.analysis.terms import with_komi
from games.game.rows import GameRow
from games.rescoring import AT_ONCE, Entered, Verdict, judge_again, read_entered
from rules import Board, Color, Ruleset
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import differences, standings
from tournaments.deciding.limits import check_limits
from tournaments.events import LimitsChanged
from tournaments.events.limits import Limits, in_force
from tournaments.limits.judging import Meaning, counts, meaning
from tournaments.limits.rescoring import asked, pairs_of
from tournaments.loading import load
from tournaments.people.names import name_order
from tournaments.reading.officiating import moved_body
from tournaments.reading.queries import entry_names, last_round_with_results
from tournaments.state.evolving import fold
from tournaments.state.evolving.base import with_pair
from tournaments.state.tournament import Pair, Tournament
from tournaments.tables.affected import affected
from tournaments.tables.rows import TournamentRow

Results = Mapping[str, Result]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A game that other limits touch, and what follows for it."""

    verdict: Verdict
    pair: Pair
    meaning: Meaning | None

    @property
    def differs(self) -> bool:
        illegal = self.verdict.illegal.turn if self.verdict.illegal else None
        return (illegal, self.verdict.outcome) != (self.verdict.row.illegal_turn, self.verdict.row.outcome)


def under(state: Tournament, limits: Limits) -> tuple[Tournament, list[Judged]]:
    """The tournament after a change of limits, and every game that is touched. Refuses what cannot be."""
    changed = check_limits(limits, state)
    if not changed.named:
        return state, []
    after = fold(state, LimitsChanged(number=state.limits_number + 1, limits=changed, reason=""))
    komi = changed.komi is not None or changed.handicap_komi is not None
    rows = list(affected(after, Q() if komi else Q(pk__in=[])).order_by("game_id"))
    pairs = pairs_of(after, rows)
    return after, [_judged(one, pairs) for one in judge_again(asked(after, rows))]


def _judged(one: Verdict, pairs: Mapping[str, Pair]) -> Judged:
    pair = pairs[str(one.row.game_id)]
    return Judged(verdict=one, pair=pair, meaning=meaning(one.row, one.terms, one.end, one.illegal, pair))


def preview_body(row: TournamentRow, limits: Limits) -> tuple[dict[str, Any], int]:
    """What a change of limits would do, and the version of the tournament that was asked."""
    state, version = load(str(row.id))
    after, touched = under(state, limits)
    tables = {id_: (number, pair.table) for number, pair in _seats(state) for id_ in (pair.game_id,)}
    body = {
        "tournament": row.slug,
        "limits": _changes(state, after),
        "applies": state.settings.claims.apply_limits,
        "judged": len(touched),
        "games": [_game(one, tables) for one in touched if one.differs],
        **_standings_body(row, state, after, _results(touched)),
    }
    return body, version


def _seats(state: Tournament) -> Iterable[tuple[int, Pair]]:
    return ((number, pair) for number, round_ in state.rounds.items() for pair in round_.pairs.values())


def _changes(state: Tournament, after: Tournament) -> dict[str, Any]:
    was = in_force(state.settings, state.ruleset, state.limits).named
    now = in_force(after.settings, after.ruleset, after.limits).named
    return {name: {"before": was[name], "after": now[name]} for name in now if was[name] != now[name]}


def _game(one: Judged, tables: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    verdict, what = one.verdict, one.meaning
    number, table = tables[one.pair.game_id]
    return {
        "game": one.pair.game_id,
        "round": number,
        "table": table,
        "before": verdict.row.outcome,
        "after": verdict.outcome,
        "illegal_turn": verdict.illegal.turn if verdict.illegal else None,
        "clause": verdict.illegal.illegal.clause if verdict.illegal else "",
        "finding": what.text if what else "",
        "result": one.pair.result.winner.value,
        "result_after": _results([one]).get(one.pair.game_id, one.pair.result).winner.value,
    }


def _results(touched: Iterable[Judged]) -> dict[str, Result]:
    """The results that would be others."""
    return {
        one.pair.game_id: one.meaning.result
        for one in touched
        if one.meaning and one.meaning.result and one.pair.ruled is None
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """``settings``: values that take the place of the tournament's; ``ruleset`` None: that of each game."""

    limits: Limits
    settings: Mapping[str, Any]
    ruleset: str | None = None


def what_if_body(row: TournamentRow, asked_for: WhatIf) -> tuple[dict[str, Any], int]:
    """Who would stand elsewhere, and the version of the tournament that was asked."""
    state, version = load(str(row.id))
    after, touched = under(state, asked_for.limits)
    results = _results(touched)
    if asked_for.ruleset is not None:
        results |= _under_ruleset(after, asked_for.ruleset)
    after = replace(after, settings=replace(after.settings, **asked_for.settings))
    body = {"tournament": row.slug, **_standings_body(row, state, after, results)}
    return body, version


def _under_ruleset(state: Tournament, ruleset: str) -> dict[str, Result]:
    """The results that another ruleset proves and that are not those which count."""
    rows = list(GameRow.objects.filter(context=state.id, withdrawn=False, turns__gt=0))
    pairs = {id_: pair for id_, pair in pairs_of(state, rows).items() if counts(pair) and pair.ruled is None}
    played = [row for row in rows if str(row.game_id) in pairs]
    found: dict[str, Result] = {}
    for begin in range(0, len(played), AT_ONCE):
        some = played[begin : begin + AT_ONCE]
        read = read_entered([str(row.game_id) for row in some])
        for row in some:
            pair = pairs[str(row.game_id)]
            result = _proved(row, pair, ruleset, read[pair.game_id])
            if result is not None and result != pair.result:
                found[pair.game_id] = result
    return found


def _proved(row: GameRow, pair: Pair, ruleset: str, what: Entered) -> Result | None:
    """The result of what was entered; None where no such game can start, or it has none."""
    try:
        followed = follow(_course(row, what), with_komi(Ruleset.parse(ruleset), pair.komi))
    except ValueError:
        return None
    return _WON.get(judged(followed).result[:1])


_WON = {"B": Result(winner=Winner.BLACK), "W": Result(winner=Winner.WHITE), "0": Result(winner=Winner.JIGO)}


def _course(row: GameRow, what: Entered) -> Course:
    board = Board(row.width, row.height)
    if what.set_up is None:
        return Course(board=board, handicap=row.handicap, actions=what.actions)
    return Course(
        board=board.with_stones(black=what.set_up.black, white=what.set_up.white),
        to_play=Color(what.set_up.to_play),
        handicap=row.handicap,
        actions=what.actions,
    )


def _standings_body(
    row: TournamentRow, before: Tournament, after: Tournament, results: Mapping[str, Result]
) -> dict[str, Any]:
    """Who would stand elsewhere after the last round that has results."""
    order = name_order(before)
    was, now = before.history(order), _with(after, results).history(order)
    number = last_round_with_results(was)
    moved = differences(standings(was, number), standings(now, number))
    names = entry_names(row) if moved else {}
    return {"round": number, "results": len(results), "changes": [moved_body(one, names) for one in moved]}


def _with(state: Tournament, results: Mapping[str, Result]) -> Tournament:
    for number, pair in list(_seats(state)):
        if pair.game_id in results:
            state = with_pair(state, number, pair.game_id, recorded=results[pair.game_id])
    return state
