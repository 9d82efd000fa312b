"""The dispatch of decisions and the questions that every subject asks."""

from collections.abc import Sequence
from functools import singledispatch

from games.refusals import refuse
from tournaments.state.tournament import Entry, Pair, Round, Tournament


@singledispatch
def decide(command: object, state: Tournament) -> Sequence[object]:
    """Events that follow from ``command``; raises :class:`games.refusals.Refusal`."""
    raise TypeError(f"no decision for {type(command).__name__}")


def fill(command: object, **values: object) -> None:
    """The fields of a frozen command that has an ``__init__`` of its own."""
    for name, value in values.items():
        object.__setattr__(command, name, value)


def entry_of(state: Tournament, entry_id: str) -> Entry:
    entry = state.entries.get(entry_id)
    if entry is None:
        refuse("unknown_entry", entry=entry_id)
    return entry


def pair_of(state: Tournament, game_id: str) -> tuple[Round, Pair]:
    found = state.pair_of(game_id)
    if found is None:
        refuse("unknown_pairing", game=game_id)
    return found


def need_round(state: Tournament, number: int) -> Round:
    """The round, paired or not; refused outside 1..rounds."""
    if not 1 <= number <= state.settings.rounds:
        refuse("no_such_round", round=number, rounds=state.settings.rounds)
    return state.round(number)


def need_round_before(state: Tournament, number: int) -> None:
    """Rounds are paired in order; where they go by date, one may be left out."""
    if number > 1 and state.settings.system != "league" and not state.round(number - 1).pairs:
        refuse("earlier_round_not_paired", round=number - 1)


def need_open(round_: Round) -> None:
    if round_.closed:
        refuse("round_closed", round=round_.number)


def refuse_ruled(pair: Pair) -> None:
    """Nothing but an appeal, or another claim, touches a game that a referee has ruled on."""
    if pair.ruled is not None:
        refuse("result_ruled", game=pair.game_id, claim=pair.ruled.claim_id)


def later_paired(state: Tournament, number: int) -> bool:
    return any(n > number and round_.pairs for n, round_ in state.rounds.items())


def begun(state: Tournament) -> list[int]:
    """Rounds in which somebody has a game."""
    return [number for number, round_ in state.rounds.items() if round_.pairs]


def in_halves(komi: float, most: int = 400) -> bool:
    """Whether it is a number of half points of at most this size; NaN is not."""
    return abs(komi) <= most and komi * 2 == int(komi * 2)


def need_reason(reason: str, *, about: str) -> None:
    if not reason.strip():
        refuse("reason_required", about=about)


def need_reason_once_published(reason: str, round_: Round) -> None:
    """People may have read it: who finds it changed is told why."""
    if round_.published:
        need_reason(reason, about="a published round")
