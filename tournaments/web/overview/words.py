"""Costs of pairings and criteria of standings in words."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.speaking import translate
from tournaments.competition.pairing.words import change_words, describe_shortfalls
from tournaments.competition.standings import CRITERIA
from tournaments.proofs.edit_costs import WeighedBody
from tournaments.proofs.reasoning import InsteadBody

Body = dict[str, Any]


def lines_in_words(lines: Sequence[Body]) -> list[Body]:
    """The games of a round with ``lacks``: what each lacks against the other tables."""
    weighed = [{} if line["by_hand"] else line["components"] for line in lines]
    return [
        {**line, "lacks": translate(said)}
        for line, said in zip(lines, describe_shortfalls(weighed), strict=True)
    ]


def weighed_in_words(weighed: WeighedBody) -> Body:
    return {**weighed, "words": translate(change_words(weighed["change"]))}


def other_in_words(other: InsteadBody) -> Body:
    """Another opponent; ``signed``: the change of the whole round with its sign."""
    total = int(other["change_total"])
    return {
        **other,
        "words": translate(change_words(other["change"])),
        "signed": f"+{total}" if total > 0 else str(total).replace("-", "\N{MINUS SIGN}"),
        "plus": total > 0,
    }


WORDS: dict[str, Promise] = {
    "NBW": _("number of wins"),
    "MMS": _("McMahon score: starting score plus wins"),
    "CPS": _("cup score: an early win counts for more"),
    "STS": _("McMahon score with more for the last rounds of the unbeaten"),
    "SOSW": _("sum of the opponents' wins"),
    "SOSW-1": _("sum of the opponents' wins without the lowest"),
    "SOSW-2": _("sum of the opponents' wins without the two lowest"),
    "SOSOSW": _("sum of the opponents' SOSW"),
    "SODOSW": _("sum of the wins of defeated opponents"),
    "CUSSW": _("cumulative sum of wins"),
    "SOSM": _("sum of the opponents' McMahon scores"),
    "SOSM-1": _("sum of the opponents' McMahon scores without the lowest"),
    "SOSM-2": _("sum of the opponents' McMahon scores without the two lowest"),
    "SOSOSM": _("sum of the opponents' SOSM"),
    "SODOSM": _("sum of the McMahon scores of defeated opponents"),
    "CUSSM": _("cumulative sum of McMahon scores"),
    "SOSTS": _("sum of the opponents' STS"),
    "EXT": _("exploits attempted: the opponents, weighted by their strength and the handicap"),
    "EXR": _("exploits achieved: the same over games won"),
    "SDC": _("simplified direct confrontation: who won against the others of the tie"),
    "DC": _("direct confrontation: who beat whom among the tied"),
    "DCL": _("how many of the tied were beaten, also through others"),
    "UNBEATEN": _("rounds won before the first round not won"),
    "OUT": _("the round in which they were knocked out"),
    "CATEGORY": _("the category, the highest first"),
    "RANK": _("the rank as entered"),
    "RATING": _("the rating as entered"),
    "DRAW": _("by lot"),
}


def criteria_in_words(names: Iterable[str]) -> list[tuple[str, str]]:
    """Name and words of each, in the order of the table."""
    return [(name, str(WORDS.get(name) or CRITERIA[name].formula)) for name in names]
