"""Forming teams, and who sits at their boards in a round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.facts import TeamFacts
from tournaments.competition.team import LineUp, Team
from tournaments.deciding.base import (
    begun,
    decide,
    entry_of,
    fill,
    need_open,
    need_reason,
    need_reason_once_published,
    need_round,
)
from tournaments.deciding.entries import GROUP, ReinstateEntry, WithdrawEntry, is_group, withdrawn
from tournaments.deciding.matches import made, need_boards, team_of, unmade
from tournaments.deciding.scheduling import refuse_if_drawn
from tournaments.events.dates import GameDateSet
from tournaments.events.pairs import PairMade
from tournaments.events.teams import LineUpSet, TeamChanged, TeamDisbanded, TeamFormed
from tournaments.one_line import fits
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Round, Tournament
from tournaments.teams.boards import board_game
from tournaments.teams.matches import Board, match_of, team_byes

LONGEST_NAME, LONGEST_CLUB = 60, 12
MOST_MEMBERS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTeam(TeamFacts):
    team_id: str


@dataclass(frozen=True, slots=True, init=False)
class ChangeTeam:
    """``ChangeTeam(team_id=..., name="B")``: facts of a team by name. None leaves a fact as it is."""

    team_id: str
    changes: dict[str, Any]
    reason: str

    def __init__(self, *, team_id: str, reason: str = "", **changes: object) -> None:
        fill(self, team_id=team_id, changes=TeamFacts.changes(changes), reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisbandTeam:
    team_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLineUp:
    """``players``: members, from board 1 down. ``game_ids``: of the games that this changes, by board."""

    round: int
    team_id: str
    players: LineUp
    game_ids: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTeamPresence:
    """All members leave the tournament, or all who left are back.

    ``void``: of a round robin; as long as nobody of the team is back its matches count for nobody's place.
    """

    team_id: str
    plays: bool
    reason: str = ""
    void: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidMember:
    """One member leaves, as all of the team do whose matches count for nobody's place."""

    entry_id: str
    reason: str


@decide.register
def decide_set_team_presence(command: SetTeamPresence, state: Tournament) -> Sequence[object]:
    leaves = VoidMember if command.void else WithdrawEntry
    kind = ReinstateEntry if command.plays else partial(leaves, reason=command.reason)
    commands = [kind(entry_id=entry) for entry in team_of(state, command.team_id).members]
    return [event for each in commands for event in decide(each, state)]


@decide.register
def decide_void_member(command: VoidMember, state: Tournament) -> Sequence[object]:
    need_boards(state)
    return withdrawn(state, entry_of(state, command.entry_id), command.reason, void=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLineUp:
    """Who sits at the boards in a round stays; they sit by rating, the strongest at board 1."""

    round: int
    team_id: str
    game_ids: tuple[str, ...] = ()
    reason: str = ""


@decide.register
def decide_form_team(command: FormTeam, state: Tournament) -> Sequence[object]:
    need_boards(state)
    team = Team(
        id=command.team_id,
        number=1 + max((team.number for team in state.teams.values()), default=0),
        **TeamFacts.facts_of(command),
    )
    if team.id in state.teams:
        refuse("team_exists", team=team.id)
    refuse_if_drawn(state, team.group)
    check_team(team, state)
    return [TeamFormed(team_id=team.id, number=team.number, **TeamFacts.facts_of(team))]


@decide.register
def decide_change_team(command: ChangeTeam, state: Tournament) -> Sequence[object]:
    old = team_of(state, command.team_id)
    team = replace(old, **command.changes)
    if team == old:
        return []
    check_team(team, state)
    if team.group != old.group:
        refuse_if_drawn(state, old.group)
        refuse_if_drawn(state, team.group)
    if begun(state):
        need_reason(command.reason, about="a team")
    return [TeamChanged(team_id=team.id, reason=command.reason, **TeamFacts.facts_of(team))]


@decide.register
def decide_disband_team(command: DisbandTeam, state: Tournament) -> Sequence[object]:
    team = team_of(state, command.team_id)
    if any(
        match_of(state, number, team.id) or team.id in team_byes(state, number) for number in state.rounds
    ):
        refuse("team_has_games", team=team.id)
    refuse_if_drawn(state, team.group)
    return [TeamDisbanded(team_id=team.id, reason=command.reason)]


@decide.register
def decide_set_line_up(command: SetLineUp, state: Tournament) -> Sequence[object]:
    """In a round that is paired the games of those who give way are unmade, and those of the others made."""
    need_boards(state)
    team, round_ = team_of(state, command.team_id), need_round(state, command.round)
    _check_line_up(command.players, team, state)
    before = line_up(state, team, command.round)
    if command.players == before:
        return []
    need_open(round_)
    told = LineUpSet(round=round_.number, team_id=team.id, players=command.players, reason=command.reason)
    match = match_of(state, command.round, team.id)
    if match is None:
        return [told]
    need_reason_once_published(command.reason, round_)
    moved = [board for board in match.boards if command.players[board.number - 1] not in board.pair.players]
    _refuse_busy(command, before, round_)
    _need_game_ids(command, moved)
    games = [_with(command, board, team, state) for board in moved]
    put_off = [two for two in zip(moved, games, strict=True) if two[0].pair.date]
    return [
        *(event for board in moved for event in unmade(board, round_, command.reason)),
        told,
        *made(state, round_, games, command.reason),
        *(_on_its_day(command, board, game) for board, game in put_off),
    ]


@decide.register
def decide_order_line_up(command: OrderLineUp, state: Tournament) -> Sequence[object]:
    """As OpenGotha's ``reorderTeamMembersByRating``; equals stay in their order."""
    team = team_of(state, command.team_id)
    sitting = line_up(state, team, command.round)
    players = tuple(sorted(sitting, key=lambda entry: -state.entries[entry].rating))
    ordered = SetLineUp(
        round=command.round,
        team_id=team.id,
        players=players,
        game_ids=command.game_ids,
        reason=command.reason,
    )
    return decide_set_line_up(ordered, state)


def _need_game_ids(command: SetLineUp, moved: Sequence[Board]) -> None:
    """Every board that changes has a game of its own from now on."""
    if any(board.number > len(command.game_ids) for board in moved):
        refuse("invalid_line_up", fault=marked("an id for the new game of each board"))


def _with(command: SetLineUp, board: Board, team: Team, state: Tournament) -> PairMade:
    """The same pair with the one who sits at the board from now on."""
    player, pair = command.players[board.number - 1], board.pair
    white, black = (player, pair.black) if board.white == team.id else (pair.white, player)
    game = board_game(state, (white, black), pair.table, command.game_ids[board.number - 1])
    return replace(game, place=pair.place)


def _on_its_day(command: SetLineUp, board: Board, game: PairMade) -> GameDateSet:
    """A game stays put off, whoever sits at the board."""
    pair = board.pair
    return GameDateSet(
        round=command.round, game_id=game.game_id, date=pair.date, time=pair.time, reason=command.reason
    )


def _refuse_busy(command: SetLineUp, before: LineUp, round_: Round) -> None:
    if busy := round_.busy.intersection(command.players).difference(before):
        refuse("already_paired", entry=min(busy), round=round_.number)


def check_team(team: Team, state: Tournament) -> None:
    _check_words(team, state)
    _check_members(team, state)


def _check_words(team: Team, state: Tournament) -> None:
    others = {other.name.casefold() for other in state.teams.values() if other.id != team.id}
    checks = [
        ("name", team.name.strip() != "", "a team needs a name"),
        ("name", len(team.name) <= LONGEST_NAME and fits(team.name), f"one line, {LONGEST_NAME} characters"),
        ("name", team.name.casefold() not in others, "another team has this name"),
        ("country", len(team.country) in (0, 2), "two letters"),
        ("club", len(team.club) <= LONGEST_CLUB, f"at most {LONGEST_CLUB} characters"),
        ("group", is_group(team.group), GROUP),
    ]
    for field, fine, fault in checks:
        if not fine:
            refuse("invalid_team", field=field, fault=fault)


def _check_members(team: Team, state: Tournament) -> None:
    boards = need_boards(state)
    if not boards <= len(team.members) <= MOST_MEMBERS:
        refuse(
            "invalid_team",
            field="members",
            fault=marked("%(boards)s to %(most_members)s members", boards=boards, most_members=MOST_MEMBERS),
        )
    if len(set(team.members)) < len(team.members):
        refuse("invalid_team", field="members", fault=marked("each member once"))
    taken = {entry: other for other in state.teams.values() if other.id != team.id for entry in other.members}
    for entry in team.members:
        if other := taken.get(entry_of(state, entry).id):
            refuse("in_another_team", entry=entry, team=other.id)


def _check_line_up(players: LineUp, team: Team, state: Tournament) -> None:
    boards = state.settings.teams.boards
    if len(players) != boards or len(set(players)) != boards:
        refuse("invalid_line_up", fault=marked("%(boards)s members, each at one board", boards=boards))
    for entry in players:
        if entry not in team.members:
            refuse("not_in_team", entry=entry_of(state, entry).id, team=team.id)
