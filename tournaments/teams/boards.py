"""Games at the boards of paired teams, and boards lost without a game.

Board i meets board i; colours alternate from board 1, whose White the pairing chose; but a rematch of
two who had White at board 1 equally often is played with the other colours. Stones follow from the
ranks of the two at a board, as the settings say; with stones the stronger has White. In a schedule every game
is even unless ``schedule.handicap`` is set.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from tournaments.competition.facts import LineUp, Team
from tournaments.competition.pairing import Pair as TeamPair
from tournaments.competition.pairing import Pairing
from tournaments.competition.pairing.handicap import terms_between
from tournaments.competition.schedules import SCHEDULES, Planned
from tournaments.competition.settings import Settings
from tournaments.state.line_ups import line_up, seats_of_entries
from tournaments.state.tournament import Pair, PairMade, Tournament
from tournaments.teams.matches import earlier_matches, match_of

NewId = Callable[[int], str]
"""The id of the game at a table."""


def board_games(state: Tournament, pairing: Pairing, new_id: NewId) -> tuple[PairMade, ...]:
    """Return the games of all matches; the first board of a match has the costs of the match."""
    blocks = free_blocks(state, pairing.round)
    fair = (_other_colours(state, match, pairing.round) for match in pairing.pairs)
    return tuple(game for match in fair for game in _games(state, match, pairing.round, next(blocks), new_id))


def _other_colours(state: Tournament, match: TeamPair, number: int) -> TeamPair:
    """Return the match, with colours swapped if it would repeat those of the last match of two even teams."""
    before = earlier_matches(state, number, (match.white, match.black))
    if not before or before[-1].white != match.white:
        return match
    balance = {team: _whites_less_blacks(state, team, number) for team in (match.white, match.black)}
    if balance[match.white] != balance[match.black]:
        return match
    return replace(match, white=match.black, black=match.white)


def _whites_less_blacks(state: Tournament, team: str, number: int) -> int:
    """Return games as White less games as Black at board 1, in the rounds before ``number``."""
    played = (match_of(state, earlier, team) for earlier in state.rounds if earlier < number)
    return sum(1 if match.white == team else -1 for match in played if match)


def scheduled_games(
    state: Tournament, number: int, fixtures: Sequence[Planned], blocks: Iterator[int], new_id: NewId
) -> Iterator[PairMade]:
    """Return the games of the matches that a schedule has in a round; each board has the place of its match.

    ``blocks``: first tables, as ``free_blocks`` yields them.
    """
    for fixture in fixtures:
        for game in _games(state, _match_of_two(fixture.white, fixture.black), number, next(blocks), new_id):
            yield replace(game, place=fixture.place)


def games_of_match(
    state: Tournament, number: int, teams: tuple[str, str], game_ids: Sequence[str]
) -> tuple[PairMade, ...]:
    """Return the games of two teams paired by hand. ``game_ids``: by board. White on board 1: the first."""
    boards = state.settings.teams.boards
    first_table = next(free_blocks(state, number))
    match = _match_of_two(*teams)
    return tuple(_games(state, match, number, first_table, lambda table: game_ids[(table - 1) % boards]))


def _match_of_two(white: str, black: str) -> TeamPair:
    """Return a match of two teams without costs."""
    return TeamPair(table=0, white=white, black=black, komi=0)


def bye_players(state: Tournament, team: str | None, number: int) -> LineUp:
    """Return the present entries of a team that has the bye."""
    if team is None:
        return ()
    return tuple(
        entry for entry in line_up(state, state.teams[team], number) if is_present(state, entry, number)
    )


def line_up_with_substitutes(state: Tournament, team: Team, number: int) -> LineUp:
    """Return the line-up, with the next present members in place of absent ones."""
    players = line_up(state, team, number)
    busy = state.round(number).busy
    free = (
        entry
        for entry in team.members
        if entry not in players and entry not in busy and is_present(state, entry, number)
    )
    return tuple(entry if is_present(state, entry, number) else next(free, entry) for entry in players)


def line_ups(
    state: Tournament, number: int, pairs: Sequence[PairMade], byes: Sequence[str]
) -> dict[str, LineUp]:
    """Return the line-ups of the teams of all entries with a game or a bye."""
    seated = seats_of_entries(state, number)
    entries = [*byes, *(entry for pair in pairs for entry in (pair.black, pair.white))]
    teams = {seated[entry][0] for entry in entries if entry in seated}
    return {team: line_up(state, state.teams[team], number) for team in sorted(teams)}


def is_forfeited(pair: Pair) -> bool:
    """Return whether the game was lost because a player was absent: unmaking it loses no played result."""
    players = pair.recorded is not None and pair.recorded.by_default
    return players and not pair.reports and pair.ruled is None


def is_present(state: Tournament, entry: str, number: int) -> bool:
    return state.entries[entry].present_in(number)


def free_blocks(state: Tournament, number: int) -> Iterator[int]:
    """Yield the first tables of free blocks; a block has as many tables as a match has boards."""
    boards = state.settings.teams.boards
    taken = {(pair.table - 1) // boards for pair in state.round(number).pairs.values()}
    return (block * boards + 1 for block in count() if block not in taken)


def _games(
    state: Tournament, match: TeamPair, number: int, first_table: int, new_id: NewId
) -> Iterator[PairMade]:
    white, black = (line_up(state, state.teams[team], number) for team in (match.white, match.black))
    for board, (one, other) in enumerate(zip(white, black, strict=True)):
        table = first_table + board
        game = board_game(state, (one, other) if board % 2 == 0 else (other, one), table, new_id(table))
        yield game if board else replace(game, components=match.components, total=match.total)


def board_game(state: Tournament, players: tuple[str, str], table: int, game_id: str) -> PairMade:
    """Return the game of two entries; the first has White, with stones the stronger."""
    white, black = players
    given, komi = _terms(state.entries[white].rank, state.entries[black].rank, state.settings)
    if given and state.entries[white].rank < state.entries[black].rank:
        white, black = black, white
    return PairMade(
        game_id=game_id,
        table=table,
        white=white,
        black=black,
        handicap=given,
        komi=komi,
    )


def _terms(one: int, other: int, settings: Settings) -> tuple[int, float]:
    if settings.system in SCHEDULES and not settings.schedule.handicap:
        return 0, settings.komi_for(0)
    return terms_between(one, other, settings)
