"""Teams of a pairgoth file: in pair go and rengo one side each, else matches board by board.

| in the file                           | here                                                     | source |
|---------------------------------------|----------------------------------------------------------|--------|
| PAIRGO, RENGO2, RENGO3; a team        | an entry of two or three players                         | S      |
| strength of such a team               | the mean of its players, .5 towards the weaker           | S      |
| TEAM2 to TEAM5                        | teams of 2 to 5 boards                                   | S      |
| members                               | those of the boards, the strongest first, then the rest  | S      |
| individualGames, by the id of a match | the games at its boards, from board 1 down               | S      |
| a match without all of them           | boards without result, with a warning                    | C      |
| the result of a match                 | follows from the boards; a warning if it differs         | C      |
| stones                                | none between teams, except at boards that have them      | S      |
| a team too small and without a match  | its players alone, with a warning                        | C      |
| corrections of teams                  | kept for sides; left out for teams, with a warning       | C      |

"S" is from pairgoth's source (Tournament.kt, 2023 to 2026), "C" is our choice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tournaments.competition.facts import MOST_MEMBERS
from tournaments.competition.history import Entrant, Game, Winner
from tournaments.competition.settings import Settings, TeamSettings
from tournaments.formats.eight_bit import Warn
from tournaments.formats.imported import ImportedTeam
from tournaments.formats.opengotha import MAX_CORRECTION, MAX_PLAYERS, MAX_TABLES
from tournaments.formats.pairgoth_rounds import (
    LARGEST_ID,
    Rounds,
    game_of,
    games_in,
    id_of,
    sides_of,
)
from tournaments.formats.safe_json import Node, fault
from tournaments.teams.standings import unknown_of_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTeam:
    """A team of the file. ``members``: the strongest first. ``line_ups``: by round, as played."""

    node: Node
    name: str
    members: tuple[Entrant, ...]
    line_ups: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def has(self, who: str) -> bool:
        return who in {one.id for one in self.members}

    def line_up(self, round_: int, boards: int, first: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return ``first`` at the first boards, then present members, then others, the strongest first."""
        there = [one.id for one in self.members if round_ not in one.absent]
        every = dict.fromkeys([*first, *there, *(one.id for one in self.members)])
        return tuple(every)[:boards]


def teams_in(root: Node, ids: Mapping[int, str], players: Mapping[str, Entrant]) -> dict[int, FileTeam]:
    """Return the teams by number. ``players``: those of the file, with the absences they declared."""
    found: dict[int, FileTeam] = {}
    names: set[str] = set()
    of_team: dict[str, str] = {}
    for node in root.member("teams", []).items(MAX_PLAYERS):
        number, name = node.integer("id", low=1, high=LARGEST_ID), node.text("name").strip()
        if not name:
            raise fault(node, "missing_name", "a team has no name")
        if number in found or name.casefold() in names:
            raise fault(node, "duplicate_team", f"two teams are called {name[:80]} or have the id {number}")
        members = [players[id_of(each, _number(each), ids)] for each in _members(node)]
        for member in members:
            if of_team.setdefault(member.id, name) != name or members.count(member) > 1:
                raise fault(node, "seated_twice", f"{member.id[:80]} plays for {of_team[member.id][:80]}")
        names.add(name.casefold())
        strongest = tuple(sorted(members, key=lambda one: -one.rating))
        found[number] = FileTeam(node=node, name=name, members=strongest)
    return found


def _members(node: Node) -> Iterator[Node]:
    return node.member("players").items(MOST_MEMBERS)


def _number(node: Node) -> int:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int):
        raise fault(node, "bad_number", f"this is not the number of a player: {str(value)[:40]!r}")
    return value


def sides(teams: Mapping[int, FileTeam], size: int) -> dict[int, Entrant]:
    """Return the sides of pair go and rengo: one entrant for each team, by number in the file."""
    made = {}
    for order, (number, team) in enumerate(sorted(teams.items(), key=lambda one: one[1].name)):
        members = team.members
        if len(members) != size:
            raise fault(team.node, "bad_team", f"a side of {size} players has {len(members)}")
        made[number] = Entrant(
            id=f"{team.name} #{number}",
            rank=mean([one.rank for one in members]),
            rating=mean([one.rating for one in members]),
            country=_common({one.country for one in members}),
            club=_common({one.club for one in members}),
            correction=team.node.integer("mmsCorrection", 0, low=-MAX_CORRECTION, high=MAX_CORRECTION),
            order=order,
            absent=frozenset().union(*(one.absent for one in members)),
            final=all(one.final for one in members),
        )
    return made


def mean(values: list[int]) -> int:
    """Return the nearest whole number, the lower one for halves, as pairgoth rounds."""
    size = len(values)
    return -((size - 2 * sum(values)) // (2 * size))


def _common(values: set[str]) -> str:
    return values.pop() if len(values) == 1 else ""


def boards_of(
    root: Node, ids: Mapping[int, str], teams: Mapping[int, FileTeam], boards: int, rounds: int, warn: Warn
) -> tuple[Rounds, tuple[ImportedTeam, ...]]:
    """Return the games at the boards, and the teams in the order of the file."""
    matches = _Boards(root=root, ids=ids, teams=teams, boards=boards)
    for number, node in games_in(root, rounds):
        matches.add(node, number)
    matches.rounds.warn_of_changes(warn)
    matches.warn_of_changes(warn)
    return matches.rounds, tuple(matches.imported_teams(warn))


def with_boards(settings: Settings, boards: int) -> Settings:
    """Return settings for teams, with the criteria of players in the file and without handicaps."""
    even = replace(settings, handicap=replace(settings.handicap, ceiling=0))
    chosen = replace(even, teams=TeamSettings(boards=boards, criteria=settings.criteria))
    unknown = unknown_of_teams(chosen)
    names = tuple(name for name in settings.criteria if name not in unknown)
    return replace(chosen, teams=replace(chosen.teams, criteria=names or ("TEAMP",)))


@dataclass(slots=True, kw_only=True)
class _Boards:
    """The games at the boards.

    ``incomplete``: matches without all of their boards; ``contradicted``: those with another
    result than their boards.
    """

    root: Node
    ids: Mapping[int, str]
    teams: Mapping[int, FileTeam]
    boards: int
    rounds: Rounds = field(default_factory=Rounds)
    paired: dict[int, set[str]] = field(default_factory=dict)
    incomplete: int = 0
    contradicted: int = 0

    def add(self, node: Node, round_: int) -> None:
        """Add a match, or a bye."""
        names = {number: str(number) for number in self.teams}
        found = sides_of(node, round_, names, self.paired.setdefault(round_, set()))
        sides = [self.teams[int(number)] for number in found]
        for team in sides:
            if len(team.members) < self.boards:
                text = f"{team.name[:80]} has {len(team.members)} players, and a match {self.boards} boards"
                raise fault(team.node, "bad_team", text)
        if len(sides) == 1:
            sides[0].line_ups[round_] = sides[0].line_up(round_, self.boards)
            self.rounds.byes[round_] = self.rounds.byes.get(round_, frozenset()) | {
                *sides[0].line_ups[round_]
            }
        else:
            self._match(node, round_, sides[0], sides[1])
        busy = self.rounds.busy.setdefault(round_, set())
        for team in sides:  # a substitute is present, though without a game
            there = {one.id for one in team.members if round_ not in one.absent}
            busy.update(there, team.line_ups[round_])

    def _match(self, node: Node, round_: int, white: FileTeam, black: FileTeam) -> None:
        games, table = self._games(node), self._block(node, round_)
        seats: dict[str, list[str]] = {white.name: [], black.name: []}
        made: list[Game] = []
        for board, game in enumerate(games):
            players = self._players(game, round_)
            self._sit(
                game, round_, players if white.has(players[0]) else players[::-1], (white, black), seats
            )
            self.rounds.cancelled += game.text("r", "?") == "X"
            made.append(game_of(game, round_, players, table + board))
        for team in (white, black):
            team.line_ups[round_] = team.line_up(round_, self.boards, tuple(seats[team.name]))
        if len(games) < self.boards:
            self.incomplete += 1
            made += self._without_result(round_, white, black, table, len(games))
        self.rounds.games += made
        self._compare(node, made, white)

    def _sit(
        self,
        game: Node,
        round_: int,
        players: list[str],
        teams: tuple[FileTeam, FileTeam],
        seats: dict[str, list[str]],
    ) -> None:
        """Read one board. ``players``: in the order of ``teams``."""
        for team, who in zip(teams, players, strict=True):
            if not team.has(who):
                raise fault(game, "unknown_player", f"{who[:80]} does not play for {team.name[:80]}")
            if who in seats[team.name]:
                raise fault(game, "paired_twice", f"{who[:80]} is paired twice in round {round_}")
            seats[team.name].append(who)

    def _games(self, node: Node) -> list[Node]:
        every = self.root.member("individualGames", {})
        return list(every.member(str(node.integer("id", 0, low=0, high=LARGEST_ID)), []).items(self.boards))

    def _players(self, game: Node, round_: int) -> list[str]:
        players = [id_of(game, game.integer(side, low=1, high=LARGEST_ID), self.ids) for side in ("w", "b")]
        if players[0] == players[1]:
            raise fault(game, "paired_with_self", f"a game of one player with themselves in round {round_}")
        return players

    def _block(self, node: Node, round_: int) -> int:
        """Return the first table of the match, which has as many tables as boards."""
        taken = {(game.table - 1) // self.boards for game in self.rounds.games if game.round == round_}
        block = node.integer("t", 0, low=0, high=MAX_TABLES) - 1
        if block < 0 or block in taken:
            self.rounds.moved += 1
            block = next(free for free in range(MAX_TABLES + 1) if free not in taken)
        return block * self.boards + 1

    def _without_result(
        self, round_: int, white: FileTeam, black: FileTeam, table: int, first_missing: int
    ) -> Iterator[Game]:
        """Yield the boards missing in the file; colours alternate from board 1."""
        for board in range(first_missing, self.boards):
            pair = white.line_ups[round_][board], black.line_ups[round_][board]
            first, second = pair if board % 2 == 0 else pair[::-1]
            yield Game(round=round_, table=table + board, white=first, black=second)

    def _compare(self, node: Node, games: list[Game], white: FileTeam) -> None:
        result = node.text("r", "?")
        if result not in ("w", "b") or any(game.result.winner is Winner.NOBODY_YET for game in games):
            return
        points2 = sum(game.result.points2(for_black=white.has(game.black)) for game in games)
        against2 = sum(game.result.points2(for_black=not white.has(game.black)) for game in games)
        self.contradicted += (points2 > against2) != (result == "w")

    def warn_of_changes(self, warn: Warn) -> None:
        if self.incomplete:
            warn(f"{self.incomplete} matches do not tell all of their boards: those are without a result.")
        if self.contradicted:
            warn(f"{self.contradicted} matches have another result than their boards: the boards count.")

    def imported_teams(self, warn: Warn) -> Iterator[ImportedTeam]:
        for team in self.teams.values():
            if len(team.members) < self.boards:
                warn(f"The team {team.name[:80]} has fewer than {self.boards} players: they are read alone.")
                continue
            if team.node.integer("mmsCorrection", 0, low=-MAX_CORRECTION, high=MAX_CORRECTION):
                warn(f"The correction of the team {team.name[:80]} is not kept.")
            members = tuple(one.id for one in team.members)
            usual = members[: self.boards]
            others = {n: players for n, players in team.line_ups.items() if players != usual}
            yield ImportedTeam(name=team.name, members=members, line_ups=others)
