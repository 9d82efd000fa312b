"""The history of a team tournament with teams as entrants, for pairings and standings.

The strength of a team is the mean of its boards, rounded down. A match is a game; White is the team that
has White on board 1; it is won by more board points. Stones are given board by board, never to a team.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter

from tournaments.competition.facts import Team
from tournaments.competition.history import Entrant, Game, History
from tournaments.competition.pairing.rulesets import are_ties_by_number
from tournaments.competition.settings import Settings
from tournaments.competition.standings import UnknownCriterion, find_criterion
from tournaments.state.line_ups import line_ups_of
from tournaments.state.tournament import Entry, Tournament
from tournaments.teams.matches import Match, is_voided, matches, result_of, team_byes

PLAYER_CRITERIA = {"TEAMP": "NBW", "SOST": "SOSW", "MNR": "RATING"}
"""Criteria of players that OpenGotha calls otherwise when they are those of teams."""


def paired_history(state: Tournament, order: Mapping[str, int] | None = None, rules: str = "") -> History:
    """Return the history that a round is paired from: of teams if matches have boards, else of entries.

    ``order`` of the entries, and ``rules``, which order teams, break last ties.
    """
    if state.settings.teams.boards:
        return team_history(state, by_number=are_ties_by_number(rules))
    return state.history(order)


def team_history(state: Tournament, *, by_number: bool = False) -> History:
    """Return the history with teams as entrants, in the order of their names, or as they were formed.

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
    """Return the number of a match; matches are numbered by blocks of tables, one table per board."""
    return (match.table - 1) // boards + 1


def _settings(settings: Settings) -> Settings:
    even = replace(settings.handicap, ceiling=0)
    return replace(
        settings, handicap=even, criteria=_computable_criteria(settings.teams.criteria, settings.system)
    )


def _computable_criteria(names: Iterable[str], system: str) -> tuple[str, ...]:
    """Return the criteria that are computed from matches only; board wins do not break ties in a pairing."""
    known = dict.fromkeys(PLAYER_CRITERIA.get(name, name) for name in names)
    return tuple(name for name in known if _is_criterion(name, system)) or ("NBW",)


def _is_criterion(name: str, system: str) -> bool:
    try:
        find_criterion(name, system)
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
        voided=is_voided(state, team),
        group=team.group,
    )


def _absent(state: Tournament, number: int) -> frozenset[str]:
    """Return the teams without a present player in their line-up."""
    line_ups = line_ups_of(state, number)
    return frozenset(
        team
        for team, players in line_ups.items()
        if not any(_is_available(state.entries[entry], number) for entry in players)
    )


def _is_available(entry: Entry, number: int) -> bool:
    return entry.final and number not in entry.absent


def mean(values: Iterable[int]) -> int:
    """Return the mean, rounded down also below 0."""
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
