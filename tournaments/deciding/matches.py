"""What a director does by hand to a match of two teams, or to the bye of one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.refusals import refuse
from tournaments.competition.history import Winner
from tournaments.competition.team import Team
from tournaments.deciding.base import decide, need_open, need_reason_once_published, need_round
from tournaments.deciding.scheduling import place_of
from tournaments.events.pairs import PairMade, PairMadeByHand, PairUnmade
from tournaments.events.results import ResultCleared
from tournaments.events.rounds import ByeGiven, ByeTakenBack
from tournaments.events.teams import LineUpSet
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Round, Tournament
from tournaments.teams.boards import bye_players, forfeited, games_of_match, lost_by_default
from tournaments.teams.matches import Board, match_of, present, team_byes


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMatch:
    """``white`` has White on board 1. ``game_ids``: of the games by board."""

    round: int
    white: str
    black: str
    game_ids: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmakeMatch:
    """``team_id``: one of the two teams."""

    round: int
    team_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTeamBye:
    """The team has the bye of the round, or has it no longer."""

    round: int
    team_id: str
    given: bool
    reason: str = ""


@decide.register
def decide_make_match(command: MakeMatch, state: Tournament) -> Sequence[object]:
    """Who sits at the boards is told as well: the teams may change, the match will not."""
    need_boards(state)
    round_ = need_round(state, command.round)
    white, black = team_of(state, command.white), team_of(state, command.black)
    if white == black:
        refuse("same_player_twice", team=white.id)
    if command.round > 1 and not state.round(command.round - 1).pairs:
        refuse("earlier_round_not_paired", round=command.round - 1)
    for team in (white, black):
        _need_free(state, round_, team)
    need_reason_once_published(command.reason, round_)
    place = place_of(state, command.round, {white.id, black.id})
    games = games_of_match(state, command.round, (white.id, black.id), command.game_ids)
    games = tuple(replace(game, place=place) for game in games)
    return [
        *(_line_up_event(state, team, command) for team in (white, black)),
        *made(state, round_, games, command.reason),
    ]


@decide.register
def decide_unmake_match(command: UnmakeMatch, state: Tournament) -> Sequence[object]:
    round_, team = need_round(state, command.round), team_of(state, command.team_id)
    match = match_of(state, command.round, team.id)
    if match is None:
        refuse("no_match", team=team.id, round=command.round)
    need_reason_once_published(command.reason, round_)
    need_open(round_)
    return [event for board in match.boards for event in unmade(board, round_, command.reason)]


@decide.register
def decide_set_team_bye(command: SetTeamBye, state: Tournament) -> Sequence[object]:
    need_boards(state)
    round_, team = need_round(state, command.round), team_of(state, command.team_id)
    if not command.given:
        if team.id not in team_byes(state, command.round):
            refuse("no_bye", team=team.id, round=command.round)
        need_open(round_)
        need_reason_once_published(command.reason, round_)
        free = round_.byes.intersection(line_up(state, team, command.round))
        return [
            ByeTakenBack(round=command.round, entry_id=entry, reason=command.reason) for entry in sorted(free)
        ]
    _need_free(state, round_, team)
    need_reason_once_published(command.reason, round_)
    return [
        ByeGiven(round=command.round, entry_id=entry, reason=command.reason)
        for entry in bye_players(state, team.id, command.round)
    ]


def made(state: Tournament, round_: Round, games: Sequence[PairMade], reason: str) -> Iterator[object]:
    """The games, and the results of those at which somebody is missing."""
    for game in games:
        yield PairMadeByHand(round=round_.number, pair=game, reason=reason)
    yield from lost_by_default(state, round_.number, games)


def unmade(board: Board, round_: Round, reason: str) -> Iterator[object]:
    """The game goes; refused where it was played. That somebody was missing is no obstacle."""
    pair = board.pair
    if forfeited(pair):
        yield ResultCleared(round=round_.number, game_id=pair.game_id, reason=reason)
    elif pair.ruled or pair.reports or pair.result.winner is not Winner.NOBODY_YET:
        refuse("game_has_result", game=pair.game_id, round=round_.number)
    yield PairUnmade(round=round_.number, game_id=pair.game_id, reason=reason)


def need_boards(state: Tournament) -> int:
    """How many boards a match has; refused in a tournament of single players."""
    if not state.settings.teams.boards:
        refuse("no_teams")
    return state.settings.teams.boards


def team_of(state: Tournament, team_id: str) -> Team:
    team = state.teams.get(team_id)
    if team is None:
        refuse("unknown_team", team=team_id)
    return team


def _need_free(state: Tournament, round_: Round, team: Team) -> None:
    need_open(round_)
    if not present(state, team, round_.number):
        refuse("not_present", team=team.id, round=round_.number)
    if round_.busy.intersection(line_up(state, team, round_.number)):
        refuse("already_paired", team=team.id, round=round_.number)


def _line_up_event(state: Tournament, team: Team, command: MakeMatch) -> LineUpSet:
    players = line_up(state, team, command.round)
    return LineUpSet(round=command.round, team_id=team.id, players=players, reason=command.reason)
