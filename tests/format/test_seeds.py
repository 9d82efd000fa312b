"""Where the seed is from, by deploy/format/pairing.md, against the program."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format import tournament as text
from tests.format.pairing import drawn_seed
from tests.format.test_tournament import PLAYERS, ROUNDS, Both, any_command
from tests.tournaments.build import create, entered
from tournaments.deciding.commitments import known_before, seed_found, with_commitments


def secrets(chance):
    while True:
        yield f"{chance.getrandbits(256):064x}"


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_the_seed_of_every_round_at_any_time(seed):
    chance = random.Random(seed)
    both = Both(with_secrets=secrets(chance))
    for command in (create(), *entered(PLAYERS[:4], group="A"), *entered(PLAYERS[4:])):
        both.do(command)
    for _ in range(40):
        both.do(any_command(chance, both.ours))
        for k in ROUNDS:
            compare(both, k)


def compare(both, k):
    for group in ("", "A"):
        known = text.known_before(both.theirs, k, group)
        assert known == json.loads(json.dumps(known_before(both.ours, k, group)))
        secret = both.theirs["secrets"].get(k)
        found = secret and drawn_seed(secret, k, known)
        assert found == seed_found(both.ours, k, group)


@given(st.integers(0, 2**32))
def test_a_round_has_one_secret_however_often_it_is_paired(seed):
    chance = random.Random(seed)
    both = Both(with_secrets=secrets(chance))
    for command in (create(), *entered(PLAYERS)):
        both.do(command)
    had = dict(both.ours.secrets)
    for _ in range(30):
        both.do(any_command(chance, both.ours))
        assert had.items() <= both.ours.secrets.items()
        had = dict(both.ours.secrets)
    after = {number + 1 for number, one in both.ours.rounds.items() if one.pairs}
    assert {1, *(n for n in after if n <= both.ours.settings.rounds)} <= had.keys()


def test_nothing_is_committed_to_where_nothing_is_paired():
    both = Both()
    for command in (create(), *entered("ab")):
        both.do(command)
    assert with_commitments([], both.ours, iter(())) == []
