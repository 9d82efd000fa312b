"""Where the matches of a bracket stand on one sheet of paper.

Columns are rounds. On the winners' side a match stands between the two that lead to it; the losers' side of a
double elimination is drawn below it, the finals to the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.schedules.bracket import FilledMatch, PlayerSource

WIDTH, HEIGHT, GAP, ROW = 190, 44, 34, 58
PARTS = "WLFTC"
ABOVE = {"T/1": "Third place", "C1/1": "Consolation"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a match is drawn: left edge and the middle of its height, in pixels."""

    x: float
    y: float


def spots(matches: Sequence[FilledMatch]) -> dict[str, Spot]:
    """Winners' side first; what hangs from nothing drawn yet takes the next free row of its part."""
    placed: dict[str, Spot] = {}
    rows = dict.fromkeys(PARTS, 0)
    floor = 0.0
    for part in PARTS:
        for one in (one for one in matches if one.match.place[0] == part):
            before = [placed[of] for of in led_by(one, part) if of in placed]
            x = (one.match.round - 1) * (WIDTH + GAP) + 2
            if before:
                y = sum(spot.y for spot in before) / len(before)
            else:
                y = floor + (rows[part] + 0.5) * ROW
                rows[part] += 1
            placed[one.match.place] = Spot(x=x, y=y)
        if part in "WLT":
            floor = max((spot.y + ROW / 2 for spot in placed.values()), default=0.0) + ROW / 2
    return placed


def led_by(one: FilledMatch, part: str) -> list[str]:
    """The matches whose winners come to it; of its own side, but for the finals."""
    sources = (one.match.one, one.match.other)
    winners = [source.of for source in sources if source.takes in (PlayerSource.WINNER, PlayerSource.AGAIN)]
    return [of for of in winners if of[0] == part or part == "F"]
