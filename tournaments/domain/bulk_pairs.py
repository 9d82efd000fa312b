"""The command that sets all pairs and byes of a round, for rounds paired by another program."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Id, Input, Lines, new_ids
from tournaments.competition.facts import Seating
from tournaments.domain.batches import BatchLine, CommandBatch
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.guards import need_round
from tournaments.domain.inputs import KOMI_IF_ANY, MOST_ENTRIES, STONES_IF_ANY, TABLE_IF_ANY
from tournaments.domain.pairs import MakePair, UnmakePair, terms_of_settings
from tournaments.state.tournament import Pair, Round, Tournament

REMOVED_PLACE = "pairs"
"""The place of a pair that the round has and the request leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedPair(Seating):
    """A requested pair. ``table`` 0: the lowest free table; ``handicap``, ``komi`` None: of the settings."""

    table: Annotated[int, TABLE_IF_ANY] = 0
    handicap: Annotated[int | None, STONES_IF_ANY] = None
    komi: Annotated[float | None, KOMI_IF_ANY] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPairs(CommandBatch, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Pair a whole round by hand, as another program has paired it. Pairs that are unchanged keep their game.

    ``ids`` makes the id of a new game from the number of the pair.
    """

    round: int
    pairs: Annotated[tuple[RequestedPair, ...], Lines(of=RequestedPair, low=0, high=MOST_ENTRIES // 2)]
    ids: Annotated[Callable[[int], str], new_ids("pair")]
    byes: Annotated[tuple[Id, ...], Input(high=MOST_ENTRIES)] = ()
    reason: str = ""

    def lines(self, state: Tournament) -> Iterator[BatchLine]:
        """Yield removals first, so that players and tables are free for new pairs."""
        round_ = need_round(state, self.round)
        unchanged = _unchanged_games(self, round_, state)
        for pair in round_.by_table():
            if pair.game_id not in unchanged.values():
                yield BatchLine(
                    place=REMOVED_PLACE, command=UnmakePair(game_id=pair.game_id, reason=self.reason)
                )
        for entry in sorted(round_.byes.difference(self.byes)):
            yield BatchLine(
                place="byes", command=TakeBackBye(round=self.round, entry_id=entry, reason=self.reason)
            )
        yield from _new_lines(self, round_, unchanged)


def _new_lines(command: SetPairs, round_: Round, unchanged: dict[int, str]) -> Iterator[BatchLine]:
    for number, pair in enumerate(command.pairs):
        if number not in unchanged:
            yield BatchLine(place=f"pairs.{number}", command=_pair_command(command, number, pair))
    for number, entry in enumerate(command.byes):
        if entry not in round_.byes:
            bye = GiveBye(round=command.round, entry_id=entry, reason=command.reason)
            yield BatchLine(place=f"byes.{number}", command=bye)


def _pair_command(command: SetPairs, number: int, pair: RequestedPair) -> MakePair:
    return MakePair(
        round=command.round,
        game_id=command.ids(number),
        handicap=pair.handicap,
        komi=pair.komi,
        reason=command.reason,
        **Seating.facts_of(pair) | {"table": pair.table},
    )


def _unchanged_games(command: SetPairs, round_: Round, state: Tournament) -> dict[int, str]:
    """Return the games that already match the request, by the number of the pair."""
    current_pairs = {(pair.white, pair.black): pair for pair in round_.pairs.values()}
    unchanged = {}
    for number, requested in enumerate(command.pairs):
        pair = current_pairs.pop((requested.white, requested.black), None)  # a repeated pair is new
        if pair is not None and _matches_request(pair, requested, round_.number, state):
            unchanged[number] = pair.game_id
    return unchanged


def _matches_request(pair: Pair, requested: RequestedPair, round_: int, state: Tournament) -> bool:
    if requested.handicap is None:
        handicap, usual = terms_of_settings(state, round_, pair.white, pair.black)
    else:
        handicap, usual = requested.handicap, state.settings.komi_for(requested.handicap)
    komi = usual if requested.komi is None else requested.komi
    return (handicap, komi) == (pair.handicap, pair.komi) and requested.table in (0, pair.table)
