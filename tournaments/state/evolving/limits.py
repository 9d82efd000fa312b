"""Limits that change: for the ruleset, the settings, and what was paired and closed under the old ones."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tournaments import events as e
from tournaments.events.limits import handicap_komi, with_limits
from tournaments.state.evolving.base import evolve
from tournaments.state.tournament import Pair, Round, Tournament


@evolve.register
def evolve_limits_changed(event: e.LimitsChanged, state: Tournament) -> Tournament:
    settings = with_limits(state.settings, event.limits)
    longer = timedelta(minutes=settings.claims.minutes - state.settings.claims.minutes)
    even, given = (
        (state.settings.komi, settings.komi),
        (handicap_komi(state.settings), handicap_komi(settings)),
    )
    rounds = {
        number: replace(round_, pairs=_pairs(round_.pairs, even, given), claims_until=_moved(round_, longer))
        for number, round_ in state.rounds.items()
    }
    return replace(
        state,
        settings=settings,
        ruleset=event.limits.on(state.ruleset),
        rounds=rounds,
        limits=state.limits.but(event.limits),
        limits_number=event.number,
        limits_reason=event.reason,
    )


Change = tuple[float, float]


def _pairs(pairs: Mapping[str, Pair], even: Change, given: Change) -> Mapping[str, Pair]:
    """A pair that was given a komi of its own keeps it."""
    if even[0] == even[1] and given[0] == given[1]:
        return pairs
    return {id_: _pair(pair, given if pair.handicap else even) for id_, pair in pairs.items()}


def _pair(pair: Pair, komi: Change) -> Pair:
    return replace(pair, komi=komi[1]) if pair.komi == komi[0] != komi[1] else pair


def _moved(round_: Round, longer: timedelta) -> str:
    """Until when claims are taken in a round that is closed."""
    if not (round_.claims_until and longer):
        return round_.claims_until
    return (datetime.fromisoformat(round_.claims_until) + longer).isoformat()
