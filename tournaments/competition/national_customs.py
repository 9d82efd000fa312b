"""The usual initial settings of tournaments by country: rules, komi, time, tie-breaks. Pure.

| countries              | rules of play, komi | source                                                     |
|------------------------|---------------------|------------------------------------------------------------|
| of the EGF             | Japanese, 6.5       | EGF General Tournament Rules                               |
| of the EGF, time       | 60 min, 15 in 5 min | EGF rating system: the least basic time of class A         |
| Great Britain, Ireland | BGA, 7.5            | British Go Association, rules of 2008                      |
| France                 | French, 7.5         | Federation francaise de Go, regle francaise                |
| United States, Canada  | AGA, 7.5            | AGA Concise Rules; tie-breaks SOS, SODOS                   |
| New Zealand            | New Zealand, 7      | New Zealand Go Society, rules of Go                        |
| China                  | Chinese, 7.5        | Chinese Weiqi Association, rules of 2002: 3 3/4 stones     |
| Japan                  | Japanese, 6.5       | Nihon Kiin, since 2002                                     |
| Korea                  | Korean, 6.5         | Korea Baduk Association                                    |
| Taiwan                 | Ing, 8              | Ing Foundation, SST rules                                  |

The komi is that of the named ruleset. Any other country: rules that need no referee, and komi 6.5.
Handicaps are the system's own in every country: no two federations have the same rules.
"""

from dataclasses import dataclass, replace

from tournaments.competition.settings import Settings
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem

EGF = frozenset(
    {"AD", "AM", "AT", "AZ", "BA", "BE", "BG", "BY", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "GE"}
    | {"GR", "HR", "HU", "IL", "IS", "IT", "KZ", "LT", "LU", "LV", "MD", "ME", "MK", "NL", "NO", "PL", "PT"}
    | {"RO", "RS", "RU", "SE", "SI", "SK", "TR", "UA"}
)
CLASS_A = TimeSystem(basic=60, overtime=Overtime.CANADIAN, seconds=300, moves=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """The customs of a country. ``source``: their origin, in words."""

    source: str
    ruleset: str
    komi: float
    time: TimeSystem = UNKNOWN_TIME
    tiebreaks: tuple[str, ...] = ()


OF_COUNTRIES: dict[str, Customs] = {
    "GB": Customs(source="British Go Association", ruleset="bga", komi=7.5, time=CLASS_A),
    "IE": Customs(source="British Go Association", ruleset="bga", komi=7.5, time=CLASS_A),
    "FR": Customs(source="Fédération française de Go", ruleset="french", komi=7.5, time=CLASS_A),
    "US": Customs(source="American Go Association", ruleset="aga", komi=7.5, tiebreaks=("SOS", "SODOS")),
    "CA": Customs(source="American Go Association", ruleset="aga", komi=7.5, tiebreaks=("SOS", "SODOS")),
    "NZ": Customs(source="New Zealand Go Society", ruleset="new-zealand", komi=7.0),
    "CN": Customs(source="Chinese Weiqi Association", ruleset="chinese", komi=7.5),
    "JP": Customs(source="Nihon Kiin", ruleset="japanese", komi=6.5),
    "KR": Customs(source="Korea Baduk Association", ruleset="korean", komi=6.5),
    "TW": Customs(source="Ing Foundation", ruleset="ing", komi=8.0),
}
OF_THE_EGF = Customs(source="European Go Federation", ruleset="japanese", komi=6.5, time=CLASS_A)
OF_NO_FEDERATION = Customs(source="no federation: Japanese rules", ruleset="japanese", komi=6.5)


def customs_of(country: str) -> Customs:
    """Return the customs of a country: two letters in any case; other texts give the default."""
    code = country.strip().upper()
    return OF_COUNTRIES.get(code) or (OF_THE_EGF if code in EGF else OF_NO_FEDERATION)


def with_customs(settings: Settings, customs: Customs) -> Settings:
    """Return a new tournament's settings with the customs applied."""
    main = "M" if settings.system == "mcmahon" else "W"
    names = tuple(f"{name}{main}" for name in customs.tiebreaks)
    placed = settings.system in ("mcmahon", "swiss", "league") and names
    criteria = (settings.criteria[0], *names) if placed else settings.criteria
    return replace(settings, komi=customs.komi, criteria=criteria)
