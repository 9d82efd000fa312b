"""Results that a draw would have followed from: whoever pairs a round without them says why."""

from games.refusals import refuse
from tournaments.competition.schedules import depends_on_results
from tournaments.deciding.closing import UNFINISHED
from tournaments.deciding.scheduling import is_scheduled
from tournaments.state.groups import group_of
from tournaments.state.tournament import Pair, Tournament


def missing_results(
    state: Tournament, number: int, today: str, group: str | None = None
) -> list[tuple[int, Pair]]:
    """(round, game) of the rounds before without a result, or with two, by round and table.

    None where the draw does not depend on results, nor those whose own day (ISO 8601) is not over ``today``.
    ``group``: of whom alone, where one group is paired by itself.
    """
    if not depends_on_results(state.settings.system):
        return []
    return [
        (earlier, pair)
        for earlier in sorted(state.rounds)
        if earlier < number
        for pair in state.round(earlier).by_table()
        if pair.result_state in UNFINISHED and not pair.put_off(today)
        if group is None or group_of(state, pair.black) == group
    ]


def reason_without(state: Tournament, number: int, today: str, reason: str, group: str | None = None) -> str:
    """The reason to record with the round: "" where no result is missing.

    Refuses ``results_missing``, with the games, where some are and no reason was given. A bracket cannot do
    without its winners, whatever the reason: drawing it says so.
    """
    if is_scheduled(state):
        return ""
    missing = missing_results(state, number, today, group)
    if missing and not reason.strip():
        games = [{"round": round_, "table": pair.table, "game": pair.game_id} for round_, pair in missing]
        refuse("results_missing", round=number, games=games)
    return reason if missing else ""
