"""Makrai games for limits: White loses many stones at once, goes on, and the game is counted."""

from rules import AgreeDead, Color, Pass, Play, format_vertex

B, W = Color.BLACK, Color.WHITE
COLUMNS, ROWS = 4, 18  # what White fills, less one point, and Black surrounds and takes
LOST = COLUMNS * ROWS - 1


def _inside():
    return [format_vertex(column, row) for row in range(ROWS) for column in range(COLUMNS)]


def _wall():
    side = [format_vertex(COLUMNS, row) for row in range(ROWS)]
    return side + [format_vertex(column, ROWS) for column in range(COLUMNS)]


def great_loss():
    """Black takes 71 stones, White plays on at turn AFTER_THE_LOSS, and both agree on the end."""
    inside, wall = _inside(), _wall()
    last, filling = inside[-1], inside[:-1]
    elsewhere = [format_vertex(column, row) for column in range(12, 19) for row in range(0, 19, 2)]
    blacks = wall + elsewhere[: LOST - len(wall)]
    actions = []
    for black, white in zip(blacks, filling, strict=True):
        actions += [Play(B, black), Play(W, white)]
    return [*actions, Play(B, last), Play(W, "J10"), Pass(B), Pass(W), AgreeDead(())]


AFTER_THE_LOSS = 2 * LOST + 2
