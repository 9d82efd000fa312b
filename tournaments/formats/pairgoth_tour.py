"""pairgoth's own JSON (.tour) into a ``History``.

| in the file                            | here                                                   | source |
|----------------------------------------|--------------------------------------------------------|--------|
| type                                   | INDIVIDUAL; teams and pairs are refused                | S      |
| a game with player 0                   | the bye of the other                                   | S      |
| results w b = 0 #                      | won by White, by Black, jigo, both lost, both won      | S      |
| result X, cancelled                    | both lost, with a warning                              | S      |
| skip, rounds with games of others only | absent: as pairgoth counts them                        | S      |
| a bye                                  | a point also before its result is told                 | C      |
| table 0 or twice in a round            | the lowest free one, with a warning                    | C      |
| drawn up or down, forced table         | computed here, and not kept                            | S      |
| tables excluded, frozen standings      | not kept: a warning                                    | C      |

"S" is read in pairgoth's source (Tournament.kt, Pairing.kt, Pairable.kt, Game.kt, 2023 to 2026), "C" is ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK, Entrant, Game, History, Result, Winner
from tournaments.formats.eight_bit import Warn
from tournaments.formats.imported import Details, Imported, Person
from tournaments.formats.opengotha import (
    HIGHEST_RATING,
    LOWEST_RATING,
    MAX_CORRECTION,
    MAX_PLAYERS,
    MAX_TABLES,
    key,
)
from tournaments.formats.opengotha_settings import MAX_ROUNDS
from tournaments.formats.pairgoth_settings import settings, time_system
from tournaments.formats.safe_json import Node, fault, read

NOBODY = 0
LARGEST_ID = 2**31 - 1
INDIVIDUAL = {"INDIVIDUAL": True}
RESULTS = {
    "?": Winner.NOBODY_YET,
    "w": Winner.WHITE,
    "b": Winner.BLACK,
    "=": Winner.JIGO,
    "0": Winner.NEITHER,
    "#": Winner.BOTH,
    "X": Winner.NEITHER,
}
RULESETS = {"JAPANESE": "japanese", "CHINESE": "chinese", "AGA": "aga", "FRENCH": "french"}
KNOWN = {
    *("id", "type", "name", "shortName", "startDate", "endDate", "director", "country", "location", "online"),
    *("komi", "rules", "gobanSize", "timeSystem", "rounds", "pairing", "players", "games", "teams"),
}


@dataclass(slots=True, kw_only=True)
class _Rounds:
    """What is read of the rounds: ``busy`` by round; ``moved`` counts tables that had to be chosen."""

    games: list[Game]
    byes: dict[int, frozenset[str]]
    busy: dict[int, set[str]]
    moved: int = 0
    cancelled: int = 0


def read_tour(data: bytes) -> Imported:
    """The tournament in ``data``. Raises ``ExchangeError``, and nothing else, whatever the bytes are."""
    root = read(data)
    warnings: list[str] = []
    warn = warnings.append
    root.one_of("type", "INDIVIDUAL", INDIVIDUAL)
    chosen = settings(root, warn)
    ids, nodes = _players(root)
    rounds = _rounds(root, ids, chosen.rounds, warn)
    entrants = _entrants(nodes, ids, rounds, warn)
    for name in sorted(root.value.keys() - KNOWN):
        warn(f"The member {name[:40]} is not kept.")
    history = History(settings=chosen, entrants=entrants, games=tuple(rounds.games), byes=rounds.byes)
    return Imported(history=history, details=_details(root, ids, nodes, warn), warnings=tuple(warnings))


def _players(root: Node) -> tuple[dict[int, str], dict[int, Node]]:
    """Number in the file -> surname and given name in capitals, and the player."""
    ids: dict[int, str] = {}
    nodes: dict[int, Node] = {}
    for node in root.member("players").items(MAX_PLAYERS):
        number = node.integer("id", low=1, high=LARGEST_ID)
        id_ = key(node.text("name") + node.text("firstname", ""))
        if not id_:
            raise fault(node, "missing_name", "a player has no name")
        if number in ids or id_ in ids.values():
            raise fault(
                node, "duplicate_player", f"two players are called {id_[:80]} or have the id {number}"
            )
        ids[number], nodes[number] = id_, node
    return ids, nodes


def _rounds(root: Node, ids: dict[int, str], rounds: int, warn: Warn) -> _Rounds:
    told = _Rounds(games=[], byes={}, busy={})
    for number, games in enumerate(root.member("games", []).items(MAX_ROUNDS), start=1):
        for node in games.items(MAX_TABLES):
            if number > rounds:
                raise fault(node, "out_of_range", f"a game of round {number} of {rounds}")
            _add(told, node, number, ids)
    told.games = list(_at_tables(told))
    if told.moved:
        warn(f"{told.moved} games have no table of their own: they are put at free ones.")
    if told.cancelled:
        warn(f"{told.cancelled} cancelled games are read as lost by both.")
    return told


def _add(told: _Rounds, node: Node, round_: int, ids: dict[int, str]) -> None:
    numbers = [node.integer(side, low=NOBODY, high=LARGEST_ID) for side in ("w", "b")]
    players = [_id(node, number, ids) for number in numbers if number != NOBODY]
    busy = told.busy.setdefault(round_, set())
    if not players or len(set(players)) != len(players):
        raise fault(node, "paired_with_self", "a game of nobody, or of one player with themselves")
    for id_ in players:
        if id_ in busy:
            raise fault(node, "paired_twice", f"{id_[:80]} is paired twice in round {round_}")
        busy.add(id_)
    if len(players) == 1:
        told.byes[round_] = told.byes.get(round_, frozenset()) | {players[0]}
        return
    told.cancelled += node.text("r", "?") == "X"
    told.games.append(
        Game(
            round=round_,
            table=node.integer("t", 0, low=0, high=MAX_TABLES),
            white=players[0],
            black=players[1],
            handicap=node.integer("h", 0, low=0, high=9),
            result=Result(winner=node.one_of("r", "?", RESULTS)),
        )
    )


def _id(node: Node, number: int, ids: dict[int, str]) -> str:
    if number not in ids:
        raise fault(node, "unknown_player", f"player {number} is not among the players")
    return ids[number]


def _at_tables(told: _Rounds) -> Iterator[Game]:
    """Each at a table of its own."""
    every = {(game.round, game.table) for game in told.games}
    seen: set[tuple[int, int]] = set()
    for game in told.games:
        table = game.table
        if not table or (game.round, table) in seen:
            told.moved += 1
            table = next(free for free in range(1, MAX_TABLES + 2) if (game.round, free) not in every | seen)
        seen.add((game.round, table))
        yield game if table == game.table else replace(game, table=table)


def _entrants(nodes: dict[int, Node], ids: dict[int, str], rounds: _Rounds, warn: Warn) -> dict[str, Entrant]:
    by_name = sorted(
        nodes, key=lambda number: (nodes[number].text("name"), nodes[number].text("firstname", ""))
    )
    order = {number: place for place, number in enumerate(by_name)}
    entrants = {
        ids[number]: Entrant(
            id=ids[number],
            rank=_within(node, "rank", LOWEST_RANK, HIGHEST_RANK, warn),
            rating=_within(node, "rating", LOWEST_RATING, HIGHEST_RATING, warn),
            country=node.text("country", "").strip().upper(),
            club=node.text("club", "").strip(),
            correction=node.integer("mmsCorrection", 0, low=-MAX_CORRECTION, high=MAX_CORRECTION),
            order=order[number],
            absent=_absent(node, ids[number], rounds),
            final=node.truth("final", default=True),
        )
        for number, node in nodes.items()
    }
    away = sum(bool(entrants[ids[number]].absent - _skipped(node)) for number, node in nodes.items())
    if away:
        warn(f"{away} players without a game in rounds that have games are absent there, as pairgoth counts.")
    return entrants


def _within(node: Node, name: str, low: int, high: int, warn: Warn) -> int:
    value = node.integer(name, low=-100_000, high=100_000)
    bounded = min(max(value, low), high)
    if bounded != value:
        warn(f"The {name} {value} in {node.place} is outside {low} to {high}; {bounded} is used.")
    return bounded


def _absent(node: Node, id_: str, rounds: _Rounds) -> frozenset[int]:
    missed = {number for number, busy in rounds.busy.items() if id_ not in busy}
    return _skipped(node) | (missed if node.truth("final", default=True) else frozenset())


def _skipped(node: Node) -> frozenset[int]:
    rounds = []
    for each in node.member("skip", []).items(MAX_ROUNDS):
        if (
            isinstance(each.value, bool)
            or not isinstance(each.value, int)
            or not 1 <= each.value <= MAX_ROUNDS
        ):
            raise fault(each, "bad_participation", f"no round from 1 to {MAX_ROUNDS}: {str(each.value)[:40]}")
        rounds.append(each.value)
    return frozenset(rounds)


def _details(root: Node, ids: dict[int, str], nodes: dict[int, Node], warn: Warn) -> Details:
    rules = root.text("rules", "")
    if rules and rules not in RULESETS:
        warn(f"The rules {rules[:40]!r} are not known here.")
    return Details(
        name=root.text("name", ""),
        short_name=root.text("shortName", ""),
        location=root.text("location", ""),
        country=root.text("country", "").strip().upper(),
        director=root.text("director", ""),
        begins=root.day("startDate"),
        ends=root.day("endDate"),
        time=time_system(root, warn),
        online=root.truth("online", default=False),
        ruleset=RULESETS.get(rules, ""),
        persons={ids[number]: _person(node) for number, node in nodes.items()},
    )


def _person(node: Node) -> Person:
    return Person(
        name=node.text("name"),
        first_name=node.text("firstname", ""),
        country=node.text("country", "").strip().upper(),
        club=node.text("club", "").strip(),
        egf_pin=node.text("egf", "").strip(),
        ffg_licence=node.text("ffg", "").strip(),
        aga_id=node.text("aga", "").strip(),
    )
