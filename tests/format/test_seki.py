"""deploy/format/seki.md against the program, on random boards with random dead stones."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import format_vertex
from rules.grid import grid_for
from rules.seki import territory_outside_seki
from rules.stones import all_without_liberty
from tests.format.seki import territory

SIDES = st.integers(3, 9)


WALLS = st.tuples(st.sampled_from([0.35, 0.5, 0.62]), st.just(0.12), st.sampled_from([0, 0.15]))
WIDE = st.tuples(st.sampled_from([0.3, 0.4, 0.5]), st.sampled_from([0.0, 0.4]), st.just(None))


@settings(max_examples=400)
@given(SIDES, SIDES, st.integers(0, 10**9), WALLS | WIDE)
def test_territory_of_both(width, height, seed, chances):
    """Walls of two colours with random stones; or Black around large eyes in which White has died."""
    full, strays, dead = chances
    chance, grid = random.Random(seed), grid_for(width, height)
    cells = {(x, y): _bit(grid, x, y) for x in range(width) for y in range(height)}
    masks = {"b": 0, "w": 0}
    for (x, _), bit in cells.items():
        if chance.random() < full:
            own = dead is None or x < width / 2
            masks["b" if own ^ (chance.random() < strays) else "w"] |= bit
    empty = grid.full ^ masks["b"] ^ masks["w"]
    for color in "bw":
        masks[color] &= ~all_without_liberty(masks[color], empty, grid.stride)
    odds = {"b": 0, "w": 1} if dead is None else {"b": dead, "w": dead}
    gone = {
        c: sum(bit for bit in cells.values() if masks[c] & bit and chance.random() < odds[c]) for c in "bw"
    }
    live = {c: masks[c] & ~gone[c] for c in "bw"}
    ours = territory_outside_seki(grid, live["b"], live["w"], gone["b"], gone["w"])

    def points(mask):
        return {p for p, bit in cells.items() if mask & bit}

    theirs = territory(width, height, {c: points(live[c]) for c in "bw"}, {c: points(gone[c]) for c in "bw"})
    assert theirs == {"b": points(ours[0]), "w": points(ours[1])}


def _bit(grid, x, y):
    return grid.spot(format_vertex(x, y))[0]
