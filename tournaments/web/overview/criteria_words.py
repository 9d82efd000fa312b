"""What the criteria of standings are, in a line each for whoever reads a table."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.competition.standings import CRITERIA

WORDS: dict[str, Promise] = {
    "NBW": _("wins"),
    "MMS": _("McMahon score: starting score plus wins"),
    "CPS": _("cup score: an early win counts for more"),
    "STS": _("McMahon score with more for the last rounds of the unbeaten"),
    "SOSW": _("sum of the opponents' wins"),
    "SOSW-1": _("sum of the opponents' wins without the lowest"),
    "SOSW-2": _("sum of the opponents' wins without the two lowest"),
    "SOSOSW": _("sum of the opponents' SOSW"),
    "SODOSW": _("sum of the wins of the opponents who were beaten"),
    "CUSSW": _("sum of the own wins after each round"),
    "SOSM": _("sum of the opponents' McMahon scores"),
    "SOSM-1": _("sum of the opponents' McMahon scores without the lowest"),
    "SOSM-2": _("sum of the opponents' McMahon scores without the two lowest"),
    "SOSOSM": _("sum of the opponents' SOSM"),
    "SODOSM": _("sum of the McMahon scores of the opponents who were beaten"),
    "CUSSM": _("sum of the own McMahon scores after each round"),
    "SOSTS": _("sum of the opponents' STS"),
    "EXT": _("how much the opponents tried the own strength"),
    "EXR": _("how much the beaten opponents tried the own strength"),
    "SDC": _("who won against the others of the tie"),
    "DC": _("who beat whom among the tied"),
    "DCL": _("how many of the tied were beaten, also through others"),
    "UNBEATEN": _("rounds won before the first that was not"),
    "OUT": _("the round that put them out"),
    "CATEGORY": _("the category, the highest first"),
    "RANK": _("the rank as entered"),
    "RATING": _("the rating as entered"),
    "DRAW": _("by lot"),
}


def criteria_told(names: Iterable[str]) -> list[tuple[str, str]]:
    """Name and words of each, in the order of the table."""
    return [(name, str(WORDS.get(name) or CRITERIA[name].formula)) for name in names]
