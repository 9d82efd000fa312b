"""Game limits, and their place in rulesets and settings. Pure.

| limit | values | where it holds |
|---|---|---|
| komi, handicap_komi | half points from -400 to 400 | settings; pairs whose komi was the old one |
| stone_supply | stones from 0, half_board, unlimited | ruleset |
| continuations, claims_per_player, sequences_per_claim | a number from 0, unlimited | ruleset |
| fine | half points from 0 | ruleset |
| length | turns from 1, unlimited | every game |
| claim_minutes | 0 to a week | settings; also rounds already closed |
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Annotated, Any

from games.analysis.terms import with_komi
from games.inputs import Input, Written
from rules import Ruleset
from rules.choices import HALF_BOARD, UNLIMITED
from tournaments.competition.settings import Settings

Limit = int | str
LARGEST = 2**31 - 1
AXES = ("stone_supply", "continuations", "claims_per_player", "sequences_per_claim", "fine")


def read_limit(value: Any) -> Limit:
    """Return a limit of a request. Raises ValueError for anything but a number or a word for none."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
    if not is_number and value not in (UNLIMITED, HALF_BOARD):
        raise ValueError("a whole number, or a word such as unlimited")
    limit: Limit = value
    return limit


def _number(meaning: str) -> Written:
    words = {"type": "string", "enum": [UNLIMITED, HALF_BOARD]}
    schema = {"oneOf": [{"type": "integer"}, words], "example": UNLIMITED}
    return Written(parse=read_limit, show=lambda limit: limit, schema=schema, help=meaning)


STONE_SUPPLY = _number("Prisoner difference beyond which a player can only pass, or half_board.")
POINTS = Input(fault="a number of points, such as 6.5")
FINE = replace(POINTS, help="Points for an illegal move, if the ruleset has fines.")
CLAIM_MINUTES = Input(
    low=-LARGEST, high=LARGEST, help="Minutes after the end of a round in which claims may be made."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The values of game limits; None for a limit that is not given."""

    komi: Annotated[int | float | None, POINTS] = None
    handicap_komi: Annotated[int | float | None, POINTS] = None
    stone_supply: Annotated[int | str | None, STONE_SUPPLY] = None
    continuations: Annotated[int | str | None, _number("How often a stopped game may continue.")] = None
    claims_per_player: Annotated[int | str | None, _number("Claims of a player in a stopped game.")] = None
    sequences_per_claim: Annotated[int | str | None, _number("Sequences played out for such a claim.")] = None
    fine: Annotated[int | float | None, FINE] = None
    length: Annotated[int | str | None, _number("Most turns of a game.")] = None
    claim_minutes: Annotated[int | None, CLAIM_MINUTES] = None

    @property
    def by_name(self) -> dict[str, Any]:
        """Return the values by name of the limit, without limits that are not given."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def turns(self) -> int | None:
        """Return the maximum number of turns of a game, None if unlimited."""
        return self.length if isinstance(self.length, int) else None

    def merge(self, other: "Limits") -> "Limits":
        """Return these limits with the values that ``other`` gives."""
        return replace(self, **other.by_name)

    def apply_to(self, ruleset: str) -> str:
        """Return the ruleset with the limits that are given."""
        return _replace_axes(
            ruleset, tuple((axis, value) for axis, value in self.by_name.items() if axis in AXES)
        )


@lru_cache(maxsize=256)
def _replace_axes(ruleset: str, axes: tuple[tuple[str, float | str], ...]) -> str:
    return str(Ruleset.parse_recorded(ruleset).replace(**dict(axes))) if axes else ruleset


@lru_cache(maxsize=1024)
def ruleset_with_komi(ruleset: str, komi: float) -> str:
    """Return the ruleset of a game: the pair's komi holds at any handicap."""
    return str(with_komi(Ruleset.parse_recorded(ruleset), komi))


def limits_in_force(settings: Settings, ruleset: str, changed: Limits) -> Limits:
    """Return the current limits. ``changed``: limits that differ from every ruleset and setting."""
    axes = Ruleset.parse_recorded(ruleset)
    return Limits(
        komi=settings.komi,
        handicap_komi=settings.komi_for(1),
        **{axis: getattr(axes, axis) for axis in AXES},
        length=changed.length or UNLIMITED,
        claim_minutes=settings.claims.minutes,
    )


def with_limits(settings: Settings, limits: Limits) -> Settings:
    """Return the settings with the limits that are part of settings."""
    claims = settings.claims
    if limits.claim_minutes is not None:
        claims = replace(claims, minutes=limits.claim_minutes)
    return replace(
        settings,
        komi=settings.komi if limits.komi is None else limits.komi,
        handicap_komi=settings.handicap_komi if limits.handicap_komi is None else limits.handicap_komi,
        claims=claims,
    )
