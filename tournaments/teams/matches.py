"""The matches of a round, read from its pairs and the line-ups of the teams.

A pair is a board of a match if its two players sit at the same board of two different teams. A team has the
bye if one of its line-up has it and it has no match.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.competition.facts import Team
from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules import is_bracket
from tournaments.state.line_ups import Seat, line_up, line_ups_of, seats_of_entries
from tournaments.state.tournament import Pair, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board of a match. ``white``, ``black``: the teams with these colours. ``number`` counts from 1."""

    number: int
    white: str
    black: str
    pair: Pair

    def points2(self, team: str) -> int:
        """Return the doubled points of one of the two teams."""
        return self.pair.result.points2(for_black=team == self.black)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match of two teams in a round. ``white`` has White on the first of the boards."""

    round: int
    white: str
    black: str
    boards: tuple[Board, ...]

    @property
    def teams(self) -> tuple[str, str]:
        return self.white, self.black

    @property
    def place(self) -> str:
        """Return the place of the match in its bracket, or ""."""
        return next((board.pair.place for board in self.boards if board.pair.place), "")

    @property
    def table(self) -> int:
        """Return the first table of the match."""
        return min(board.pair.table for board in self.boards)

    @property
    def own_date(self) -> tuple[str, str]:
        """Return the date and time of a postponed match, if all boards have the same."""
        days = {(board.pair.date, board.pair.time) for board in self.boards}
        return days.pop() if len(days) == 1 else ("", "")

    def other(self, team: str) -> str:
        return self.black if team == self.white else self.white

    def points2(self, team: str) -> int:
        """Return the doubled board points of one of the two teams."""
        return sum(board.points2(team) for board in self.boards)

    @property
    def is_finished(self) -> bool:
        return all(board.pair.result.winner is not Winner.NOBODY_YET for board in self.boards)

    @property
    def result(self) -> Result:
        """Return the winner by board points once all boards have a result; by default if all boards are."""
        if not self.is_finished:
            return Result()
        white2, black2 = self.points2(self.white), self.points2(self.black)
        by_default = all(board.pair.result.by_default for board in self.boards)
        if white2 == black2:
            return Result(winner=Winner.JIGO if white2 else Winner.NEITHER, by_default=by_default)
        return Result(winner=Winner.WHITE if white2 > black2 else Winner.BLACK, by_default=by_default)


def result_of(match: Match, system: str) -> Result:
    """Return the result of a match in this system: in a knock-out an even match has a winner too.

    The winner is the team with more points at board 1, else at board 2, and so on. If no board decides, the
    match has no winner.
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
    """Return the matches of a round by table."""
    found: dict[frozenset[str], list[Board]] = {}
    for board in _boards(state.round(number), seats_of_entries(state, number)):
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
    """Return the match of a team in a round."""
    return next((match for match in matches(state, number) if team in match.teams), None)


def earlier_matches(state: Tournament, number: int, teams: Iterable[str]) -> tuple[Match, ...]:
    """Return the matches of two teams in the rounds before ``number``, in order."""
    two = set(teams)
    earlier = (played for played in sorted(state.rounds) if played < number)
    return tuple(match for played in earlier for match in matches(state, played) if set(match.teams) == two)


def team_byes(state: Tournament, number: int) -> frozenset[str]:
    """Return the teams that have the bye of the round."""
    playing = {team for match in matches(state, number) for team in match.teams}
    byes = state.round(number).byes
    return frozenset(
        team
        for team, players in line_ups_of(state, number).items()
        if team not in playing and byes.intersection(players)
    )


def is_team_present(state: Tournament, team: Team, number: int) -> bool:
    """Return whether a player of its line-up is present; boards of the others are lost by default."""
    return any(state.entries[entry].present_in(number) for entry in line_up(state, team, number))


def is_voided(state: Tournament, team: Team) -> bool:
    """Return whether all members have left and the matches of the team do not count for places."""
    return bool(team.members) and all(state.entries[entry].voided for entry in team.members)


def is_counted(state: Tournament, match: Match) -> bool:
    """Return whether a match counts for places: neither of its teams is voided."""
    return not any(is_voided(state, state.teams[team]) for team in match.teams)


def busy_teams(state: Tournament, number: int) -> frozenset[str]:
    """Return the teams of which a player at a board has a game or a bye in the round."""
    busy = state.round(number).busy
    return frozenset(
        team for team, players in line_ups_of(state, number).items() if busy.intersection(players)
    )


def waiting_teams(state: Tournament, number: int) -> list[Team]:
    """Return the teams that are present and have neither a game nor a bye in the round."""
    busy = state.round(number).busy
    line_ups = line_ups_of(state, number)
    return [
        team
        for team in state.teams.values()
        if not busy.intersection(line_ups[team.id])
        and any(state.entries[entry].present_in(number) for entry in line_ups[team.id])
    ]


def waiting_players(state: Tournament, number: int) -> list[str]:
    """Return the entries at the boards that are present and have neither a game nor a bye."""
    busy = state.round(number).busy
    return [
        entry
        for entry in seats_of_entries(state, number)
        if state.entries[entry].present_in(number) and entry not in busy
    ]


def unmatched_teams(state: Tournament, number: int) -> frozenset[str]:
    """Return the teams that need no match in the round: paired, with the bye, or absent."""
    return frozenset(state.teams) - {team.id for team in waiting_teams(state, number)}
