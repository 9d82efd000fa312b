"""Schedules as bodies for REST and pages: seeds, the matches of a bracket, the games of a round robin."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypedDict

from django.http import Http404

from games.rest.bodies import IdText, OptionalDay, OptionalText
from tournaments.competition.history import Winner
from tournaments.competition.schedules import SCHEDULES, Plan, Planned, Played, is_bracket, round_robin
from tournaments.competition.schedules.bracket import NOBODY, FilledMatch, champion
from tournaments.domain.replays import find_in_bracket, matches_to_replay
from tournaments.domain.schedule import bracket_matches, fields_of, games_of_field, is_scheduled, seeds_of
from tournaments.domain.settings import SYSTEMS
from tournaments.loading import load
from tournaments.reading.names import WinnerText
from tournaments.reading.queries import Name, entry_names
from tournaments.state.groups import named_groups
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import matches

Names = Mapping[str, Name]
SystemText = Annotated[str, ("enum", [*SYSTEMS])]
MatchState = Literal["open", "free", "due", "paired", "decided"]


class ScheduledBody(TypedDict):
    """A side of a schedule: an entry, or a team if matches have boards."""

    entry: IdText | None
    team: IdText | None
    name: str
    key: str


class ScheduledGameBody(TypedDict):
    """A game of a schedule, played or planned; ``result`` is "not_played" until it is known.

    In a team match, ``white`` has White at board 1 and points are board points; else points are null.

    ``date``, ``time``: of a postponed game, or of a match if all its boards are postponed; else null.
    """

    white: ScheduledBody
    black: ScheduledBody
    result: WinnerText
    date: OptionalDay
    time: OptionalText
    white_points: float | None
    black_points: float | None


class ScheduledRoundBody(TypedDict):
    """A round of a schedule. ``free``: the side without an opponent. ``date``: ISO 8601, or null."""

    number: int
    date: OptionalDay
    games: list[ScheduledGameBody]
    free: list[ScheduledBody]


class MatchBody(TypedDict):
    """A match of a bracket. ``place``: "W2/1" is level 2 of the winners' side, match 1.

    L is the losers' side, F the finals, T the game for third place, C the consolation bracket. ``state``:
    open (players unknown), free (no opponent), due, paired, decided. ``winner``: an entry, or a team.
    ``table``: the first table of a team match. An even match of a knock-out is won by the team that
    has more at board 1, else at board 2, and so on.

    ``won``: the winner by the result, not the one who advances, if it was corrected after later matches had
    been drawn. ``followed_by``: later matches with a game, which replaying would undo.
    """

    place: str
    round: int
    one: ScheduledBody | None
    other: ScheduledBody | None
    winner: IdText | None
    won: IdText | None
    followed_by: list[str]
    table: int | None
    by_default: bool
    state: MatchState


class ScheduleBody(TypedDict):
    """The schedule of ``group``, null for those without a group. ``groups``: those of the event.

    ``seeds``: as drawn; ``seeds_by_hand``: set before the draw, visible to officers only.

    ``rounds`` of a round robin, ``matches`` of a knock-out; both empty until round 1 is paired.

    ``champion``: the winner of the deciding match.
    """

    tournament: str
    system: SystemText
    group: OptionalText
    groups: list[OptionalText]
    seeds: list[ScheduledBody]
    seeds_by_hand: list[ScheduledBody]
    rounds: list[ScheduledRoundBody]
    matches: list[MatchBody]
    champion: ScheduledBody | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A game or match of a round robin; ``points2``: doubled board points by team, empty for players.

    ``postponed_to``: date and time if postponed, else empty.
    """

    game: Played
    points2: Mapping[str, int]
    postponed_to: tuple[str, str] = ("", "")


def schedule_state(row: TournamentRow, *, officer: bool) -> Tournament:
    """Return the tournament; for the public as if unpublished rounds had not been paired."""
    state, _ = load(str(row.id))
    if officer:
        return state
    return replace(
        state, rounds={n: round_.published_part for n, round_ in state.rounds.items() if round_.published}
    )


def names_in(row: TournamentRow, state: Tournament) -> dict[str, Name]:
    """Return the names of entries and teams by id."""
    return entry_names(row) | {team.id: Name(team.name) for team in state.teams.values()}


def meetings(state: Tournament, seeds: Sequence[str]) -> list[Meeting]:
    """Return the meetings within a field, by round and table."""
    points: dict[tuple[int, frozenset[str]], dict[str, int]] = {}
    days: dict[tuple[int, frozenset[str]], tuple[str, str]] = {}
    for number, round_ in state.rounds.items():
        days |= {(number, frozenset(pair.players)): (pair.date, pair.time) for pair in round_.pairs.values()}
        for match in matches(state, number) if state.settings.teams.boards else ():
            key = number, frozenset(match.teams)
            points[key] = {team: match.points2(team) for team in match.teams}
            days[key] = match.own_date
    return [
        Meeting(
            game=game,
            points2=points.get((game.round, game.players), {}),
            postponed_to=days.get((game.round, game.players), ("", "")),
        )
        for game in games_of_field(state, seeds)
    ]


def schedule_body(row: TournamentRow, group: str | None, *, officer: bool) -> ScheduleBody:
    """Return the schedule of a group, by default the first. Raises Http404 for a group without players."""
    state = schedule_state(row, officer=officer)
    names, groups = names_in(row, state), fields_of(state)
    group = groups[0] if group is None else group
    if group not in groups:
        raise Http404
    seeds, bracket = seeds_of(state, group), bracket_matches(state, group)
    first = champion(bracket)
    return {
        "tournament": row.slug,
        "system": state.settings.system,
        "group": group,
        "groups": named_groups(groups),
        "seeds": [_side(state, id_, names) for id_ in seeds],
        "seeds_by_hand": [
            _side(state, id_, names) for id_ in (state.seeds.get(group, ()) if officer else ())
        ],
        "rounds": _rounds(state, seeds, names),
        "matches": [_match(state, bracket, one, names) for one in bracket],
        "champion": _side(state, first, names) if first else None,
    }


def advanced_player(row: TournamentRow, game_id: str) -> Name | None:
    """Return the player who advanced from this game of a bracket, if its result was corrected later."""
    if not is_bracket(row.system):
        return None
    state, _ = load(str(row.id))
    found = state.pair_of(game_id)
    _, one = find_in_bracket(state, found[1]) if found else ([], None)
    return names_in(row, state).get(one.winner or "") if one and one.is_overtaken else None


def _side(state: Tournament, id_: str, names: Names) -> ScheduledBody:
    team = id_ if state.settings.teams.boards else None
    return {
        "entry": None if team else id_,
        "team": team,
        "name": str(names[id_]),
        "key": names[id_].key,
    }


def _rounds(state: Tournament, seeds: tuple[str, ...], names: Names) -> list[ScheduledRoundBody]:
    """Return all rounds of a round robin, as drawn or as played; empty for other systems."""
    if not (is_scheduled(state) and seeds and state.settings.system == "round_robin"):
        return []
    dates = state.settings.schedule.dates
    met = {(one.game.round, one.game.players): one for one in meetings(state, seeds)}
    last = round_robin.round_count(len(seeds), twice=state.settings.schedule.twice)
    plans = plans_of(state, seeds, range(1, last + 1))
    return [
        {
            "number": number,
            "date": dates[number - 1] if number <= len(dates) else "",
            "games": [_game(state, game, met.get((number, game.players)), names) for game in plan.games],
            "free": [_side(state, id_, names) for id_ in plan.byes],
        }
        for number, plan in plans.items()
    ]


def plans_of(state: Tournament, seeds: Sequence[str], numbers: Iterable[int]) -> dict[int, Plan]:
    """Return the planned rounds of a round robin."""
    schedule, played = SCHEDULES[state.settings.system], games_of_field(state, seeds)
    return {number: schedule.plan(seeds, number, played, state.settings.schedule) for number in numbers}


def _game(state: Tournament, planned: Planned, met: Meeting | None, names: Names) -> ScheduledGameBody:
    game = met.game if met else planned
    white, black = game.white, game.black
    points = [met.points2[id_] / 2 if met and met.points2 else None for id_ in (white, black)]
    return {
        "white": _side(state, white, names),
        "black": _side(state, black, names),
        "result": (met.game.result.winner if met else Winner.NOBODY_YET).value,
        "date": met.postponed_to[0] if met else "",
        "time": met.postponed_to[1] if met else "",
        "white_points": points[0],
        "black_points": points[1],
    }


def _match(state: Tournament, bracket: Sequence[FilledMatch], one: FilledMatch, names: Names) -> MatchBody:
    return {
        "place": one.match.place,
        "round": one.match.round,
        "one": _side(state, one.one, names) if one.one else None,
        "other": _side(state, one.other, names) if one.other else None,
        "winner": one.winner or None,
        "won": (one.won if one.game else one.winner) or None,
        "followed_by": [later.match.place for later in matches_to_replay(bracket, one)],
        "table": one.game.table if one.game else None,
        "by_default": bool(one.game and one.game.result.by_default),
        "state": _state(one),
    }


def _state(one: FilledMatch) -> MatchState:
    if one.game:
        return "paired" if one.winner is None else "decided"
    if NOBODY in (one.one, one.other):
        return "free"
    return "due" if one.is_due else "open"
