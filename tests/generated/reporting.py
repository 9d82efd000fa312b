"""What came of the games: by players, by the desk, disputed, corrected, taken back."""

from games.game.loading import load
from tests.generated.orders import DESK, Orders
from tests.generated.records import record
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult, ReportResult
from tournaments.state.tournament import Pair
from tournaments.state.verdicts import proved_result

DECIDED = (Winner.BLACK, Winner.WHITE)
OTHERS = (Winner.JIGO, Winner.JIGO, Winner.NEITHER, Winner.BOTH)


def report(orders: Orders, number: int, *, leave_some: bool) -> None:
    """Every game of the round has a result; ``leave_some``: some have none yet."""
    for pair in orders.state.round(number).by_table():
        if pair.result.winner is Winner.NOBODY_YET and not (leave_some and orders.chances.happens(40)):
            _report(orders, pair)


def correct(orders: Orders, number: int) -> None:
    """The desk finds that a result was another one, or takes its word back and says it anew."""
    pairs = orders.state.round(number).by_table()
    if not pairs:
        return
    pair = orders.chances.one(pairs)
    if orders.chances.happens(25):
        orders.may(ClearResult(game_id=pair.game_id, reason="typed twice"), DESK)
    _record(orders, pair, "it was the other way round")


def _report(orders: Orders, pair: Pair) -> None:
    chances, game_id = orders.chances, pair.game_id
    if not orders.plan.quiet and chances.happens(25):
        record(orders, pair)
    if orders.plan.quiet or chances.happens(60):
        _record(orders, pair)
        return
    result = _result(orders, pair)
    one, other = chances.random.sample([pair.black, pair.white], 2)
    said = orders.may(ReportResult(game_id=game_id, entry_id=one, result=result), f"entry:{one}")
    if said and chances.happens(60):
        orders.may(ConfirmResult(game_id=game_id, entry_id=other), f"entry:{other}")
    elif said and chances.happens(70):
        different = ReportResult(game_id=game_id, entry_id=other, result=_result(orders, pair))
        orders.may(different, f"entry:{other}")
    if not said or chances.happens(40):
        _record(orders, pair)


def _record(orders: Orders, pair: Pair, reason: str = "") -> None:
    orders.may(RecordResult(game_id=pair.game_id, result=_result(orders, pair), reason=reason), DESK)


def _result(orders: Orders, pair: Pair) -> Result:
    """What the record proves, where the game has one that proves something."""
    chances, end = orders.chances, load(pair.game_id).state.end
    if proved := proved_result(end) if end else None:
        return proved
    if orders.plan.decisive or chances.happens(88):
        return Result(winner=chances.one(DECIDED), by_default=chances.happens(4))
    return Result(winner=chances.one(OTHERS))
