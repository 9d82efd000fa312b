"""Preview of other limits: games, results and places. Writes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.rescoring import Verdict, rejudge
from games.rest.bodies import IdText, OptionalText
from tournaments.competition.history import Result
from tournaments.competition.standings import differences, standings
from tournaments.domain.base import fold
from tournaments.domain.limits import LimitsChanged, check_limits
from tournaments.limits.affected_games import ANY_GAME, NO_GAME, find_affected_games, games_with_records
from tournaments.limits.rescoring import (
    becomes_result,
    open_findings,
    outdated_findings,
    pairs_by_game,
    with_terms,
)
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.reading.names import WinnerText
from tournaments.reading.officiating import PlaceChangeBody, place_change_body
from tournaments.reading.queries import entry_names, last_round_with_results
from tournaments.state.changes import with_pair
from tournaments.state.limits import Limits, limits_in_force
from tournaments.state.tournament import Pair, Tournament
from tournaments.state.verdicts import Consequence, consequence_of
from tournaments.tables.rows import TournamentRow

Results = Mapping[str, Result]
"""Results by game."""


class OtherStandingsBody(TypedDict):
    round: int
    results: int
    changes: list[PlaceChangeBody]


class WhatIfBody(OtherStandingsBody):
    """Effect of other settings. ``results``: number of changed ones; ``changes``: places after ``round``."""

    tournament: str


class LimitChangeBody(TypedDict):
    before: float | str
    after: float | str


class GameChangeBody(TypedDict):
    """Change of one game. ``before``, ``after``: the proved result, or ""; ``finding``: its text.

    ``result_after`` counts at once if the settings say so (``applies``), else once a referee rules so.
    """

    game: IdText
    round: int
    table: int
    before: OptionalText
    after: OptionalText
    illegal_turn: int | None
    clause: OptionalText
    finding: OptionalText
    result: WinnerText
    result_after: WinnerText


class PreviewBody(WhatIfBody):
    """A preview of changed limits. ``judged``: games to judge again; ``games``: those that change.

    ``records``: games with a record or entered turns; without any, nothing can change. ``claims_before``,
    ``claims_after``: open claims that changed limits made, now and after the change.
    """

    limits: dict[str, LimitChangeBody]
    applies: bool
    records: int
    judged: int
    claims_before: int
    claims_after: int
    games: list[GameChangeBody]


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedGame:
    """A game that other limits affect, and the consequence for it."""

    verdict: Verdict
    pair: Pair
    consequence: Consequence | None

    @property
    def illegal_turn(self) -> int | None:
        return self.verdict.illegal.turn if self.verdict.illegal else None

    def applies(self, state: Tournament) -> bool:
        """Return whether the result changes without a referee."""
        return becomes_result(self.consequence, self.pair, state)

    @property
    def differs(self) -> bool:
        before = self.verdict.row
        return (self.illegal_turn, self.verdict.outcome) != (before.illegal_turn, before.outcome)


def preview_limits(state: Tournament, limits: Limits) -> tuple[Tournament, list[AffectedGame]]:
    """Return the tournament after a change of limits, and every affected game. Refuses invalid limits."""
    changed = check_limits(limits, state)
    if not changed.by_name:
        return state, []
    after = fold(state, LimitsChanged(number=state.limits_number + 1, limits=changed, reason=""))
    komi = changed.komi is not None or changed.handicap_komi is not None
    rows = list(find_affected_games(after, ANY_GAME if komi else NO_GAME).order_by("game_id"))
    pairs = pairs_by_game(after, rows)
    return after, [_affected_game(one, pairs) for one in rejudge(with_terms(after, rows))]


def _affected_game(one: Verdict, pairs: Mapping[str, Pair]) -> AffectedGame:
    pair = pairs[str(one.row.game_id)]
    return AffectedGame(verdict=one, pair=pair, consequence=consequence_of(one.row, one, pair))


def preview_body(row: TournamentRow, limits: Limits) -> tuple[PreviewBody, int]:
    """Return the consequences of a change of limits, and the version of the tournament."""
    state, version = load(str(row.id))
    after, touched = preview_limits(state, limits)
    tables = {pair.game_id: (number, pair.table) for number, pair in _pairs_by_round(state)}
    body: PreviewBody = {
        "tournament": row.slug,
        **_places_after(row, state, after, other_results(touched)),
        "limits": _changes(state, after),
        "applies": state.settings.claims.apply_limits,
        "records": games_with_records(state).count(),
        "judged": len(touched),
        **_claims(state, after, touched),
        "games": [_game(one, tables) for one in touched if one.differs],
    }
    return body, version


class _ClaimsBody(TypedDict):
    claims_before: int
    claims_after: int


def _claims(state: Tournament, after: Tournament, touched: Sequence[AffectedGame]) -> _ClaimsBody:
    before = open_findings(state.id, state.limits_number)
    made = {one.pair.game_id for one in touched if one.consequence and not one.applies(after)}
    outdated = outdated_findings(before, after, [one.verdict for one in touched], made)
    return {"claims_before": len(before), "claims_after": len(before) - len(outdated) + len(made)}


def _places_after(
    row: TournamentRow, state: Tournament, after: Tournament, results: Results
) -> OtherStandingsBody:
    """Return the places under other results; limits change no place without them."""
    if results:
        return standings_body(row, state, after, results)
    return {"round": last_round_with_results(state.history()), "results": 0, "changes": []}


def _pairs_by_round(state: Tournament) -> Iterable[tuple[int, Pair]]:
    return ((number, pair) for number, round_ in state.rounds.items() for pair in round_.pairs.values())


def _changes(state: Tournament, after: Tournament) -> dict[str, LimitChangeBody]:
    was = limits_in_force(state.settings, state.ruleset, state.limits).by_name
    now = limits_in_force(after.settings, after.ruleset, after.limits).by_name
    return {name: {"before": was[name], "after": now[name]} for name in now if was[name] != now[name]}


def _game(one: AffectedGame, tables: Mapping[str, tuple[int, int]]) -> GameChangeBody:
    number, table = tables[one.pair.game_id]
    illegal = one.verdict.illegal
    return {
        "game": one.pair.game_id,
        "round": number,
        "table": table,
        "before": one.verdict.row.outcome,
        "after": one.verdict.outcome,
        "illegal_turn": one.illegal_turn,
        "clause": illegal.illegal.clause if illegal else "",
        "finding": one.consequence.text if one.consequence else "",
        "result": one.pair.result.winner.value,
        "result_after": other_results([one]).get(one.pair.game_id, one.pair.result).winner.value,
    }


def other_results(touched: Iterable[AffectedGame]) -> dict[str, Result]:
    """Return the results that would change."""
    return {
        one.pair.game_id: one.consequence.result
        for one in touched
        if one.consequence and one.consequence.result and one.pair.ruled is None
    }


def standings_body(
    row: TournamentRow, before: Tournament, after: Tournament, results: Results
) -> OtherStandingsBody:
    """Return the places that would change after the last round with results."""
    order = name_order(before)
    was, now = before.history(order), _state_with_results(after, results).history(order)
    number = last_round_with_results(was)
    moved = differences(standings(was, number), standings(now, number))
    names = entry_names(row) if moved else {}
    return {
        "round": number,
        "results": len(results),
        "changes": [place_change_body(one, names) for one in moved],
    }


def _state_with_results(state: Tournament, results: Results) -> Tournament:
    for number, pair in list(_pairs_by_round(state)):
        if pair.game_id in results:
            state = with_pair(state, number, pair.game_id, recorded=results[pair.game_id])
    return state
