"""What a director changes in a running tournament besides single games: settings, details, slips."""

from dataclasses import replace

from tests.generated.orders import Orders
from tournaments.commands import take_back
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tiebreaks import preview_moves
from tournaments.domain.tournament import Archive, ChangeDetails, Restore

LATE_CRITERIA = ("NBW", "SOSW", "SODOSW", "RATING", "DRAW")


def change(orders: Orders, number: int) -> None:
    """After a round, once in a while."""
    chances = orders.chances
    if chances.happens(8):
        _change_settings(orders)
    if chances.happens(5):
        details = replace(orders.state.details, place="The other hall")
        orders.may(ChangeDetails(details=details))
    if chances.happens(10):
        _take_back(orders)
    if chances.happens(4):
        orders.may(Archive())
        orders.may(Restore())
    if orders.plan.teams and chances.happens(30):
        _change_line_up(orders, number + 1)


def _change_settings(orders: Orders) -> None:
    """Other criteria, shown before who moves; or another value of a bye."""
    state, chances = orders.state, orders.chances
    if chances.happens(50):
        settings = replace(state.settings, criteria=tuple(chances.random.sample(LATE_CRITERIA, 3)))
    else:
        settings = replace(state.settings, nbw_bye2=chances.number(0, 2), bar=state.settings.bar)
    seen = preview_moves(state, settings).digest
    command = ChangeSettings(settings=settings, ruleset=state.ruleset, reason="as announced", seen=seen)
    orders.may(command)


def _take_back(orders: Orders) -> None:
    """One of the last edits, where it stands as it was entered."""
    version = orders.version - orders.chances.number(0, 4)
    orders.trying(lambda: take_back(orders.id, version, "a slip", orders.context()))


def _change_line_up(orders: Orders, number: int) -> None:
    state, boards = orders.state, orders.plan.settings.teams.boards
    team = orders.chances.one(list(state.teams.values()))
    players = tuple(orders.chances.random.sample(team.members, boards))
    games = tuple(str(orders.new_id(f"line-up/{orders.given}/{board}")) for board in range(boards))
    command = SetLineUp(round=number, team_id=team.id, players=players, game_ids=games, reason="a substitute")
    orders.may(command)
