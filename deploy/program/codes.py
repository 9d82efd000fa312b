"""A QR code in letters, for a screen that shows nothing else."""

import segno

HALVES = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}


def in_letters(address: str) -> list[str]:
    """Its lines, two rows of dots each; light dots are drawn, since most consoles are dark."""
    rows = [[1 - bit for bit in row] for row in segno.make(address, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([1] * len(rows[0]))
    return [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
