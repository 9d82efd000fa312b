"""Limits under which games are judged, and how a change of them reaches rulesets and settings. Pure.

| limit | values | where it holds |
|---|---|---|
| komi, handicap_komi | half points from -400 to 400 | settings; pairs whose komi was the old one |
| stone_supply | stones from 0, half_board, unlimited | ruleset |
| continuations, claims_per_player, sequences_per_claim | a number from 0, unlimited | ruleset |
| fine | half points from 0 | ruleset |
| length | turns from 1, unlimited | every game |
| claim_minutes | 0 to a week | settings; rounds that are closed already too |
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from games.analysis.terms import with_komi
from games.log.wire import wire
from rules import Ruleset
from rules.choices import UNLIMITED
from tournaments.competition.history import Settings

Limit = int | str
AXES = ("stone_supply", "continuations", "claims_per_player", "sequences_per_claim", "fine")
MOST_KOMI = 400
MOST_TURNS = 10_000
MOST_MINUTES = 7 * 24 * 60
LONGEST_RULESET = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Values by limit; None: not named."""

    komi: int | float | None = None
    handicap_komi: int | float | None = None
    stone_supply: int | str | None = None
    continuations: int | str | None = None
    claims_per_player: int | str | None = None
    sequences_per_claim: int | str | None = None
    fine: int | float | None = None
    length: int | str | None = None
    claim_minutes: int | None = None

    @property
    def named(self) -> dict[str, Any]:
        """The values that are named."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def turns(self) -> int | None:
        """The most turns of a game, None for any."""
        return self.length if isinstance(self.length, int) else None

    def but(self, other: "Limits") -> "Limits":
        """These, with the named ones of ``other`` in their place."""
        return replace(self, **other.named)

    def on(self, ruleset: str) -> str:
        """The ruleset with the axes that are named."""
        return _on(ruleset, tuple((axis, value) for axis, value in self.named.items() if axis in AXES))


@wire("tournament.limits-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged:
    """The changed limits, the others None; ``number`` counts such changes from 1.

    Games are judged again by it one after the other, each in its own stream.
    """

    number: int
    limits: Limits
    reason: str


@lru_cache(maxsize=256)
def _on(ruleset: str, axes: tuple[tuple[str, float | str], ...]) -> str:
    return str(Ruleset.parse(ruleset).replace(**dict(axes))) if axes else ruleset


@lru_cache(maxsize=1024)
def terms(ruleset: str, komi: float) -> str:
    """The ruleset of a game: a pair's komi holds whatever the handicap."""
    return str(with_komi(Ruleset.parse(ruleset), komi))


def in_force(settings: Settings, ruleset: str, changed: Limits) -> Limits:
    """Every limit as it is: ``changed`` are those that no ruleset or setting holds."""
    axes = Ruleset.parse(ruleset)
    return Limits(
        komi=settings.komi,
        handicap_komi=handicap_komi(settings),
        **{axis: getattr(axes, axis) for axis in AXES},
        length=changed.length or UNLIMITED,
        claim_minutes=settings.claims.minutes,
    )


def handicap_komi(settings: Settings) -> float:
    """What White receives in a handicap game."""
    return settings.komi % 1 if settings.handicap_komi is None else settings.handicap_komi


def with_limits(settings: Settings, limits: Limits) -> Settings:
    """The settings with the limits that they hold."""
    claims = settings.claims
    if limits.claim_minutes is not None:
        claims = replace(claims, minutes=limits.claim_minutes)
    return replace(
        settings,
        komi=settings.komi if limits.komi is None else limits.komi,
        handicap_komi=settings.handicap_komi if limits.handicap_komi is None else limits.handicap_komi,
        claims=claims,
    )


def faults(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    """What no tournament under this ruleset could have: the limit, and why not."""
    found = [*_numbers(limits), *_axes(limits, ruleset)]
    return found or _too_long(limits, ruleset)


def _numbers(limits: Limits) -> list[tuple[str, str]]:
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


def _axes(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    found, rules = [], Ruleset.parse(ruleset)
    for axis in AXES:
        value = getattr(limits, axis)
        try:
            rules.replace(**{axis: value}) if value is not None else None
        except ValueError as fault:
            found.append((axis, str(fault)))
    return found


def _too_long(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    longest = terms(limits.on(ruleset), -0.5 - MOST_KOMI + 1)
    if len(longest) <= LONGEST_RULESET:
        return []
    return [("ruleset", f"with these limits it takes more than {LONGEST_RULESET} characters to print")]
