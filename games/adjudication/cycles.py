"""Cycles in a record, and the clauses on them in texts that leave cycles to a referee. Pure.

| stones that the moves of the cycle take | name |
|---|---|
| stones in one ko, in two, three or four | a single, double, triple or quadruple ko |
| two stones at a time, and as many from either player | eternal life, or two stones each way |
| more stones from one player than from the other | an unequal cycle, such as two stones for one |

| text | clause | decided by |
|---|---|---|
| Ing, ko rule | a ko stone may be taken again after another play (hot stones) | the engine, if a single ko |
| | the disturber stops after one cycle, if the strings live or die without the kos | a referee |
| Chinese 20.1 | a single ko is not retaken at once | the engine |
| Chinese 20.2 | a cycle of several kos that keeps a false life is forbidden to its owner | a referee |
| Chinese 20.3 | triple ko, eternal life and such: no result, a draw or a replay | a referee |
| Chinese 20, 6 | any other: the player who repeats the board is forbidden to, in principle | a referee |

Sources: the Ing ko rule (senseis.xmp.net/?IngKoRule); the Chinese rules 2002, chapter III
(senseis.xmp.net/?topic=541).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from games.marking import marked
from rules import Action, Color, Game, Play
from rules.clauses import mark_of
from rules.plays import trial
from rules.repetition import takes_ko

_KOS = {
    1: marked("a single ko"),
    2: marked("a double ko"),
    3: marked("a triple ko"),
    4: marked("a quadruple ko"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """A cycle from the board after turn ``since`` back to it.

    ``begun_by``: the player of its first move; ``kos``: the two points of each ko in which a stone was taken;
    ``taken``: the number of stones that each player took; ``at_once``: the most that one move took;
    ``quiet``: the number of its actions that took nothing.
    """

    since: int
    begun_by: Color
    kos: tuple[tuple[str, ...], ...]
    taken: dict[Color, int]
    at_once: int
    quiet: int

    @property
    def uneven(self) -> bool:
        """Whether one player loses more stones than the other in each cycle."""
        return self.taken[Color.BLACK] != self.taken[Color.WHITE]

    @property
    def single_ko(self) -> bool:
        """Whether the cycle is one ko that is taken and, after passes, retaken."""
        return len(self.kos) == 1 and self.at_once == 1

    def __str__(self) -> str:
        if self.uneven:
            black, white = (self.taken[color] for color in Color)
            return marked(
                "an unequal cycle, in which Black takes %(black)s and White %(white)s",
                black=black,
                white=white,
            )
        if self.at_once > 1:
            return marked(
                "eternal life or two stones each way, %(stones)s stones in all",
                stones=sum(self.taken.values()),
            )
        if not self.kos:
            return marked("a cycle without a ko")
        told = _KOS.get(len(self.kos), marked("a cycle of %(number)s kos", number=len(self.kos)))
        return marked(
            "%(told)s (%(points)s)", told=told, points=", ".join(" ".join(points) for points in self.kos)
        )


def cycle_since(game: Game, since: int, last: Action | None = None) -> Cycle:
    """Return the cycle of the moves after turn ``since``, including ``last``, which may have been refused."""
    steps = [*_steps(game, since), *([] if last is None else [(game, last)])]
    kos: dict[tuple[str, ...], None] = {}
    taken, at_once, quiet = dict.fromkeys(Color, 0), 0, 0
    for before, action in steps:
        stones, ko = captures_of(before, action)
        at_once, quiet = max(at_once, stones), quiet + (not stones)
        if stones:
            taken[before.to_play] += stones
        if ko:
            kos[ko] = None
    begun_by = steps[0][0].to_play if steps else game.to_play
    return Cycle(since=since, begun_by=begun_by, kos=tuple(kos), taken=taken, at_once=at_once, quiet=quiet)


def _steps(game: Game, since: int) -> Iterator[tuple[Game, Action]]:
    """Yield each game after that turn except the last, with the action that was taken in it."""
    line = [at for at in game.line() if at.turn >= since]
    for before, after in pairwise(reversed(line)):
        if after.last_action is not None:
            yield before, after.last_action


def captures_of(before: Game, action: Action) -> tuple[int, tuple[str, ...]]:
    """Return the number of opposing stones that a play takes, and the points of the ko if it takes in one."""
    grid = before.setting.grid
    spot = grid.find(action.at) if isinstance(action, Play) else None
    tried = trial(before, before.to_play, spot) if spot else None
    if tried is None or tried.taken & tried.spot[0]:
        return 0, ()
    ko = tuple(grid.names(tried.taken | tried.spot[0])) if takes_ko(tried) else ()
    return tried.taken.bit_count(), ko


def leaves_cycles_to_referee(game: Game) -> bool:
    """Return whether the text leaves cycles to the referee without the players' agreement (Chinese 20)."""
    return game.ruleset.name == "chinese" and mark_of(game.ruleset, "endless", "agreement") == "C"


def last_occurrence(game: Game) -> int | None:
    """Return the latest earlier turn with this board and player to move, with a play in between."""
    played = False
    for after, before in pairwise(game.line()):
        played = played or isinstance(after.last_action, Play)
        if played and (before.black, before.white, before.to_play) == (game.black, game.white, game.to_play):
            return before.turn
    return None


def ing_consequence(told: Cycle) -> str:
    """Return what the Ing ko rule says of a cycle other than a single ko, and why no record decides it."""
    who = marked("Black") if told.begun_by is Color.BLACK else marked("White")
    return marked(
        "it is %(told)s. Where strings live or die by it, it is a fighting ko, and hot stones"
        " alone are barred; where they do so without it, it is a disturbing ko, and %(who)s, who began it,"
        " may not begin it again. Which strings live without it, no record shows",
        told=str(told),
        who=who,
    )


def chinese_consequence(told: Cycle) -> str:
    """Return what article 20 says of a cycle, and what it leaves to the referee."""
    if told.uneven:
        return marked(
            "It is %(told)s: Chinese 2002 articles 6 and 20: in principle a player may not repeat the board;"
            " the referee decides",
            told=str(told),
        )
    listed = told.at_once > 1 or len(told.kos) > 2
    if not listed:
        return marked(
            "It is %(told)s: Chinese 2002 article 20: repeating a board is forbidden in principle",
            told=str(told),
        )
    if told.at_once > 1:
        return marked(
            "It is %(told)s: Chinese 2002 article 20.3: no result, a draw or another game, as the"
            " competition has it",
            told=str(told),
        )
    return marked(
        "It is %(told)s: Chinese 2002 article 20.3: no result, a draw or another game, as the competition"
        " has it; article 20.2: forbidden to the player who keeps a false life by it",
        told=str(told),
    )
