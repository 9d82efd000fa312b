"""Who a schedule is drawn of: the entries of each group, or the teams where matches have boards.

Teams are divided by their own groups; those of their members divide nobody.
"""

from collections.abc import Iterable, Mapping

from tournaments.competition.facts import Seating
from tournaments.competition.history import Entrant
from tournaments.competition.schedules import Played
from tournaments.state.groups import groups_of
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament
from tournaments.teams.history import paired_history
from tournaments.teams.matches import Match, bound_teams, matches, present, result_of, voided


def fields_of(state: Tournament) -> list[str]:
    """The names of the fields: groups of entries, or of teams."""
    return groups_of(state)


def entrants_of(state: Tournament) -> Mapping[str, Entrant]:
    return paired_history(state).entrants


def there(state: Tournament, id_: str, number: int) -> bool:
    """Whether the player, or anybody of the team, is present in the round."""
    if state.settings.teams.boards:
        return id_ in state.teams and present(state, state.teams[id_], number)
    return state.entries[id_].present_in(number)


def there_at_first(state: Tournament, field: str) -> list[str]:
    if state.settings.teams.boards:
        return [id_ for id_, team in state.teams.items() if team.group == field and there(state, id_, 1)]
    return [entry.id for entry in state.entries.values() if entry.group == field and entry.present_in(1)]


def bound(state: Tournament, number: int) -> frozenset[str]:
    """Who has a game or a bye in the round; of a team, anybody at its boards."""
    return bound_teams(state, number) if state.settings.teams.boards else state.round(number).busy


def voided_in(state: Tournament) -> frozenset[str]:
    """Who has left and had all of their games, or matches, left out."""
    if state.settings.teams.boards:
        return frozenset(team.id for team in state.teams.values() if voided(state, team))
    return frozenset(entry.id for entry in state.entries.values() if entry.voided)


def waiting_at_boards(state: Tournament, ids: Iterable[str], number: int) -> list[str]:
    """The entries behind ``ids``; of teams those of the line-up who are there."""
    if not state.settings.teams.boards:
        return list(ids)
    seated = (entry for team in ids for entry in line_up(state, state.teams[team], number))
    return [entry for entry in seated if state.entries[entry].present_in(number)]


def played_by(state: Tournament, order: Iterable[str]) -> list[Played]:
    """Games of the field, or matches, from all rounds."""
    field = set(order)
    every = _matches(state) if state.settings.teams.boards else _games(state)
    return [game for game in every if game.players <= field]


def _games(state: Tournament) -> Iterable[Played]:
    return (
        Played(round=number, result=pair.result, place=pair.place, **Seating.facts_of(pair))
        for number, round_ in sorted(state.rounds.items())
        for pair in round_.by_table()
    )


def _matches(state: Tournament) -> Iterable[Played]:
    return (_as_game(state, match) for number in sorted(state.rounds) for match in matches(state, number))


def _as_game(state: Tournament, match: Match) -> Played:
    """A match at the table where it begins."""
    return Played(
        round=match.round,
        table=match.table,
        white=match.white,
        black=match.black,
        colours_known=match.boards[0].pair.colours_known,
        result=result_of(match, state.settings.system),
        place=match.place,
    )
