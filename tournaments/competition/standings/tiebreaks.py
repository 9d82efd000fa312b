"""Placement criteria with their formulas and sources.

``TABLE`` has all data of the criteria: REST serves it at ``/api/v1/tiebreaks/``, a page shows it. Names: W
stands for wins (NBW), M for McMahon scores; "SOS" alone means the tournament's main score. Larger is better.
"Start" is the entrant's own McMahon score before round 1, "missed" a round without an opponent, "unit" the
divisor of stored integers for people. Checked V: recomputed against published results, S: from the named
source, ?: our choice. ``equals``: the program whose values these are; ``compared``: the published lists that
they were recomputed against.

The behaviour of OpenGotha is that of github.com/lucvannier/opengotha at 624c2710 (3.51.02): ``Tournament``,
methods ``fillBaseScoringInfoIfNecessary`` and ``defineDirForExAequoGroup``; ``PlacementParameterSet``; and
``mw.go.confrontation.Confrontation``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.marking import marked
from tournaments.competition.standings import confrontation
from tournaments.competition.standings.measures import MEASURES, Measure, Scores
from tournaments.competition.standings.scores import Card, Main

Confrontation = Callable[[Mapping[str, Card], Sequence[str], confrontation.Later], Scores]
EGF = "EGF Tournament System Rules"
GOTHA, OWN = "OpenGotha 3.52", marked("this program; not in any published rule")
CUPS = "OpenGotha 3.51.02"  # the first version with cups
TABLE: tuple[tuple[str, int, str, str, str], ...] = (
    # name      unit, formula                                                 checked, source
    ("NBW", 2, marked("points from games, byes and absences"), "V", EGF),
    ("MMS", 2, marked("start + NBW, byes and absences at their McMahon values"), "V", EGF),
    ("CPS", 2, marked("games: twice the score before + points; byes, absences as NBW, undoubled"), "V", CUPS),
    (
        "STS",
        2,
        marked("MMS; top group that won all: + 2 from 2 rounds, + 2 from 1 before the end"),
        "S",
        CUPS,
    ),
    ("SOSW", 2, marked("sum of the opponents' NBW; missed: 0"), "V", EGF),
    ("SOSW-1", 2, marked("SOSW without its smallest term"), "V", EGF),
    ("SOSW-2", 2, marked("SOSW without its two smallest terms"), "V", EGF),
    ("SOSOSW", 2, marked("sum of the opponents' SOSW; missed: 0"), "V", EGF),
    ("SODOSW", 4, marked("sum of the opponents' NBW x own share of the win; missed: 0"), "V", EGF),
    ("CUSSW", 2, marked("sum of own NBW after each round"), "S", EGF),
    ("SOSM", 2, marked("sum of the opponents' MMS + stones given - stones taken; missed: start"), "V", GOTHA),
    ("SOSM-1", 2, marked("SOSM without its smallest term, also after round 2"), "V", GOTHA),
    ("SOSM-2", 2, marked("SOSM without its two smallest terms"), "V", GOTHA),
    ("SOSOSM", 2, marked("sum of the opponents' SOSM; missed: start x rounds"), "V", GOTHA),
    ("SODOSM", 4, marked("sum of the terms of SOSM x own share of the win; missed: 0"), "S", GOTHA),
    ("CUSSM", 2, marked("sum of own MMS after each round"), "S", EGF),
    ("SOSTS", 2, marked("sum of the opponents' STS + stones given - stones taken; missed: start"), "S", CUPS),
    (
        "EXT",
        2,
        marked("sum of opponents' NBW x c; c = 1 + stones - rank difference, from 0 to 3"),
        "S",
        GOTHA,
    ),
    ("EXR", 2, marked("the same sum over games won"), "S", GOTHA),
    ("SDC", 1, marked("wins against those tied, if of any two of them one has beaten the other"), "V", GOTHA),
    ("DC", 1, marked("from below: who beat nobody left, the last by what follows; no defaults"), "S", GOTHA),
    ("DCL", 1, marked("tied players beaten, also through others; a cycle is one; no defaults"), "?", OWN),
    ("UNBEATEN", 1, marked("rounds won (byes included) before the first round not won"), "?", OWN),
    ("OUT", 2, marked("knock-out: round that put out, + ½ for third place; empty while still in"), "?", OWN),
    ("CATEGORY", -1, marked("number of the category, the highest first"), "S", GOTHA),
    ("RANK", 1, marked("rank as entered, 1 dan = 0"), "S", GOTHA),
    ("RATING", 1, marked("rating as entered"), "S", GOTHA),
    ("DRAW", -1, marked("lot: order of blake2b-128 of draw_seed, NUL, places, NUL, entry id"), "S", EGF),
)
ALONE = marked("no other program")
LISTS = marked("published lists of OpenGotha's, 2,917 rows")
CUP_LIST = marked(
    "the list of a cup of 16 players and 4 rounds, as OpenGotha 3.51.02 published it for the FFG"
)
NO_LIST = marked("none: no published list of it was found")
COMPARED: tuple[tuple[str, str, str], ...] = (
    # equals, compared, criteria
    (GOTHA, LISTS, "NBW MMS SOSW SOSW-1 SOSW-2 SOSOSW SODOSW SOSM SOSM-1 SOSM-2 SOSOSM SDC"),
    (GOTHA, NO_LIST, "CUSSW CUSSM SODOSM EXT EXR CATEGORY RANK RATING"),
    (marked("%(program)s, but that two wins over one opponent count too", program=GOTHA), NO_LIST, "DC"),
    (CUPS, CUP_LIST, "CPS"),
    (CUPS, NO_LIST, "STS"),
    (
        marked("%(program)s, but where games not played count half: its opponents then have 0", program=CUPS),
        NO_LIST,
        "SOSTS",
    ),
    (ALONE, NO_LIST, "DCL UNBEATEN OUT DRAW"),
)
NOT_DONE = {
    "EGFDC": marked("pairgoth's reading of the EGF's direct comparison; DC and SDC are OpenGotha's"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A row of the table.

    ``unit``: a stored value divided by it is the value that people read. One is set: ``measure`` uses the
    whole field, ``among`` only entrants tied on everything before.
    """

    name: str
    unit: int
    formula: str = ""
    checked: str = ""
    source: str = ""
    equals: str = ""
    compared: str = ""
    measure: Measure | None = None
    among: Confrontation | None = None

    def plain(self, value: int) -> float:
        return value / self.unit


class UnknownCriterion(ValueError):
    """The error for a placement criterion that is not in the table, or not implemented."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown placement criterion {name!r}; known: {', '.join(CRITERIA)}")
        self.name = name


def find_criterion(name: str, system: str) -> Criterion:
    """Return the criterion by our name, another program's or a generic one ("SOS-1") for ``system``.

    Raises ``UnknownCriterion``.
    """
    wanted = name.strip().upper()
    if wanted in GENERIC:
        letter = Main.MMS if system == "mcmahon" else Main.NBW
        wanted = GENERIC[wanted].format(letter.value)
    found = CRITERIA.get(OTHER_NAMES.get(wanted, wanted))
    if found is None:
        raise UnknownCriterion(name)
    return found


AMONG: dict[str, Confrontation] = {
    "SDC": confrontation.simplified_confrontation,
    "DC": confrontation.direct_confrontation,
    "DCL": confrontation.confrontation_by_levels,
}
_COMPARED = {name: (equals, compared) for equals, compared, names in COMPARED for name in names.split()}
CRITERIA: dict[str, Criterion] = {
    name: Criterion(
        name=name,
        unit=unit,
        formula=formula,
        checked=checked,
        source=source,
        equals=_COMPARED[name][0],
        compared=_COMPARED[name][1],
        measure=MEASURES.get(name),
        among=AMONG.get(name),
    )
    for name, unit, formula, checked, source in TABLE
}
GENERIC = {
    "SOS": "SOS{}",
    "SOS-1": "SOS{}-1",
    "SOS-2": "SOS{}-2",
    "SOSOS": "SOSOS{}",
    "SODOS": "SODOS{}",
    "CUSS": "CUSS{}",
    "ROS": "CUSS{}",  # the EGF's other name for it
}
OTHER_NAMES = {
    "CAT": "CATEGORY",
    "SOSWM1": "SOSW-1",
    "SOSWM2": "SOSW-2",
    "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2",
    "LOTTERY": "DRAW",
    # Chess uses the name for points, which are wins here.
    "BUCHHOLZ": "SOSW",
    "BUCHHOLZ-1": "SOSW-1",
    "BUCHHOLZ-2": "SOSW-2",
    "SONNEBORN-BERGER": "SODOSW",
    "PROGRESSIVE": "CUSSW",
}
