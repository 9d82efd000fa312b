"""OpenGotha's teams: the players at each board of a team in each round.

| in OpenGotha                              | here                                                          |
|-------------------------------------------|---------------------------------------------------------------|
| a line-up for each of its 20 rounds       | members, and line-ups of rounds with other players            |
| number of a team                          | the order in which teams are formed                           |
| teams together with single players,       | the players alone, with a warning: here boards meet boards    |
| incomplete teams                          |                                                               |
| board without a round (before 3.28.04)    | that board in every round                                     |
| criteria that place teams                 | the same; unknown ones are left out with a warning            |
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tournaments.competition.facts import MOST_MEMBERS
from tournaments.competition.history import Game
from tournaments.competition.settings import Settings, TeamSettings
from tournaments.formats.fields import fault, integer, text
from tournaments.formats.imported import ImportedTeam
from tournaments.formats.opengotha_settings import MAX_ROUNDS, Warn
from tournaments.formats.safe_xml import Element
from tournaments.teams.standings import unknown_of_teams

Find = Callable[[Element, str], str]
"""Return the entrant named by an attribute of an element."""
MAX_TEAMS = 1_000
MAX_BOARDS = 10
USUAL_SIZE = 4


class NotByBoards(Exception):
    """The reason why teams do not play each other board by board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seats:
    """A team as in the file. ``at``: round -> board -> entrant."""

    name: str
    number: int
    at: dict[int, dict[int, str]] = field(default_factory=dict)

    def line_up(self, number: int, boards: int) -> tuple[str, ...]:
        """Return the players at the boards of a round; none if a board is empty."""
        seats = self.at.get(number, {})
        players = [seats.get(board) for board in range(1, boards + 1)]
        return tuple(who for who in players if who) if all(players) else ()


def teams_of(
    root: Element, settings: Settings, games: Sequence[Game], find: Find, warn: Warn
) -> tuple[Settings, tuple[ImportedTeam, ...]]:
    """Return the settings with the boards of a match, and the teams in the order of their numbers.

    Returns neither without teams, or if the teams do not play each other; a warning then has the reason.
    """
    boards = _boards(root)
    try:
        seats = _seats(root, settings.rounds, find)
        teams = [_team(each, settings.rounds, boards) for each in seats]
        _check_teams(teams, games, boards)
    except NotByBoards as reason:
        warn(f"Teams are not read: {reason}. Their members are read as single entrants.")
        return settings, ()
    if not seats:
        return settings, ()
    for each in seats:
        _warn_of_seats(each, settings.rounds, boards, warn)
    chosen = replace(settings, teams=TeamSettings(boards=boards))
    return replace(chosen, teams=replace(chosen.teams, criteria=_criteria(root, chosen, warn))), tuple(teams)


def _boards(root: Element) -> int:
    element = root.first("TeamTournamentParameterSet", "TeamGeneralParameterSet")
    return integer(element, "teamSize", USUAL_SIZE, low=2, high=MAX_BOARDS) if element else USUAL_SIZE


def _seats(root: Element, rounds: int, find: Find) -> list[_Seats]:
    seats: dict[str, _Seats] = {}
    seated: set[tuple[int, str]] = set()
    for element in root.all("Teams", "Team"):
        name = text(element, "teamName", "").strip()
        if not name:
            raise fault(element, "missing_name", "a team has no name")
        if name.casefold() in seats:
            raise fault(element, "duplicate_team", f"two teams are called {name[:80]}")
        if len(seats) == MAX_TEAMS:
            raise fault(element, "too_many_teams", f"more than {MAX_TEAMS} teams")
        number = integer(element, "teamNumber", 0, low=0, high=1_000_000)
        seats[name.casefold()] = each = _Seats(name=name, number=number)
        for board in element.all("Board"):
            _sit(each, board, rounds, find, seated)
    return sorted(seats.values(), key=lambda each: each.number)


def _sit(each: _Seats, element: Element, rounds: int, find: Find, seated: set[tuple[int, str]]) -> None:
    """Read the player of one board; rounds after the last are ignored."""
    round_number = integer(element, "roundNumber", 0, low=0, high=MAX_ROUNDS)
    board = integer(element, "boardNumber", 1, low=1, high=MAX_BOARDS)
    who = find(element, "player")
    for number in (
        range(1, rounds + 1) if round_number == 0 else [round_number] if round_number <= rounds else []
    ):
        at = each.at.setdefault(number, {})
        if board in at:
            raise NotByBoards(f"{each.name} has two players at board {board} in round {number}")
        if (number, who) in seated:
            raise NotByBoards(f"{who[:80]} sits at two boards in round {number}")
        seated.add((number, who))
        at[board] = who


def _team(each: _Seats, rounds: int, boards: int) -> ImportedTeam:
    """Return members in the order of their first boards, and line-ups that differ from the first members."""
    line_ups = {number: each.line_up(number, boards) for number in range(1, rounds + 1)}
    members = tuple(dict.fromkeys(who for players in line_ups.values() for who in players))
    others = {n: players for n, players in line_ups.items() if players and players != members[:boards]}
    return ImportedTeam(name=each.name, members=members, line_ups=others)


def _check_teams(teams: Sequence[ImportedTeam], games: Iterable[Game], boards: int) -> None:
    for team in teams:
        if len(team.members) < boards:
            raise NotByBoards(f"{team.name} has no {boards} players in any round")
        if len(team.members) > MOST_MEMBERS:
            raise NotByBoards(f"{team.name} has more than {MOST_MEMBERS} players")
    own: dict[str, str] = {}
    for team in teams:
        for who in team.members:
            if own.setdefault(who, team.name) != team.name:
                raise NotByBoards(f"{who} plays for {own[who]} and {team.name}")
    if teams:
        _check_matches(teams, games, boards)


def _check_matches(teams: Sequence[ImportedTeam], games: Iterable[Game], boards: int) -> None:
    opponents: dict[tuple[int, str], str] = {}
    by_round: dict[int, dict[str, tuple[str, int]]] = {}
    for game in games:
        seated = by_round.get(game.round) or by_round.setdefault(
            game.round, _seats_by_entrant(teams, game.round, boards)
        )
        white, black = seated.get(game.white), seated.get(game.black)
        if not white or not black or white[0] == black[0] or white[1] != black[1]:
            where = f"in round {game.round} table {game.table}"
            raise NotByBoards(f"{where} no board of a team meets that board of another")
        for one, other in ((white[0], black[0]), (black[0], white[0])):
            if opponents.setdefault((game.round, one), other) != other:
                raise NotByBoards(
                    f"in round {game.round} {one} meets {opponents[game.round, one]} and {other}"
                )


def _seats_by_entrant(teams: Iterable[ImportedTeam], number: int, boards: int) -> dict[str, tuple[str, int]]:
    """Return the team and board of each entrant."""
    return {
        who: (team.name, board)
        for team in teams
        for board, who in enumerate(team.line_up(number, boards), start=1)
    }


def _warn_of_seats(each: _Seats, rounds: int, boards: int, warn: Warn) -> None:
    odd = [str(number) for number in range(1, rounds + 1) if not each.line_up(number, boards)]
    if odd:
        where = ", ".join(odd)
        warn(f"{each.name} has not all boards in round {where}: its first {boards} members are taken there.")
    if any(board > boards for at in each.at.values() for board in at):
        warn(f"{each.name} has more than {boards} boards, which is the size of a team: the rest is left out.")


def _criteria(root: Element, settings: Settings, warn: Warn) -> tuple[str, ...]:
    path = (
        "TeamTournamentParameterSet",
        "TeamPlacementParameterSet",
        "PlacementCriteria",
        "PlacementCriterion",
    )
    named = [
        (integer(element, "number", 1, low=1, high=20), text(element, "name", "NULL").strip())
        for element in root.all(*path)
    ]
    wanted = dict.fromkeys(name for _, name in sorted(named, key=lambda one: one[0]) if name != "NULL")
    teams = replace(settings.teams, criteria=tuple(wanted))
    unknown = set(unknown_of_teams(replace(settings, teams=teams)))
    for name in wanted:
        if name in unknown:
            warn(f"The criterion of teams {name[:40]!r} is not one that is computed here; it is left out.")
    return tuple(name for name in wanted if name not in unknown) or ("TEAMP",)
