"""Keep officials who play from editing their own games.

Claims check their rulings themselves. Pairing a whole round does not count as editing a game.
"""

from collections.abc import Iterable, Mapping
from uuid import UUID

from games.refusals import refuse
from tournaments.domain.batches import CommandBatch, CommandSequence, Guard, allow_all
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.replays import ReplayFrom
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.rounds import RecordPairing
from tournaments.domain.tables import MoveTable, PinPair
from tournaments.domain.undo import UndoEvents
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Player

OF_GAME = (
    RecordResult,
    ClearResult,
    UnmakePair,
    SwapColours,
    SetHandicap,
    SetGameDate,
    MoveTable,
    PinPair,
    ReplayFrom,
)
ACCOUNT = "user:"
CreatedGames = Mapping[str, tuple[str, ...]]
NO_GAMES: CreatedGames = {}


def refuse_own_game(state: Tournament, command: object, actor: str) -> None:
    """Refuse edits of the actor's own game or bye, unless the opponent reported the same result."""
    together = _parts(state, command)
    if any(concerns_own_game(state, each, actor, games_to_create(together)) for each in together):
        refuse("own_game")


def own_game_guard(actor: str) -> Guard:
    """Return a guard that applies ``refuse_own_game`` to many commands with one query."""
    if not actor.startswith(ACCOUNT):
        return allow_all
    players = Player.objects.filter(user_id=actor.removeprefix(ACCOUNT)).values_list("pk", flat=True)
    own_players = frozenset(str(pk) for pk in players)

    def guard(state: Tournament, command: object) -> None:
        own = _entries_of_players(state, _entries_of_command(state, command), own_players)
        if own and not _opponent_agrees(state, command, own):
            refuse("own_game")

    return guard if own_players else allow_all


def _entries_of_players(state: Tournament, entries: Iterable[str], players: frozenset[str]) -> set[str]:
    """Return the entries that one of the players plays for."""
    sides = [state.entries[entry] for entry in entries if entry in state.entries]
    return {
        side.id for side in sides if players.intersection((side.player_id, side.partner_id, side.third_id))
    }


def _parts(state: Tournament, command: object) -> list[object]:
    """Return the commands that a compound command consists of."""
    if isinstance(command, CommandSequence):
        return [each for _, each in command.commands]
    if isinstance(command, CommandBatch):
        return [line.command for line in command.lines(state)]
    if isinstance(command, UndoEvents):
        return [each for step in command.steps if step.plan for each in step.plan.commands]
    return [command]


def concerns_own_game(
    state: Tournament, command: object, actor: str, created: CreatedGames = NO_GAMES
) -> bool:
    """Return whether ``refuse_own_game`` refuses the command. ``created``: players of new games by id."""
    if not actor.startswith(ACCOUNT):
        return False
    new = created.get(getattr(command, "game_id", ""), ()) if isinstance(command, RecordResult) else ()
    entries = [*_entries_of_command(state, command), *new]
    own = _entries_of_account(state, entries, actor.removeprefix(ACCOUNT)) if entries else set()
    return bool(own) and not _opponent_agrees(state, command, own)


def games_to_create(commands: Iterable[object]) -> CreatedGames:
    """Return the games that commands would create, with their players."""
    games: dict[str, tuple[str, ...]] = {}
    for each in commands:
        if isinstance(each, MakePair):
            games[each.game_id] = (each.white, each.black)
        elif isinstance(each, RecordPairing):
            games |= {pair.game_id: (pair.white, pair.black) for pair in each.pairs}
    return games


def _entries_of_command(state: Tournament, command: object) -> Iterable[str]:
    """Return the entries whose game or bye a command changes."""
    match command:
        case MakePair():
            return command.white, command.black
        case GiveBye() | TakeBackBye():
            return (command.entry_id,)
        case MakeMatch():
            teams: tuple[str, ...] = (command.white, command.black)
        case UnmakeMatch() | SetTeamBye():
            teams = (command.team_id,)
        case _ if isinstance(command, OF_GAME):
            found = state.pair_of(command.game_id)
            return found[1].players if found else ()
        case _:
            return ()
    known = [state.teams[team] for team in teams if team in state.teams]
    return [entry for team in known for entry in line_up(state, team, command.round)]


def _entries_of_account(state: Tournament, entries: Iterable[str], user_id: str) -> set[str]:
    """Return the entries that the account plays for."""
    sides = [state.entries[entry] for entry in entries if entry in state.entries]
    players = {
        UUID(who): side.id
        for side in sides
        for who in (side.player_id, side.partner_id, side.third_id)
        if who
    }
    found = Player.objects.filter(pk__in=players, user_id=user_id).values_list("pk", flat=True)
    return {players[who] for who in found}


def _opponent_agrees(state: Tournament, command: object, own_entries: set[str]) -> bool:
    """Return whether the opponent has reported the same result."""
    found = state.pair_of(command.game_id) if isinstance(command, RecordResult) else None
    if found is None or not isinstance(command, RecordResult):
        return False
    reports = found[1].reports
    return any(said == command.result for who, said in reports.items() if who not in own_entries)
