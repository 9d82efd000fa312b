"""The score of a board, point by point, and the outcome of a game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.axes import Scoring, Ties
from rules.counting import COUNTS, Count, is_by_the_text
from rules.grid import Grid
from rules.point import Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """One player's side of a score, in points and stones.

    ``stones``: on the board without the dead; ``territory``: points that count in addition to stones;
    ``dead``: own stones removed as dead; ``prisoners``: opposing stones captured in play; ``tokens``: the
    value of pass tokens in hand; ``button``: its value if the player took it; ``fines``: points lost;
    ``komi`` and ``compensation``: points given. ``total`` is computed by the ruleset: under area scoring
    stones + territory + the button, under territory scoring territory + prisoners + the opponent's dead +
    tokens; komi and compensation added, fines subtracted.
    """

    stones: int
    territory: int
    dead: int
    prisoners: int
    tokens: float
    button: float
    fines: float
    komi: float
    compensation: float
    total: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A counted board. ``owners`` holds every point: the colour that it counts for, or None.

    Under territory scoring a live stone counts for nobody. ``by_the_text``: whether the text gives this
    territory word for word; if not, seki and points that must still be filled were told by shape.
    """

    black: Tally
    white: Tally
    owners: Mapping[str, Color | None]
    by_the_text: bool = True

    @property
    def margin(self) -> float:
        """Black's total less White's."""
        return self.black.total - self.white.total

    @property
    def winner(self) -> Color | None:
        """The player with the higher total; None for a tie."""
        if self.margin == 0:
            return None
        return Color.BLACK if self.margin > 0 else Color.WHITE

    def tally(self, color: Color) -> Tally:
        """Return the tally of a player."""
        return self.black if Color(color) is Color.BLACK else self.white


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended; as text "B+3.5", "W+R", "0" or "Void", as SGF's RE has it.

    ``winner`` is None for a draw and for no result; ``margin`` is in points, at least 0, and None unless
    counted; ``by`` is "score", "resignation", "no move left", "agreed draw", "claimed draw", "declared draw"
    or "no result".
    """

    winner: Color | None
    margin: float | None
    by: str

    def __str__(self) -> str:
        if self.winner is None:
            return "Void" if self.by == NO_RESULT else "0"
        return f"{self.winner.upper()}+{'R' if self.margin is None else f'{self.margin:g}'}"


NO_RESULT = "no result"


def by_score(score: Score, ties: Ties = Ties.DRAW) -> Outcome:
    """Return the outcome of a counted game; equal totals are a win for Black if the ruleset says so."""
    winner = Color.BLACK if score.winner is None and ties is Ties.BLACK else score.winner
    return Outcome(winner=winner, margin=abs(score.margin), by="score")


def by_resignation(loser: Color) -> Outcome:
    """Return the outcome of a resigned game."""
    return Outcome(winner=loser.other, margin=None, by="resignation")


def without_winner(by: str) -> Outcome:
    """Return the outcome of a draw, or of no result."""
    return Outcome(winner=None, margin=None, by=by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """The other parts of a player's score, in points; prisoners in stones."""

    prisoners: int
    tokens: float = 0.0
    button: float = 0.0
    fines: float = 0.0
    komi: float = 0.0
    compensation: float = 0.0


def score(scoring: Scoring, count: Count, black: Extras, white: Extras) -> Score:
    """Return the score of a board under a scoring rule."""
    counted = COUNTS[scoring](count, black.prisoners, white.prisoners)
    return Score(
        black=_tally(scoring, count.black, counted.black_land, counted.black, count.dead_black, black),
        white=_tally(scoring, count.white, counted.white_land, counted.white, count.dead_white, white),
        owners=dict(_owners(count.grid, counted.black_counts, counted.white_counts)),
        by_the_text=is_by_the_text(scoring, count, counted),
    )


def _tally(scoring: Scoring, stones: int, land: int, points: int, dead: int, extras: Extras) -> Tally:
    tokens = extras.tokens if scoring in _COUNTING_TOKENS else 0.0
    given = tokens + extras.button - extras.fines + extras.komi + extras.compensation
    return Tally(
        stones=stones.bit_count(),
        territory=land.bit_count(),
        dead=dead.bit_count(),
        prisoners=extras.prisoners,
        tokens=tokens,
        button=extras.button,
        fines=extras.fines,
        komi=extras.komi,
        compensation=extras.compensation,
        total=0.0 if scoring is Scoring.NONE else points + given,
    )


_COUNTING_TOKENS = {
    Scoring.TERRITORY,
    Scoring.TERRITORY_LESS_LOST,
    Scoring.TERRITORY_NO_SEKI,
    Scoring.TERRITORY_AFTER_TEIRE,
}


def _owners(grid: Grid, black: int, white: int) -> Iterator[tuple[str, Color | None]]:
    for bit, at in grid.vertices.items():
        yield at, Color.BLACK if black & bit else Color.WHITE if white & bit else None
