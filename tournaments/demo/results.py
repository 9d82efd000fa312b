"""Play, record and report games of the demonstration, one of them wrongly."""

import random

from games.analysis.terms import with_komi
from games.game import commands as games
from games.game.deciding import Act
from games.sgf import Info
from rules import Color, Ruleset
from tournaments.competition.history import Result, Winner
from tournaments.demo.demo_commands import DemoCommands
from tournaments.demo.playing import Records, black_wins
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.loading import load
from tournaments.state.tournament import Pair, Tournament

RECORDED = 3  # tables of each round, from the first, whose games are written down
WINNERS = {Color.BLACK: Winner.BLACK, Color.WHITE: Winner.WHITE}


class Results:
    """The results of one tournament, which chance decides."""

    def __init__(self, commands: DemoCommands, chance: random.Random) -> None:
        self.commands, self.chance = commands, chance
        self.records = Records(random.Random(commands.seed))

    def finish(self, number: int) -> None:
        """Finish every game of the round."""
        state = self._state()
        for pair in _by_table(state, number):
            self._finish(state, number, pair)

    def finish_some(self, number: int) -> None:
        """Finish the lower half of the games, except that of the player with an account."""
        state = self._state()
        pairs = _by_table(state, number)
        for pair in pairs[len(pairs) // 2 :]:
            if self.commands.own_entry not in pair.players:
                self._finish(state, number, pair)

    def dispute(self, number: int) -> None:
        """The player with the account reports a win; the record of the game proves that they resigned."""
        state, own = self._state(), self.commands.own_entry
        pair = next(pair for pair in _by_table(state, number) if own in pair.players)
        own_colour = Color.BLACK if pair.black == own else Color.WHITE
        self._record(state, number, pair, own_colour.other, resigned=True)
        self._report(pair, own, Result(winner=WINNERS[own_colour]))

    def _finish(self, state: Tournament, number: int, pair: Pair) -> None:
        black, white = (state.entries[entry].rank for entry in pair.players)
        winner = Color.BLACK if black_wins(self.chance, black, white, pair.handicap) else Color.WHITE
        if pair.table <= RECORDED:
            self._record(state, number, pair, winner)
        result = Result(winner=WINNERS[winner])
        if self.commands.own_entry in pair.players:
            self._report(pair, self.commands.own_entry, result)
        self.commands.do(RecordResult(game_id=pair.game_id, result=result))

    def _report(self, pair: Pair, entry_id: str, result: Result) -> None:
        report = ReportResult(game_id=pair.game_id, entry_id=entry_id, result=result)
        self.commands.do(report, self.commands.player.pk)

    def _record(
        self, state: Tournament, number: int, pair: Pair, winner: Color, *, resigned: bool = False
    ) -> None:
        ruleset = with_komi(Ruleset.parse_recorded(state.ruleset), pair.komi)
        info = Info(event=state.details.name, round=str(number), date=state.details.begins)
        played = self.records.play(ruleset, pair.handicap, winner, info, resigned=resigned)
        referee = self.commands.referee.pk
        games.receive_record(pair.game_id, played.sgf, self.commands.context(referee))
        games.change_record(pair.game_id, Act(action=played.end), self.commands.context(referee))

    def _state(self) -> Tournament:
        state, _ = load(str(self.commands.id))
        return state


def _by_table(state: Tournament, number: int) -> list[Pair]:
    return sorted(state.round(number).pairs.values(), key=lambda pair: pair.table)
