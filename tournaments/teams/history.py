"""A team tournament as a history whose entrants are teams: what pairings and standings are computed from.

A team is as strong as the mean of its boards, rounded down. A match is a game of the two teams: White is who
has White on board 1; it is won by more board points. Stones are given board by board, never to a team.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter

from tournaments.competition.history import Entrant, Game, History
from tournaments.competition.pairing.rulesets import by_number
from tournaments.competition.settings import Settings
from tournaments.competition.standings import UnknownCriterion, criterion_named
from tournaments.competition.team import Team
from tournaments.state.line_ups import line_ups_of
from tournaments.state.tournament import Entry, Tournament
from tournaments.teams.matches import Match, matches, result_of, team_byes, voided
from tournaments.teams.names import AS_OF_PLAYERS


def paired_history(state: Tournament, order: Mapping[str, int] | None = None, rules: str = "") -> History:
    """What a round of this tournament is paired from: its teams, where it has boards, else its entries.

    ``order`` of the entries, and ``rules``, which order teams, break last ties.
    """
    if state.settings.teams.boards:
        return team_history(state, by_number=by_number(rules))
    return state.history(order)


def team_history(state: Tournament, *, by_number: bool = False) -> History:
    """Teams as entrants, in the order of their names, or as they were formed.

    Matches are games, at the number of the match.
    """
    in_order = sorted(state.teams.values(), key=attrgetter("number") if by_number else _by_name)
    absent = {number: _absent(state, number) for number in range(1, state.settings.rounds + 1)}
    return History(
        settings=_settings(state.settings),
        entrants={team.id: _entrant(state, team, order, absent) for order, team in enumerate(in_order)},
        games=tuple(
            _game(match, state) for number in sorted(state.rounds) for match in matches(state, number)
        ),
        byes={number: byes for number in sorted(state.rounds) if (byes := team_byes(state, number))},
    )


def _by_name(team: Team) -> tuple[str, int]:
    return team.name.casefold(), team.number


def match_number(match: Match, boards: int) -> int:
    """Matches are numbered by blocks of as many tables as they have boards."""
    return (match.table - 1) // boards + 1


def _settings(settings: Settings) -> Settings:
    even = replace(settings.handicap, ceiling=0)
    return replace(settings, handicap=even, criteria=_computable(settings.teams.criteria, settings.system))


def _computable(names: Iterable[str], system: str) -> tuple[str, ...]:
    """The criteria that need no more than the matches; board wins break no ties in a pairing."""
    known = dict.fromkeys(AS_OF_PLAYERS.get(name, name) for name in names)
    return tuple(name for name in known if _is_criterion(name, system)) or ("NBW",)


def _is_criterion(name: str, system: str) -> bool:
    try:
        criterion_named(name, system)
    except UnknownCriterion:
        return False
    return True


def _entrant(state: Tournament, team: Team, order: int, absent: Mapping[int, frozenset[str]]) -> Entrant:
    boards = [state.entries[entry] for entry in team.members[: state.settings.teams.boards]]
    return Entrant(
        id=team.id,
        rank=mean(entry.rank for entry in boards),
        rating=mean(entry.rating for entry in boards),
        country=team.country,
        club=team.club,
        order=order,
        absent=frozenset(number for number, teams in absent.items() if team.id in teams),
        final=any(entry.final for entry in boards),
        voided=voided(state, team),
        group=team.group,
    )


def _absent(state: Tournament, number: int) -> frozenset[str]:
    """Teams of which nobody is there."""
    told = line_ups_of(state, number)
    return frozenset(
        team
        for team, players in told.items()
        if not any(_there(state.entries[entry], number) for entry in players)
    )


def _there(entry: Entry, number: int) -> bool:
    return entry.final and number not in entry.absent


def mean(values: Iterable[int]) -> int:
    """Rounded down, also below 0."""
    listed = list(values)
    return sum(listed) // len(listed)


def _game(match: Match, state: Tournament) -> Game:
    return Game(
        round=match.round,
        table=match_number(match, state.settings.teams.boards),
        white=match.white,
        black=match.black,
        colours_known=match.boards[0].pair.colours_known,
        result=result_of(match, state.settings.system),
        place=match.place,
    )
