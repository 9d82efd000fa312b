"""Records whose moves lead to a drawn position: a game starts from the empty board."""

from rules import Board, Color, vertex_to_sgf


def record_to(rows, to_play="b", then=""):
    """A record that places the stones of ``rows`` one by one, passes first, and goes on with ``then``."""
    board = Board.from_diagram(rows)
    black, white = ([vertex_to_sgf(at, board.height) for at in board.stones(color)] for color in Color)
    first = to_play == "w"
    pairs = max(len(black) - first, len(white))
    black = [""] * (pairs + first - len(black)) + black
    white = [""] * (pairs - len(white)) + white
    nodes = [f";B[{at}];W[{answer}]" for at, answer in zip(black, white, strict=False)]
    nodes += [f";B[{black[-1]}]"] if first else []
    return f"(;GM[1]FF[4]SZ[{board.width}]{''.join(nodes)}{then})"
