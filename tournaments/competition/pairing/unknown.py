"""Players without a known country or club, if the rule set treats them as one country or club."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.competition.pairing.rulesets import RULES, TITLES
from tournaments.competition.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownOrigins:
    """The numbers of players without a known country or club, 0 if that makes no difference."""

    rules: str
    countries: int = 0
    clubs: int = 0

    def __bool__(self) -> bool:
        return bool(self.countries or self.clubs)

    def __str__(self) -> str:
        counted = ((self.countries, "country"), (self.clubs, "club"))
        unknown = " and ".join(f"{count} players have no {what}" for count, what in counted if count)
        return (
            f"{unknown}. {TITLES[self.rules]} keeps them apart as if they had one in common."
            if unknown
            else ""
        )


def unknown_origins(
    settings: Settings, countries: Collection[str], clubs: Collection[str], rules: str | None = None
) -> UnknownOrigins:
    """Return the numbers of such players.

    ``countries``, ``clubs``: of everybody who is paired, "" if unknown. ``rules``: those of the settings if
    None. A single player without one, or none with one, makes no difference.
    """
    name, pairing = rules or settings.pairing.rules, settings.pairing
    if name not in RULES or RULES[name].no_club_is_none or not pairing.avoid_same_geography:
        return UnknownOrigins(rules=name)
    return UnknownOrigins(
        rules=name,
        countries=_count_unknown(countries) if pairing.country_factor else 0,
        clubs=_count_unknown(clubs) if pairing.club_factor else 0,
    )


def _count_unknown(values: Collection[str]) -> int:
    count = sum(not value for value in values)
    return count if 1 < count < len(values) else 0
