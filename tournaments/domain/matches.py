"""Matches of teams paired by hand, and byes of teams."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Input
from games.refusals import refuse
from tournaments.competition.facts import Team
from tournaments.domain.base import Command, Event
from tournaments.domain.byes import ByeGiven, ByeTakenBack
from tournaments.domain.guards import (
    need_boards,
    need_open,
    need_reason_after_publication,
    need_round,
    team_of,
)
from tournaments.domain.inputs import BOARD_IDS
from tournaments.domain.line_ups import LineUpSet, make_games, unmake_board
from tournaments.domain.schedule import place_of
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Round, Tournament
from tournaments.teams.boards import bye_players, games_of_match
from tournaments.teams.matches import is_team_present, match_of, team_byes


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMatch(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Pair two teams by hand. ``white`` has White on board 1. ``game_ids``: of the games by board."""

    round: int
    white: Annotated[str, Input(is_id=True, help="The team with White at board 1.")]
    black: Annotated[str, Input(is_id=True, help="The other team.")]
    game_ids: Annotated[tuple[str, ...], BOARD_IDS]
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Record the line-ups too, because the teams may change later and the match does not."""
        need_boards(state)
        round_ = need_round(state, self.round)
        white, black = team_of(state, self.white), team_of(state, self.black)
        if white == black:
            refuse("same_player_twice", team=white.id)
        if self.round > 1 and not state.round(self.round - 1).pairs:
            refuse("earlier_round_not_paired", round=self.round - 1)
        for team in (white, black):
            _need_free_team(state, round_, team)
        need_reason_after_publication(self.reason, round_)
        place = place_of(state, self.round, {white.id, black.id})
        games = games_of_match(state, self.round, (white.id, black.id), self.game_ids)
        games = tuple(replace(game, place=place) for game in games)
        return [
            *(_line_up_event(state, team, self) for team in (white, black)),
            *make_games(state, round_, games, self.reason),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmakeMatch(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Unmake the match of a team; both teams then wait for one again. ``team_id``: one of the two teams."""

    round: int
    team_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, team = need_round(state, self.round), team_of(state, self.team_id)
        match = match_of(state, self.round, team.id)
        if match is None:
            refuse("no_match", team=team.id, round=self.round)
        need_reason_after_publication(self.reason, round_)
        need_open(round_)
        return [event for board in match.boards for event in unmake_board(board, round_, self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTeamBye(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Give a team the bye of the round, or withdraw it."""

    round: int
    team_id: str
    given: Annotated[bool, Input()]
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        need_boards(state)
        round_, team = need_round(state, self.round), team_of(state, self.team_id)
        if not self.given:
            if team.id not in team_byes(state, self.round):
                refuse("no_bye", team=team.id, round=self.round)
            need_open(round_)
            need_reason_after_publication(self.reason, round_)
            free = round_.byes.intersection(line_up(state, team, self.round))
            return [
                ByeTakenBack(round=self.round, entry_id=entry, reason=self.reason) for entry in sorted(free)
            ]
        _need_free_team(state, round_, team)
        need_reason_after_publication(self.reason, round_)
        return [
            ByeGiven(round=self.round, entry_id=entry, reason=self.reason)
            for entry in bye_players(state, team.id, self.round)
        ]


def _need_free_team(state: Tournament, round_: Round, team: Team) -> None:
    need_open(round_)
    if not is_team_present(state, team, round_.number):
        refuse("not_present", team=team.id, round=round_.number)
    if round_.busy.intersection(line_up(state, team, round_.number)):
        refuse("already_paired", team=team.id, round=round_.number)


def _line_up_event(state: Tournament, team: Team, command: MakeMatch) -> LineUpSet:
    players = line_up(state, team, command.round)
    return LineUpSet(round=command.round, team_id=team.id, players=players, reason=command.reason)
