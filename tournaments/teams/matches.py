"""The matches of a round, read from its pairs and the line-ups of the teams.

A pair is a board of a match if its two players sit at the same board of two different teams. A team has the
bye if one of its line-up has it and it has no match.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules import is_bracket
from tournaments.competition.team import Team
from tournaments.state.line_ups import Seat, line_up, line_ups_of, seats
from tournaments.state.tournament import Pair, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """``white`` and ``black``: the teams that have these colours here. ``number`` counts from 1."""

    number: int
    white: str
    black: str
    pair: Pair

    def points2(self, team: str) -> int:
        """Doubled points of one of the two teams."""
        return self.pair.result.points2(for_black=team == self.black)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two teams in one round. ``white`` has White on the first of the boards."""

    round: int
    white: str
    black: str
    boards: tuple[Board, ...]

    @property
    def teams(self) -> tuple[str, str]:
        return self.white, self.black

    @property
    def place(self) -> str:
        """Which match of a bracket it is; its boards say so."""
        return next((board.pair.place for board in self.boards if board.pair.place), "")

    @property
    def table(self) -> int:
        """Where the match begins."""
        return min(board.pair.table for board in self.boards)

    @property
    def own_date(self) -> tuple[str, str]:
        """Day and time of its own, if all boards have the same."""
        days = {(board.pair.date, board.pair.time) for board in self.boards}
        return days.pop() if len(days) == 1 else ("", "")

    def other(self, team: str) -> str:
        return self.black if team == self.white else self.white

    def points2(self, team: str) -> int:
        """Doubled board points of one of the two teams."""
        return sum(board.points2(team) for board in self.boards)

    @property
    def is_finished(self) -> bool:
        return all(board.pair.result.winner is not Winner.NOBODY_YET for board in self.boards)

    @property
    def result(self) -> Result:
        """Who has more board points, once all boards are told. By default: if every board was."""
        if not self.is_finished:
            return Result()
        white2, black2 = self.points2(self.white), self.points2(self.black)
        by_default = all(board.pair.result.by_default for board in self.boards)
        if white2 == black2:
            return Result(winner=Winner.JIGO if white2 else Winner.NEITHER, by_default=by_default)
        return Result(winner=Winner.WHITE if white2 > black2 else Winner.BLACK, by_default=by_default)


def result_of(match: Match, system: str) -> Result:
    """What the match counts in this system: in a knock-out somebody goes on from an even one too.

    Of two with as many board points it is who has more at board 1, else at board 2, and so on. Where no board
    decides nobody has won.
    """
    result = match.result
    if result.winner is not Winner.JIGO or not is_bracket(system):
        return result
    for board in match.boards:
        white2, black2 = board.points2(match.white), board.points2(match.black)
        if white2 != black2:
            return replace(result, winner=Winner.WHITE if white2 > black2 else Winner.BLACK)
    return result


def matches(state: Tournament, number: int) -> list[Match]:
    """The matches of a round by table."""
    found: dict[frozenset[str], list[Board]] = {}
    for board in _boards(state.round(number), seats(state, number)):
        found.setdefault(frozenset((board.white, board.black)), []).append(board)
    return [_match(number, boards) for boards in found.values()]


def _boards(round_: Round, seated: Mapping[str, Seat]) -> Iterator[Board]:
    for pair in round_.by_table():
        white, black = seated.get(pair.white), seated.get(pair.black)
        if white and black and white[0] != black[0] and white[1] == black[1]:
            yield Board(number=white[1], white=white[0], black=black[0], pair=pair)


def _match(number: int, boards: list[Board]) -> Match:
    first, *rest = sorted(boards, key=lambda board: board.number)
    return Match(round=number, white=first.white, black=first.black, boards=(first, *rest))


def match_of(state: Tournament, number: int, team: str) -> Match | None:
    """The match of a team in a round."""
    return next((match for match in matches(state, number) if team in match.teams), None)


def met_before(state: Tournament, number: int, teams: Iterable[str]) -> tuple[Match, ...]:
    """The matches of two teams in the rounds before ``number``, the first first."""
    two = set(teams)
    earlier = (played for played in sorted(state.rounds) if played < number)
    return tuple(match for played in earlier for match in matches(state, played) if set(match.teams) == two)


def team_byes(state: Tournament, number: int) -> frozenset[str]:
    """Teams that have the bye of the round."""
    playing = {team for match in matches(state, number) for team in match.teams}
    byes = state.round(number).byes
    return frozenset(
        team
        for team, players in line_ups_of(state, number).items()
        if team not in playing and byes.intersection(players)
    )


def present(state: Tournament, team: Team, number: int) -> bool:
    """Whether anybody of its line-up is there; boards of the others are lost by default."""
    return any(state.entries[entry].present_in(number) for entry in line_up(state, team, number))


def voided(state: Tournament, team: Team) -> bool:
    """Whether all of it have left and their matches count for nobody's place."""
    return bool(team.members) and all(state.entries[entry].voided for entry in team.members)


def counts(state: Tournament, match: Match) -> bool:
    """Whether neither of its teams has left and had its matches left out."""
    return not any(voided(state, state.teams[team]) for team in match.teams)


def bound_teams(state: Tournament, number: int) -> frozenset[str]:
    """Teams of which somebody at a board has a game or a bye in the round."""
    busy = state.round(number).busy
    return frozenset(team for team, told in line_ups_of(state, number).items() if busy.intersection(told))


def waiting_teams(state: Tournament, number: int) -> list[Team]:
    """Teams that are present and have neither a game nor a bye in the round."""
    busy = state.round(number).busy
    told = line_ups_of(state, number)
    return [
        team
        for team in state.teams.values()
        if not busy.intersection(told[team.id])
        and any(state.entries[entry].present_in(number) for entry in told[team.id])
    ]


def waiting_players(state: Tournament, number: int) -> list[str]:
    """Entries at the boards who are present and have neither a game nor a bye."""
    busy = state.round(number).busy
    return [
        entry
        for entry in seats(state, number)
        if state.entries[entry].present_in(number) and entry not in busy
    ]


def apart_teams(state: Tournament, number: int) -> frozenset[str]:
    """Teams that are not matched any more in the round, or not there."""
    return frozenset(state.teams) - {team.id for team in waiting_teams(state, number)}
