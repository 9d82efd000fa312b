"""What a new tournament of each system begins with, before its director chooses anything. Pure."""

from dataclasses import replace

from tournaments.competition.pairing.defaults import default_settings
from tournaments.competition.settings import HandicapSettings, Settings, TeamSettings

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


RULES = "house-2"
"""Of pairing: OpenGotha's take players of whom no country is known for compatriots."""


def settings_for(system: object) -> Settings:
    """Those of a McMahon for a name that no system has."""
    usual = _of_system(system)
    return replace(usual, pairing=replace(usual.pairing, rules=RULES))


def _of_system(system: object) -> Settings:
    """Beside what OpenGotha begins with.

    A free round of a round robin is worth nothing, everybody has as many; one of a knock-out is a round won.
    So it is for teams, who are placed by how far they came in a knock-out.
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
    """What places single players: where teams play, no player is out by a game of their own."""
    if not settings.teams.boards or "OUT" not in settings.criteria:
        return settings
    return replace(settings, criteria=tuple(name for name in settings.criteria if name != "OUT") or ("NBW",))
