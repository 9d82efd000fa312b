"""A slow board straight from the text: a dictionary of cells, and Tromp-Taylor rules 3, 4, 7 and 9."""

from rules import Color

Stones = dict[tuple[int, int], Color]
Cell = tuple[int, int]


class Naive:
    """A rectangle of cells (column, row), each empty or of a colour."""

    def __init__(self, width: int, height: int, stones: Stones | None = None):
        self.cells = [(column, row) for row in range(height) for column in range(width)]
        self.stones = dict(stones or {})

    def reaches(self, cell: Cell, color: Color | None) -> bool:
        """Rule 3: a path of adjacent cells of the cell's own colour leads to a cell of that colour."""
        own, seen, waiting = self.stones.get(cell), {cell}, [cell]
        while waiting:
            for beside in self._beside(waiting.pop()):
                if self.stones.get(beside) == color:
                    return True
                if self.stones.get(beside) == own and beside not in seen:
                    seen.add(beside)
                    waiting.append(beside)
        return False

    def clear(self, color: Color) -> int:
        """Rule 4: empty all cells of that colour that do not reach empty; how many they were."""
        gone = [
            cell for cell, stone in self.stones.items() if stone == color and not self.reaches(cell, None)
        ]
        for cell in gone:
            del self.stones[cell]
        return len(gone)

    def play(self, cell: Cell, color: Color) -> tuple[int, int]:
        """Rule 7: colour the cell, clear the opponent's colour, then one's own; how many of each went."""
        self.stones[cell] = color
        return self.clear(color.other), self.clear(color)

    def area(self, color: Color) -> int:
        """Rule 9."""
        stones = sum(stone == color for stone in self.stones.values())
        empty = [cell for cell in self.cells if cell not in self.stones]
        return stones + sum(self.reaches(c, color) and not self.reaches(c, color.other) for c in empty)

    def key(self) -> frozenset[tuple[Cell, Color]]:
        """The coloring of the grid."""
        return frozenset(self.stones.items())

    def _beside(self, cell: Cell) -> list[Cell]:
        column, row = cell
        near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [other for other in near if other in self.cells]
