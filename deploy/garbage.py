"""How often Python looks for rings of garbage: most of what an answer is made of is let go without.

A table of 1,000 players is some ten thousand values at once, all needed until it is written: looking through
them every 700 was a quarter of the time of a large answer. What waits longer is a few megabytes at most.
"""

import gc

AFTER = 20_000  # values made and not let go


def look_seldom() -> None:
    gc.set_threshold(AFTER, *gc.get_threshold()[1:])
