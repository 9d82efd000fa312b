"""Players of one country, club or group of clubs should meet each other late.

Where a club is at home (``clubs.at_home``), its players may meet each other as if of different clubs, and
guests are worth half to guests of another club; a country that is at home is not avoided. As in pairgoth
(``GeographicalParams``), whose ``proportionMainClubThreshold`` is 40 percent; OpenGotha has nothing like it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.clubs import in_one_group
from tournaments.competition.pairing.curve import bent
from tournaments.competition.pairing.field import Field, Mask, Matrix


def geography(field: Field) -> Matrix:
    """At most ``avoid_same_geography``, for players from apart.

    Where the rules say so, two strong players always get it all, one strong player half of what is missing.
    """
    pairing = field.settings.pairing
    greatest = pairing.avoid_same_geography
    lost = bent(_distance(field), greatest, pairing.nx1_factor)
    value = np.minimum(pairing.minimise_score_difference - lost, greatest)
    if not field.rules.strong_waive_geography:
        return value
    strong = field.strong[:, None] + field.strong[None, :]
    return np.choose(strong, [value, (value + greatest) // 2, np.full_like(value, greatest)])


def _distance(field: Field) -> NDArray[np.float64]:
    """In score groups: how much of a difference in score a different country and club are worth."""
    pairing, groups = field.settings.pairing, field.groups
    none = field.rules.no_club_is_none
    countries = _differ([e.country for e in field.entrants], none_is_none=none)
    clubs = _differ([e.club for e in field.entrants], none_is_none=none)
    country_factor = 0 if field.home_country else pairing.country_factor
    country = np.where(countries, min(country_factor / groups, 1.0), 0.0)
    club = _club(field, clubs)
    ratio = np.maximum(country, club) + np.minimum(country, club) / 2.0
    return np.where(ratio > 0.0, ratio + 0.5 / groups, 0.0)


def _club(field: Field, clubs: Mask) -> NDArray[np.float64]:
    """What another club is worth.

    In one group of clubs it is half of the factor, which OpenGotha raises by a fifth everywhere else.
    """
    factor, groups = field.settings.pairing.club_factor, field.groups
    names = [e.club for e in field.entrants]
    apart = factor * 1.2 / groups
    club = np.where(clubs, apart, 0.0)
    if field.club_groups:
        club[clubs & in_one_group(names, field.club_groups)] = factor / 2.0 / groups
    if field.home:
        at_home = np.array(names) == field.home
        club[~at_home[:, None] & ~at_home[None, :]] /= 2.0
        club[at_home[:, None] & at_home[None, :]] = apart
    return np.minimum(club, 1.0)


def _differ(values: Sequence[str], *, none_is_none: bool) -> Mask:
    """Whether two values differ; two empty ones do where ``none_is_none``."""
    told = np.array(values)
    _, codes = np.unique(told, return_inverse=True)
    differ: Mask = codes[:, None] != codes[None, :]
    return differ | (told == "")[:, None] if none_is_none else differ
