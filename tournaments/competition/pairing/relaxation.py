"""The matching of greatest weight with half games: a linear programme over a growing choice of pairs.

Everybody has one game in total, which may be two halves; at least one game leaves every named odd set. HiGHS
solves it; its prices and tolls go to ``bounds``, which does not rely on floats.
"""

import highspy
import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.bounds import PARTS, Prices, prices_with_tolls
from tournaments.competition.pairing.candidates import players_of_keys
from tournaments.competition.pairing.field import Column, Mask, Matrix

Reals = NDArray[np.float64]
UNIT = 25e3 * PARTS  # scales weights so that HiGHS's tolerance of 1e-7 is far below a part
SOME = 1e-6  # of a game
OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "parallel": "off",
    # Many solutions are equally good: randomly perturbed costs would give another one every time.
    "dual_simplex_cost_perturbation_multiplier": 0.0,
}


class Relaxation:
    """The linear programme for the n players of ``total``; weights are differences to ``start``."""

    def __init__(self, total: Matrix, start: Prices) -> None:
        self.total, self.start, self.n = total, start, len(total)
        self.pairs = np.zeros(0, dtype=np.int64)
        self.sets: Mask = np.zeros((0, self.n), dtype=bool)
        self.share: Reals = np.zeros(0)
        self._solver = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in OPTIONS.items():
            self._solver.setOptionValue(option, value)
        self._add_rows(np.ones(self.n), np.ones(self.n), np.zeros((self.n, 0), dtype=bool))

    def require_games(self, sets: Mask) -> int:
        """Require a game that leaves each of these sets (m x n, odd); return the number of new sets."""
        new = {inside.tobytes(): inside for inside in sets}
        for known in self.sets:
            new.pop(known.tobytes(), None)
        sets = np.array(list(new.values()), dtype=bool).reshape(-1, self.n)
        self.sets = np.concatenate([self.sets, sets])
        one, other = players_of_keys(self.n, self.pairs)
        self._add_rows(np.ones(len(sets)), np.full(len(sets), np.inf), sets[:, one] ^ sets[:, other])
        return len(sets)

    def allow_pairs(self, pairs: Column) -> int:
        """Add these pairs to those allowed; return the number of new pairs."""
        new = np.setdiff1d(pairs, self.pairs)
        one, other = players_of_keys(self.n, new)
        leaving, column = _indices_of((self.sets[:, one] ^ self.sets[:, other]).T)
        rows = np.concatenate([one, other, column + self.n])
        cols = np.concatenate([np.arange(len(new)), np.arange(len(new)), leaving])
        sort = np.lexsort((rows, cols))
        starts = np.searchsorted(cols[sort], np.arange(len(new)))
        short = self.start.price[one] + self.start.price[other] - PARTS * self.total[one, other]
        self._solver.addCols(
            len(new),
            short / UNIT,
            np.zeros(len(new)),
            np.full(len(new), np.inf),
            len(rows),
            starts.astype(np.int32),
            rows[sort].astype(np.int32),
            np.ones(len(rows)),
        )
        self.pairs = np.concatenate([self.pairs, new])
        return len(new)

    def solve(self) -> Prices | None:
        """Return prices that no offered pair exceeds but for rounding; None if HiGHS finds no solution."""
        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        solution = self._solver.getSolution()
        self.share = np.array(solution.col_value)
        dual = np.array(solution.row_dual) * UNIT
        price = self.start.price - np.rint(dual[: self.n]).astype(np.int64)
        return prices_with_tolls(price, self.sets, np.floor(np.maximum(dual[self.n :], 0)).astype(np.int64))

    def crowded_sets(self, sets: Mask) -> Mask:
        """Return those of ``sets`` that less than one game leaves in the last solution."""
        played = np.flatnonzero(self.share > SOME)
        one, other = players_of_keys(self.n, self.pairs[played])
        leaving = (sets[:, one] ^ sets[:, other]) @ self.share[played]
        return sets[leaving < 1 - SOME]

    @property
    def played_pairs(self) -> Column:
        """Return the pairs with a whole or partial game in the last solution."""
        return self.pairs[: len(self.share)][self.share > SOME]

    def _add_rows(self, least: Reals, most: Reals, of: Mask) -> None:
        row, col = _indices_of(of)
        starts = np.searchsorted(row, np.arange(len(of)))
        self._solver.addRows(
            len(of), least, most, len(col), starts.astype(np.int32), col.astype(np.int32), np.ones(len(col))
        )


def _indices_of(mask: Mask) -> tuple[Column, Column]:
    row, col = np.nonzero(mask)
    return row, col
