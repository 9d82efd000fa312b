"""Read MacMahon's XML, as saved by versions 3.9 and 3.10, into a ``History``.

| in the file                                   | here                                             | source |
|-----------------------------------------------|--------------------------------------------------|--------|
| Tournament with `typeversion`                 | the root or below it, or with participants       | S, T   |
| a GoPlayer, and its parent element            | a player, their Id, bar, registration, absences  | S, T   |
| a Pairing, and its sibling RoundNumber        | a game                                           | S, T   |
| Result `1-0`, `0-1`: Black's score first      | won by Black, by White                           | S, T   |
| ResultByReferee, or `!` after the result      | by default                                       | C      |
| PairingWithBye                                | a bye of Black                                   | S, T   |
| Upper-, LowerMacMahonBar and their levels     | bar and floor; 9d and 30k if not used            | S      |
| UseMacMahonStartScores false, or Points first | Swiss                                            | U, S   |
| SuperBarMember                                | a correction of one point                        | S      |
| Handicap...: used, below, adjustment, limit   | OpenGotha's threshold, correction, ceiling       | S      |
| Walllist: short names of its criteria         | Score MMS, Points NBW, SOS, SOSOS, SODOS         | S      |
| Rating 0, or none                             | the middle of the rank                           | T      |
| GoLevel below 30k                             | 30k, with a warning                              | C      |
| komi, days, place, time                       | missing: the defaults, or none                   | S      |

"S" is from pairgoth's importer (2026, from OpenGothaCustom) and its sample of version 3.9; "T" from two
independent readers of such files, which agree in all they read; "U" from another program that writes them;
"C" is our choice. The program's own files that were available (3.10) are of a first round without results.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.marking import marked
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.ranks import professional_grade
from tournaments.competition.ratings.ranks import rating_of
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK, HandicapSettings, Settings
from tournaments.competition.standings.tiebreaks import UnknownCriterion, find_criterion
from tournaments.competition.time_limits import UNKNOWN_TIME
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.fields import INTEGER, MAX_TEXT, fault, nearest_rank, nearest_rating, parse_rank
from tournaments.formats.imported import Details, Imported, Person
from tournaments.formats.opengotha import (
    MAX_PLAYERS,
    MAX_TABLES,
    Keys,
    key,
)
from tournaments.formats.opengotha_settings import MAX_ROUNDS
from tournaments.formats.safe_xml import Element

TRUTHS = {"true": True, "false": False}
NOBODY = 0
PARTICIPANT = "IndividualParticipant"
MAX_GAMES = 200_000
RESULTS = {
    "": Winner.NOBODY_YET,
    "?-?": Winner.NOBODY_YET,
    "1-0": Winner.BLACK,
    "0-1": Winner.WHITE,
    "½-½": Winner.JIGO,
    "0-0": Winner.NEITHER,
    "1-1": Winner.BOTH,
}
CRITERIA = {"POINTS": "NBW", "SCORE": "MMS", "SCOREX": "MMS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """An element and its parent."""

    element: Element
    parent: Element


def inside(element: Element, tag: str, most: int) -> Iterator[Around]:
    """Return all elements of this tag at any depth, in the order of the file."""
    count, waiting = 0, [element]
    while waiting:
        parent = waiting.pop()
        for child in parent.children:
            if child.tag == tag:
                count += 1
                if count > most:
                    raise fault(child, "too_many_elements", f"more than {most} of {tag}")
                yield Around(element=child, parent=parent)
        waiting.extend(reversed(parent.children))


def text(element: Element, name: str, default: str = "") -> str:
    child = element.first(name)
    value = default if child is None else child.text.strip()
    if len(value) > MAX_TEXT:
        raise fault(child or element, "text_too_long", f"{name} has more than {MAX_TEXT} characters")
    return value or default


def integer(element: Element, name: str, default: int | None, *, low: int, high: int) -> int:
    value = text(element, name, "" if default is None else str(default))
    if not value:
        raise fault(element, "missing_element", f"{element.tag} has no {name}")
    if not INTEGER.fullmatch(value):
        raise fault(element, "bad_number", f"{name} is no whole number: {value[:40]!r}")
    if not low <= int(value) <= high:
        raise fault(element, "out_of_range", f"{name} is {value}; {low} to {high} are read")
    return int(value)


def truth(element: Element, name: str, *, default: bool) -> bool:
    value = text(element, name, str(default)).lower()
    if value not in TRUTHS:
        raise fault(element, "bad_truth", f"{name} is neither true nor false: {value[:40]!r}")
    return TRUTHS[value]


def rank(element: Element, name: str, default: str = "") -> int:
    value = text(element, name, default)
    found = parse_rank(value)
    if found is None:
        raise fault(element, "bad_rank", f"{name} is not a rank from 30k to 9d or 9p: {value[:40]!r}")
    return found


def is_macmahon(root: Element) -> bool:
    return _tournament(root) is not None


def read_macmahon(root: Element) -> Imported:
    """Read the tournament. Raises ``ExchangeError``, and nothing else."""
    tournament = _tournament(root)
    if tournament is None:
        raise fault(root, "not_macmahon", "there is no Tournament with a typeversion")
    warnings: list[str] = []
    warn = warnings.append
    players = list(inside(root, "GoPlayer", MAX_PLAYERS))
    ids = _ids(players, warn)
    games, byes = _games(root, ids)
    settings = _settings(root, tournament, games, byes, warn)
    history = History(settings=settings, entrants=_entrants(players, ids, warn), games=games, byes=byes)
    warn(marked("The file has no komi, days, place or time limits: enter them."))
    return Imported(history=history, details=_details(tournament, players, ids), warnings=tuple(warnings))


def _tournament(root: Element) -> Element | None:
    found = (each for each in (root, *root.children) if each.tag == "Tournament")
    return next((each for each in found if "typeversion" in each.attributes or each.first(PARTICIPANT)), None)


def _ids(players: list[Around], warn: Warn) -> dict[int, str]:
    """Return number in the file -> surname and given name in capitals."""
    ids: dict[int, str] = {}
    keys = Keys(warn)
    for each in players:
        number = integer(each.parent, "Id", None, low=1, high=10**9)
        id_ = key(text(each.element, "Surname") + text(each.element, "FirstName"))
        if not id_:
            raise fault(each.element, "missing_name", "a player has no name")
        if number in ids:
            raise fault(each.element, "duplicate_player", f"two players have the Id {number}")
        ids[number] = keys.add(id_)
    if not ids:
        raise ExchangeError("no_players", "the file has no player", line=1)
    return ids


def _games(root: Element, ids: dict[int, str]) -> tuple[tuple[Game, ...], dict[int, frozenset[str]]]:
    games: list[Game] = []
    byes: dict[int, frozenset[str]] = {}
    busy: set[tuple[int, str]] = set()
    tables: set[tuple[int, int]] = set()
    for each in inside(root, "Pairing", MAX_GAMES):
        pairing = each.element
        round_ = integer(each.parent, "RoundNumber", None, low=1, high=MAX_ROUNDS)
        black, white = (_player(pairing, side, ids) for side in ("Black", "White"))
        alone = truth(pairing, "PairingWithBye", default=False) or not (black and white)
        for id_ in {black or white} if alone else (black, white):
            if not id_ or (round_, id_) in busy:
                who = id_[:80] or "nobody"
                raise fault(pairing, "paired_twice", f"{who} is paired twice in round {round_}")
            busy.add((round_, id_))
        if alone:
            byes[round_] = byes.get(round_, frozenset()) | {black or white}
            continue
        game = _game(pairing, round_, black, white)
        if (round_, game.table) in tables:
            raise fault(pairing, "table_taken", f"two games at board {game.table} in round {round_}")
        tables.add((round_, game.table))
        games.append(game)
    return tuple(games), byes


def _player(pairing: Element, side: str, ids: dict[int, str]) -> str:
    """Return the id of a player, empty for nobody."""
    number = integer(pairing, side, NOBODY, low=NOBODY, high=10**9)
    if number != NOBODY and number not in ids:
        raise fault(pairing, "unknown_player", f"{side} {number} is not among the players")
    return ids.get(number, "")


def _game(pairing: Element, round_: int, black: str, white: str) -> Game:
    score = text(pairing, "Result")
    winner = RESULTS.get(score.removesuffix("!"))
    if winner is None:
        raise fault(pairing, "unknown_value", f"Result is not known: {score[:40]!r}")
    by_referee = score.endswith("!") or truth(pairing, "ResultByReferee", default=False)
    return Game(
        round=round_,
        table=integer(pairing, "BoardNumber", None, low=1, high=MAX_TABLES),
        white=white,
        black=black,
        handicap=integer(pairing, "Handicap", 0, low=0, high=9),
        result=Result(winner=winner, by_default=by_referee and winner is not Winner.NOBODY_YET),
    )


def _settings(
    root: Element, tournament: Element, games: tuple[Game, ...], byes: dict[int, frozenset[str]], warn: Warn
) -> Settings:
    names = _criterion_names(root)
    points = names[:1] == ["POINTS"] or not truth(tournament, "UseMacMahonStartScores", default=True)
    system = "swiss" if points else "mcmahon"
    rounds = integer(tournament, "NumberOfRounds", 5, low=1, high=MAX_ROUNDS)
    last = max((*byes, *(game.round for game in games)), default=0)
    if last > rounds:
        warn(
            marked(
                "The file has %(rounds)s rounds but games of round %(last)s: %(last)s rounds are read.",
                rounds=rounds,
                last=last,
            )
        )
    return Settings(
        system=system,
        rounds=max(rounds, last),
        bar=_limit(tournament, "UpperMacMahonBar", "1d", HIGHEST_RANK),
        floor=_limit(tournament, "LowerMacMahonBar", "30k", LOWEST_RANK),
        criteria=_criteria(names, system, warn),
        board_size=integer(tournament, "Boardsize", 19, low=2, high=52),
        handicap=_handicap(tournament),
    )


def _handicap(tournament: Element) -> HandicapSettings:
    used = truth(tournament, "HandicapUsed", default=False)
    limited = truth(tournament, "HandicapLimit", default=True)
    adjusted = truth(tournament, "HandicapAdjustment", default=True)
    return HandicapSettings(
        by_score=not truth(tournament, "HandicapByLevel", default=False),
        ceiling=(integer(tournament, "HandicapLimitValue", 9, low=0, high=30) if limited else 9)
        if used
        else 0,
        correction=-integer(tournament, "HandicapAdjustmentValue", 0, low=-9, high=9) if adjusted else 0,
        no_handicap_from=_limit(tournament, "HandicapBelow", "30k", HIGHEST_RANK),
    )


def _limit(tournament: Element, name: str, default: str, unused: int) -> int:
    """Return a rank limit, if the file uses it."""
    return rank(tournament, f"{name}Level", default) if truth(tournament, name, default=True) else unused


def _criterion_names(root: Element) -> list[str]:
    """Return short names of criteria in capitals: of elements with such a name, else all in the list."""
    lists = [each.element for each in inside(root, "Walllist", 10)]
    names = [each for walllist in lists for each in inside(walllist, "ShortName", 100)]
    of_criteria = [each for each in names if "criterion" in each.parent.tag.lower()]
    return [each.element.text.strip().upper()[:MAX_TEXT] for each in of_criteria or names]


def _criteria(names: list[str], system: str, warn: Warn) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        try:
            found[find_criterion(CRITERIA.get(name, name), system).name] = None
        except UnknownCriterion:
            warn(
                marked(
                    "The placement criterion %(name)s is not one that is computed here; it is left out.",
                    name=repr(name[:40]),
                )
            )
    usual = ("MMS", "SOSM", "SOSOSM") if system == "mcmahon" else ("NBW", "SOSW", "SOSOSW")
    return tuple(found) or usual


def _entrants(players: list[Around], ids: dict[int, str], warn: Warn) -> dict[str, Entrant]:
    order = {id_: place for place, id_ in enumerate(sorted(ids.values()))}
    ranks = {id_: _rank(each.element, id_, warn) for each, id_ in zip(players, ids.values(), strict=True)}
    return {
        id_: Entrant(
            id=id_,
            rank=ranks[id_],
            rating=_rating(each.element, id_, int(rating_of(ranks[id_])), warn),
            country=text(each.element, "Country").upper(),
            club=text(each.element, "Club"),
            correction=int(truth(each.parent, "SuperBarMember", default=False)),
            order=order[id_],
            absent=_absent(each.parent),
            final=not truth(each.parent, "PreliminaryRegistration", default=False),
        )
        for each, id_ in zip(players, ids.values(), strict=True)
    }


def _rank(player: Element, id_: str, warn: Warn) -> int:
    bounded = nearest_rank(text(player, "GoLevel"), id_, warn)
    return rank(player, "GoLevel") if bounded is None else bounded


def _rating(player: Element, id_: str, usual: int, warn: Warn) -> int:
    """Return the rating. ``usual``: for none."""
    rating = integer(player, "Rating", 0, low=-100_000, high=100_000)
    return nearest_rating(rating, id_, warn) if rating else usual


def _absent(participant: Element) -> frozenset[int]:
    rounds = []
    for element in participant.all("NotPlayingInRound"):
        value = element.text.strip()
        if not INTEGER.fullmatch(value) or not 1 <= int(value) <= MAX_ROUNDS:
            raise fault(element, "bad_participation", f"no round from 1 to {MAX_ROUNDS}: {value[:40]!r}")
        rounds.append(int(value))
    return frozenset(rounds)


def _details(tournament: Element, players: list[Around], ids: dict[int, str]) -> Details:
    return Details(
        name=text(tournament, "Name"),
        short_name="",
        location="",
        director="",
        begins=None,
        ends=None,
        time=UNKNOWN_TIME,
        persons={id_: _person(each.element) for each, id_ in zip(players, ids.values(), strict=True)},
    )


def _person(player: Element) -> Person:
    return Person(
        name=text(player, "Surname"),
        first_name=text(player, "FirstName"),
        country=text(player, "Country").upper(),
        club=text(player, "Club"),
        egf_pin=_pin(text(player, "EgdPin")),
        grade=professional_grade(text(player, "GoLevel")),
    )


def _pin(text: str) -> str:
    """Return the PIN, which has eight digits; 0 and the like mean none."""
    return text if len(text) == 8 else ""
