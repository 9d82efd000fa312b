"""Absences of withdrawn players match their definition for any sequence of events."""

from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

from tests.sizes import size
from tests.tournaments.build import entered, given, made
from tournaments.domain import byes, pairs, presence, rounds, settings
from tournaments.domain.base import fold
from tournaments.domain.byes import ByeGiven, ByeTakenBack
from tournaments.domain.pairs import PairMadeByHand, PairUnmade
from tournaments.domain.presence import AbsenceDeclared, AbsenceWithdrawn, EntryReinstated, EntryWithdrawn
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.domain.settings import SettingsChanged
from tournaments.state import layered

LETTERS = "abcd"
NUMBERS = (1, 2, 3)


def plain(before, after):
    """Who withdrew misses each round that is not paired, or in which they have just lost their game or bye.

    Not one in which they have a game or bye still, nor one that they declared. Who is back misses only rounds
    that are paired.
    """
    return replace(after, entries={one.id: plain_entry(one, before, after) for one in after.entries.values()})


def plain_entry(entry, before, after):
    missed = {
        number
        for number in range(1, after.settings.rounds + 1)
        if entry.id not in after.round(number).busy
        and (not after.round(number).pairs or entry.id in before.round(number).busy)
        and number not in entry.absent
    }
    paired = {number for number in entry.away if after.round(number).pairs}
    away = entry.away | missed if entry.withdrawn else frozenset(paired)
    return replace(entry, away=away, absent=entry.absent - entry.away | away)


def an_event(draw, state):
    """Return any possible next event, even one that gives an entry two games in a round."""
    number, (who, other) = draw.choice(NUMBERS), draw.sample(LETTERS, 2)
    round_, entry = state.round(number), state.entries[who]
    pair = made(number, who + other, len(round_.pairs) + 1)
    other_length = replace(state.settings, rounds=5 - state.settings.rounds)
    happens = [
        EntryReinstated(entry_id=who) if entry.withdrawn else EntryWithdrawn(entry_id=who),
        (AbsenceWithdrawn if number in entry.absent else AbsenceDeclared)(entry_id=who, round=number),
        (ByeTakenBack if who in round_.byes else ByeGiven)(round=number, entry_id=who),
        paired(number, pair),
        PairMadeByHand(round=number, pair=pair),
        *(PairUnmade(round=number, game_id=game_id) for game_id in round_.pairs),
    ]
    seldom = [RoundUnpaired(round=number), SettingsChanged(settings=other_length, ruleset=state.ruleset)]
    return draw.choice(seldom if draw.random() < 0.1 else happens)


def paired(number, pair):
    return RoundPaired(
        round=number,
        method="matching",
        rules="",
        seed=0,
        order=(),
        inputs_digest="",
        total=0,
        optimum=0,
        pairs=(pair,),
        byes=(),
    )


@pytest.mark.parametrize("seed", range(size(4, long=10)))
def test_absences_match_their_definition(seed, monkeypatch):
    monkeypatch.setattr(layered, "MOST", 2)  # as in a large field
    draw = Random(seed)
    state = expected = given(*entered(LETTERS))
    for _ in range(300):
        event = an_event(draw, state)
        state = fold(state, event)
        with (
            patch.object(byes, "with_absences", plain),
            patch.object(pairs, "with_absences", plain),
            patch.object(presence, "with_absences", plain),
            patch.object(rounds, "with_absences", plain),
            patch.object(settings, "with_absences", plain),
        ):
            expected = fold(expected, event)
        assert state == expected, event
