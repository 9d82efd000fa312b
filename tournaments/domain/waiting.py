"""Players and teams without a game in a round, and missing results of earlier rounds."""

from games.refusals import refuse
from tournaments.competition.pairing.unknown import UnknownOrigins, unknown_origins
from tournaments.competition.schedules import depends_on_results
from tournaments.domain.guards import UNFINISHED, need_open, need_round, need_round_before
from tournaments.domain.schedule import busy_sides, entries_of_sides, is_scheduled, sides_to_draw
from tournaments.state.groups import group_of, groups_of
from tournaments.state.tournament import Pair, Round, Tournament
from tournaments.teams.matches import waiting_players, waiting_teams


def missing_results(
    state: Tournament, number: int, today: str, group: str | None = None
) -> list[tuple[int, Pair]]:
    """Return the open games that the draw of a round depends on: none where it does not depend on results."""
    return open_games(state, number, today, group) if depends_on_results(state.settings.system) else []


def open_games(
    state: Tournament, number: int, today: str, group: str | None = None
) -> list[tuple[int, Pair]]:
    """Return games of earlier rounds without a result, or with differing reports, by round and table.

    Postponed games (after ``today``, ISO 8601) are omitted. ``group``: only of this group, if it is paired by
    itself.
    """
    return [
        (earlier, pair)
        for earlier in sorted(state.rounds)
        if earlier < number
        for pair in state.round(earlier).by_table()
        if pair.result_state in UNFINISHED and not pair.is_postponed(today)
        if group is None or group_of(state, pair.black) == group
    ]


def reason_for_pairing(
    state: Tournament, number: int, today: str, reason: str, group: str | None = None
) -> str:
    """Return the reason to record with the round, "" if no result is missing.

    Refuses ``results_missing``, with the games, if some are and no reason was given. In a bracket, drawing
    itself refuses missing winners.
    """
    if is_scheduled(state):
        return ""
    missing = missing_results(state, number, today, group)
    if missing and not reason.strip():
        games = [{"round": round_, "table": pair.table, "game": pair.game_id} for round_, pair in missing]
        refuse("results_missing", round=number, games=games)
    return reason if missing else ""


def need_pairable_round(state: Tournament, number: int) -> Round:
    """Return the round, if it can be paired: the previous one is paired, and players wait for a game."""
    round_ = need_round(state, number)
    need_round_before(state, number)
    need_open(round_)
    if round_.pairs and len(waiting_sides(state, number)) < 2:
        refuse("round_already_paired", round=number)
    return round_


def waiting_sides(state: Tournament, number: int) -> list[str]:
    """Return the entries, or teams, that wait for a game, or match."""
    if is_scheduled(state):
        return sides_to_draw(state, number)
    if state.settings.teams.boards:
        return [team.id for team in waiting_teams(state, number)]
    return waiting_entries(state, number)


def waiting_entries(state: Tournament, number: int) -> list[str]:
    """Return the present entries without a game or bye in the round; of teams, those at the boards."""
    if is_scheduled(state):
        return entries_of_sides(state, sides_to_draw(state, number), number)
    if state.settings.teams.boards:
        return waiting_players(state, number)
    busy = state.round(number).busy
    return [entry.id for entry in state.entries.values() if entry.present_in(number) and entry.id not in busy]


def unknown_facts(state: Tournament, number: int, rules: str | None = None) -> UnknownOrigins:
    """Count unknown countries and clubs of waiting entries; none if teams or a schedule decide who meets."""
    apart = state.settings.teams.boards or is_scheduled(state)
    waiting = [] if apart else [state.entries[who] for who in waiting_entries(state, number)]
    countries, clubs = [one.country for one in waiting], [one.club for one in waiting]
    return unknown_origins(state.settings, countries, clubs, rules)


def unchecked_entries(state: Tournament, number: int, group: str | None = None) -> list[str]:
    """Return waiting entries that are not checked in; none if no entry has been checked in at all."""
    if not any(entry.checked_in for entry in state.entries.values()):
        return []
    waits = (state.entries[entry_id] for entry_id in waiting_entries(state, number))
    return [one.id for one in waits if not one.checked_in and group in (None, one.group)]


def unpaired_groups(state: Tournament, number: int) -> list[str]:
    """Return groups without games or byes in the round that have two or more waiting sides."""
    waiting_groups = [group_of(state, who) for who in waiting_sides(state, number)]
    paired_groups = {group_of(state, who) for who in busy_sides(state, number)}
    return [
        group for group in groups_of(state) if group not in paired_groups and waiting_groups.count(group) > 1
    ]


def need_group_before(state: Tournament, number: int, group: str) -> None:
    """Refuse to pair a group that has no pairs in the previous round."""
    if number > 1 and group in unpaired_groups(state, number - 1):
        who = f"Group {group} has" if group else "Those without a group have"
        fault = f"{who} no pairs in round {number - 1}."
        refuse("earlier_round_not_paired", round=number - 1, group=group, fault=fault)
