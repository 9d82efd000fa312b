"""The count of a game as a table: what each side has, by the rules it was counted under. Pure."""

from collections.abc import Iterator

from django.utils.translation import gettext

from rules import Score, Tally
from rules.axes import Scoring

Row = tuple[str, float, float]
BY_AREA = (Scoring.AREA, Scoring.MAKRAI_AREA)


def score_rows(score: Score, scoring: Scoring) -> list[Row]:
    """What counts, for Black and for White; lines on which neither has anything are left out."""
    rows = [*_points(score, scoring), *_given(score.black, score.white)]
    return [row for row in rows if row[1] or row[2]]


def _points(score: Score, scoring: Scoring) -> Iterator[Row]:
    black, white = score.black, score.white
    if scoring in BY_AREA:
        yield gettext("Living stones"), black.stones, white.stones
    yield gettext("Territory"), black.territory, white.territory
    if scoring is Scoring.TERRITORY_LESS_LOST:
        yield gettext("Own stones lost"), -black.dead - white.prisoners, -white.dead - black.prisoners
    elif scoring not in BY_AREA:
        yield gettext("Prisoners"), black.prisoners, white.prisoners
        yield gettext("Dead stones of the other side"), white.dead, black.dead


def _given(black: Tally, white: Tally) -> Iterator[Row]:
    yield gettext("Pass tokens"), black.tokens, white.tokens
    yield gettext("Button"), black.button, white.button
    yield gettext("Fines"), -black.fines, -white.fines
    yield gettext("Komi"), black.komi, white.komi
    yield gettext("For handicap stones"), black.compensation, white.compensation
