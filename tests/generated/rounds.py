"""One round of a generated tournament after the other: who is there, the pairing, edits by hand, the end."""

from tests.generated.changing import change
from tests.generated.claiming import claim
from tests.generated.limiting import change_limits
from tests.generated.opening import enter
from tests.generated.orders import Orders
from tests.generated.reporting import correct, report
from tournaments.commands import NotHere, PairAllRounds, PairRound, pair_all_rounds, pair_round
from tournaments.domain.byes import GiveBye, RequestBye, TakeBackBye
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound, UnpublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tables import MoveTable, RenumberTables
from tournaments.domain.waiting import waiting_entries
from tournaments.state.tournament import Pair
from tournaments.tables.people import Organisation

LONG_AFTER = 24 * 60  # minutes
GO_ON = "the next round cannot wait"


def play(orders: Orders, house: Organisation) -> None:
    """Every round of the plan, until one cannot be paired."""
    _perhaps_all_at_once(orders)
    for number in range(1, orders.plan.played + 1):
        if not _play(orders, house, number):
            return


def _play(orders: Orders, house: Organisation, number: int) -> bool:
    """Whether the tournament goes on."""
    last, loud = number == orders.plan.played, not orders.plan.quiet
    if loud:
        _before(orders, house, number)
    if not _pair(orders, number):
        return False
    if loud:
        _edit(orders, number)
    in_the_midst = last and orders.plan.loose_end
    if in_the_midst and orders.chances.happens(50):
        return False  # paired, and not published
    orders.may(PublishRound(round=number))
    if loud and orders.chances.happens(8):
        _publish_again(orders, number)
    report(orders, number, leave_some=in_the_midst)
    if loud:
        claim(orders, number)
    if not in_the_midst:
        orders.may(CloseRound(round=number, at=orders.now))
    if loud:
        _afterwards(orders, number)
    return True


def _perhaps_all_at_once(orders: Orders) -> None:
    if orders.plan.settings.system == "round_robin" and orders.chances.happens(20):
        orders.trying(lambda: pair_all_rounds(orders.id, PairAllRounds(), orders.context()))


def _before(orders: Orders, house: Organisation, number: int) -> None:
    """People come late, leave, are back, miss the round, want its bye, have another rank."""
    chances = orders.chances
    if number > 1:
        enter(orders, house, number)
    entries = list(orders.state.entries)
    if chances.happens(20):
        orders.may(SetPresence(entry_id=chances.one(entries), round=number, present=chances.happens(20)))
    if chances.happens(10):
        orders.may(WithdrawEntry(entry_id=chances.one(entries), reason="ill", void=chances.happens(30)))
    if chances.happens(10):
        orders.may(ReinstateEntry(entry_id=chances.one(entries)))
    if chances.happens(15):
        orders.may(RequestBye(entry_id=chances.one(entries), round=number))
    if chances.happens(10):
        change = {chances.one(("rank", "rating", "correction")): chances.number(-3, 3)}
        orders.may(ChangeEntry(entry_id=chances.one(entries), reason="a newer list", **change))


def _pair(orders: Orders, number: int) -> bool:
    """Whether the round has games. Sometimes somebody has the bye by hand, or it is paired anew."""
    chances, loud = orders.chances, not orders.plan.quiet
    if orders.state.round(number).pairs:
        return True
    if loud and chances.happens(10):
        orders.may(GiveBye(round=number, entry_id=chances.one(list(orders.state.entries)), reason="asked"))
    if not _match(orders, number):
        return bool(orders.state.round(number).pairs)
    if loud and chances.happens(8) and orders.may(UnpairRound(round=number, reason="somebody was missing")):
        return _match(orders, number)
    return True


def _match(orders: Orders, number: int) -> bool:
    seed = orders.chances.number(0, 2**31 - 1)
    command = PairRound(round=number, seed=seed, not_here=NotHere.PAIR, reason=GO_ON)
    return orders.trying(lambda: pair_round(orders.id, command, orders.context()))


def _publish_again(orders: Orders, number: int) -> None:
    if orders.may(UnpublishRound(round=number, reason="a mistake")):
        _edit(orders, number)
        orders.may(PublishRound(round=number))


def _edit(orders: Orders, number: int) -> None:
    """What a director does to single games. Teams and schedules are left to themselves."""
    chances = orders.chances
    pairs = orders.state.round(number).by_table()
    if not pairs:
        return
    if chances.happens(25):
        orders.may(SwapColours(game_id=chances.one(pairs).game_id, reason="nigiri was wrong"))
    if chances.happens(15):
        komi = chances.one((0.5, 6.5, 7))
        game_id = chances.one(pairs).game_id
        orders.may(SetHandicap(game_id=game_id, handicap=chances.number(0, 4), komi=komi, reason="agreed"))
    if chances.happens(15):
        orders.may(MoveTable(game_id=chances.one(pairs).game_id, table=chances.number(1, 9), reason="light"))
    if not orders.plan.decisive and not orders.plan.teams:
        _edit_who_meets(orders, number, pairs)
    if chances.happens(10):
        orders.may(RenumberTables(round=number, reason="in order"))


def _edit_who_meets(orders: Orders, number: int, pairs: list[Pair]) -> None:
    chances = orders.chances
    if chances.happens(25) and len(pairs) > 1:
        _cross(orders, number, *chances.random.sample(pairs, 2))
    if chances.happens(8):
        _give_one_bye(orders, number)


def _cross(orders: Orders, number: int, one: Pair, other: Pair) -> None:
    """Two games become two others."""
    for pair in (one, other):
        if not orders.may(UnmakePair(game_id=pair.game_id, reason="one club")):
            return
    for place, (white, black) in enumerate(((one.white, other.black), (other.white, one.black))):
        game_id = str(orders.new_id(f"made/{orders.given}/{place}"))
        orders.may(MakePair(round=number, game_id=game_id, white=white, black=black, reason="one club"))


def _give_one_bye(orders: Orders, number: int) -> None:
    free = waiting_entries(orders.state, number)
    byes = sorted(orders.state.round(number).byes)
    if free:
        orders.may(GiveBye(round=number, entry_id=orders.chances.one(free), reason="left over"))
    elif byes:
        orders.may(TakeBackBye(round=number, entry_id=byes[0], reason="a mistake"))


def _afterwards(orders: Orders, number: int) -> None:
    """Results of earlier rounds are corrected, a round is opened again, limits change, rulings come late."""
    chances = orders.chances
    if chances.happens(20):
        correct(orders, chances.number(1, number))
    if chances.happens(10):
        orders.may(ReopenRound(round=number, reason="a result was wrong"))
        correct(orders, number)
        orders.may(CloseRound(round=number, at=orders.now))
    if chances.happens(12):
        change_limits(orders)
    change(orders, number)
    if chances.happens(30):
        orders.waits(LONG_AFTER)
        claim(orders, chances.number(1, number))
