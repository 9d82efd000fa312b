"""Draws that anyone can repeat from the stored seed: no generator, no state, only hashes.

A player's key is blake2b (8 bytes, big-endian) over ``seed NUL round NUL purpose NUL id``. The draw of two
players is the splitmix64 finaliser of the sum of their keys, modulo the number of outcomes: it depends
neither on their order nor on the other players.
"""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Matrix = NDArray[np.int64]


def draw_keys(seed: int, round_: int, purpose: str, ids: Sequence[str]) -> Keys:
    """Return one key per id, for one purpose in one round."""
    start = f"{seed}\0{round_}\0{purpose}\0"
    drawn = [blake2b((start + id_).encode(), digest_size=8).digest() for id_ in ids]
    return np.frombuffer(b"".join(drawn), dtype=">u8").astype(np.uint64)


def draws_between(one: Keys, other: Keys, greatest: int) -> Matrix:
    """Return draws of two players each, from 0 to ``greatest``."""
    mixed = _splitmix64(one + other)
    return (mixed % np.uint64(greatest + 1)).astype(np.int64)


def _splitmix64(x: Keys) -> Keys:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
