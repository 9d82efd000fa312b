"""A tournament of a schedule in the database, played by commands."""

from tests.builders import a_tournament, do, finish, pair
from tests.builders import state_of as state
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import ScheduleSettings
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import TournamentRow

CRITERIA = {
    "round_robin": ("NBW", "SODOSW"),
    "knock_out": ("UNBEATEN",),
    "double_elimination": ("UNBEATEN", "NBW"),
}


def an_event(system, players, *, slug="open", published=True, **settings):
    chosen = {name: settings.pop(name) for name in ScheduleSettings.__dataclass_fields__ if name in settings}
    return a_tournament(
        players,
        slug=slug,
        published=published,
        system=system,
        **{"criteria": CRITERIA.get(system, ("NBW",)), "schedule": ScheduleSettings(**chosen), **settings},
    )


def fresh(row):
    return TournamentRow.objects.get(pk=row.pk)


def pairs(row, number):
    return state(row).round(number).by_table()


def entry(row, place):
    """The id of the entry of a place among the builders' players, the strongest being 0."""
    return next(id_ for id_, one in state(row).entries.items() if one.number == place + 1)


def stronger_wins(row, number):
    """Every game that has no result yet is won by the one who was entered first."""
    now = state(row)
    for game in now.round(number).by_table():
        if game.result.winner is Winner.NOBODY_YET:
            black, white = (now.entries[id_].number for id_ in (game.black, game.white))
            won = Winner.BLACK if black < white else Winner.WHITE
            do(row, RecordResult(game_id=game.game_id, result=Result(winner=won)))


def play(row, *numbers):
    for number in numbers:
        pair(row, number, seed=number)
        stronger_wins(row, number)


def won_by(row, number, place, **values):
    """Record that the player of a place won his game of the round."""
    one = entry(row, place)
    game = next(game for game in pairs(row, number) if one in game.players)
    winner = Winner.BLACK if game.black == one else Winner.WHITE
    do(row, RecordResult(game_id=game.game_id, result=Result(winner=winner), **values))


__all__ = ["do", "entry", "finish", "fresh", "pair", "pairs", "play", "state", "stronger_wins", "won_by"]
