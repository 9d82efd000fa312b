"""Changing the limits under which games are judged, at any time, for a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.refusals import refuse
from tournaments.deciding.base import decide, need_reason
from tournaments.events import LimitsChanged
from tournaments.events.limits import Limits, faults, in_force
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits:
    """``limits``: those that change; the others None."""

    limits: Limits
    reason: str


@decide.register
def decide_change_limits(command: ChangeLimits, state: Tournament) -> Sequence[object]:
    changed = check_limits(command.limits, state)
    if not changed.named:
        return []
    need_reason(command.reason, about="limits")
    return [LimitsChanged(number=state.limits_number + 1, limits=changed, reason=command.reason)]


def check_limits(limits: Limits, state: Tournament) -> Limits:
    """Those that are not so already. Refuses what no tournament could have; the refusal names the limit."""
    for name, fault in faults(limits, state.ruleset):
        refuse("invalid_limit", limit=name, fault=fault)
    now = in_force(state.settings, state.ruleset, state.limits).named
    return Limits(**{name: _plain(value) for name, value in limits.named.items() if value != now[name]})


def _plain(value: Any) -> Any:
    """No zero below zero, which would be printed so."""
    return value + 0 if isinstance(value, float) else value
