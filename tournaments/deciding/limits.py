"""Changing the limits under which games are judged, at any time, for a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.refusals import refuse
from rules import Ruleset
from rules.choices import UNLIMITED
from tournaments.deciding.base import decide, need_reason
from tournaments.events.limits import AXES, Limits, LimitsChanged, limits_in_force, ruleset_with_komi
from tournaments.state.tournament import Tournament

MOST_KOMI = 400
MOST_TURNS = 10_000
MOST_MINUTES = 7 * 24 * 60
LONGEST_RULESET = 200


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
    for name, fault in limit_faults(limits, state.ruleset):
        refuse("invalid_limit", limit=name, fault=fault)
    now = limits_in_force(state.settings, state.ruleset, state.limits).named
    return Limits(
        **{name: _without_negative_zero(value) for name, value in limits.named.items() if value != now[name]}
    )


def _without_negative_zero(value: Any) -> Any:
    """A zero below zero would be printed so."""
    return value + 0 if isinstance(value, float) else value


def limit_faults(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    """What no tournament under this ruleset could have: the limit, and why not."""
    found = [*_faults_of_numbers(limits), *_faults_of_axes(limits, ruleset)]
    return found or _fault_of_length(limits, ruleset)


def _faults_of_numbers(limits: Limits) -> list[tuple[str, str]]:
    found = [
        (name, f"half points from -{MOST_KOMI} to {MOST_KOMI}, not {value:g}")
        for name, value in (("komi", limits.komi), ("handicap_komi", limits.handicap_komi))
        if value is not None and not _half_points(value)
    ]
    length = limits.length
    if length not in (None, UNLIMITED) and not (isinstance(length, int) and 1 <= length <= MOST_TURNS):
        found.append(("length", f"turns from 1 to {MOST_TURNS}, or unlimited, not {length!r}"))
    if limits.claim_minutes is not None and not 0 <= limits.claim_minutes <= MOST_MINUTES:
        found.append(("claim_minutes", "0 minutes to a week"))
    return found


def _half_points(value: float) -> bool:
    """Python takes a truth value for a number."""
    return not isinstance(value, bool) and abs(value) <= MOST_KOMI and value * 2 == int(value * 2)


def _faults_of_axes(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    found, rules = [], Ruleset.recorded(ruleset)
    for axis in AXES:
        value = getattr(limits, axis)
        try:
            rules.replace(**{axis: value}) if value is not None else None
        except ValueError as fault:
            found.append((axis, str(fault)))
    return found


def _fault_of_length(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    longest = ruleset_with_komi(limits.applied_to(ruleset), -0.5 - MOST_KOMI + 1)
    if len(longest) <= LONGEST_RULESET:
        return []
    return [("ruleset", f"with these limits it takes more than {LONGEST_RULESET} characters to print")]
