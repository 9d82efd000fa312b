"""Placement criteria. The table first: name, done or not, formula, source.

"V" was recomputed against published results, "S" is read in OpenGotha's source or in the rules. In names,
W stands for wins (NBW) and M for McMahon scores; without a letter the tournament's main score decides. Larger
is better. "Start" is the entrant's own McMahon score before round 1, "missed" a round without an opponent.

| name         | done | formula                                                                | source |
|--------------|------|------------------------------------------------------------------------|--------|
| NBW          | yes  | points from games, byes, absences                                      | V      |
| MMS          | yes  | start + the same                                                       | V      |
| SOSW         | yes  | sum of opponents' NBW; missed: 0                                       | V      |
| SOSM         | yes  | sum of opponents' MMS + stones given - stones taken; missed: start     | V      |
| SOSx-1, -2   | yes  | the same without the one or two smallest terms                         | V      |
| SOSOSW       | yes  | sum of opponents' SOSW; missed: 0                                      | V      |
| SOSOSM       | yes  | sum of opponents' SOSM; missed: start * rounds                         | V      |
| SODOSW, -M   | yes  | sum of terms of SOS * own share of the win; missed: 0                  | V, S   |
| CUSSW, -M    | yes  | sum of own scores after each round                                     | S      |
| EXT          | yes  | sum of opponent's NBW * c; c = 1 + handicap - rank difference, 0 to 3  | S      |
| EXR          | yes  | the same over games won                                                | S      |
| SDC          | yes  | wins among the tied, if each pair of them has a winner on balance      | V      |
| DC           | yes  | who beat whom among the tied, cycles merged; defaults do not count     | S      |
| CATEGORY     | yes  | the higher category first                                              | S      |
| RANK, RATING | yes  | as entered                                                             | S      |
| STS, SOSTS   | no   | Strasbourg scores suppose a cup inside a McMahon; none is run here     |        |
| CPS          | no   | cup points: a knock-out is placed by its bracket                       |        |
| TEAMP, BDW   | no   | belong to teams, which are no entrants of a ``History``                |        |
| draw by lot  | no   | needs a seed, which ``Settings`` does not hold                         |        |

OpenGotha leaves SOSM-1 at 0 after the second round; here it is the larger term, as for SOSW-1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.history import Settings
from tournaments.standings import confrontation
from tournaments.standings.scores import Card, Main, Meeting

Scores = dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What a criterion is computed from: the settings, and everybody's card after the same round."""

    settings: Settings
    cards: Mapping[str, Card]

    def opposed(self, main: Main) -> Scores:
        """What each entrant is worth to those who met him."""
        if self.settings.not_played_counts_half:
            return {id_: card.without_unplayed2(main) for id_, card in self.cards.items()}
        return {id_: card.after_each_round(main)[-1] for id_, card in self.cards.items()}

    def terms(self, main: Main) -> dict[str, list[int]]:
        """The terms of each entrant's SOS, one for each round, the missed rounds last."""
        worth, corrects = self.opposed(main), 2 if main is Main.MMS else 0
        return {
            id_: [worth[met.opponent] + corrects * met.stones for met in card.meetings]
            + [card.start2 if main is Main.MMS else 0] * card.missed
            for id_, card in self.cards.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A row of the table. ``unit``: a stored value divided by it is what people read.

    One is set: ``measure`` looks at the whole field, ``among`` at entrants tied on everything before.
    """

    name: str
    unit: int
    measure: Callable[[Field], Scores] | None = None
    among: Callable[[Mapping[str, Card], Sequence[str]], Scores] | None = None

    def plain(self, value: int) -> float:
        return value / self.unit


class UnknownCriterion(ValueError):
    """A placement criterion that is not in the table, or not done."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown placement criterion {name!r}; known: {', '.join(CRITERIA)}")
        self.name = name


def criterion_named(name: str, system: str) -> Criterion:
    """By our name, OpenGotha's name or a generic one ("SOS-1") in a tournament of ``system``.

    Raises ``UnknownCriterion``.
    """
    wanted = name.strip().upper()
    if wanted in GENERIC:
        letter = Main.NBW if system in ("swiss", "swiss_categories") else Main.MMS
        wanted = GENERIC[wanted].format(letter.value)
    found = CRITERIA.get(OTHER_NAMES.get(wanted, wanted))
    if found is None:
        raise UnknownCriterion(name)
    return found


def _main(field: Field, main: Main) -> Scores:
    return {id_: card.after_each_round(main)[-1] for id_, card in field.cards.items()}


def _sos(field: Field, main: Main, without: int = 0) -> Scores:
    """``without``: how many of the smallest terms are left out."""
    if not without:
        return {id_: sum(terms) for id_, terms in field.terms(main).items()}
    return {id_: sum(sorted(terms)[without:]) for id_, terms in field.terms(main).items()}


def _sosos(field: Field, main: Main) -> Scores:
    sos = _sos(field, main)
    return {
        id_: sum(sos[met.opponent] for met in card.meetings) + _missed_sos(card, main)
        for id_, card in field.cards.items()
    }


def _missed_sos(card: Card, main: Main) -> int:
    rounds = len(card.mms2) - 1
    return card.missed * rounds * card.start2 if main is Main.MMS else 0


def _sodos(field: Field, main: Main) -> Scores:
    """Quadrupled: doubled score times doubled points. A missed round has no points, so no term."""
    terms = field.terms(main)
    return {
        id_: sum(term * met.points2 for term, met in zip(terms[id_], card.meetings, strict=False))
        for id_, card in field.cards.items()
    }


def _cuss(field: Field, main: Main) -> Scores:
    return {id_: sum(card.after_each_round(main)[1:]) for id_, card in field.cards.items()}


def _exploits(field: Field, *, won_only: bool) -> Scores:
    return {
        id_: sum(_exploit(field, card, met) for met in card.meetings if met.won or not won_only)
        for id_, card in field.cards.items()
    }


def _exploit(field: Field, card: Card, met: Meeting) -> int:
    opponent = field.cards[met.opponent]
    harder_by = met.stones - (card.entrant.rank - opponent.entrant.rank)
    return opponent.nbw2[-1] * min(3, max(0, harder_by + 1))


def _category(field: Field) -> Scores:
    """-1 for the highest category, -2 for the next: the unit -1 makes it the category's number."""
    limits = field.settings.categories
    return {id_: -1 - sum(card.entrant.rank < limit for limit in limits) for id_, card in field.cards.items()}


def _rank(field: Field) -> Scores:
    return {id_: card.entrant.rank for id_, card in field.cards.items()}


def _rating(field: Field) -> Scores:
    return {id_: card.entrant.rating for id_, card in field.cards.items()}


def _built_on(main: Main) -> tuple[Criterion, ...]:
    """The family of tie-breakers over one main score."""
    letter = main.value
    return (
        Criterion(name=main.name, unit=2, measure=lambda field: _main(field, main)),
        Criterion(name=f"SOS{letter}", unit=2, measure=lambda field: _sos(field, main)),
        Criterion(name=f"SOS{letter}-1", unit=2, measure=lambda field: _sos(field, main, 1)),
        Criterion(name=f"SOS{letter}-2", unit=2, measure=lambda field: _sos(field, main, 2)),
        Criterion(name=f"SOSOS{letter}", unit=2, measure=lambda field: _sosos(field, main)),
        Criterion(name=f"SODOS{letter}", unit=4, measure=lambda field: _sodos(field, main)),
        Criterion(name=f"CUSS{letter}", unit=2, measure=lambda field: _cuss(field, main)),
    )


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        *_built_on(Main.NBW),
        *_built_on(Main.MMS),
        Criterion(name="EXT", unit=2, measure=lambda field: _exploits(field, won_only=False)),
        Criterion(name="EXR", unit=2, measure=lambda field: _exploits(field, won_only=True)),
        Criterion(name="SDC", unit=1, among=confrontation.simplified),
        Criterion(name="DC", unit=1, among=confrontation.direct),
        Criterion(name="CATEGORY", unit=-1, measure=_category),
        Criterion(name="RANK", unit=1, measure=_rank),
        Criterion(name="RATING", unit=1, measure=_rating),
    )
}
GENERIC = {
    "SOS": "SOS{}",
    "SOS-1": "SOS{}-1",
    "SOS-2": "SOS{}-2",
    "SOSOS": "SOSOS{}",
    "SODOS": "SODOS{}",
    "CUSS": "CUSS{}",
}
OTHER_NAMES = {
    "CAT": "CATEGORY",
    "SOSWM1": "SOSW-1",
    "SOSWM2": "SOSW-2",
    "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2",
}
