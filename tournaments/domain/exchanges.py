"""Exchanges by hand: two players change places in a round, or a late player meets the one with the bye."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Id, Reason, new_id, new_ids
from games.refusals import refuse
from tournaments.competition.facts import Seating
from tournaments.competition.pairing import seats_of_two
from tournaments.domain.base import Command, Event
from tournaments.domain.batches import decide_in_order
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.guards import entry_of, need_round
from tournaments.domain.pairs import MakePair, UnmakePair, terms_of_settings
from tournaments.domain.schedule import is_scheduled
from tournaments.state.tournament import Pair, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangePlayers(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Exchange the places of two players in a round: a seat at a table, the bye, or none.

    The new games stay at their tables and have the handicap and komi of the settings; where these give stones
    to the other colour, the two of a game change colours.
    """

    round: int
    first: Id
    second: Id
    ids: Annotated[Callable[[int], str], new_ids("pair")]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        first, second = entry_of(state, self.first).id, entry_of(state, self.second).id
        round_ = need_round(state, self.round)
        if first == second:
            refuse("same_player_twice", field="second", entry=first)
        other = {first: second, second: first}
        changed = [pair for pair in round_.by_table() if other.keys() & {*pair.players}]
        if not changed or any({*pair.players} == other.keys() for pair in changed):
            refuse("nothing_to_exchange", round=self.round)
        return decide_in_order(self._parts(state, round_, changed, other), state)

    def _parts(
        self, state: Tournament, round_: Round, changed: Sequence[Pair], other: dict[str, str]
    ) -> Iterator[Command]:
        byes = sorted(round_.byes & other.keys())
        for pair in changed:
            yield UnmakePair(game_id=pair.game_id, reason=self.reason)
        for entry_id in byes:
            yield TakeBackBye(round=self.round, entry_id=entry_id, reason=self.reason)
        for number, pair in enumerate(changed):
            white, black = other.get(pair.white, pair.white), other.get(pair.black, pair.black)
            if terms_of_settings(state, self.round, black, white)[0]:
                white, black = black, white
            seats = Seating.facts_of(pair) | {"white": white, "black": black}
            yield MakePair(round=self.round, game_id=self.ids(number), reason=self.reason, **seats)
        for entry_id in byes:
            yield GiveBye(round=self.round, entry_id=other[entry_id], reason=self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairWithBye(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Pair a player who came late with the one who has the bye."""

    round: int
    entry_id: str
    bye: Id
    game_id: Annotated[str, new_id("pair")]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry, bye = entry_of(state, self.entry_id).id, entry_of(state, self.bye).id
        white, black = bye, entry
        if not is_scheduled(state):
            white, black = seats_of_two(state.history(), self.round, bye, entry)
        pair = MakePair(round=self.round, game_id=self.game_id, white=white, black=black, reason=self.reason)
        return decide_in_order((TakeBackBye(round=self.round, entry_id=bye, reason=self.reason), pair), state)
