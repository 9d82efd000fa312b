"""The initial settings of a new tournament of each system, before its director chooses. Pure."""

from dataclasses import replace

from tournaments.competition.settings import (
    HandicapSettings,
    PairingSettings,
    Seeding,
    Settings,
    TeamSettings,
)

PLACES = {
    "round_robin": ("NBW", "DC", "SODOSW"),
    "knock_out": ("OUT", "NBW"),
    "double_elimination": ("OUT", "NBW"),
}
TEAMS = {
    "round_robin": TeamSettings(bye_boards2=0),
    "knock_out": TeamSettings(criteria=("OUT", "TEAMP", "BDW", "BDWW")),
    "double_elimination": TeamSettings(criteria=("OUT", "TEAMP", "BDW", "BDWW")),
}


RULES = "house-3"
"""The pairing rules: OpenGotha's treat players without a known country as compatriots."""


def settings_for(system: object) -> Settings:
    """Return the settings of a system; those of a McMahon for unknown names."""
    usual = _of_system(system)
    return replace(usual, pairing=replace(usual.pairing, rules=RULES))


def _of_system(system: object) -> Settings:
    """Return the initial settings of a system, apart from the pairing rules.

    A free round of a round robin gives no points, since everybody has equally many; one of a knock-out is a
    round won. The same applies to teams, who are placed by the round they reached in a knock-out.
    """
    if system == "league":
        return replace(default_settings("swiss"), system="league", handicap=HandicapSettings(by_score=False))
    if not isinstance(system, str) or system not in PLACES:
        return default_settings(str(system))
    return replace(
        default_settings("swiss"),
        system=system,
        criteria=PLACES[system],
        handicap=HandicapSettings(by_score=False),
        nbw_bye2=0 if system == "round_robin" else 2,
        teams=TEAMS[system],
    )


def for_players(settings: Settings) -> Settings:
    """Return the placement of single players: in a team tournament no own game eliminates a player."""
    if not settings.teams.boards or "OUT" not in settings.criteria:
        return settings
    return replace(settings, criteria=tuple(name for name in settings.criteria if name != "OUT") or ("NBW",))


THIRTY_KYU, FIRST_DAN, NINE_DAN = -30, 0, 8


def default_settings(system: str) -> Settings:
    """Return the settings of a new tournament of that system; those of a McMahon for unknown names."""
    if system == "swiss":
        return Settings(
            system=system,
            floor=THIRTY_KYU,
            bar=NINE_DAN,
            criteria=("NBW", "SOSW", "SOSOSW"),
            handicap=HandicapSettings(by_score=False, correction=0, ceiling=0, no_handicap_from=THIRTY_KYU),
            pairing=PairingSettings(
                seeding_first=Seeding.SLIP,
                seeding_second=Seeding.SLIP,
                rating_in_second=True,
                strong_from=THIRTY_KYU,
                avoid_same_geography=0,
                country_factor=0,
                club_factor=0,
            ),
        )
    if system == "cup":
        swiss = default_settings("swiss")
        fold = replace(swiss.pairing, seeding_first=Seeding.FOLD, seeding_second=Seeding.FOLD)
        return replace(
            swiss,
            system=system,
            criteria=("CPS",),
            nbw_bye2=0,
            mms_bye2=0,
            mms_absent2=0,
            pairing=fold,
        )
    if system == "swiss_categories":
        return Settings(
            system=system,
            floor=THIRTY_KYU,
            bar=NINE_DAN,
            categories=(FIRST_DAN, -5),
            criteria=("CATEGORY", "NBW", "EXT", "EXR"),
            handicap=HandicapSettings(no_handicap_from=NINE_DAN),
            pairing=PairingSettings(
                avoid_mixing_categories=20_000_000_000_000,
                minimise_handicap=100_000_000_000,
                avoid_same_geography=20_000_000_000_000,
                club_group_factor=2,
            ),
        )
    return Settings()
