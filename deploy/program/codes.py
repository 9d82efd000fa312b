"""QR codes as text, for consoles."""

import segno

HALVES = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}


def in_letters(address: str) -> list[str]:
    """Return the lines of the code, two rows of dots each; light dots are drawn, as most consoles are dark."""
    rows = [[1 - bit for bit in row] for row in segno.make(address, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([1] * len(rows[0]))
    return [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
