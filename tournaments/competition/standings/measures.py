"""The computation of the criteria of ``tiebreaks.TABLE``.

Integers throughout: doubled, SODOS four times. A measure gives every entrant a value from the cards of all;
larger is better.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b

from tournaments.competition.settings import Settings
from tournaments.competition.standings.elimination import round_out2
from tournaments.competition.standings.scores import Card, Main, Meeting

Scores = dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The input of a criterion: the settings, and everybody's card after the same round."""

    settings: Settings
    cards: Mapping[str, Card]
    _terms: dict[Main, dict[str, list[int]]] = field(default_factory=dict, compare=False, repr=False)
    _measured: dict["Measure", Scores] = field(default_factory=dict, compare=False, repr=False)

    def measure_scores(self, measure: "Measure | None") -> Scores | None:
        """Return the values of a measure, computed once; None if a criterion has none."""
        if measure is not None and measure not in self._measured:
            self._measured[measure] = measure(self)
        return None if measure is None else self._measured[measure]

    def opponent_scores(self, main: Main) -> Scores:
        """Return the score of each entrant that counts for their opponents."""
        if self.settings.not_played_counts_half:
            return {id_: card.without_unplayed2(main) for id_, card in self.cards.items()}
        return {id_: card.after_each_round(main)[-1] for id_, card in self.cards.items()}

    def terms(self, main: Main) -> dict[str, list[int]]:
        """Return the terms of each entrant's SOS, one for each round, the missed rounds last.

        They are computed once, since several criteria use them.
        """
        if main not in self._terms:
            self._terms[main] = self._compute_terms(main)
        return self._terms[main]

    def _compute_terms(self, main: Main) -> dict[str, list[int]]:
        worth, corrects = self.opponent_scores(main), 2 if main is Main.MMS else 0
        return {
            id_: [worth[met.opponent] + corrects * met.stones for met in card.meetings]
            + [card.start2 if main is Main.MMS else 0] * card.missed_rounds
            for id_, card in self.cards.items()
        }


Measure = Callable[[Field], Scores]


def _main(field: Field, main: Main) -> Scores:
    return {id_: card.after_each_round(main)[-1] for id_, card in field.cards.items()}


def _sos(field: Field, main: Main, without: int = 0) -> Scores:
    """Return SOS. ``without``: the number of smallest terms to leave out."""
    if not without:
        return {id_: sum(terms) for id_, terms in field.terms(main).items()}
    return {id_: sum(sorted(terms)[without:]) for id_, terms in field.terms(main).items()}


def _sosos(field: Field, main: Main) -> Scores:
    sos = _sos(field, main)
    return {
        id_: sum([sos[met.opponent] for met in card.meetings]) + _missed_sos(card, main)
        for id_, card in field.cards.items()
    }


def _missed_sos(card: Card, main: Main) -> int:
    rounds = len(card.mms2) - 1
    return card.missed_rounds * rounds * card.start2 if main is Main.MMS else 0


def _sodos(field: Field, main: Main) -> Scores:
    """Return SODOS, quadrupled: doubled score times doubled points.

    A missed round has no points, so no term.
    """
    terms = field.terms(main)
    return {
        id_: sum([term * met.points2 for term, met in zip(terms[id_], card.meetings, strict=False)])
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


def _strasbourg(field: Field) -> Scores:
    return {id_: _sts2(card, field.settings) for id_, card in field.cards.items()}


def _sts2(card: Card, settings: Settings) -> int:
    """Return STS, doubled.

    It has two points more for each stage that a player of the top group reached without a loss. The
    quarterfinals are the third round from the end, the semifinals the second (OpenGotha 3.51,
    ``Tournament.fillBaseScoringInfoIfNecessary``).
    """
    played = len(card.mms2) - 1
    stages = (number for number in (settings.rounds - 2, settings.rounds - 1) if 1 <= number <= played)
    top = settings.bar - settings.zero
    return card.mms2[-1] + 4 * sum(card.mms2[number] == 2 * (top + number) for number in stages)


def _sosts(field: Field) -> Scores:
    sts = _strasbourg(field)
    return {
        id_: sum(sts[met.opponent] + 2 * met.stones for met in card.meetings)
        + card.missed_rounds * card.start2
        for id_, card in field.cards.items()
    }


def _unbeaten(card: Card) -> int:
    """Return the number of rounds won (byes included) before the first round not won."""
    won = {met.round for met in card.meetings if met.won and not met.lost} | card.byes
    return next((number - 1 for number in range(1, len(card.nbw2)) if number not in won), len(card.nbw2) - 1)


def _category(field: Field) -> Scores:
    """Return -1 for the highest category, -2 for the next: the unit -1 gives the category's number."""
    limits = field.settings.categories
    return {id_: -1 - sum(card.entrant.rank < limit for limit in limits) for id_, card in field.cards.items()}


def _rank(field: Field) -> Scores:
    return {id_: card.entrant.rank for id_, card in field.cards.items()}


def _rating(field: Field) -> Scores:
    return {id_: card.entrant.rating for id_, card in field.cards.items()}


def _draw(field: Field) -> Scores:
    """Return -1 for the first lot drawn, -2 for the next.

    The order of two entrants is independent of the others.
    """
    drawn = sorted(field.cards, key=lambda id_: _lot(field.settings.draw_seed, id_))
    return {id_: -place for place, id_ in enumerate(drawn, start=1)}


def _lot(seed: int, id_: str) -> bytes:
    return blake2b(f"{seed}\0places\0{id_}".encode(), digest_size=16).digest()


def _tiebreaks_over(main: Main) -> dict[str, Measure]:
    """Return the family of tie-breakers over one main score."""
    letter = main.value
    return {
        main.name: partial(_main, main=main),
        f"SOS{letter}": partial(_sos, main=main),
        f"SOS{letter}-1": partial(_sos, main=main, without=1),
        f"SOS{letter}-2": partial(_sos, main=main, without=2),
        f"SOSOS{letter}": partial(_sosos, main=main),
        f"SODOS{letter}": partial(_sodos, main=main),
        f"CUSS{letter}": partial(_cuss, main=main),
    }


MEASURES: dict[str, Measure] = {
    **_tiebreaks_over(Main.NBW),
    **_tiebreaks_over(Main.MMS),
    "EXT": partial(_exploits, won_only=False),
    "EXR": partial(_exploits, won_only=True),
    "CPS": partial(_main, main=Main.CPS),
    "STS": _strasbourg,
    "SOSTS": _sosts,
    "UNBEATEN": lambda field: {id_: _unbeaten(card) for id_, card in field.cards.items()},
    "OUT": lambda field: round_out2(field.settings, field.cards),
    "CATEGORY": _category,
    "RANK": _rank,
    "RATING": _rating,
    "DRAW": _draw,
}
