"""The tournament that is forged: ten players, four rounds, two games on record, a claim and its ruling."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from games.claims import commands as claims
from games.claims.deciding import Rule
from games.claims.events import Remedy
from games.game import commands as games
from games.game.deciding import Act
from rules import Color, Play, Resign
from tests.builders import NOW, a_claim, a_context, a_tournament, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.round_stages import CloseRound
from tournaments.loading import load

ROUNDS = 4
RECORDED = ("D4", "Q16", "D16", "Q4", "K10")
DECIDED = (Winner.BLACK, Winner.WHITE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Honest:
    """``recorded``: the games with a record, of rounds 2 and 4; ``claim_id``: of the claim with a ruling."""

    row: object
    recorded: tuple[str, ...]
    claim_id: str


def honest_tournament(before_last: Callable[[object], object] = id) -> Honest:
    """All of it. ``before_last``: called before the last round is paired."""
    row = a_tournament(10, rounds=ROUNDS, bar=0, floor=-20)
    recorded, claim_id = [], ""
    for number in range(1, ROUNDS + 1):
        if number == ROUNDS:
            before_last(row)
        pair(row, number, seed=None if number == ROUNDS else 0)  # as it is drawn
        pairs = load(str(row.id))[0].round(number).by_table()
        if number in (2, ROUNDS):
            recorded.append(pairs[0].game_id)
            _record(pairs[0].game_id)
        for place, each in enumerate(pairs):
            _report(row, each, Result(winner=Winner.BLACK if place == 0 else DECIDED[(place + number) % 2]))
        if number == 3:
            claim_id = _ruling(pairs[1].game_id)
        carry_out(str(row.id), CloseRound(round=number, at=NOW), a_context())
    return Honest(row=row, recorded=tuple(recorded), claim_id=claim_id)


def _record(game_id: str) -> None:
    """White gives up after a few moves."""
    for turn, at in enumerate(RECORDED):
        action = Play((Color.BLACK, Color.WHITE)[turn % 2], at)
        games.change_record(game_id, Act(action=action), a_context())
    games.change_record(game_id, Act(action=Resign(Color.WHITE)), a_context())


def _report(row: object, pair_: object, result: Result) -> None:
    """By Black, and then by the desk."""
    said = ReportResult(game_id=pair_.game_id, entry_id=pair_.black, result=result)
    carry_out(str(row.id), said, a_context(actor="link"))
    carry_out(str(row.id), RecordResult(game_id=pair_.game_id, result=result), a_context(actor="desk"))


def _ruling(game_id: str) -> str:
    """A quarter of an hour later a referee rules that White has won."""
    claim_id = a_claim(game_id, by="b")
    rule = Rule(decision="upheld", reasons="Seen.", remedy=Remedy(result="white", score="W+3.5"))
    later = replace(a_context(actor="referee"), at=NOW + timedelta(minutes=15))
    claims.execute(claim_id, rule, "desk", later)
    return claim_id
