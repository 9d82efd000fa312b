"""deploy/format/seki.md, written down once more on sets of points. Nothing here is the program's."""

SHAPES = (
    (" oo", " @+", " o+"),
    ("+o ", "+@+", "+o "),
    ("o++", "+@o", "o++"),
    (" oo", " @+", " ##"),
    ("+o ", "+@+", "###"),
)


class Board:
    def __init__(self, width, height):
        self.all = frozenset((x, y) for x in range(width) for y in range(height))

    def beside(self, points):
        found = set()
        for x, y in points:
            found |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        return found & self.all

    def flow(self, seed, ground):
        found = (set(seed) | self.beside(seed)) & set(ground)
        while more := self.beside(found) & set(ground) - found:
            found |= more
        return found

    def parts(self, points):
        left, found = set(points), []
        while left:
            one = self.flow({min(left, key=lambda p: (p[1], p[0]))}, left)
            found.append(one)
            left -= one
        return found

    def n(self, k, points):
        return {p for p in self.all if len(self.beside({p}) & set(points)) >= k}


def territory(width, height, stones, gone):
    """``stones``, ``gone``: live and dead by colour."""
    board = Board(width, height)
    land = board.all - stones["b"] - stones["w"]
    bare = land - gone["b"] - gone["w"]
    other = {"b": "w", "w": "b"}
    near = {c: connected(board, stones[c], land) for c in "bw"}
    shared = bare & near["b"] & near["w"]
    seals = {c: sealed(board, stones[c], bare | stones[c] | gone[other[c]], shared) for c in "bw"}
    reach = {}
    for c in "bw":
        r = connected(board, stones[c], land - seals[other[c]])
        reach[c] = r | (board.beside(r) & seals[other[c]])
    dame = land - (reach["b"] ^ reach["w"])
    found = {}
    for c in "bw":
        only = land & reach[c] - reach[other[c]]
        side = Side(board, stones[c], only, land - seals[other[c]], dame, bare, gone[other[c]])
        found[c] = side.territory() - near[other[c]]
    return found


def connected(board, own, ground):
    found = set(own)
    while more := board.beside(found) & set(ground) - found:
        found |= more
    return found


def sealed(board, own, safe, among):
    shapes = set()
    for rows in SHAPES:
        cells = {(rows[y][x], x - 1, 1 - y) for y in range(3) for x in range(3) if rows[y][x] in "o+#"}
        for _ in range(4):
            cells = {(sign, -y, x) for sign, x, y in cells}
            shapes |= {frozenset(cells), frozenset((sign, -x, y) for sign, x, y in cells)}

    def fits(p, shape):
        places = ((sign, (p[0] + x, p[1] + y)) for sign, x, y in shape)
        return all(
            q not in board.all if sign == "#" else q in (own if sign == "o" else safe) for sign, q in places
        )

    return {p for p in among if any(fits(p, shape) for shape in shapes)}


class Side:
    def __init__(self, board, own, land, ways, dame, bare, dead):
        self.board, self.own, self.land = board, own, land
        self.ways, self.dame, self.bare, self.dead = ways, dame, bare, dead

    def territory(self):
        board = self.board
        self.chains = [
            part & self.own for part in board.parts(self.own | self.dame & self.ways) if part & self.own
        ]
        eyes = board.parts(self.land)
        false = self.false_points(eyes, self.land, set())
        self.points(false)
        counted = [eye for eye in eyes if self.makes_one(eye)]
        sure = self.real & set().union(*counted)
        unfilled = self.false_points(eyes, false, sure) if false else set()
        unfilled |= board.beside(unfilled & self.dead)
        living = set()
        for eye in counted:
            group = board.flow(eye, self.own | self.ways)
            if sum(bool(one & group) for one in counted) > 1 or self.makes_two(eye):
                living |= group
        return self.land & living - unfilled

    def false_points(self, eyes, among, sure):
        board, false = self.board, set()
        for eye in eyes:
            its = [chain for chain in self.chains if board.beside(chain) & eye]
            if len(its) == 1 and (len(board.beside(its[0]) & eye) > 1 or len(eye) == 1):
                continue
            for p in eye & among & board.beside(self.own):
                if len(board.beside({p}) & self.land) > 1:
                    continue
                here = [chain for chain in its if p in board.beside(chain)]
                if any(self.depends(chain, p, sure) for chain in (here if sure else here[:1])):
                    false.add(p)
        return false

    def depends(self, chain, p, sure):
        ground = (self.own | self.land) - {p}
        sides = self.board.beside({p}) & ground
        grown, reached = set(chain), None
        while grown != reached:
            reached = connected(self.board, grown, ground)
            if sides <= reached or sure & reached:
                return False
            grown = reached.union(*(one for one in self.chains if one & reached))
        return True

    def points(self, false):
        n, real = self.board.n, self.land - false
        gap, gaps = n(1, self.bare & false), n(2, self.bare & false)
        thrown, throws = n(1, self.dead & false), n(2, self.dead & false)
        lasting = self.board.beside(self.dead & (false | real & (thrown | gaps)))
        weak = self.bare & (self.board.all - real | thrown) | self.dead & real & gap
        self.real, self.bonus = real, thrown - throws
        self.safe, self.fair = real - n(1, weak) - lasting, real - n(2, weak) - lasting
        self.two, self.three, self.four = (real & n(k, real) for k in (2, 3, 4))
        beside = self.board.beside
        weak_strings = [one for one in self.board.parts(self.dead) if len(beside(one) & self.bare) <= 1]
        self.playable = self.bare & beside((self.board.all - self.dead).union(*weak_strings))

    def makes_one(self, eye):
        E = eye & self.real
        return bool(eye & self.fair) or len(self.dead & E) >= 5 or self.is_wide(E) or self.outlives(eye)

    def makes_two(self, eye):
        E = eye & self.real
        dead = self.dead & E
        large = len(E) - len(E - self.safe) - len(E - self.fair) - len(dead & self.two) >= 6 or len(dead) >= 8
        return large or self.is_wide(E) or self.divides(E) or self.divides_2(E) or self.outlives(eye)

    def is_wide(self, E):
        bare = self.bare & E
        return len(bare & self.three) + len(bare & self.four) >= 6

    def divides(self, E):
        for p in E & self.two & self.playable:
            closed = self.fair if p in self.bonus else self.safe
            if sum(bool(part & closed) for part in self.board.parts(E - {p})) >= 2:
                return True
        return False

    def divides_2(self, E):
        wide = E & self.fair & self.three
        for f in wide & self.playable & self.board.n(4, self.board.all):
            for s in self.board.beside({f}) & wide & (self.bare | self.board.n(2, self.bare & E)):
                k = [len(part & self.safe) for part in self.board.parts(E - {f, s})]
                if sum(one > 0 for one in k) >= 2 and sum(one > 1 for one in k) >= (
                    1 if s in self.bare else 2
                ):
                    return True
        return False

    def outlives(self, eye):
        D = self.dead & eye & self.real
        if not D:
            return False
        t = len(self.dead & eye - self.real)
        shut = eye & self.real - self.dead - self.playable
        return all(self.eyes_left(D | shut - out) - t >= 2 for out in [set(), *({p} for p in shut)])

    def eyes_left(self, X):
        parts = len(self.board.parts(X))
        j = sum(p in self.board.n(3, X) or len(self.board.parts(X - {p})) > parts for p in X)
        return parts + (j + (len(X) >= 7)) // 2
