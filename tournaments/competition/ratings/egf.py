"""The EGF rating system of 2021, with the source of each clause.

| clause                                                              | where         | source |
|---------------------------------------------------------------------|---------------|--------|
| con = ((3300 - r) / 200)^1.6                                        | con           | V      |
| beta(r) = -7 ln(3300 - r)                                           | beta          | V      |
| Se = 1 / (1 + exp(beta(opponent) - beta(r)))                        | expected      | V      |
| bonus = ln(1 + exp((2300 - r) / 80)) / 5, for every game            | bonus         | V      |
| r' = r + class weight * sum(con * (Sa - Se) + bonus)                | rate          | V      |
| all of it from the ratings before the event, for both players       | rate          | S      |
| Sa: win 1, jigo 0.5, loss 0                                         | of_history    | S      |
| nobody falls below -900 (30 kyu)                                    | Rated.after   | S      |
| a handicap of H stones adds 100 * (H - 0.5) to Black, in beta only  | black_expects | S      |
| weight of classes A to D                                            | times         | S      |
| games won by default are not rated: nobody played them              | of_history    | S      |
| both lost, or both won, a game that was played: Sa 0, or 1, of each | of_history    | ?      |
| Black with so many stones that 3300 is reached: Se = 1, the limit   | black_expects | ?      |
| a player rated 3300 or more: their games are not rated              | of_history    | ?      |
| boards other than 19x19 are not rated                               | of_history    | ?      |
| a rating reset where a declared rank is far above it             | no: EGD's own |        |

"V" gives the published examples to three decimals, "S" is from the EGF's rules, "?" is our choice where
they have no rule. Ratings are floats on the EGF's scale (2100 = 1 dan); everything else is a value below.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, fsum, log, log1p
from typing import Literal

from tournaments.competition.facts import GameFacts
from tournaments.competition.ratings.times import TimeClass

TOP = 3300  # the formulas end below it
FLOOR = -900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame(GameFacts):
    """A played game. Scores: 1 for a win, 0.5 for jigo, 0 for a loss."""

    round: int
    white_score: float
    black_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """The effect of one game on one player's rating.

    ``change`` is class weight * con * (sa - se); ``bonus`` includes the weight too; ``con`` does not.
    """

    round: int
    table: int
    opponent: str
    opponent_rating: float
    colour: Literal["black", "white", "unknown"]
    handicap: int
    con: float
    se: float
    sa: float
    change: float
    bonus: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlayer:
    """A player's rating ``before`` the event, and every game that changes it, in the order of rounds."""

    player: str
    before: float
    games: tuple[GameLine, ...] = ()

    @property
    def change(self) -> float:
        """Return the sum of the games' changes, without bonus."""
        return fsum(game.change for game in self.games)

    @property
    def bonus(self) -> float:
        return fsum(game.bonus for game in self.games)

    @property
    def after(self) -> float:
        # fsum rounds once, so that the order of games does not affect even the last digit.
        moved = fsum((self.before, *(part for game in self.games for part in (game.change, game.bonus))))
        return max(FLOOR, moved)


def con(rating: float) -> float:
    """Return how far a game moves a rating."""
    return float(((TOP - rating) / 200) ** 1.6)


def beta(rating: float) -> float:
    """Return the playing strength on the scale of the Bradley-Terry formula."""
    return -7 * log(TOP - rating)


def win_probability(rating: float, opponent: float) -> float:
    """Return Se in an even game: the probability of a win."""
    return 1 / (1 + exp(beta(opponent) - beta(rating)))


def bonus(rating: float) -> float:
    """Return the bonus of every game, against deflation."""
    steps = (2300 - rating) / 80
    return (max(steps, 0) + log1p(exp(-abs(steps)))) / 5  # ln(1 + exp(steps)) without overflow


def expected_score_of_black(black: float, white: float, handicap: int) -> float:
    """Return Se of Black, who has ``handicap`` stones on the board."""
    strength = black + (100 * (handicap - 0.5) if handicap else 0)
    return win_probability(strength, white) if strength < TOP else 1.0


def rate(
    ratings: Mapping[str, float], games: Iterable[RatedGame], time_class: TimeClass = TimeClass.A
) -> dict[str, RatedPlayer]:
    """Return everybody in ``ratings`` after the games; players in games must be rated below 3300."""
    lines: dict[str, list[GameLine]] = {player: [] for player in ratings}
    for game in sorted(games, key=lambda game: (game.round, game.table)):
        lines[game.white].append(_line(ratings, game, time_class, white=True))
        lines[game.black].append(_line(ratings, game, time_class, white=False))
    return {
        player: RatedPlayer(player=player, before=ratings[player], games=tuple(own))
        for player, own in lines.items()
    }


def _line(ratings: Mapping[str, float], game: RatedGame, time_class: TimeClass, *, white: bool) -> GameLine:
    player, opponent = (game.white, game.black) if white else (game.black, game.white)
    rating = ratings[player]
    of_black = expected_score_of_black(ratings[game.black], ratings[game.white], game.handicap)
    se = 1 - of_black if white else of_black
    sa = game.white_score if white else game.black_score
    return GameLine(
        round=game.round,
        table=game.table,
        opponent=opponent,
        opponent_rating=ratings[opponent],
        colour=("white" if white else "black") if game.colours_known else "unknown",
        handicap=game.handicap,
        con=con(rating),
        se=se,
        sa=sa,
        change=time_class.weight * con(rating) * (sa - se),
        bonus=time_class.weight * bonus(rating),
    )
