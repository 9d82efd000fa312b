"""Write OpenGotha's XML, data version 201, so that ``opengotha`` reads the same tournament.

| part                                    | here                                                         |
|-----------------------------------------|--------------------------------------------------------------|
| key of a player                         | surname and given name in capitals without blanks            |
| two players with one name               | a number is added to the given name, with a warning          |
| short name                              | its own, else the tournament's address                       |
| version of the program                  | that of the pairing rules: 3.51 or 3.52                      |
| rounds                                  | at most 20 in OpenGotha; more are written with a warning     |
| byes                                    | one per round in OpenGotha; more with a warning              |
| komi of a single game                   | `komi` of the game, which OpenGotha ignores, with a warning  |
| country of the event                    | left out, with a warning                                     |
| grade                                   | the rank if no file has it                                   |
| director                                | empty, with a warning                                        |
| display and printing of lists           | OpenGotha's defaults                                         |
| teams                                   | the players at each board by round, and the criteria         |
| country, club, substitutes of teams     | left out, with a warning                                     |
| other systems, pairs, groups, ...       | left out, with a warning                                     |

Every text is on one line and in Unicode; version and log position are in a comment.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace

from games.marking import join_marked, marked
from tournaments.competition.history import ClubGroup, Entrant, Game, Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.settings import Settings
from tournaments.formats.eight_bit import Warn, encodable
from tournaments.formats.imported import Person
from tournaments.formats.opengotha import BY_DEFAULT, WINNERS, key
from tournaments.formats.opengotha_sets import parameter_sets, tag
from tournaments.formats.outgoing import Outgoing, Written

MOST_ROUNDS = 20
SYSTEMS = ("mcmahon", "swiss", "swiss_categories", "cup")
NAMES = {winner: name for name, winner in WINNERS.items()}
VERSIONS = {
    "opengotha-3.51": "3.51",
    "opengotha-3.51-2": "3.51",
    "opengotha-3.52": "3.52",
    "opengotha-3.52-2": "3.52",
    "house": "3.52",
    "house-2": "3.52",
    "house-3": "3.52",
}
MOST_TEAM_CRITERIA = 6
TEAM_CRITERIA = ("TEAMP", "SOST", "BDW", *(f"BDW{boards}U" for boards in range(1, 10)), "MNR")


def write_opengotha(tournament: Outgoing) -> Written:
    """Write the tournament as OpenGotha saves it."""
    warnings: list[str] = []
    text = "".join(f"{line}\n" for line in _lines(tournament, warnings.append))
    return Written(data=text.encode(), warnings=tuple(warnings))


def _lines(tournament: Outgoing, warn: Warn) -> Iterator[str]:
    history = tournament.history
    _warn_of_losses(tournament, warn)
    persons = {id_: _person_on_one_line(person, warn) for id_, person in tournament.persons.items()}
    keys = _keys(tournament, persons, warn)
    yield "<?xml version='1.0' encoding='UTF-8'?>"
    yield f"<!-- {_text(tournament.stamp, 'Address', warn).replace('--', '- -')} -->"
    version = {"dataVersion": "201", "fullVersionNumber": VERSIONS[history.settings.pairing.rules]}
    yield tag("Tournament", version, close=False)
    yield "<Players>"
    for id_, entrant in history.entrants.items():
        yield tag("Player", _player(entrant, persons[id_], history.settings.rounds))
    yield "</Players>"
    yield "<Games>"
    own_komi = _games_with_own_komi(tournament)
    yield from (tag("Game", _game(game, keys) | own_komi.get(game, {})) for game in history.games)
    yield "</Games>"
    yield from _byes(history.byes, keys, warn)
    yield from team_lines(tournament, keys, warn)
    yield from parameter_sets(tournament, warn)
    if tournament.teams:
        yield from team_parameters(history.settings, warn)
    yield from club_group_lines(history.club_groups)
    yield "</Tournament>"


def _keys(tournament: Outgoing, persons: dict[str, Person], warn: Warn) -> dict[str, str]:
    """Return keys of all; ``persons`` with a key that is taken get another given name."""
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for id_ in tournament.history.entrants:
        name, first = persons[id_].name, persons[id_].first_name
        number = 1
        while (made := key(name + first)) in taken or not made:
            number += 1
            first = f"{persons[id_].first_name} {number}".strip()
        if number > 1:
            who = persons[id_].full or marked("A player without a name")
            warn(marked("%(who)s is written %(name)s: names differ.", who=who, name=f"{name} {first}"))
            persons[id_] = _with_first_name(persons[id_], first)
        taken.add(made)
        keys[id_] = made
    return keys


def _with_first_name(person: Person, first_name: str) -> Person:
    return replace(person, first_name=first_name)


def _person_on_one_line(person: Person, warn: Warn) -> Person:
    values = {field.name: getattr(person, field.name) for field in fields(person)}
    return Person(**{name: _text(text, person.full, warn) for name, text in values.items()})


def _player(entrant: Entrant, person: Person, rounds: int) -> dict[str, str]:
    attended = range(1, max(rounds, MOST_ROUNDS) + 1)
    rank = format_rank(entrant.rank).upper()
    return {
        "name": person.name,
        "firstName": person.first_name,
        "country": entrant.country,
        "club": entrant.club,
        "egfPin": person.egf_pin,
        "ffgLicence": person.ffg_licence,
        "ffgLicenceStatus": person.ffg_licence_status,
        "agaId": person.aga_id,
        "agaExpirationDate": person.aga_expiration,
        "rank": rank,
        "rating": str(entrant.rating),
        "ratingOrigin": person.rating_origin,
        "grade": person.grade or rank,
        "smmsCorrection": str(entrant.correction),
        "participating": "".join("0" if number in entrant.absent else "1" for number in attended),
        "registeringStatus": "FIN" if entrant.final else "PRE",
    }


def _game(game: Game, keys: Mapping[str, str]) -> dict[str, str]:
    result = game.result
    mark = BY_DEFAULT if result.by_default and result.winner is not Winner.NOBODY_YET else ""
    return {
        "roundNumber": str(game.round),
        "tableNumber": str(game.table),
        "whitePlayer": keys[game.white],
        "blackPlayer": keys[game.black],
        "knownColor": str(game.colours_known).lower(),
        "handicap": str(game.handicap),
        "result": f"{NAMES[result.winner]}{mark}",
    }


def _games_with_own_komi(tournament: Outgoing) -> dict[Game, dict[str, str]]:
    """Return the attribute of each game whose komi is not that of its handicap."""
    usual = tournament.history.settings.komi_for
    komi = {game: tournament.komi_of(game) for game in tournament.history.games}
    return {game: {"komi": f"{own:g}"} for game, own in komi.items() if own != usual(game.handicap)}


def _byes(byes: Mapping[int, frozenset[str]], keys: Mapping[str, str], warn: Warn) -> Iterator[str]:
    given = sorted((number, keys[id_]) for number, ids in byes.items() for id_ in ids)
    for number, count in Counter(number for number, _ in given).items():
        if count > 1:
            warn(marked("Round %(round)s has %(n)s byes: OpenGotha keeps the last.", round=number, n=count))
    if given:
        yield "<ByePlayers>"
        yield from (tag("ByePlayer", {"roundNumber": str(n), "player": player}) for n, player in given)
        yield "</ByePlayers>"


def _warn_of_losses(tournament: Outgoing, warn: Warn) -> None:
    settings = tournament.history.settings
    if settings.rounds > MOST_ROUNDS:
        said = marked("OpenGotha knows %(most)s rounds; this tournament has %(n)s.")
        warn(marked(said, most=MOST_ROUNDS, n=settings.rounds))
    if settings.pairing.rules.startswith("house"):
        said = marked("The pairing rules '%(rules)s' are written as those of OpenGotha 3.52.")
        warn(marked(said, rules=settings.pairing.rules))
    if tournament.country:
        said = marked("The country %(country)s of the tournament has no place in the format.")
        warn(marked(said, country=tournament.country))
    if tournament.time_class:
        said = marked("The class %(name)s has no place in the format: it follows from the time.")
        warn(marked(said, name=tournament.time_class))
    for what in _unsupported_data(tournament):
        warn(what)
    if odd := _games_with_own_komi(tournament):
        places = [
            marked("round %(round)s table %(table)s", round=game.round, table=game.table) for game in odd
        ]
        said = marked("OpenGotha ignores the komi of single games, which is written: %(places)s.")
        warn(marked(said, places=join_marked(places, ", ")))
    warn(marked("The director is unknown: the field is left empty."))


def _unsupported_data(tournament: Outgoing) -> Iterator[str]:
    """Yield sentences on data that OpenGotha does not know, or changes although not written."""
    history, settings = tournament.history, tournament.history.settings
    entrants = history.entrants.values()
    if settings.system not in SYSTEMS:
        yield marked("The system %(name)s has no place in the format: left out.", name=settings.system)
    if settings.teams.boards and not tournament.teams:
        said = marked("Teams of %(n)s boards of which none is formed have no place in the format: left out.")
        yield marked(said, n=settings.teams.boards)
    if settings.teams.bye_boards2 is not None:
        yield marked("Board points of a team's bye have no place in the format: left out.")
    if settings.players_per_side > 1:
        yield marked("Two players on one side have no place in the format: left out.")
    if any(entrant.group for entrant in entrants):
        yield marked("Groups of players have no place in the format: left out.")
    if any(team.group for team in tournament.teams):
        yield marked("Groups of teams have no place in the format: left out.")
    if settings.pairing.at_home_above < 100:
        yield marked("Clubs at home have no place in the format: left out.")
    if history.meetings:
        said = marked("%(n)s groups who must or must not meet have no place in the format: left out.")
        yield marked(said, n=len(history.meetings))
    if any(entrant.byes_asked or entrant.table for entrant in entrants):
        yield marked(
            "Byes that were asked for and tables of single players have no place in the format: left out."
        )


def _text(text: str, where: str, warn: Warn) -> str:
    return encodable(text, where, warn, encoding="utf-8")


def team_lines(tournament: Outgoing, keys: Mapping[str, str], warn: Warn) -> Iterator[str]:
    """Return lines of the element ``Teams``; none without teams. ``keys``: the names of players."""
    if not tournament.teams:
        return
    settings = tournament.history.settings
    rounds = range(1, settings.rounds + 1)
    yield "<Teams>"
    for place, team in enumerate(tournament.teams, start=1):
        line_ups = [team.line_up(number, settings.teams.boards) for number in rounds]
        yield tag("Team", {"teamNumber": str(place), "teamName": team.name}, close=False)
        for number, players in zip(rounds, line_ups, strict=True):
            for board, who in enumerate(players, start=1):
                seat = {"roundNumber": str(number), "boardNumber": str(board), "player": keys[who]}
                yield tag("Board", seat)
        yield "</Team>"
        if waiting := [keys[who] for who in team.members if not any(who in each for each in line_ups)]:
            said = marked("Substitutes of %(team)s who sit at no board are left out: %(names)s.")
            warn(marked(said, team=team.name, names=", ".join(waiting)))
    yield "</Teams>"
    if homes := [team.name for team in tournament.teams if team.country or team.club]:
        said = marked("Country and club of a team have no place in the format: %(names)s.")
        warn(marked(said, names=", ".join(homes)))


def team_parameters(settings: Settings, warn: Warn) -> Iterator[str]:
    """Return lines of the element ``TeamTournamentParameterSet``; none without teams."""
    teams = settings.teams
    if not teams.boards:
        return
    yield "<TeamTournamentParameterSet>"
    yield tag("TeamGeneralParameterSet", {"teamSize": str(teams.boards)})
    yield "<TeamPlacementParameterSet>"
    yield "<PlacementCriteria>"
    for number, name in enumerate(_team_criteria(settings, warn), start=1):
        yield tag("PlacementCriterion", {"number": str(number), "name": name})
    yield "</PlacementCriteria>"
    yield "</TeamPlacementParameterSet>"
    yield "</TeamTournamentParameterSet>"


def _team_criteria(settings: Settings, warn: Warn) -> list[str]:
    """Return the criteria, padded with NULL."""
    chosen = settings.teams.criteria
    known = [name for name in chosen if name in TEAM_CRITERIA]
    if left := [*(name for name in chosen if name not in TEAM_CRITERIA), *known[MOST_TEAM_CRITERIA:]]:
        said = marked("OpenGotha does not place teams by %(names)s: left out, though it decides.")
        warn(marked(said, names=", ".join(left)))
    return known[:MOST_TEAM_CRITERIA] + ["NULL"] * (MOST_TEAM_CRITERIA - len(known))


def club_group_lines(groups: Iterable[ClubGroup]) -> Iterator[str]:
    """Return lines of the element ``ClubsGroups``; none without groups, as in OpenGotha."""
    named = list(groups)
    if not named:
        return
    yield "<ClubsGroups>"
    for group in named:
        yield tag("ClubsGroup", {"name": group.name}, close=False)
        yield from (tag("Club", {"name": club}) for club in group.clubs)
        yield "</ClubsGroup>"
    yield "</ClubsGroups>"
