"""Rounds, tables, games and players in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.checking.report import Place
from tournaments.competition.history import Result, Winner
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """``names``: of players, by their id, as far as the bundle opens them."""

    names: Mapping[str, str]

    def player(self, state: Tournament, entry_id: str) -> str:
        """Name an entry, by its number where its name is not told; or a team."""
        if entry_id in state.teams:
            return state.teams[entry_id].name
        entry = state.entries.get(entry_id) or state.removed.get(entry_id)
        if entry is None:
            return f"entry {entry_id}"
        return self.names.get(entry.player_id, f"player no. {entry.number}")

    def game(self, state: Tournament, game_id: str, position: int = 0) -> Place:
        found = state.pair_of(game_id)
        if found is None:
            return Place(title=f"Game {game_id}", game=game_id, position=position)
        round_, pair = found
        black, white = (self.player(state, one) for one in pair.players)
        title = f"Round {round_.number}, table {pair.table}, {black} (Black) and {white} (White)"
        return Place(title=title, round=round_.number, table=pair.table, game=game_id, position=position)

    def result(self, result: Result) -> str:
        return f"{RESULTS[result.winner]}{' by default' if result.by_default else ''}"


RESULTS = {
    Winner.BLACK: "Black won",
    Winner.WHITE: "White won",
    Winner.JIGO: "jigo",
    Winner.BOTH: "both won",
    Winner.NEITHER: "both lost",
    Winner.NOBODY_YET: "no result",
}


def of_round(number: int, position: int = 0, group: str = "") -> Place:
    title = f"Round {number}, group {group}" if group else f"Round {number}"
    return Place(title=title, round=number, position=position)
