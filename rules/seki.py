"""Territory outside seki under territory rules of the Japanese kind, from the agreed dead stones alone.

Play is over and the dead have been agreed, so nothing is read out; shape decides, with these terms:

- *Dame* are points that both colours reach. A *sealed* point lets nobody pass: an intruder there would be
  shut out or caught at once (a hanging connection, a tiger's mouth at the edge, a bamboo joint).
- Stones of a colour that touch, or that dame connect, are one *chain*. All chains of a colour that are
  connected over points other than the opponent's are one *group*.
- An *eye* is a connected set of points, empty or under dead stones, that one colour alone reaches. A point
  at its end is *false* if an adjacent chain reaches the other stones and points around it through that point
  alone; a way round over other eyes counts (two-headed dragon).
- The points that are not false make two eyes, one or none: :func:`_makes_one`, :func:`_makes_two`.
- A group with two eyes is alive and its eyes are territory. A group with fewer is in seki, as nobody called
  it dead, and has no territory.
- A false point will be filled in the end, and is not territory, unless its chains have an eye elsewhere.
- With *teire* a point is false too if two dame are such that each alone, taken by the opponent, makes it
  false: they are miai, and the opponent gets one of them.

Source: the definitions, and the limits in what makes an eye, are those of lightvector/goscorer (MIT licence,
commit 0ac5f59). They are shapes and not proofs: if they err, the players can still play it out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.grid import Grid, bits
from rules.stones import adjacent, string_of

_Shape = frozenset[tuple[str, int, int]]


def territory_outside_seki(
    grid: Grid, black: int, white: int, dead_black: int, dead_white: int, *, teire: bool = False
) -> tuple[int, int]:
    """Return Black's and White's territory: points that are empty or under dead stones.

    ``black`` and ``white`` are the live stones; the four sets have no point in common. ``teire``: whether a
    point that must still be filled because two dame are miai is no territory.
    """
    land = grid.full ^ black ^ white
    bare = land ^ dead_black ^ dead_white
    near_black, near_white = (string_of(own, own | land, grid.stride) for own in (black, white))
    shared = bare & near_black & near_white
    black_seals = _sealed_points(grid, black, black | bare | dead_white, shared)
    white_seals = _sealed_points(grid, white, white | bare | dead_black, shared)
    black_reach = _reach(black, land, white_seals, grid.stride)
    white_reach = _reach(white, land, black_seals, grid.stride)
    dame = land & ~(black_reach ^ white_reach)
    only_black, only_white = land & black_reach & ~white_reach, land & white_reach & ~black_reach
    blacks = _Side(grid, black, only_black, land & ~white_seals, dame, bare, dead_white, teire)
    whites = _Side(grid, white, only_white, land & ~black_seals, dame, bare, dead_black, teire)
    return blacks.territory() & ~near_white, whites.territory() & ~near_black


@dataclass(frozen=True, slots=True)
class _Side:
    """A board as one player sees it.

    ``own``: live stones; ``land``: the points that only this player reaches; ``ways``: all points that are
    neither live stones nor sealed by the opponent; ``bare``: the empty points; ``dead``: the opponent's dead.
    """

    grid: Grid
    own: int
    land: int
    ways: int
    dame: int
    bare: int
    dead: int
    teire: bool = False

    def territory(self) -> int:
        stride = self.grid.stride
        chains = self.chains(self.dame)
        eyes = list(parts(self.land, stride))
        cut = [self.chains(self.dame ^ point) for point in self.connecting_dame()] if self.teire else []
        false = self.false_points(chains, eyes, self.land, 0) | self.false_twice(cut, eyes, self.land, 0)
        points = _eye_points(self, false)
        counted = [eye for eye in eyes if _makes_one(self, points, eye)]
        sure = points.real & sum(counted)
        unfilled = self.false_points(chains, eyes, false, sure) if false else 0
        unfilled |= self.false_twice(cut, eyes, false, sure)
        unfilled |= adjacent(unfilled & self.dead, stride)
        return self.land & ~unfilled & sum(self.living(counted, points))

    def chains(self, dame: int) -> list[int]:
        """Return the chains, of stones that touch or that these dame connect."""
        linked = parts(self.own | dame & self.ways, self.grid.stride)
        return [part & self.own for part in linked if part & self.own]

    def connecting_dame(self) -> Iterator[int]:
        """Yield the dame without which stones around them are no longer one chain."""
        stride, linked = self.grid.stride, self.own | self.dame & self.ways
        for point in bits(self.dame & self.ways & adjacent(self.own, stride)):
            around = adjacent(point, stride) & linked
            if around and around & ~string_of(around & -around, linked ^ point, stride):
                yield point

    def false_twice(self, cut: list[list[int]], eyes: list[int], among: int, sure: int) -> int:
        """Return the points that are false by two of several cuts, of which the opponent gets one."""
        once = twice = 0
        for chains in cut:
            false = self.false_points(chains, eyes, among, sure) if among else 0
            once, twice = once | false, twice | once & false
        return twice

    def living(self, eyes: list[int], points: "_EyePoints") -> Iterator[int]:
        """Yield the groups with two eyes: with two of these, or with one that makes two."""
        while eyes:
            group = string_of(eyes[0], self.own | self.ways, self.grid.stride)
            its, eyes = [eye for eye in eyes if eye & group], [eye for eye in eyes if not eye & group]
            if len(its) > 1 or _makes_two(self, points, its[0]):
                yield group

    def playable(self) -> int:
        """Return the empty points where this player has a liberty or can capture a dead string."""
        stride = self.grid.stride
        strings = parts(self.dead, stride)
        weak = sum(one for one in strings if (adjacent(one, stride) & self.bare).bit_count() <= 1)
        return self.bare & adjacent(self.grid.full & ~self.dead | weak, stride)

    def false_points(self, chains: list[int], eyes: list[int], among: int, sure: int) -> int:
        """Return the points that a chain needs to connect, if it reaches no ``sure`` point from them."""
        stride = self.grid.stride
        beside = [(chain, adjacent(chain, stride)) for chain in chains]
        ends = among & ~_counts(self.land, stride)[1] & adjacent(self.own, stride)
        false = 0
        for eye in (eye for eye in eyes if eye & ends):
            its = [(chain, border & eye) for chain, border in beside if border & eye]
            if len(its) == 1 and (its[0][1].bit_count() > 1 or eye.bit_count() == 1):
                continue  # a single chain around the eye connects without any of its points
            for point in bits(eye & ends):
                here = [chain for chain, border in its if border & point]
                asked = here if sure else here[:1]  # if one chain reaches all around the point, all do
                if any(self.depends(chain, point, chains, sure) for chain in asked):
                    false |= point
        return false

    def depends(self, chain: int, point: int, chains: list[int], sure: int) -> bool:
        """Return whether a chain without a point reaches neither all its surroundings nor a sure point."""
        stride = self.grid.stride
        ground = (self.own | self.land) ^ point
        sides = adjacent(point, stride) & ground
        reached, grown = 0, chain
        while grown != reached:
            reached = string_of(grown, ground, stride)
            if not sides & ~reached or sure & reached:
                return False
            grown = reached | sum(other for other in chains if other & reached and other & ~reached)
        return True


@dataclass(frozen=True, slots=True)
class _EyePoints:
    """The points of a player's eyes that are not false, by their exposure.

    A point is ``safe`` if nothing has to be played to close it, ``fair`` if one move does; a ``bonus`` point
    closes its neighbour when it is played. ``two``, ``three``, ``four``: points with at least so many
    neighbours in their eye.
    """

    real: int
    safe: int
    fair: int
    bonus: int
    two: int
    three: int
    four: int


def _eye_points(side: _Side, false: int) -> _EyePoints:
    """Classify points by gaps, throw-ins on false points, and stones that can poke through."""
    stride, real = side.grid.stride, side.land & ~false
    gap, gaps, _, _ = _counts(side.bare & false, stride)
    thrown, throws, _, _ = _counts(side.dead & false, stride)
    lasting = adjacent(side.dead & (false | real & (thrown | gaps)), stride)
    once, twice, _, _ = _counts(side.bare & (~real | thrown) | side.dead & real & gap, stride)
    safe, fair = real & ~once & ~lasting, real & ~twice & ~lasting
    _, two, three, four = (real & points for points in _counts(real, stride))
    return _EyePoints(real, safe, fair, thrown & ~throws, two, three, four)


def _makes_one(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether an eye counts as one: a point can be closed, many stones died in it, or it makes two."""
    real = eye & points.real
    many = (side.dead & real).bit_count() >= 5
    return bool(points.fair & eye) or many or _is_wide(side, points, real) or _outlives(side, points, eye)


def _makes_two(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether an eye makes two.

    It does if it is large or wide, if a play or two divide it, or if its dead stones leave life.
    """
    real = eye & points.real
    plain = _is_large(side, points, real) or _is_wide(side, points, real) or _divides(side, points, real)
    return plain or _divides_by_two(side, points, real) or _outlives(side, points, eye)


def _is_large(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether it has six points more than its weaknesses, or eight dead stones."""
    dead = side.dead & eye
    exposed = (eye & ~points.safe).bit_count() + (eye & ~points.fair).bit_count()
    return eye.bit_count() - exposed - (dead & points.two).bit_count() >= 6 or dead.bit_count() >= 8


def _is_wide(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether it has six empty points with three neighbours; those with four count twice."""
    bare = side.bare & eye
    return (bare & points.three).bit_count() + (bare & points.four).bit_count() >= 6


def _divides(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether one play on a bottleneck leaves two closed parts."""
    for point in bits(eye & points.two & side.playable()):
        closed = points.fair if point & points.bonus else points.safe
        if sum(1 for part in parts(eye ^ point, side.grid.stride) if part & closed) > 1:
            return True
    return False


def _divides_by_two(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether two adjacent plays leave two closed parts with room to spare.

    The first of the plays is off the edge.
    """
    stride = side.grid.stride
    wide = eye & points.fair & points.three
    inside = _counts(side.grid.full, stride)[3]
    roomy = side.bare | _counts(side.bare & eye, stride)[1]
    for first in bits(wide & side.playable() & inside):
        for second in bits(adjacent(first, stride) & wide & roomy):
            closed = [(part & points.safe).bit_count() for part in parts(eye ^ first ^ second, stride)]
            spare = sum(1 for points in closed if points > 1)
            if sum(map(bool, closed)) > 1 and spare >= (1 if second & side.bare else 2):
                return True
    return False


def _outlives(side: _Side, points: _EyePoints, eye: int) -> bool:
    """Return whether the dead stones leave a living shape once captured.

    The opponent may leave out one enclosed point.
    """
    dead = side.dead & eye & points.real
    if not dead:
        return False
    thrown = (side.dead & eye & ~points.real).bit_count()
    shut = eye & points.real & ~side.dead & ~side.playable()
    shapes = (dead | shut & ~out for out in (0, *bits(shut)))
    return all(_eyes_left(shape, side.grid.stride) - thrown >= 2 for shape in shapes)


def _eyes_left(shape: int, stride: int) -> int:
    """Return the number of eyes in the space of the dead stones.

    Each part makes one, two junctions make another, and seven points help.
    """
    count, busy = _number(shape, stride), _counts(shape, stride)[2]
    junctions = sum(1 for point in bits(shape) if point & busy or _number(shape ^ point, stride) > count)
    return count + (junctions + (shape.bit_count() >= 7)) // 2


def _number(points: int, stride: int) -> int:
    return sum(1 for _ in parts(points, stride))


def parts(points: int, stride: int) -> Iterator[int]:
    """Return the connected parts of a set of points."""
    while points:
        part = string_of(points & -points, points, stride)
        points ^= part
        yield part


def _reach(own: int, land: int, seals: int, stride: int) -> int:
    """Return the points that stones reach over points without stones.

    Sealed points are reached, but not passed.
    """
    reach = string_of(own, own | land & ~seals, stride)
    return reach | adjacent(reach, stride) & seals


def _counts(points: int, stride: int) -> tuple[int, int, int, int]:
    """Return the places, off the board too, adjacent to at least one, two, three and four of the points."""
    left, right, up, down = points << 1, points >> 1, points << stride, points >> stride
    beside, above, row, column = left | right, up | down, left & right, up & down
    return beside | above, row | column | beside & above, row & above | beside & column, row & column


# A sealed point, @, in its surroundings: o own stones, + points where no opposing stone lives and no own one
# is dead, # beyond the edge; anything may be on the others.
_SEALS = (
    (" oo", " @+", " o+"),
    ("+o ", "+@+", "+o "),
    ("o++", "+@o", "o++"),
    (" oo", " @+", " ##"),
    ("+o ", "+@+", "###"),
)


def _rotate(shape: _Shape) -> set[_Shape]:
    quarter = [shape]
    for _ in range(3):
        quarter.append(frozenset((sign, -y, x) for sign, x, y in quarter[-1]))
    return {*quarter, *(frozenset((sign, -x, y) for sign, x, y in one) for one in quarter)}


def _shape(rows: tuple[str, str, str]) -> _Shape:
    cells = product(range(3), range(3))
    return frozenset((rows[y][x], x - 1, 1 - y) for x, y in cells if rows[y][x] in "o+#")


_SHAPES = [turned for rows in _SEALS for turned in _rotate(_shape(rows))]
_NEEDS = frozenset[tuple[str, int, int]]().union(*_SHAPES)


def _sealed_points(grid: Grid, own: int, safe: int, among: int) -> int:
    """Return the points of ``among`` where the own stones keep intruders from passing."""
    sealed = 0
    if among:
        signs = {"o": own, "+": safe, "#": grid.full}
        seen = {need: _places_at(signs[need[0]], need, grid.stride) for need in _NEEDS}
        for shape in _SHAPES:
            found = among
            for need in shape:
                found &= seen[need]
            sealed |= found
    return sealed


def _places_at(points: int, need: tuple[str, int, int], stride: int) -> int:
    """Return the places at that distance in columns and rows from one of the points, or from the edge."""
    sign, right, up = need
    way = right + up * stride
    found = points >> way if way > 0 else points << -way
    return ~found if sign == "#" else found
