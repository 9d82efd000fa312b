"""The tournament report from which the American Go Association computes ratings.

| line                                        | here                                               | source |
|---------------------------------------------|----------------------------------------------------|--------|
| TOURNEY name, place, dates                  | dates as month/day/year                            | S      |
| start=, finish=, rules=                     | the same dates; the ruleset's usual name           | S      |
| PLAYERS: AGA number, Last, First rank       | everybody who has a game in the report             | S      |
| a temporary number without an AGA one       | from 99001 on, with a warning naming the player    | S      |
| GAMES: white, black, winner, handicap, komi | one line per game, by round and table              | S      |
| winner                                      | W or B; ? for jigo, both lost, both won; a warning | C      |
| games that were not played                  | no result, or by default: left out with a warning  | C      |
| games of unknown colours                    | left out with a warning                            | C      |
| handicap 1                                  | unchanged: no stones, Black gives no komi          | C      |
| characters                                  | ASCII; a warning for every other letter            | C      |
| END                                         | last line                                          | C      |

"S" is from the AGA's "Qualifications for Rated Games", "C" is our choice where its example has
nothing or differs: it writes the winner in lower case and ends without END.
"""

from collections.abc import Iterator
from datetime import date

from games.marking import marked
from tournaments.competition.history import Game, Winner
from tournaments.competition.ranks import format_rank
from tournaments.formats.eight_bit import Warn, encodable, lost_first
from tournaments.formats.imported import Person
from tournaments.formats.outgoing import Outgoing, Written

ENCODING = "ascii"
FIRST_TEMPORARY = 99_001  # far above the numbers that the AGA has assigned
FULL_BOARD = 19
NO_RESULT = marked("Round %(round)s, table %(table)s is left out: it has no result.")
DEFAULTED = marked("Round %(round)s, table %(table)s is left out: it was decided by default.")
NO_COLOURS = marked(
    "Round %(round)s, table %(table)s is left out: the colours are unknown, and the report names White first."
)
NO_WINNER = marked("Round %(round)s, table %(table)s has the winner '?': the format has no %(result)s.")
NO_FIRST_DAY = marked("The tournament has no first day: write it into the report.")
NO_LAST_DAY = marked("The tournament has no last day: write it into the report.")
WINNERS = {Winner.WHITE: "W", Winner.BLACK: "B"}
RULES = {
    "aga": "AGA",
    "aga-territory": "AGA",
    "bga": "BGA",
    "chinese": "Chinese",
    "ing": "Ing",
    "japanese": "Japanese",
    "korean": "Korean",
}


def write_aga_report(tournament: Outgoing) -> Written:
    """Return the report of played games for the AGA."""
    warnings: list[str] = []
    if tournament.teams:
        warnings.append(marked("The format has no teams: every board is written as a game of two players."))
    lines = list(_lines(tournament, warnings.append))
    return Written(
        data="".join(f"{line}\n" for line in lines).encode(ENCODING), warnings=lost_first(warnings)
    )


def _lines(tournament: Outgoing, warn: Warn) -> Iterator[str]:
    yield from _heading(tournament, warn)
    games = _reported_games(tournament, warn)
    ids = _ids(tournament, games, warn)
    yield "PLAYERS"
    yield from (f"{number} {_player(tournament, entrant, warn)}" for entrant, number in ids.items())
    yield "GAMES"
    yield from (_game(tournament, game, ids, warn) for game in games)
    yield "END"


def _heading(tournament: Outgoing, warn: Warn) -> Iterator[str]:
    if tournament.history.settings.board_size != FULL_BOARD:
        size = tournament.history.settings.board_size
        warn(marked("The format cannot express that the board is %(n)sx%(n)s.", n=size))
    start, finish = (
        _day(tournament.begins, NO_FIRST_DAY, warn),
        _day(tournament.ends or tournament.begins, NO_LAST_DAY, warn),
    )
    dates = start if start == finish else f"{start} to {finish}"
    name, place = (
        _text(tournament.name, marked("Tournament"), warn),
        _text(tournament.place, marked("Venue"), warn),
    )
    yield "TOURNEY " + ", ".join(part for part in (name, place, dates) if part)
    yield f"start={start}"
    yield f"finish={finish}"
    yield f"rules={_rules(tournament.ruleset)}"


def _day(day: date | None, missing: str, warn: Warn) -> str:
    if day is None:
        warn(missing)
        return ""
    return f"{day.month}/{day.day}/{day.year}"


def _rules(ruleset: str) -> str:
    name = ruleset.partition(" ")[0]
    return RULES.get(name, name)


def _reported_games(tournament: Outgoing, warn: Warn) -> list[Game]:
    """Return the games to report, in order."""
    played = []
    for game in sorted(tournament.history.games, key=lambda game: (game.round, game.table)):
        where = {"round": game.round, "table": game.table}
        if game.result.winner is Winner.NOBODY_YET:
            warn(marked(NO_RESULT, **where))
        elif game.result.by_default:
            warn(marked(DEFAULTED, **where))
        elif not game.colours_known:
            warn(marked(NO_COLOURS, **where))
        else:
            played.append(game)
    return played


def _ids(tournament: Outgoing, games: list[Game], warn: Warn) -> dict[str, int]:
    """Return a number for everybody who played, in the order of entrants."""
    playing = {player for game in games for player in (game.white, game.black)}
    in_order = sorted(playing, key=lambda id_: (tournament.history.entrants[id_].order, id_))
    own = {id_: _number(tournament.persons[id_]) for id_ in in_order}
    ids: dict[str, int] = {}
    temporary = FIRST_TEMPORARY
    for id_, number in own.items():
        if number is not None and number not in ids.values():
            ids[id_] = number
            continue
        while temporary in own.values() or temporary in ids.values():
            temporary += 1
        ids[id_] = temporary
        warn(_temporary_number_warning(tournament.persons[id_], temporary))
    return ids


def _number(person: Person) -> int | None:
    text = person.aga_id.strip()
    return int(text) if text.isascii() and text.isdecimal() and int(text) else None


def _temporary_number_warning(person: Person, temporary: int) -> str:
    who = {"who": person.full, "temporary": temporary}
    if not person.aga_id.strip():
        return marked("%(who)s has no AGA number: %(temporary)s is used instead.", **who)
    if _number(person) is None:
        said = marked(
            "%(who)s has the AGA number %(number)s, which is not a number: %(temporary)s is used instead."
        )
        return marked(said, number=repr(person.aga_id), **who)
    said = marked("%(who)s has the AGA number %(number)s of another player: %(temporary)s is used instead.")
    return marked(said, number=person.aga_id, **who)


def _player(tournament: Outgoing, id_: str, warn: Warn) -> str:
    person = tournament.persons[id_]
    family, given = (_text(part, person.full, warn, without=",") for part in (person.name, person.first_name))
    name = f"{family}, {given}" if given else family
    return f"{name} {format_rank(tournament.history.entrants[id_].rank)}"


def _game(tournament: Outgoing, game: Game, ids: dict[str, int], warn: Warn) -> str:
    winner = WINNERS.get(game.result.winner, "?")
    if winner == "?":
        warn(marked(NO_WINNER, round=game.round, table=game.table, result=game.result.winner.value))
    komi = tournament.komi_of(game)
    return f"{ids[game.white]} {ids[game.black]} {winner} {game.handicap} {komi:g}"


def _text(text: str, where: str, warn: Warn, without: str = "") -> str:
    return encodable(text, where, warn, encoding=ENCODING, without=without)
