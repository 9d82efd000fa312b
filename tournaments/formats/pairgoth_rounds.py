"""Read the games of a pairgoth file round by round, and choose missing tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from games.marking import marked
from tournaments.competition.history import Game, Result, Winner
from tournaments.formats.eight_bit import Warn
from tournaments.formats.opengotha import MAX_TABLES
from tournaments.formats.opengotha_settings import MAX_ROUNDS
from tournaments.formats.safe_json import Node, fault

NOBODY = 0
LARGEST_ID = 2**31 - 1
RESULTS = {
    "?": Winner.NOBODY_YET,
    "w": Winner.WHITE,
    "b": Winner.BLACK,
    "=": Winner.JIGO,
    "0": Winner.NEITHER,
    "#": Winner.BOTH,
    "X": Winner.NEITHER,
}


@dataclass(slots=True, kw_only=True)
class Rounds:
    """The rounds read so far: ``busy`` by round; ``moved`` counts tables that had to be chosen."""

    games: list[Game] = field(default_factory=list)
    byes: dict[int, frozenset[str]] = field(default_factory=dict)
    busy: dict[int, set[str]] = field(default_factory=dict)
    moved: int = 0
    cancelled: int = 0

    def warn_of_changes(self, warn: Warn) -> None:
        if self.moved:
            warn(marked("%(n)s games have no table of their own: they are put at free ones.", n=self.moved))
        if self.cancelled:
            warn(marked("%(n)s cancelled games are read as lost by both.", n=self.cancelled))


def rounds_of(root: Node, ids: Mapping[int, str], rounds: int, warn: Warn) -> Rounds:
    """Return the rounds. ``ids``: of the players or teams, by number in the file."""
    all_rounds = Rounds()
    for number, node in games_in(root, rounds):
        _add(all_rounds, node, number, ids)
    all_rounds.games = list(_with_tables(all_rounds))
    all_rounds.warn_of_changes(warn)
    return all_rounds


def games_in(root: Node, rounds: int) -> Iterator[tuple[int, Node]]:
    """Yield each game with its round."""
    for number, games in enumerate(root.member("games", []).items(MAX_ROUNDS), start=1):
        for node in games.items(MAX_TABLES):
            if number > rounds:
                raise fault(node, "out_of_range", f"a game of round {number} of {rounds}")
            yield number, node


def sides_of(node: Node, round_: int, ids: Mapping[int, str], busy: set[str]) -> list[str]:
    """Return White and Black, or the receiver of the bye; nobody of them is ``busy`` already."""
    numbers = [node.integer(side, low=NOBODY, high=LARGEST_ID) for side in ("w", "b")]
    players = [id_of(node, number, ids) for number in numbers if number != NOBODY]
    if not players or len(set(players)) != len(players):
        raise fault(node, "paired_with_self", "a game of nobody, or of one player with themselves")
    for id_ in players:
        if id_ in busy:
            raise fault(node, "paired_twice", f"{id_[:80]} is paired twice in round {round_}")
        busy.add(id_)
    return players


def game_of(node: Node, round_: int, players: list[str], table: int) -> Game:
    return Game(
        round=round_,
        table=table,
        white=players[0],
        black=players[1],
        handicap=node.integer("h", 0, low=0, high=9),
        result=Result(winner=node.one_of("r", "?", RESULTS)),
    )


def id_of(node: Node, number: int, ids: Mapping[int, str]) -> str:
    if number not in ids:
        raise fault(node, "unknown_player", f"player {number} is not among the players")
    return ids[number]


def _add(all_rounds: Rounds, node: Node, round_: int, ids: Mapping[int, str]) -> None:
    players = sides_of(node, round_, ids, all_rounds.busy.setdefault(round_, set()))
    if len(players) == 1:
        all_rounds.byes[round_] = all_rounds.byes.get(round_, frozenset()) | {players[0]}
        return
    all_rounds.cancelled += node.text("r", "?") == "X"
    all_rounds.games.append(game_of(node, round_, players, node.integer("t", 0, low=0, high=MAX_TABLES)))


def _with_tables(all_rounds: Rounds) -> Iterator[Game]:
    """Yield each game at a table of its own."""
    named = {(game.round, game.table) for game in all_rounds.games}
    seen: set[tuple[int, int]] = set()
    free: dict[int, Iterator[int]] = {}  # by round: tables that no game of the file names
    for game in all_rounds.games:
        table = game.table
        if not table or (game.round, table) in seen:
            all_rounds.moved += 1
            tables = free.setdefault(game.round, count(1))
            table = next(one for one in tables if (game.round, one) not in named)
        seen.add((game.round, table))
        yield game if table == game.table else replace(game, table=table)
