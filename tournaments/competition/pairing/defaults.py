"""The initial settings of a tournament of each system: those of OpenGotha."""

from dataclasses import replace

from tournaments.competition.settings import HandicapSettings, PairingSettings, Seeding, Settings

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
