"""How often a test repeats itself, and how large it is: `pytest --long` has everything at its largest."""

import os

LONG = "LONG_TESTS"


def is_long() -> bool:
    return bool(os.environ.get(LONG))


def size(usual: int, *, long: int) -> int:
    """`usual`, or `long` under `--long`: there, and in the processes that a test starts."""
    return long if is_long() else usual
