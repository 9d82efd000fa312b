"""Recomputation of a matching from its inputs."""

from dataclasses import replace

from hypothesis import given, settings

from tests.tournaments.competition.pairing.builders import fresh, next_round, rounds_to_pair
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.facts import MatchingFacts
from tournaments.competition.pairing import pair_players
from tournaments.competition.pairing.proof import RecordedMatching, prove


def told(ours, **changes):
    said = RecordedMatching(
        pairs=tuple((two.white, two.black) for two in ours.pairs),
        byes=() if ours.bye is None else (ours.bye,),
        **MatchingFacts.facts_of(ours),
    )
    return replace(said, **changes)


@settings(max_examples=40)
@given(rounds_to_pair())
def test_every_pairing_is_proved(history):
    ours = pair_players(history, next_round(history), seed=11)
    found = prove(history, next_round(history), told(ours), ())
    assert (found.optimal, found.same_total, found.same_bye, found.same_inputs) == (True,) * 4


def test_detects_worse_pairing():
    history = played("AB w, CD w", rounds=2)
    ours = pair_players(history, 2)
    found = prove(history, 2, told(ours, pairs=(("A", "B"), ("C", "D"))), ())
    assert not found.optimal
    assert not found.same_total
    assert found.optimum == ours.total
    assert found.components["repeated"] == 0


def test_detects_bye_that_was_due_to_another():
    history = fresh(0, 0, -9)
    ours = pair_players(history, 1)
    found = prove(history, 1, told(ours, pairs=(("B", "C"),), byes=("A",)), ())
    assert (found.bye, found.same_bye, found.optimal) == ("C", False, False)
    assert found.total == found.optimum


def test_other_inputs_have_another_digest():
    history = fresh(0, 0, 0, 0)
    stronger = replace(history, entrants={**history.entrants, "A": replace(history.entrants["A"], rank=1)})
    assert not prove(stronger, 1, told(pair_players(history, 1)), ()).same_inputs


def test_changed_names_change_no_total():
    """The order of the day is stored; only the digest tells that it is not the order of today."""
    history = fresh(0, 0, 0, 0, 0, 0)
    ours = pair_players(history, 1)
    turned = {id_: replace(e, order=-e.order) for id_, e in history.entrants.items()}
    found = prove(replace(history, entrants=turned), 1, told(ours), ())
    assert found.optimal
    assert found.same_total
    assert not found.same_inputs


def test_players_set_apart_are_not_matched():
    history = fresh(0, 0, 0, 0, 0)
    ours = pair_players(history, 1, apart={"E"})
    found = prove(history, 1, told(ours), {"E"})
    assert found.optimal
    assert found.same_inputs
