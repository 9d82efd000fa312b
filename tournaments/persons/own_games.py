"""An official who plays: games of their own are recorded and edited by another official.

Rulings are held by the claims themselves. Matching a whole round is nobody's edit of a game.
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
Made = Mapping[str, tuple[str, ...]]
NOTHING_MADE: Made = {}


def refuse_own_game(state: Tournament, command: object, actor: str) -> None:
    """Refuse what somebody does to their own game, or bye, unless the opponent has said the same result."""
    together = _parts(state, command)
    if any(of_own_game(state, each, actor, games_made(together)) for each in together):
        refuse("own_game")


def own_games_apart(actor: str) -> Guard:
    """The guard of one account: ``refuse_own_game`` for each of many commands, by one query."""
    if not actor.startswith(ACCOUNT):
        return allow_all
    players = Player.objects.filter(user_id=actor.removeprefix(ACCOUNT)).values_list("pk", flat=True)
    mine = frozenset(str(pk) for pk in players)

    def guard(state: Tournament, command: object) -> None:
        own = _of(state, _concerned(state, command), mine)
        if own and not _agreed(state, command, own):
            refuse("own_game")

    return guard if mine else allow_all


def _of(state: Tournament, entries: Iterable[str], players: frozenset[str]) -> set[str]:
    """Those of the entries that one of the players plays for."""
    sides = [state.entries[entry] for entry in entries if entry in state.entries]
    return {
        side.id for side in sides if players.intersection((side.player_id, side.partner_id, side.third_id))
    }


def _parts(state: Tournament, command: object) -> list[object]:
    """The commands that one is made of; taking edits back is what sets them back."""
    if isinstance(command, CommandSequence):
        return [each for _, each in command.commands]
    if isinstance(command, CommandBatch):
        return [line.command for line in command.lines(state)]
    if isinstance(command, UndoEvents):
        return [each for step in command.steps if step.plan for each in step.plan.commands]
    return [command]


def of_own_game(state: Tournament, command: object, actor: str, made: Made = NOTHING_MADE) -> bool:
    """Whether it is what ``refuse_own_game`` refuses. ``made``: games that are not there yet, by id."""
    if not actor.startswith(ACCOUNT):
        return False
    new = made.get(getattr(command, "game_id", ""), ()) if isinstance(command, RecordResult) else ()
    entries = [*_concerned(state, command), *new]
    own = _own(state, entries, actor.removeprefix(ACCOUNT)) if entries else set()
    return bool(own) and not _agreed(state, command, own)


def games_made(commands: Iterable[object]) -> Made:
    """The games that commands would make, and who plays them."""
    made: dict[str, tuple[str, ...]] = {}
    for each in commands:
        if isinstance(each, MakePair):
            made[each.game_id] = (each.white, each.black)
        elif isinstance(each, RecordPairing):
            made |= {pair.game_id: (pair.white, pair.black) for pair in each.pairs}
    return made


def _concerned(state: Tournament, command: object) -> Iterable[str]:
    """The entries whose game or bye a command is about."""
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


def _own(state: Tournament, entries: Iterable[str], user_id: str) -> set[str]:
    """Those of the entries that the account plays for."""
    sides = [state.entries[entry] for entry in entries if entry in state.entries]
    players = {
        UUID(who): side.id
        for side in sides
        for who in (side.player_id, side.partner_id, side.third_id)
        if who
    }
    found = Player.objects.filter(pk__in=players, user_id=user_id).values_list("pk", flat=True)
    return {players[who] for who in found}


def _agreed(state: Tournament, command: object, own: set[str]) -> bool:
    """The other player has said so: then the official is not alone with their word."""
    found = state.pair_of(command.game_id) if isinstance(command, RecordResult) else None
    if found is None or not isinstance(command, RecordResult):
        return False
    reports = found[1].reports
    return any(said == command.result for who, said in reports.items() if who not in own)
