"""The effect of a ruling on a tournament, computed before it is made. Writes nothing."""

from functools import reduce

from games.claims.host import NO_RESULT, ResultBody, RulingEffect
from tournaments.competition.standings import differences, standings
from tournaments.domain.base import Command, fold
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.reading.queries import entry_names, last_round_with_results
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow


def effect_of(row: TournamentRow, game_id: str, command: Command | None) -> RulingEffect:
    """Return the result, the places and the later rounds that a command concerns; None changes nothing."""
    before, _ = load(str(row.id))
    after: Tournament = reduce(fold, command.decide(before) if command else (), before)
    order = name_order(before)
    was, now = before.history(order), after.history(order)
    number = max(last_round_with_results(was), last_round_with_results(now))
    changed = differences(standings(was, number), standings(now, number))
    moved = [one for one in changed if one.place_before != one.place_after]
    names = entry_names(row) if moved else {}
    return {
        "before": _result(before, game_id),
        "after": _result(after, game_id),
        "round": number,
        "places": [
            {
                "entry": one.entry,
                "name": str(names[one.entry]),
                "place_before": one.place_before,
                "place": one.place_after,
            }
            for one in moved
        ],
        "later_rounds": _later_rounds(before, game_id),
    }


def _result(state: Tournament, game_id: str) -> ResultBody:
    found = state.pair_of(game_id)
    if found is None:
        return NO_RESULT
    return {"result": found[1].result.winner, "by_default": found[1].result.by_default}


def _later_rounds(state: Tournament, game_id: str) -> list[int]:
    found = state.pair_of(game_id)
    paired = [number for number, round_ in sorted(state.rounds.items()) if round_.pairs]
    return [number for number in paired if found and number > found[0].number]
