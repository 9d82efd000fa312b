"""Whether there is room for what comes with a game: asked of whoever counts, registered at start-up.

In the transaction of the command, which is refused where there is none.
"""

from collections.abc import Callable

Asked = Callable[[str, int], None]


def _endless(context: str, size: int) -> None:
    """Nobody counts."""


_registered: list[Asked] = [_endless]


def register_space(asked: Asked) -> None:
    """Ask this from now on: ``(context of the game, bytes)``; it raises a Refusal where they are too many."""
    _registered[:] = [asked]


def need_space(context: str, size: int) -> None:
    """``size`` bytes are about to be kept for a game of this context."""
    if size:
        _registered[0](context, size)
