"""Read pairgoth's own JSON (.tour) into a ``History``.

| in the file                            | here                                                   | source |
|----------------------------------------|--------------------------------------------------------|--------|
| type                                   | players, or ``pairgoth_teams`` for teams and sides     | S      |
| a game with player 0                   | the bye of the other                                   | S      |
| results w b = 0 #                      | won by White, by Black, jigo, both lost, both won      | S      |
| result X, cancelled                    | both lost, with a warning                              | S      |
| skip, rounds with games of others only | absent, as in pairgoth                                 | S      |
| a bye                                  | a point even before it has a result                    | C      |
| table 0 or twice in a round            | the lowest free one, with a warning                    | C      |
| drawn up or down, forced table         | computed here, and not kept                            | S      |
| tables excluded, frozen standings      | left out, with a warning                               | C      |

"S" is from pairgoth's source (Tournament.kt, Pairing.kt, Pairable.kt, Game.kt, 2023 to 2026), "C" our choice.
"""

from dataclasses import dataclass, replace

from games.marking import marked
from tournaments.competition.history import Entrant, History
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.formats.eight_bit import Warn
from tournaments.formats.fields import HIGHEST_RATING, LOWEST_RATING
from tournaments.formats.imported import Details, Imported, ImportedTeam, Person
from tournaments.formats.opengotha import (
    MAX_CORRECTION,
    MAX_PLAYERS,
    Keys,
    key,
)
from tournaments.formats.opengotha_settings import MAX_ROUNDS
from tournaments.formats.pairgoth_rounds import LARGEST_ID, Rounds, rounds_of
from tournaments.formats.pairgoth_settings import settings, time_system
from tournaments.formats.pairgoth_teams import FileTeam, boards_of, teams_in, with_boards
from tournaments.formats.pairgoth_teams import sides as sides_of_teams
from tournaments.formats.safe_json import Node, fault, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The kind of a tournament: ``players`` per side; ``boards`` per team, 0 without team matches."""

    players: int = 1
    boards: int = 0


KINDS = {
    "INDIVIDUAL": Kind(),
    "PAIRGO": Kind(players=2),
    "RENGO2": Kind(players=2),
    "RENGO3": Kind(players=3),
    **{f"TEAM{boards}": Kind(boards=boards) for boards in (2, 3, 4, 5)},
}
RULESETS = {"JAPANESE": "japanese", "CHINESE": "chinese", "AGA": "aga", "FRENCH": "french"}
KNOWN = {
    *("id", "type", "name", "shortName", "startDate", "endDate", "director", "country", "location", "online"),
    *("komi", "rules", "gobanSize", "timeSystem", "rounds", "pairing", "players", "games", "teams"),
    "individualGames",
}


def read_tour(data: bytes) -> Imported:
    """Read the tournament. Raises ``ExchangeError``, and nothing else, for any bytes."""
    root = read(data)
    warnings: list[str] = []
    warn = warnings.append
    kind = root.one_of("type", "INDIVIDUAL", KINDS)
    chosen = settings(root, warn)
    ids, nodes = _players(root, warn)
    teams: tuple[ImportedTeam, ...] = ()
    sides: dict[str, tuple[Entrant, ...]] = {}
    if kind.boards:
        rounds, teams = boards_of(
            root, ids, _teams(root, ids, nodes, _ignore_warning), kind.boards, chosen.rounds, warn
        )
        entrants = _with_attendance(_entrants(nodes, ids, rounds, warn), rounds)
        chosen = with_boards(chosen, kind.boards)
    elif kind.players > 1:
        file_teams = _teams(root, ids, nodes, warn)
        team_sides = sides_of_teams(file_teams, kind.players)
        rounds = rounds_of(root, {number: one.id for number, one in team_sides.items()}, chosen.rounds, warn)
        entrants = {one.id: _with_absences(one, rounds) for one in team_sides.values()}
        sides = {team_sides[number].id: team.members for number, team in file_teams.items()}
        chosen = replace(chosen, players_per_side=kind.players)
    else:
        rounds = rounds_of(root, ids, chosen.rounds, warn)
        entrants = _entrants(nodes, ids, rounds, warn)
    for name in sorted(root.value.keys() - KNOWN):
        warn(marked("The member %(name)s is not kept.", name=name[:40]))
    history = History(settings=chosen, entrants=entrants, games=tuple(rounds.games), byes=rounds.byes)
    details = _details(root, ids, nodes, warn)
    return Imported(history=history, details=details, teams=teams, sides=sides, warnings=tuple(warnings))


def _teams(root: Node, ids: dict[int, str], nodes: dict[int, Node], warn: Warn) -> dict[int, FileTeam]:
    """Return the teams of players, with the absences that players declared."""
    return teams_in(root, ids, _entrants(nodes, ids, Rounds(), warn))


def _ignore_warning(_: str) -> None:
    """Ignore a warning that was already given with the entrants."""


def _with_attendance(entrants: dict[str, Entrant], rounds: Rounds) -> dict[str, Entrant]:
    """Return entrants with everybody who has a game, or the bye with a team, entered and present."""
    there: dict[str, set[int]] = {}
    for game in rounds.games:
        for who in (game.white, game.black):
            there.setdefault(who, set()).add(game.round)
    for number, byes in rounds.byes.items():
        for who in byes:
            there.setdefault(who, set()).add(number)
    return {
        id_: replace(one, absent=one.absent - there.get(id_, set()), final=one.final or id_ in there)
        for id_, one in entrants.items()
    }


def _with_absences(side: Entrant, rounds: Rounds) -> Entrant:
    missed = {number for number, busy in rounds.busy.items() if side.id not in busy}
    return replace(side, absent=side.absent | missed) if side.final else side


def _players(root: Node, warn: Warn) -> tuple[dict[int, str], dict[int, Node]]:
    """Return number in the file -> surname and given name in capitals, and the player."""
    ids: dict[int, str] = {}
    nodes: dict[int, Node] = {}
    keys = Keys(warn)
    for node in root.member("players").items(MAX_PLAYERS):
        number = node.integer("id", low=1, high=LARGEST_ID)
        id_ = key(node.text("name") + node.text("firstname", ""))
        if not id_:
            raise fault(node, "missing_name", "a player has no name")
        if number in ids:
            raise fault(node, "duplicate_player", f"two players have the id {number}")
        ids[number], nodes[number] = keys.add(id_), node
    return ids, nodes


def _entrants(nodes: dict[int, Node], ids: dict[int, str], rounds: Rounds, warn: Warn) -> dict[str, Entrant]:
    by_name = sorted(
        nodes, key=lambda number: (nodes[number].text("name"), nodes[number].text("firstname", ""))
    )
    order = {number: place for place, number in enumerate(by_name)}
    entrants = {
        ids[number]: Entrant(
            id=ids[number],
            rank=_bounded_integer(node, "rank", LOWEST_RANK, HIGHEST_RANK, warn),
            rating=_bounded_integer(node, "rating", LOWEST_RATING, HIGHEST_RATING, warn),
            country=node.text("country", "").strip().upper(),
            club=node.text("club", "").strip(),
            correction=node.integer("mmsCorrection", 0, low=-MAX_CORRECTION, high=MAX_CORRECTION),
            order=order[number],
            absent=_absent(node, ids[number], rounds),
            final=node.truth("final", default=True),
        )
        for number, node in nodes.items()
    }
    away = sum(bool(entrants[ids[number]].absent - _skips(node)) for number, node in nodes.items())
    if away:
        warn(
            marked(
                "%(n)s players are absent in rounds in which only others have games, as in pairgoth.",
                n=away,
            )
        )
    return entrants


def _bounded_integer(node: Node, name: str, low: int, high: int, warn: Warn) -> int:
    value = node.integer(name, low=-100_000, high=100_000)
    bounded = min(max(value, low), high)
    if bounded != value:
        place = node.place
        warn(
            marked(
                "The %(name)s %(value)s in %(place)s is outside %(low)s to %(high)s; %(bounded)s is used.",
                name=name,
                value=value,
                place=place,
                low=low,
                high=high,
                bounded=bounded,
            )
        )
    return bounded


def _absent(node: Node, id_: str, rounds: Rounds) -> frozenset[int]:
    missed = {number for number, busy in rounds.busy.items() if id_ not in busy}
    return _skips(node) | (missed if node.truth("final", default=True) else frozenset())


def _skips(node: Node) -> frozenset[int]:
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
        warn(marked("The rules %(rules)s are not known here.", rules=repr(rules)))
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
