"""Places of teams, and results of players by board.

| name     | unit | formula                                                            | source            |
|----------|------|--------------------------------------------------------------------|-------------------|
| TEAMP    | 2    | match points: 1, half, 0, and what byes and absences give          | OpenGotha 3.52, V |
| BDW      | 2    | board points of all matches, and of byes                           | OpenGotha 3.52, V |
| BDWnU    | 2    | the same at boards 1 to n: BDW1U, BDW2U, ... BDW9U                 | OpenGotha 3.52    |
| BDWW     | 2    | board points times (boards + 1 - board): higher boards count more  | this program: ?   |
| SOST     | 2    | sum of the opponents' TEAMP; missed: 0                             | OpenGotha 3.52    |
| MNR      | 1    | mean rating of the boards                                          | OpenGotha 3.52    |
| others   |      | MMS, SOSM, DC, RANK, ...: as for players, computed from matches    | ``tiebreaks``     |

The board points of a bye, half a point for each board unless the settings say otherwise, count in BDW alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from tournaments.competition.history import History
from tournaments.competition.settings import Settings
from tournaments.competition.standings import Criterion, Row, Standings, UnknownCriterion, find_criterion
from tournaments.competition.standings.placement import columns_of
from tournaments.state.tournament import Tournament
from tournaments.teams.history import PLAYER_CRITERIA, team_history
from tournaments.teams.matches import Match, is_counted, matches, team_byes

UPPER = re.compile("BDW([1-9])U")
Weight = Callable[[int], int]
"""The weight of a point by board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(Row):
    """A row of team standings. ``units``: the divisor of each stored score."""

    units: Mapping[str, int]

    def score_text(self, name: str) -> float:
        return self.scores[name] / self.units[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBoard:
    """The games and points of an entry at one board; ``points2`` are doubled points."""

    board: int
    entry: str
    team: str
    games: int
    points2: int


def unknown_of_teams(settings: Settings) -> list[str]:
    """Return the names in ``settings.teams.criteria`` that are not criteria."""
    return [name for name in settings.teams.criteria if not _is_criterion(name, settings.system)]


def team_standings(state: Tournament, number: int) -> Standings:
    """Return team standings after ``number`` rounds; equal teams share the first of their places, by name."""
    history = team_history(state)
    criteria = [_criterion(name, state, number) for name in state.settings.teams.criteria]
    columns = columns_of(history, number, criteria)
    keys = {id_: tuple(column[id_] for column in columns) for id_ in history.entrants}
    names = tuple(criterion.name for criterion in criteria)
    units = {criterion.name: criterion.unit for criterion in criteria}
    rows = _rank_teams(history, keys, names, units)
    return Standings(round=number, criteria=names, rows=tuple(rows))


def board_results(state: Tournament, number: int) -> list[AtBoard]:
    """Return the results of entries at boards in the first ``number`` rounds, by board, most points first."""
    points_by_seat: dict[tuple[int, str, str], list[int]] = {}
    for match in _counted_matches(state, number):
        for board in match.boards:
            for entry, team in ((board.pair.white, board.white), (board.pair.black, board.black)):
                points_by_seat.setdefault((board.number, entry, team), []).append(board.points2(team))
    found = [
        AtBoard(board=board, entry=entry, team=team, games=len(points2), points2=sum(points2))
        for (board, entry, team), points2 in points_by_seat.items()
    ]
    return sorted(
        found, key=lambda one: (one.board, -one.points2, one.games, state.entries[one.entry].number)
    )


def _rank_teams(
    history: History, keys: Mapping[str, tuple[int, ...]], names: tuple[str, ...], units: Mapping[str, int]
) -> Iterable[TeamRow]:
    """Yield the rows by place; teams that no criterion separates are in the order of the history."""
    order = sorted(keys, key=lambda id_: (tuple(-value for value in keys[id_]), history.entrants[id_].order))
    place = 0
    for index, id_ in enumerate(order):
        if index == 0 or keys[id_] != keys[order[index - 1]]:
            place = index + 1
        scores = dict(zip(names, keys[id_], strict=True))
        yield TeamRow(place=place, entrant_id=id_, scores=scores, units=units)


def _is_criterion(name: str, system: str) -> bool:
    if name in ("BDW", "BDWW") or UPPER.fullmatch(name):
        return True
    try:
        find_criterion(PLAYER_CRITERIA.get(name, name), system)
    except UnknownCriterion:
        return False
    return True


def _criterion(name: str, state: Tournament, number: int) -> Criterion:
    """Return the criterion of that name. Raises ``UnknownCriterion``."""
    boards = state.settings.teams.boards
    if upper := UPPER.fullmatch(name):
        points2 = _points2(state, number, partial(_upper_boards, int(upper[1])))
    elif name == "BDWW":
        points2 = _points2(state, number, lambda board: boards + 1 - board)
    elif name == "BDW":
        byes2, won2 = _byes2(state, number), _points2(state, number, partial(_upper_boards, boards))
        points2 = {team: won2[team] + byes2[team] for team in won2}
    else:
        found = find_criterion(PLAYER_CRITERIA.get(name, name), state.settings.system)
        shown = name if name in PLAYER_CRITERIA else found.name
        return Criterion(name=shown, unit=found.unit, measure=found.measure, among=found.among)
    return Criterion(name=name, unit=2, measure=partial(_stored_points, points2))


def _stored_points(points2: dict[str, int], field: object) -> dict[str, int]:
    return points2


def _upper_boards(lowest: int, board: int) -> int:
    return int(board <= lowest)


def _points2(state: Tournament, number: int, weight: Weight) -> dict[str, int]:
    """Return the doubled board points of every team, each times the weight of its board."""
    points2 = dict.fromkeys(state.teams, 0)
    for match in _counted_matches(state, number):
        for board in match.boards:
            for team in match.teams:
                points2[team] += weight(board.number) * board.points2(team)
    return points2


def _byes2(state: Tournament, number: int) -> dict[str, int]:
    settings = state.settings.teams
    each2 = settings.boards if settings.bye_boards2 is None else settings.bye_boards2
    rounds = [played for played in state.rounds if played <= number]
    byes = [team for played in rounds for team in team_byes(state, played)]
    return {team: each2 * byes.count(team) for team in state.teams}


def _counted_matches(state: Tournament, number: int) -> Iterable[Match]:
    """Yield the counted matches of the first ``number`` rounds."""
    rounds = (played for played in sorted(state.rounds) if played <= number)
    every = (match for played in rounds for match in matches(state, played))
    return (match for match in every if is_counted(state, match))
