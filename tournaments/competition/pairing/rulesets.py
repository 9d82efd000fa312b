"""Rule sets of pairing, by name and version, with their differences.

| switch | opengotha-3.51 | opengotha-3.52 | house | house-2 | house-3 |
|---|---|---|---|---|---|
| groups_count_absent: group sizes and places count the absent | yes | no | no | no | no |
| draw_limit: draw-up/down counts only for fewer groups apart | 4 | none | none | none | none |
| strong_waive_geography: strong players waive geography   | no | yes | yes | yes | yes |
| no_club_is_none: two without a known club (or country) do not share one   | no | no | yes | yes | yes |
| names_as_written: names that break last ties keep their case and blanks | -2: yes | -2: yes | no | - | - |
| last_ties_by_number: entries, or teams, break them by number, not by names | no | no | no | yes | yes |
| defaults_balance_colours: games decided by default count for colours | yes | yes | yes | yes | no |
| default_win_is_bye: a win by default counts like a bye for the next one | no | no | no | no | yes |
| repeats_add_up: meeting for the third time costs more than for the second | no | no | no | no | yes |
| halves_count: half points count in the difference of scores | no | no | no | no | yes |
| must_not_is_absolute: no other criterion outweighs a forbidden meeting | no | no | no | no | yes |

``opengotha-3.51-2`` and ``opengotha-3.52-2`` are second versions of what OpenGotha does: it compares family
names, then given names, as they are written (``ScoredPlayerComparator``), capitals before small letters.

``house`` is 3.52 except for no_club_is_none: OpenGotha separates two players without a club as if they had
one in common, and so pairs guests worse than members. The greatest weight of colours (1e6, in 3.52 1e3 for a
new tournament) is no switch: it is the tournament's own setting ``balance_colours``. In ``house-2`` names
decide nothing: the log has the order of entries, and correcting a name changes no pairing.
"""

from dataclasses import dataclass, replace

from tournaments.competition.pairing.errors import CannotPair


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """A version of the criteria of pairing.

    A published version never changes: a change gets a new name.
    """

    name: str
    groups_count_absent: bool
    draw_limit: int | None
    strong_waive_geography: bool
    no_club_is_none: bool = False
    names_as_written: bool = False
    last_ties_by_number: bool = False
    defaults_balance_colours: bool = True
    default_win_is_bye: bool = False
    repeats_add_up: bool = False
    halves_count: bool = False
    must_not_is_absolute: bool = False


OPENGOTHA_3_51 = PairingRules(
    name="opengotha-3.51", groups_count_absent=True, draw_limit=4, strong_waive_geography=False
)
OPENGOTHA_3_52 = PairingRules(
    name="opengotha-3.52", groups_count_absent=False, draw_limit=None, strong_waive_geography=True
)
NIGIRI_1 = replace(OPENGOTHA_3_52, name="house", no_club_is_none=True)
NIGIRI_2 = replace(NIGIRI_1, name="house-2", last_ties_by_number=True)
NIGIRI_3 = replace(
    NIGIRI_2,
    name="house-3",
    defaults_balance_colours=False,
    default_win_is_bye=True,
    repeats_add_up=True,
    halves_count=True,
    must_not_is_absolute=True,
)

OPENGOTHA_3_51_2 = replace(OPENGOTHA_3_51, name="opengotha-3.51-2", names_as_written=True)
OPENGOTHA_3_52_2 = replace(OPENGOTHA_3_52, name="opengotha-3.52-2", names_as_written=True)

_ALL = (OPENGOTHA_3_51, OPENGOTHA_3_52, NIGIRI_1, NIGIRI_2, NIGIRI_3, OPENGOTHA_3_51_2, OPENGOTHA_3_52_2)
RULES = {rules.name: rules for rules in _ALL}

TITLES = {
    "house-3": "Nigiri's own",
    "opengotha-3.52-2": "OpenGotha 3.52",
    "opengotha-3.51-2": "OpenGotha 3.51",
    "house-2": "Nigiri's own, second version",
    "house": "Nigiri's own, first version",
    "opengotha-3.52": "OpenGotha 3.52, first version",
    "opengotha-3.51": "OpenGotha 3.51, first version",
}
"""The titles shown to people, the default first."""


def are_ties_by_number(rules: str) -> bool:
    """Return whether last ties go by the number of an entry or a team; False for no rule set."""
    return rules in RULES and RULES[rules].last_ties_by_number


def find_rules(name: str) -> PairingRules:
    """Return the rule set of that name. Raises ``CannotPair("unknown_rules")``."""
    try:
        return RULES[name]
    except KeyError:
        raise CannotPair("unknown_rules", rules=name, known=sorted(RULES)) from None
