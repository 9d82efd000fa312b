"""All pairs and byes of a round set by one command, as another program has paired it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tournaments.competition.facts import GameFacts
from tournaments.domain.batches import Line, Lines
from tournaments.domain.byes import GiveBye, TakeBye
from tournaments.domain.guards import need_round
from tournaments.domain.pairs import MakePair, UnmakePair
from tournaments.state.tournament import Pair, Round, Tournament

GONE = "pairs"
"""The place of what the request does not name, and the round has: it says so by leaving it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPair(GameFacts):
    """``table`` 0 means the lowest free one; ``komi`` None: as the tournament's settings have it."""

    table: int = 0
    komi: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPairs(Lines):
    """The round has these pairs and byes, and no others. What it has already stays, with its game.

    ``ids``: of games that are new, by the number of the pair.
    """

    round: int
    pairs: tuple[WantedPair, ...]
    ids: Callable[[int], str]
    byes: tuple[str, ...] = ()
    reason: str = ""

    def lines(self, state: Tournament) -> Iterator[Line]:
        """What is not wanted goes first, so that its players and tables are free."""
        round_ = need_round(state, self.round)
        kept = _kept(self, round_, state)
        for pair in round_.by_table():
            if pair.game_id not in kept.values():
                yield Line(place=GONE, command=UnmakePair(game_id=pair.game_id, reason=self.reason))
        for entry in sorted(round_.byes.difference(self.byes)):
            yield Line(place="byes", command=TakeBye(round=self.round, entry_id=entry, reason=self.reason))
        yield from _wanted(self, round_, kept)


def _wanted(command: SetPairs, round_: Round, kept: dict[int, str]) -> Iterator[Line]:
    for number, pair in enumerate(command.pairs):
        if number not in kept:
            yield Line(place=f"pairs.{number}", command=_made(command, number, pair))
    for number, entry in enumerate(command.byes):
        if entry not in round_.byes:
            bye = GiveBye(round=command.round, entry_id=entry, reason=command.reason)
            yield Line(place=f"byes.{number}", command=bye)


def _made(command: SetPairs, number: int, pair: WantedPair) -> MakePair:
    facts = GameFacts.facts_of(pair) | {"table": pair.table}
    return MakePair(
        round=command.round,
        game_id=command.ids(number),
        komi=pair.komi,
        reason=command.reason,
        **facts,
    )


def _kept(command: SetPairs, round_: Round, state: Tournament) -> dict[int, str]:
    """The games that are there as they are wanted, by the number of the pair in the request."""
    there = {(pair.white, pair.black): pair for pair in round_.pairs.values()}
    kept = {}
    for number, wanted in enumerate(command.pairs):
        pair = there.pop((wanted.white, wanted.black), None)  # once: whoever is named again is busy
        if pair is not None and _as_wanted(pair, wanted, state):
            kept[number] = pair.game_id
    return kept


def _as_wanted(pair: Pair, wanted: WantedPair, state: Tournament) -> bool:
    komi = state.settings.komi_for(wanted.handicap) if wanted.komi is None else wanted.komi
    return (pair.handicap, pair.komi) == (wanted.handicap, komi) and wanted.table in (0, pair.table)
