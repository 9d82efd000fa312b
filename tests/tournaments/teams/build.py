"""Team tournaments for tests without a database: teams "A", "B" ... of entries "A1", "A2" ...

``state = paired(of_teams("ABCD", boards=3), 1)``; ``state = record(state, game_id, winner)``.
"""

from uuid import UUID, uuid5

from tests.tournaments.build import after, given
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing import pair_players
from tournaments.competition.settings import HandicapSettings, TeamSettings
from tournaments.domain.draw_secrets import Seed
from tournaments.domain.drawing import draw
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.results import RecordResult
from tournaments.domain.rounds import RecordPairing
from tournaments.domain.teams import FormTeam
from tournaments.teams.boards import board_games, bye_players
from tournaments.teams.history import paired_history
from tournaments.teams.matches import waiting_teams

EVEN = HandicapSettings(ceiling=0)


def members(team, boards, substitutes=0):
    return tuple(f"{team}{number}" for number in range(1, boards + substitutes + 1))


def entering(entry_id, **values):
    return EnterPlayer(
        entry_id=entry_id, player_id=f"player-{entry_id}", **{"rank": 0, "rating": 2100, **values}
    )


def forming(team, boards, substitutes=0, **values):
    return FormTeam(team_id=team, name=f"Team {team}", members=members(team, boards, substitutes), **values)


def of_teams(teams, boards=3, substitutes=0, ranks=None, criteria=None, bye_boards2=None, **settings):
    """``ranks``: by entry, else 1 dan."""
    ranks = ranks or {}
    chosen = TeamSettings(
        boards=boards, bye_boards2=bye_boards2, **({"criteria": criteria} if criteria else {})
    )
    everybody = [
        entering(entry, rank=ranks.get(entry, 0))
        for team in teams
        for entry in members(team, boards, substitutes)
    ]
    formed = [forming(team, boards, substitutes) for team in teams]
    given_settings = {"system": "swiss", "criteria": ("NBW", "SOS"), "handicap": EVEN, "teams": chosen}
    return given(*everybody, *formed, **{**given_settings, **settings})


def recording(state, number, seed=1):
    """The command that pairs everyone who waits, as ``tournaments.commands`` makes it."""
    waiting = {team.id for team in waiting_teams(state, number)}
    pairing = pair_players(paired_history(state), number, seed=seed, apart=frozenset(state.teams) - waiting)
    new_id = UUID(int=number)
    return RecordPairing(
        round=number,
        method="matching",
        rules=pairing.rules,
        seed=seed,
        order=pairing.order,
        inputs_digest=pairing.inputs_digest,
        total=pairing.total,
        optimum=pairing.optimum,
        pairs=board_games(state, pairing, lambda table: str(uuid5(new_id, str(table)))),
        byes=bye_players(state, pairing.bye, number),
    )


def paired(state, number, seed=1):
    return after(state, recording(state, number, seed))


def drawn(state, number, seed=1):
    """The round of a schedule."""
    new_id = UUID(int=number)
    return after(
        state,
        draw(state, number, lambda _: Seed(seed=seed), None, lambda table: str(uuid5(new_id, str(table)))),
    )


def record(state, game_id, winner, reason="seen", *, by_default=False):
    result = Result(winner=winner, by_default=by_default)
    return after(state, RecordResult(game_id=game_id, result=result, reason=reason))


def with_results(state, number, choose):
    """``choose(pair)``: the winner of every game that has no result yet."""
    for made in state.round(number).by_table():
        if made.result.winner is Winner.NOBODY_YET:
            state = record(state, made.game_id, choose(made))
    return state


def stronger_wins(teams):
    """The team that comes first in ``teams`` wins at every board."""

    def choose(made):
        return Winner.WHITE if teams.index(made.white[0]) < teams.index(made.black[0]) else Winner.BLACK

    return choose
