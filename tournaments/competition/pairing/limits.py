"""Limits of the criteria's maxima, so that all steps of their formulas fit into 64-bit integers."""

from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.settings import PairingSettings

LARGEST = (
    10**15
)  # times twice the size of a score group it must stay below 2**63: enough for 4,600 in one group
MAXIMA = (
    "avoid_repeated",
    "random",
    "balance_colours",
    "avoid_mixing_categories",
    "minimise_score_difference",
    "draw_weight",
    "maximise_seeding",
    "minimise_handicap",
    "avoid_same_geography",
    "meetings",
)


def check_maxima(settings: PairingSettings) -> None:
    """Raise ``CannotPair("weights_out_of_range")`` unless each maximum is from 0 to ``LARGEST``."""
    outside = [name for name in MAXIMA if not 0 <= getattr(settings, name) <= LARGEST]
    if outside:
        raise CannotPair("weights_out_of_range", settings=outside, largest=LARGEST)
