"""What happens at the tables of the demo: games are played, recorded, reported, and once told wrongly."""

import random

from games.analysis.terms import with_komi
from games.game import commands as games
from games.game.deciding import Act
from games.sgf import Info
from rules import Color, Ruleset
from tournaments.competition.history import Result, Winner
from tournaments.demo.orders import Orders
from tournaments.demo.playing import Records, black_wins
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.loading import load
from tournaments.state.tournament import Pair, Tournament

RECORDED = 3  # tables of each round, from the first, whose games are written down
WINNERS = {Color.BLACK: Winner.BLACK, Color.WHITE: Winner.WHITE}


class Hall:
    """The tables of one tournament, and the chance that decides at them."""

    def __init__(self, orders: Orders, chance: random.Random) -> None:
        self.orders, self.chance = orders, chance
        self.records = Records(random.Random(orders.seed))

    def finish(self, number: int) -> None:
        """Every game of the round is over."""
        state = self._state()
        for pair in _by_table(state, number):
            self._finish(state, number, pair)

    def finish_some(self, number: int) -> None:
        """The lower half of the hall is quicker; the player who has an account still plays."""
        state = self._state()
        pairs = _by_table(state, number)
        for pair in pairs[len(pairs) // 2 :]:
            if self.orders.own_entry not in pair.players:
                self._finish(state, number, pair)

    def dispute(self, number: int) -> None:
        """The player with the account reports a win; the record of the game proves that they resigned."""
        state, own = self._state(), self.orders.own_entry
        pair = next(pair for pair in _by_table(state, number) if own in pair.players)
        mine = Color.BLACK if pair.black == own else Color.WHITE
        self._record(state, number, pair, mine.other, resigned=True)
        self._report(pair, own, Result(winner=WINNERS[mine]))

    def _finish(self, state: Tournament, number: int, pair: Pair) -> None:
        black, white = (state.entries[entry].rank for entry in pair.players)
        winner = Color.BLACK if black_wins(self.chance, black, white, pair.handicap) else Color.WHITE
        if pair.table <= RECORDED:
            self._record(state, number, pair, winner)
        result = Result(winner=WINNERS[winner])
        if self.orders.own_entry in pair.players:
            self._report(pair, self.orders.own_entry, result)
        self.orders.do(RecordResult(game_id=pair.game_id, result=result))

    def _report(self, pair: Pair, entry_id: str, result: Result) -> None:
        report = ReportResult(game_id=pair.game_id, entry_id=entry_id, result=result)
        self.orders.do(report, self.orders.player.pk)

    def _record(
        self, state: Tournament, number: int, pair: Pair, winner: Color, *, resigned: bool = False
    ) -> None:
        ruleset = with_komi(Ruleset.recorded(state.ruleset), pair.komi)
        info = Info(event=state.details.name, round=str(number), date=state.details.begins)
        played = self.records.play(ruleset, pair.handicap, winner, info, resigned=resigned)
        referee = self.orders.referee.pk
        games.receive_record(pair.game_id, played.sgf, self.orders.context(referee))
        games.change_record(pair.game_id, Act(action=played.end), self.orders.context(referee))

    def _state(self) -> Tournament:
        state, _ = load(str(self.orders.id))
        return state


def _by_table(state: Tournament, number: int) -> list[Pair]:
    return sorted(state.round(number).pairs.values(), key=lambda pair: pair.table)
