"""Draws are repeatable from the description of the module."""

from hashlib import blake2b

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.competition.pairing import draw

WORD = 2**64


def by_the_text(seed, round_, purpose, one, other, greatest):
    keys = [
        blake2b(f"{seed}\0{round_}\0{purpose}\0{id_}".encode(), digest_size=8).digest()
        for id_ in (one, other)
    ]
    x = sum(int.from_bytes(key) for key in keys) % WORD
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WORD
    return (x ^ (x >> 31)) % (greatest + 1)


@settings(max_examples=30)
@given(st.integers(), st.integers(1, 20), st.integers(0, 10**15))
def test_draws_equal_their_documented_formula(seed, round_, greatest):
    ids = ("a", "b", "Zoë")
    keys = draw.draw_keys(seed, round_, "seeding", ids)
    drawn = draw.draws_between(keys[:, None], keys[None, :], greatest)
    expected = [[by_the_text(seed, round_, "seeding", one, other, greatest) for other in ids] for one in ids]
    assert drawn.tolist() == expected


def test_draws_are_spread_evenly():
    ids = [f"e{number}" for number in range(200)]
    keys = draw.draw_keys(7, 1, "seeding", ids)
    drawn = draw.draws_between(keys[:, None], keys[None, :], 9)
    counts = [int((drawn == value).sum()) for value in range(10)]
    assert all(3600 < count < 4400 for count in counts)
