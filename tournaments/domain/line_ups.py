"""Line-ups: the members of a team at its boards in a round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Id, Input
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.facts import LineUp, Team
from tournaments.competition.history import Winner
from tournaments.competition.settings import MOST_BOARDS
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.declarations import OF_TEAM, STANDINGS, STATE_ONLY, event
from tournaments.domain.game_dates import GameDateSet
from tournaments.domain.guards import (
    entry_of,
    need_boards,
    need_open,
    need_reason_after_publication,
    need_round,
    team_of,
)
from tournaments.domain.inputs import BOARD_IDS
from tournaments.domain.pairs import PairMadeByHand, PairUnmade
from tournaments.domain.results import ResultCleared, default_results
from tournaments.state.changes import with_round
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import PairMade, Round, Tournament
from tournaments.teams.boards import board_game, is_forfeited
from tournaments.teams.matches import Board, match_of


@event("tournament.line-up-set.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSet(Event):
    """The line-up of a team. ``players``: members from board 1 down. By default the first members play."""

    round: int
    team_id: str
    players: tuple[str, ...]
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        """Return the state with the line-up, also of a round that is paired already."""
        of_round = {**state.line_ups.get(self.round, {}), self.team_id: self.players}
        state = replace(state, line_ups={**state.line_ups, self.round: of_round})
        paired: dict[str, LineUp] = dict(state.round(self.round).line_ups)
        if self.team_id not in paired:
            return state
        return with_round(state, self.round, line_ups={**paired, self.team_id: self.players})

    def sentence(self, context: StoryContext) -> str:
        team = context.after.teams.get(self.team_id)
        whose = team.name if team else marked("a team")
        before = line_up(context.before, team, self.round) if team else ()
        facts = {
            "whose": whose,
            "round": self.round,
            "players": player_names(self.players, context),
            "because": because(self.reason),
        }
        if before == self.players:
            return marked(
                "%(whose)s sits at its boards in round %(round)s as before: %(players)s%(because)s", **facts
            )
        return marked("%(whose)s sits at its boards in round %(round)s: %(players)s%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        """Restore the earlier line-up; games that followed from the event are events of their own."""
        old = context.before.teams[self.team_id]
        players = line_up(context.before, old, self.round)
        ids = tuple(context.new_id(f"{old.id}/{board}") for board, _ in enumerate(players))
        inverse = SetLineUp(
            round=self.round, team_id=old.id, players=players, game_ids=ids, reason=context.reason
        )

        def line_up_now(state: Tournament) -> object:
            team = state.teams.get(self.team_id)
            return team and line_up(state, team, self.round)

        return UndoPlan(subject=line_up_now, commands=[inverse])


PLAYERS = Input(high=MOST_BOARDS, help="One member for each board, from board 1 down.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLineUp(Command, right="entry.change", reason_needed=ONCE_PUBLISHED):
    """Set the players at the team's boards in a round.

    ``players``: members from board 1 down. ``game_ids``: of new games, by board.
    """

    round: int
    team_id: str
    players: Annotated[tuple[Id, ...], PLAYERS]
    game_ids: Annotated[tuple[str, ...], BOARD_IDS] = ()
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        """In a paired round, replace the games of the boards at which another player sits."""
        need_boards(state)
        team, round_ = team_of(state, self.team_id), need_round(state, self.round)
        _check_line_up(self.players, team, state)
        before = line_up(state, team, self.round)
        if self.players == before:
            return []
        need_open(round_)
        line_up_set = LineUpSet(
            round=round_.number, team_id=team.id, players=self.players, reason=self.reason
        )
        match = match_of(state, self.round, team.id)
        if match is None:
            return [line_up_set]
        need_reason_after_publication(self.reason, round_)
        moved = [board for board in match.boards if self.players[board.number - 1] not in board.pair.players]
        _refuse_busy(self, before, round_)
        _need_game_ids(self, moved)
        games = [_replacement_game(self, board, team, state) for board in moved]
        put_off = [two for two in zip(moved, games, strict=True) if two[0].pair.date]
        return [
            *(event for board in moved for event in unmake_board(board, round_, self.reason)),
            line_up_set,
            *make_games(state, round_, games, self.reason),
            *(_keep_date(self, board, game) for board, game in put_off),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLineUp(Command, right="entry.change", reason_needed=ONCE_PUBLISHED):
    """Order the team's boards in a round by rating, the strongest at board 1."""

    round: int
    team_id: str
    game_ids: Annotated[tuple[str, ...], BOARD_IDS] = ()
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Order like OpenGotha's ``reorderTeamMembersByRating``: equal ratings keep their order."""
        team = team_of(state, self.team_id)
        sitting = line_up(state, team, self.round)
        players = tuple(sorted(sitting, key=lambda entry: -state.entries[entry].rating))
        ordered = SetLineUp(
            round=self.round,
            team_id=team.id,
            players=players,
            game_ids=self.game_ids,
            reason=self.reason,
        )
        return ordered.decide(state)


def make_games(state: Tournament, round_: Round, games: Sequence[PairMade], reason: str) -> Iterator[Event]:
    """Yield the games, and the results of those at which a player is absent."""
    for game in games:
        yield PairMadeByHand(round=round_.number, pair=game, reason=reason)
    yield from default_results(state, round_.number, games)


def unmake_board(board: Board, round_: Round, reason: str) -> Iterator[Event]:
    """Yield the events that unmake a game. Refuses a played game, but not one lost by absence."""
    pair = board.pair
    if is_forfeited(pair):
        yield ResultCleared(round=round_.number, game_id=pair.game_id, reason=reason)
    elif pair.ruled or pair.reports or pair.result.winner is not Winner.NOBODY_YET:
        refuse("game_has_result", game=pair.game_id, round=round_.number)
    yield PairUnmade(round=round_.number, game_id=pair.game_id, reason=reason)


def _need_game_ids(command: SetLineUp, moved: Sequence[Board]) -> None:
    """Require an id for the new game of each board that changes."""
    if any(board.number > len(command.game_ids) for board in moved):
        refuse("invalid_line_up", field="game_ids", fault=marked("an id for the new game of each board"))


def _replacement_game(command: SetLineUp, board: Board, team: Team, state: Tournament) -> PairMade:
    """Return the game of a board with its new player."""
    player, pair = command.players[board.number - 1], board.pair
    white, black = (player, pair.black) if board.white == team.id else (pair.white, player)
    game = board_game(state, (white, black), pair.table, command.game_ids[board.number - 1])
    return replace(game, place=pair.place)


def _keep_date(command: SetLineUp, board: Board, game: PairMade) -> GameDateSet:
    """Return the event that keeps the date of a postponed game with a new player."""
    pair = board.pair
    return GameDateSet(
        round=command.round, game_id=game.game_id, date=pair.date, time=pair.time, reason=command.reason
    )


def _refuse_busy(command: SetLineUp, before: LineUp, round_: Round) -> None:
    if busy := round_.busy.intersection(command.players).difference(before):
        refuse("already_paired", entry=min(busy), round=round_.number)


def _check_line_up(players: LineUp, team: Team, state: Tournament) -> None:
    boards = state.settings.teams.boards
    if len(players) != boards or len(set(players)) != boards:
        fault = marked("%(boards)s members, each at one board", boards=boards)
        refuse("invalid_line_up", field="players", fault=fault)
    for entry in players:
        if entry not in team.members:
            refuse("not_in_team", field="players", entry=entry_of(state, entry).id, team=team.id)


def player_names(entries: tuple[str, ...], context: StoryContext) -> str:
    return ", ".join(map(context.player_name, entries))
