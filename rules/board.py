"""The board: a value of two integers, one per colour."""

from collections.abc import Iterable, Iterator, Sequence

from rules.grid import Grid, grid_for
from rules.point import Color, as_tuple
from rules.stones import adjacent, all_without_liberty, string_of

_SIGNS: dict[Color | None, str] = {Color.BLACK: "X", Color.WHITE: "O", None: "."}
_COLORS = {sign: color for color, sign in _SIGNS.items()}


class Board:
    """A rectangle of 1x1 to 52x52 points with stones; immutable, comparable, hashable.

    ``board["D4"]`` is the colour there or None; iterating gives every vertex from the bottom left, row by
    row; ``len(board)`` is the number of points. A point that is not on the board raises ValueError.
    """

    __slots__ = ("_black", "_grid", "_white")

    def __init__(self, width: int = 19, height: int | None = None) -> None:
        """Create an empty board, square unless a height is given; ValueError beyond 1 to 52."""
        self._grid = grid_for(width, width if height is None else height)
        self._black = self._white = 0

    @classmethod
    def from_masks(cls, grid: Grid, black: int, white: int) -> "Board":
        """Create the board with these sets of stones on a grid, which the engine has checked."""
        board = object.__new__(cls)
        board._grid, board._black, board._white = grid, black, white
        return board

    @classmethod
    def from_diagram(cls, rows: Sequence[str]) -> "Board":
        """Parse a board drawn with X (Black), O (White), . (empty), top row first; blanks are ignored.

        Raises ValueError for any other drawing.
        """
        given = as_tuple(rows, "the rows of a diagram, the top row first")
        drawn = ["".join(row.split()) if isinstance(row, str) else row for row in given]
        if other := [row for row in drawn if not isinstance(row, str)]:
            raise ValueError(f"not a row of points X, O or '.': {other[0]!r}")
        grid = grid_for(len(drawn[0]) if drawn else 0, len(drawn))
        masks: dict[Color | None, int] = dict.fromkeys(_SIGNS, 0)
        for row, line in enumerate(reversed(drawn)):
            if len(line) != grid.width or not set(line) <= set(_COLORS):
                raise ValueError(f"not a row of {grid.width} points X, O or '.': {line!r}")
            for column, sign in enumerate(line):
                masks[_COLORS[sign]] |= 1 << row * grid.stride + column
        return cls.from_masks(grid, masks[Color.BLACK], masks[Color.WHITE])

    def to_diagram(self) -> list[str]:
        """Return the rows as :meth:`from_diagram` reads them, top row first."""
        signs = [_SIGNS[self[at]] for at in self]
        width = self.width
        return ["".join(signs[start : start + width]) for start in range(len(signs) - width, -1, -width)]

    @property
    def masks(self) -> tuple[int, int]:
        """Black's and White's stones as sets of points, for the engine."""
        return self._black, self._white

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._grid.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._grid.height

    def __getitem__(self, at: str) -> Color | None:
        bit = self._grid.spot(at)[0]
        return Color.BLACK if self._black & bit else Color.WHITE if self._white & bit else None

    def __contains__(self, at: object) -> bool:
        return self._grid.find(at) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._grid.spots)

    def __len__(self) -> int:
        return self.width * self.height

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)

    @property
    def _facts(self) -> tuple[int, int, int, int]:
        return self._grid.width, self._grid.height, self._black, self._white

    def __repr__(self) -> str:
        return f"Board.from_diagram({self.to_diagram()})"

    def stones(self, color: Color) -> list[str]:
        """Return the vertices of all stones of a colour, from the bottom left, row by row."""
        return self._grid.names(self._mask(color))

    def count(self, color: Color) -> int:
        """Return the number of stones of a colour."""
        return self._mask(color).bit_count()

    def string(self, at: str) -> list[str]:
        """Return the vertices of the string through a point; empty if the point is."""
        return self._grid.names(self._string(at))

    def liberties(self, at: str) -> list[str]:
        """Return the liberties of the string through a point; empty if the point is."""
        return self._grid.names(adjacent(self._string(at), self._grid.stride) & self._empty)

    def without_liberty(self) -> list[str]:
        """Return the stones of every string without a liberty.

        No turn ends with one; a set-up position may have some.
        """
        stride, empty = self._grid.stride, self._empty
        black, white = (all_without_liberty(stones, empty, stride) for stones in self.masks)
        return self._grid.names(black | white)

    def with_stones(
        self, *, black: Iterable[str] = (), white: Iterable[str] = (), empty: Iterable[str] = ()
    ) -> "Board":
        """Return the board with points replaced, as SGF's AB, AW and AE do.

        The last mention of a point counts. Nothing is captured, and only a point off the board is refused
        (ValueError); see :meth:`without_liberty`.
        """
        blacks, whites, bare = (self._grid.mask(points) for points in (black, white, empty))
        black_stones = (self._black | blacks) & ~whites & ~bare
        white_stones = (self._white & ~blacks | whites) & ~bare
        return self.from_masks(self._grid, black_stones, white_stones)

    @property
    def _empty(self) -> int:
        return self._grid.full ^ self._black ^ self._white

    def _mask(self, color: Color) -> int:
        return self._black if Color(color) is Color.BLACK else self._white

    def _string(self, at: str) -> int:
        bit = self._grid.spot(at)[0]
        color = self._black if self._black & bit else self._white
        return string_of(bit & color, color, self._grid.stride)
