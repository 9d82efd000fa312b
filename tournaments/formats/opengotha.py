"""Read OpenGotha's XML, data versions 200 and 201, into a ``History``, and pairgoth's similar XML.

Entrants' ids are the names in the file's games: surname and given name in capitals without blanks. Files of
version 200 spell them without accents and have ratings in which 1 dan is 0 (2050 in ours). OpenGotha 3.51.02
and later name no data version, only their own; they write version 201.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from unicodedata import normalize

from games.marking import marked
from tournaments.competition.history import ClubGroup, Entrant, Game, History, Result, Winner
from tournaments.competition.settings import LOWEST_RANK, Settings
from tournaments.formats.fields import (
    LOWEST_RATING,
    day,
    fault,
    integer,
    nearest_rank,
    nearest_rating,
    one_of,
    rank,
    text,
    truth,
)
from tournaments.formats.imported import Details, Imported, Person
from tournaments.formats.opengotha_settings import MAX_ROUNDS, Warn, komi_of, section, settings, time_system
from tournaments.formats.opengotha_teams import teams_of
from tournaments.formats.safe_xml import Element, read

MAX_PLAYERS = 10_000
MAX_TABLES = 10_000
MAX_CORRECTION = 60
VERSIONS = ("200", "201")
OLD_RATING_OF_1D = 2050
PARTICIPATING = re.compile("[01]*")
EVERYWHERE = "1" * MAX_ROUNDS
BYES = ("ByePlayers", "ByePlayer")
"""The names of the element around the byes in OpenGotha and in pairgoth."""
READ = {
    "Players",
    "Games",
    *BYES,
    "Teams",
    "TournamentParameterSet",
    "TeamTournamentParameterSet",
    "ClubsGroups",
}

WINNERS = {
    "RESULT_UNKNOWN": Winner.NOBODY_YET,
    "RESULT_WHITEWINS": Winner.WHITE,
    "RESULT_BLACKWINS": Winner.BLACK,
    "RESULT_EQUAL": Winner.JIGO,
    "RESULT_BOTHLOSE": Winner.NEITHER,
    "RESULT_BOTHWIN": Winner.BOTH,
}
BY_DEFAULT = "_BYDEF"
RESULTS = {name: Result(winner=winner) for name, winner in WINNERS.items()} | {
    name + BY_DEFAULT: Result(winner=winner, by_default=True)
    for name, winner in WINNERS.items()
    if winner is not Winner.NOBODY_YET
}
MAX_GROUPS = 500
MAX_CLUBS = 300
UNNAMED = "Unnamed Clubs Group"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """A lookup of entrants by their name in games: a key or, in old files, the name without accents."""

    entrants: dict[str, Entrant]
    plain: dict[str, str]

    def find(self, element: Element, attribute: str) -> str:
        called = key(text(element, attribute))
        if called in self.entrants:
            return called
        found = self.plain.get(plain_key(called))
        if found is None:
            raise fault(element, "unknown_player", f"{attribute} {called[:80]!r} is not among the players")
        return found


def read_opengotha(data: bytes) -> Imported:
    """Read the tournament. Raises ``ExchangeError``, and nothing else, for any bytes."""
    return read_opengotha_root(read(data))


def read_opengotha_root(root: Element) -> Imported:
    """Read the tournament from a parsed file."""
    warnings: list[str] = []
    version = _version(root, warnings.append)
    chosen = settings(root, warnings.append)
    persons = _persons(root)
    entrants = _entrants(root, persons, version, warnings.append)
    names = _Names(entrants=entrants, plain={plain_key(id_): id_ for id_ in entrants})
    games = tuple(_games(root, names))
    komi = dict(_komi_of_games(root, games))
    byes = _byes(root, names)
    _check_one_game_per_round(root, games, byes)
    _warn_of_losses(root, warnings.append)
    chosen = _with_enough_rounds(chosen, games, byes, warnings.append)
    chosen, teams = teams_of(root, chosen, games, names.find, warnings.append)
    history = History(
        settings=chosen,
        entrants=entrants,
        games=games,
        byes=byes,
        club_groups=club_groups(root, warnings.append),
    )
    return Imported(
        history=history,
        details=_details(root, persons),
        teams=teams,
        komi=komi,
        warnings=tuple(warnings),
    )


def key(name: str) -> str:
    """Return OpenGotha's key of a player, from surname and given name written together."""
    return name.replace(" ", "").upper()


class Keys:
    """The keys of the players of a file; namesakes are numbered, with a warning."""

    def __init__(self, warn: Callable[[str], object]) -> None:
        self.warn = warn
        self.numbers: dict[str, int] = {}  # key -> number of the last namesake

    def add(self, id_: str) -> str:
        """Return the key of one more player."""
        if id_ not in self.numbers:
            self.numbers[id_] = 1
            return id_
        self.warn(marked("Two players are called %(name)s: they are read as two people.", name=id_[:80]))
        number = self.numbers[id_] + 1
        while (other := f"{id_}({number})") in self.numbers:
            number += 1
        self.numbers[id_], self.numbers[other] = number, 1
        return other


def plain_key(name: str) -> str:
    """Return the key in A to Z only, as in files of version 200."""
    decomposed = normalize("NFKD", key(name).replace("Ø", "O"))
    return re.sub("[^A-Z]", "", decomposed)


def _version(root: Element, warn: Warn) -> str:
    if root.tag != "Tournament":
        raise fault(root, "not_opengotha", f"the root element is {root.tag[:80]!r}, not Tournament")
    if not root.attributes.keys() & {"dataVersion", "fullVersionNumber"}:
        last = VERSIONS[-1]
        warn(marked("The file does not name the version of its data: it is read as %(last)s.", last=last))
    version = text(root, "dataVersion", VERSIONS[-1]).strip()
    if version not in VERSIONS:
        raise fault(
            root, "unsupported_version", f"data version {version[:20]!r}; {' and '.join(VERSIONS)} are read"
        )
    return version


def _players(root: Element) -> Iterator[tuple[str, Element]]:
    for element in root.all("Players", "Player"):
        yield key(text(element, "name") + text(element, "firstName")), element


def _persons(root: Element) -> dict[str, Person]:
    persons: dict[str, Person] = {}
    for id_, element in _players(root):
        if not id_:
            raise fault(element, "missing_name", "a player has no name")
        if id_ in persons:
            raise fault(element, "duplicate_player", f"two players are called {id_[:80]}")
        if len(persons) == MAX_PLAYERS:
            raise fault(element, "too_many_players", f"more than {MAX_PLAYERS} players")
        persons[id_] = _person(element)
    if not persons and root.first("TournamentParameterSet") is None:
        raise fault(root, "no_players", "the file has no player")
    return persons


def _person(element: Element) -> Person:
    return Person(
        name=text(element, "name"),
        first_name=text(element, "firstName"),
        country=text(element, "country", "").strip(),
        club=text(element, "club", "").strip(),
        egf_pin=text(element, "egfPin", "").strip(),
        ffg_licence=text(element, "ffgLicence", "").strip(),
        ffg_licence_status=text(element, "ffgLicenceStatus", "").strip(),
        aga_id=(text(element, "agaId", "") or text(element, "agaNo", "")).strip(),
        aga_expiration=text(element, "agaExpirationDate", "").strip(),
        grade=text(element, "grade", "").strip(),
        rating_origin=text(element, "ratingOrigin", "").strip(),
    )


def _entrants(root: Element, persons: dict[str, Person], version: str, warn: Warn) -> dict[str, Entrant]:
    by_name = sorted(persons, key=lambda id_: (persons[id_].name, persons[id_].first_name))
    order = {id_: place for place, id_ in enumerate(by_name)}
    return {
        id_: Entrant(
            id=id_,
            rank=_rank(element, id_, warn),
            rating=_rating(element, id_, version, warn),
            country=persons[id_].country,
            club=persons[id_].club,
            correction=integer(element, "smmsCorrection", 0, low=-MAX_CORRECTION, high=MAX_CORRECTION),
            order=order[id_],
            absent=_absent(element),
            final=one_of(element, "registeringStatus", "FIN", ("FIN", "PRE")) == "FIN",
        )
        for id_, element in _players(root)
    }


def _rank(element: Element, id_: str, warn: Warn) -> int:
    """Return the rank; ranks out of range, which OpenGotha takes from lists, become the nearest in it."""
    if not text(element, "rank", "").strip():
        warn(marked("%(id)s has no rank: 30K is used.", id=id_))
        return LOWEST_RANK
    bounded = nearest_rank(text(element, "rank"), id_, warn)
    return rank(element, "rank") if bounded is None else bounded


def _rating(element: Element, id_: str, version: str, warn: Warn) -> int:
    if not text(element, "rating", "").strip():
        return LOWEST_RATING
    rating = integer(element, "rating", LOWEST_RATING, low=-100_000, high=100_000)
    if version == "200":
        rating += OLD_RATING_OF_1D
    return nearest_rating(rating, id_, warn)


def _absent(element: Element) -> frozenset[int]:
    """Return the rounds with a 0 in the string of 0 and 1; rounds beyond its end are attended."""
    bits = text(element, "participating", EVERYWHERE).strip()
    if not PARTICIPATING.fullmatch(bits) or len(bits) > MAX_ROUNDS:
        raise fault(element, "bad_participation", f"participating is not up to {MAX_ROUNDS} times 0 or 1")
    return frozenset(round_ for round_, bit in enumerate(bits, start=1) if bit == "0")


def _games(root: Element, names: _Names) -> Iterator[Game]:
    taken: set[tuple[int, int]] = set()
    for element in root.all("Games", "Game"):
        game = _game(element, names)
        if (game.round, game.table) in taken:
            raise fault(element, "table_taken", f"two games at table {game.table} in round {game.round}")
        taken.add((game.round, game.table))
        yield game


def _game(element: Element, names: _Names) -> Game:
    white, black = names.find(element, "whitePlayer"), names.find(element, "blackPlayer")
    if white == black:
        raise fault(element, "paired_with_self", f"{white[:80]} is paired with themselves")
    round_, table = _place(element)
    return Game(
        round=round_,
        table=table,
        white=white,
        black=black,
        handicap=integer(element, "handicap", 0, low=0, high=9),
        result=RESULTS[one_of(element, "result", "RESULT_UNKNOWN", RESULTS)],
        colours_known=truth(element, "knownColor", default=True),
    )


def _komi_of_games(root: Element, games: tuple[Game, ...]) -> Iterator[tuple[tuple[int, str], float]]:
    """Yield the komi of games that name their own, as our files do."""
    for game, element in zip(games, root.all("Games", "Game"), strict=True):
        if "komi" in element.attributes:
            yield (game.round, game.white), komi_of(element)


def _place(element: Element) -> tuple[int, int]:
    """Return round and table of a game."""
    round_ = integer(element, "roundNumber", low=1, high=MAX_ROUNDS)
    return round_, integer(element, "tableNumber", low=1, high=MAX_TABLES)


def _byes(root: Element, names: _Names) -> dict[int, frozenset[str]]:
    byes: dict[int, frozenset[str]] = {}
    for element in (bye for around in BYES for bye in root.all(around, "ByePlayer")):
        round_ = integer(element, "roundNumber", low=1, high=MAX_ROUNDS)
        byes[round_] = byes.get(round_, frozenset()) | {names.find(element, "player")}
    return byes


def _check_one_game_per_round(
    root: Element, games: tuple[Game, ...], byes: dict[int, frozenset[str]]
) -> None:
    """Check that nobody plays twice in a round, or plays and has the bye."""
    busy = {(round_, id_) for round_, ids in byes.items() for id_ in ids}
    for game, element in zip(games, root.all("Games", "Game"), strict=True):
        for id_ in (game.white, game.black):
            if (game.round, id_) in busy:
                raise fault(element, "paired_twice", f"{id_[:80]} is paired twice in round {game.round}")
            busy.add((game.round, id_))


def _with_enough_rounds(
    chosen: Settings, games: tuple[Game, ...], byes: dict[int, frozenset[str]], warn: Warn
) -> Settings:
    """Return the settings with at least as many rounds as have games, as OpenGotha does."""
    last = max((*byes, *(game.round for game in games)), default=0)
    if last <= chosen.rounds:
        return chosen
    warn(
        marked(
            "The file has %(rounds)s rounds but games of round %(last)s: %(last)s rounds are read.",
            rounds=chosen.rounds,
            last=last,
        )
    )
    return replace(chosen, rounds=last)


def _warn_of_losses(root: Element, warn: Warn) -> None:
    tags = {element.tag for element in root.children}
    for tag in sorted(tags - READ):
        warn(marked("The element %(name)s is not known and is not read.", name=tag[:80]))


def _details(root: Element, persons: dict[str, Person]) -> Details:
    general = section(root, "GeneralParameterSet")
    return Details(
        name=text(general, "name", ""),
        short_name=text(general, "shortName", ""),
        location=text(general, "location", ""),
        director=text(general, "director", ""),
        begins=day(general, "beginDate"),
        ends=day(general, "endDate"),
        time=time_system(root),
        online=truth(general, "bInternet", default=False),
        persons=persons,
    )


def club_groups(root: Element, warn: Warn) -> tuple[ClubGroup, ...]:
    """Return the groups in the order of the file; of two with one name OpenGotha keeps the first."""
    found: dict[str, ClubGroup] = {}
    for element in root.all("ClubsGroups", "ClubsGroup"):
        name = text(element, "name", "").strip() or UNNAMED
        if name in found:
            warn(f"Two groups of clubs are called {name[:80]}: the second is not read.")
            continue
        if len(found) == MAX_GROUPS:
            raise fault(element, "too_many_club_groups", f"more than {MAX_GROUPS} groups of clubs")
        found[name] = ClubGroup(id=name, name=name, clubs=_clubs(element))
    return tuple(found.values())


def _clubs(group: Element) -> tuple[str, ...]:
    clubs = dict.fromkeys(text(club, "name").strip() for club in group.all("Club"))
    if len(clubs) > MAX_CLUBS:
        raise fault(group, "too_many_clubs", f"a group of more than {MAX_CLUBS} clubs")
    return tuple(clubs)
