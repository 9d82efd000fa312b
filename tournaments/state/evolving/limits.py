"""Limits that change: for the ruleset, the settings, and what was paired and closed under the old ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tournaments.events.limits import LimitsChanged, with_limits
from tournaments.state.evolving.base import evolve
from tournaments.state.tournament import Pair, Round, Tournament


@evolve.register
def evolve_limits_changed(event: LimitsChanged, state: Tournament) -> Tournament:
    settings = with_limits(state.settings, event.limits)
    longer = timedelta(minutes=settings.claims.minutes - state.settings.claims.minutes)
    even, handicap = (
        Change(before=state.settings.komi_for(stones), after=settings.komi_for(stones)) for stones in (0, 1)
    )
    rounds = {
        number: replace(
            round_,
            pairs=_repriced(round_.pairs, even, handicap),
            claims_until=_deadline_moved(round_, longer),
        )
        for number, round_ in state.rounds.items()
    }
    return replace(
        state,
        settings=settings,
        ruleset=event.limits.applied_to(state.ruleset),
        rounds=rounds,
        limits=state.limits.updated_by(event.limits),
        limits_number=event.number,
        limits_reason=event.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A komi that was and is."""

    before: float
    after: float

    def reprice(self, pair: Pair) -> Pair:
        """A pair that was given a komi of its own keeps it."""
        return replace(pair, komi=self.after) if pair.komi == self.before != self.after else pair


def _repriced(pairs: Mapping[str, Pair], even: Change, handicap: Change) -> Mapping[str, Pair]:
    if even.before == even.after and handicap.before == handicap.after:
        return pairs
    return {id_: (handicap if pair.handicap else even).reprice(pair) for id_, pair in pairs.items()}


def _deadline_moved(round_: Round, longer: timedelta) -> str:
    """Until when claims are taken in a round that is closed."""
    if not (round_.claims_until and longer):
        return round_.claims_until
    return (datetime.fromisoformat(round_.claims_until) + longer).isoformat()
