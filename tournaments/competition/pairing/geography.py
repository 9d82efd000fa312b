"""Players of one country, club or group of clubs should meet each other late.

If a club is at home (``clubs.home_value``), its players may meet each other as if of different clubs, and
guests of different clubs count half for each other; a country that is at home is not avoided. This follows
pairgoth (``GeographicalParams``), whose ``proportionMainClubThreshold`` is 40 percent; OpenGotha has
nothing like it.
"""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.clubs import NOWHERE
from tournaments.competition.pairing.compared import Pairs
from tournaments.competition.pairing.curve import curve
from tournaments.competition.pairing.field import Column, Mask, Matrix


def geography(pairs: Pairs) -> Matrix:
    """Return the value of the players' distance, at most ``avoid_same_geography``.

    If the rules say so, two strong players always get all of it, and one strong player half of the rest.
    """
    pairing = pairs.field.settings.pairing
    greatest = pairing.avoid_same_geography
    lost = curve(_distance(pairs), greatest, pairing.nx1_factor)
    value = np.minimum(pairing.minimise_score_difference - lost, greatest)
    if not pairs.field.rules.strong_waive_geography:
        return value
    strong = pairs.one.strong + pairs.other.strong
    return np.choose(strong, [value, (value + greatest) // 2, np.full_like(value, greatest)])


def _distance(pairs: Pairs) -> NDArray[np.float64]:
    """Return the value of a different country and club, as a difference in score groups."""
    field = pairs.field
    groups, factor = field.groups, field.settings.pairing.country_factor
    none = field.rules.no_club_is_none
    worth = 0.0 if field.home_country else min(factor / groups, 1.0)
    country = np.where(_are_different(pairs.one.country, pairs.other.country, none_is_none=none), worth, 0.0)
    club = _club(pairs, _are_different(pairs.one.club, pairs.other.club, none_is_none=none))
    ratio = np.maximum(country, club) + np.minimum(country, club) / 2.0
    return np.where(ratio > 0.0, ratio + 0.5 / groups, 0.0)


def _club(pairs: Pairs, clubs: Mask) -> NDArray[np.float64]:
    """Return the value of another club.

    In one group of clubs it is half of the factor, which OpenGotha raises by a fifth everywhere else.
    """
    field, one, other = pairs.field, pairs.one, pairs.other
    factor, groups = field.settings.pairing.club_factor, field.groups
    apart = factor * 1.2 / groups
    club = np.where(clubs, apart, 0.0)
    if field.club_groups:
        club[clubs & field.clubs_shared[one.club_kind, other.club_kind]] = factor / 2.0 / groups
    if field.home:
        club[one.guest & other.guest] /= 2.0
        club[~one.guest & ~other.guest] = apart
    return np.minimum(club, 1.0)


def _are_different(one: Column, other: Column, *, none_is_none: bool) -> Mask:
    """Return whether two values differ; two empty ones do if ``none_is_none``."""
    differ: Mask = one != other
    return differ | (one == NOWHERE) if none_is_none else differ
