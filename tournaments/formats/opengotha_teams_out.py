"""Write teams for OpenGotha: the players at each board by round, and the criteria of teams.

The format has no place for country and club of a team, substitutes who never sit at a board, and the points
of a bye.
"""

from collections.abc import Iterator, Mapping

from games.marking import marked
from tournaments.competition.settings import Settings
from tournaments.formats.eight_bit import Warn
from tournaments.formats.opengotha_sets import tag
from tournaments.formats.outgoing import Outgoing

MOST_CRITERIA = 6
CRITERIA = ("TEAMP", "SOST", "BDW", *(f"BDW{boards}U" for boards in range(1, 10)), "MNR")


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
    for number, name in enumerate(_criteria(settings, warn), start=1):
        yield tag("PlacementCriterion", {"number": str(number), "name": name})
    yield "</PlacementCriteria>"
    yield "</TeamPlacementParameterSet>"
    yield "</TeamTournamentParameterSet>"


def _criteria(settings: Settings, warn: Warn) -> list[str]:
    """Return the criteria, padded with NULL."""
    chosen = settings.teams.criteria
    known = [name for name in chosen if name in CRITERIA]
    if left := [*(name for name in chosen if name not in CRITERIA), *known[MOST_CRITERIA:]]:
        said = marked("OpenGotha does not place teams by %(names)s: left out, though it decides.")
        warn(marked(said, names=", ".join(left)))
    return known[:MOST_CRITERIA] + ["NULL"] * (MOST_CRITERIA - len(known))
