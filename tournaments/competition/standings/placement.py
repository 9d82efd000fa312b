"""Places: rows sorted by the tournament's criteria; equals share the first of their places.

No hidden criterion decides: the entrants' order only fixes how equal rows are listed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from games.marking import join_marked, marked
from tournaments.competition.history import History
from tournaments.competition.settings import Settings
from tournaments.competition.standings.measures import Field, Scores
from tournaments.competition.standings.scores import Card, cards
from tournaments.competition.standings.tiebreaks import CRITERIA, Criterion, find_criterion

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the standings.

    ``scores`` by criterion, in their order, as stored: doubled, SODOS four times (``Criterion.unit``).
    """

    place: int
    entrant_id: str
    scores: dict[str, int]

    def plain(self) -> dict[str, float]:
        """Return the scores as people read them: 36.0, half points as .5."""
        return {name: self.score_text(name) for name in self.scores}

    def score_text(self, name: str) -> float:
        """Return one of the scores as people read it."""
        return CRITERIA[name].plain(self.scores[name])


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings after ``round`` rounds.

    Equal rows are in the entrants' order, with the same place.
    """

    round: int
    criteria: tuple[str, ...]
    rows: tuple[Row, ...]


def criteria_of(settings: Settings) -> tuple[Criterion, ...]:
    """Return the settings' criteria, each once. Raises ``UnknownCriterion``, a ``ValueError``."""
    named = [find_criterion(name, settings.system) for name in settings.criteria]
    return tuple({criterion.name: criterion for criterion in named}.values())


def placement_key(history: History, round_: int) -> dict[str, Key]:
    """Return all placement criteria of every entrant after ``round_`` rounds; larger is better."""
    columns = columns_of(history, round_, criteria_of(history.settings))
    return {id_: tuple(column[id_] for column in columns) for id_ in history.entrants}


def standings(history: History, round_: int) -> Standings:
    """Return the standings of all entered after ``round_`` rounds (0: before the first).

    Provisional entrants are ranked too.
    """
    criteria = criteria_of(history.settings)
    names = tuple(criterion.name for criterion in criteria)
    keys, ordered = _sort_entrants(history, columns_of(history, round_, criteria))
    return Standings(round=round_, criteria=names, rows=tuple(_rows(ordered, keys, names)))


def course_of_entry(history: History, round_: int, entry: str) -> list[tuple[float, int]]:
    """Return one entrant's first score, as people read it, and place after each round up to ``round_``."""
    first, everybody = criteria_of(history.settings)[0], list(history.entrants)
    found = [_score_and_place(columns, entry, everybody) for columns in _columns_after_each(history, round_)]
    return [(first.plain(score), place) for score, place in found]


def _score_and_place(columns: Iterable[Scores], entry: str, level: Sequence[str]) -> tuple[int, int]:
    """Return first score and place of one entrant, computing only as many columns as needed."""
    scores: list[int] = []
    above = 0
    for column in columns:
        own = column[entry]
        scores.append(own)
        above += sum([column[id_] > own for id_ in level])
        level = [id_ for id_ in level if column[id_] == own]
        if len(level) == 1:
            break
    return scores[0], 1 + above


def _columns_after_each(history: History, round_: int) -> Iterator[Iterator[Scores]]:
    """Return ``columns_of`` after each round up to ``round_``, in one pass over the games."""
    criteria, last = criteria_of(history.settings), cards(history, round_)
    for number in range(1, round_ + 1):
        cards_then = {id_: card.until(number) for id_, card in last.items()}
        yield _columns(history, cards_then, criteria)


def _sort_entrants(history: History, columns: Sequence[Scores]) -> tuple[dict[str, Key], list[str]]:
    """Return the sort key of each entrant, and all in order; equals keep the order of the entrants."""
    keys = {id_: tuple([column[id_] for column in columns]) for id_ in history.entrants}
    listed = sorted(keys, key=lambda id_: history.entrants[id_].order)
    return keys, sorted(listed, key=keys.__getitem__, reverse=True)


def explain_order(above: Row, below: Row) -> str:
    """Return why one row is above the other: "equal on MMS 36, ahead on SOSM 70 to 69"."""
    equal: list[str] = []
    for name, better in above.scores.items():
        if better != below.scores[name]:
            scores = {"more": f"{above.score_text(name):.12g}", "less": f"{below.score_text(name):.12g}"}
            ahead = marked("ahead on %(name)s %(more)s to %(less)s", name=name, **scores)
            return join_marked([*_equal_scores_in_words(equal), ahead], ", ")
        equal.append(f"{name} {above.score_text(name):.12g}")
    return join_marked([*_equal_scores_in_words(equal), marked("no criterion decides")], ", ")


def reasons_for_order(table: Standings) -> dict[str, tuple[str, str]]:
    """Return for every row but the first the entrant above it, and the reason (``explain_order``)."""
    return {
        below.entrant_id: (above.entrant_id, explain_order(above, below))
        for above, below in pairwise(table.rows)
    }


def _equal_scores_in_words(scores: list[str]) -> list[str]:
    if not scores:
        return []
    words: str = scores[0]
    for score in scores[1:]:
        words = marked("%(one)s and %(other)s", one=words, other=score)
    return [marked("equal on %(scores)s", scores=words)]


def columns_of(history: History, round_: int, criteria: Iterable[Criterion]) -> list[Scores]:
    """Return one column for each criterion, with a value for every entrant."""
    return list(_columns(history, cards(history, round_), criteria))


def _columns(history: History, cards: Mapping[str, Card], criteria: Iterable[Criterion]) -> Iterator[Scores]:
    """Yield columns on demand, since a single place needs only the first few."""
    field = Field(settings=history.settings, cards=cards)
    # A provisional entrant, who cannot have played yet, is not part of others' ties.
    final = [id_ for id_, entrant in history.entrants.items() if entrant.final]
    chosen = tuple(criteria)
    columns: list[Scores] = []
    for number, criterion in enumerate(chosen):
        column = field.measure_scores(criterion.measure)
        if column is None:
            later = [field.measure_scores(following.measure) for following in chosen[number + 1 :]]
            after = [scores for scores in later if scores is not None]
            column = _confrontation_scores(criterion, field, columns, after, final)
        columns.append(column)
        yield column


def _confrontation_scores(
    criterion: Criterion, field: Field, before: list[Scores], after: list[Scores], ranked: list[str]
) -> Scores:
    """Return the scores of a confrontation among those whom all criteria before it leave equal."""
    column = dict.fromkeys(field.cards, 0)
    if criterion.among:
        later = {id_: tuple(scores[id_] for scores in after) for id_ in ranked}
        for tied in _ties(before, ranked):
            column |= criterion.among(field.cards, tied, later)
    return column


def _ties(columns: list[Scores], ranked: list[str]) -> Iterable[list[str]]:
    """Return the groups of two or more entrants whom the columns so far leave equal."""

    def key(id_: str) -> Key:
        return tuple(column[id_] for column in columns)

    groups = (list(group) for _, group in groupby(sorted(ranked, key=key), key=key))
    return (group for group in groups if len(group) > 1)


def _rows(ordered: list[str], keys: dict[str, Key], names: tuple[str, ...]) -> Iterable[Row]:
    for id_, place in zip(ordered, _places(ordered, keys), strict=True):
        yield Row(place=place, entrant_id=id_, scores=dict(zip(names, keys[id_], strict=True)))


def _places(ordered: list[str], keys: dict[str, Key]) -> Iterable[int]:
    place, before = 0, None
    for index, id_ in enumerate(ordered, start=1):
        place = place if keys[id_] == before else index
        before = keys[id_]
        yield place
