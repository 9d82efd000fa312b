"""Rulings, second officials and appeals: stored events, the ruling in force, and notifications."""

import pytest

from games.claims import commands, queries
from games.claims import events as e
from games.claims.bodies import claim_body
from games.claims.deciding import Appeal, DecideAppeal, Rule, Second, Terms
from games.claims.events import Remedy
from games.game import commands as games
from games.game.loading import state_of, stream_of
from games.log import store
from tests.builders import claim_of
from tests.games.claims.claim_builders import (
    BLACK_WON,
    NOW,
    WORDS,
    a_game,
    a_hall,
    by,
    made,
    record,
    ruled,
)
from tests.games.game_builders import ID

pytestmark = pytest.mark.django_db
AGAIN = Remedy(replay=True)
WHITE_WON = Remedy(result="white")


@pytest.fixture(autouse=True)
def hall():
    with a_hall() as around:
        yield around


def appealed(claim_id):
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())


def decided(claim_id, decision, remedy=None):
    remedy = remedy or Remedy()
    commands.execute(
        claim_id, DecideAppeal(decision=decision, reasons="On appeal.", remedy=remedy), "desk", by("user:9")
    )


def in_force(claim_id):
    return claim_of(claim_id).remedy


def test_ruling_names_its_game_and_its_deadline(hall):
    a_game("b B2")
    hall.terms = Terms(appeal_minutes=45)
    claim_id = made()
    (event,) = commands.execute(
        claim_id, Rule(decision="upheld", reasons="Rule 9.", remedy=BLACK_WON), "desk", by("user:7")
    )
    assert event.event == e.ClaimRuled(
        decision="upheld",
        reasons="Rule 9.",
        remedy=BLACK_WON,
        referee="user:7",
        game_version=2,
        game_digest=store.stream_end(stream_of(ID))[1],
        appeal_until=by(minutes=45).at.isoformat(),
    )
    assert hall.told == [("black", False, False)]


def test_host_is_told_of_a_ruling_that_leaves_the_result(hall):
    a_game()
    ruled(made(), Remedy(), "denied")
    assert hall.told == [("", False, False)]


def test_first_of_two_required_rulings_changes_nothing(hall):
    hall.terms = Terms(two_person=True)
    a_game()
    claim_id = ruled(made())
    assert (queries.claim_row(claim_id).stage, in_force(claim_id), hall.told) == ("proposed", None, [])
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8", minutes=5))
    claim = claim_of(claim_id)
    assert (claim.remedy, claim.appeal_until) == (BLACK_WON, by(minutes=35).at)
    assert hall.told == [("black", False, False)]


def test_disagreement_of_second_official_reopens_the_claim(hall):
    hall.terms = Terms(two_person=True)
    a_game()
    claim_id = ruled(made())
    commands.execute(claim_id, Second(agrees=False, reasons="Turn 3."), "desk", by("user:8"))
    assert (queries.claim_row(claim_id).stage, hall.told) == ("open", [])
    ruled(claim_id, WHITE_WON, actor="user:8")
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:7"))
    assert hall.told == [("white", False, False)]


def test_upheld_ruling_becomes_final(hall):
    a_game()
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "upheld")
    assert in_force(claim_id) == BLACK_WON
    assert hall.told == [("black", False, False), "appealed", ("black", False, True)]
    assert claim_of(claim_id).stage(NOW) == "final"


def test_appeal_decision_that_changes_the_ruling_sets_the_result(hall):
    a_game()
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "changed", WHITE_WON)
    assert in_force(claim_id) == WHITE_WON
    assert hall.told[-1] == ("white", False, True)


def test_replayed_game_starts_without_a_record(hall):
    a_game("b B2")
    claim_id = ruled(made(), AGAIN)
    assert state_of(ID).empty
    assert hall.told == [("", True, False)]
    record("b A1")
    appealed(claim_id)
    decided(claim_id, "upheld")
    assert state_of(ID).turns == 1  # what was played in the meantime stands
    assert hall.told == [("", True, False), "appealed"]


def test_appeal_may_order_a_replay(hall):
    a_game("b B2")
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "changed", AGAIN)
    assert state_of(ID).empty
    assert hall.told[-1] == ("", True, True)


def test_withdrawn_or_unrecorded_game_can_be_replayed(hall):
    a_game()
    claim_id = made()
    ruled(made("w"), AGAIN)
    games.withdraw_game(ID, "paired anew", by())
    ruled(claim_id, AGAIN)
    assert hall.told == [("", True, False), ("", True, False)]


def test_half_point_penalties_are_stored():
    a_game()
    claim_id = ruled(made(), Remedy(penalties={"b": 0.5, "w": 2}))
    assert claim_body(claim_of(claim_id), 2, NOW)["remedy"]["penalties"] == {
        "black": 0.5,
        "white": 2,
    }


def test_repeated_command_rules_and_notifies_once(hall):
    a_game()
    claim_id, context = made(), by("user:7")
    first, again = (
        commands.execute(
            claim_id, Rule(decision="upheld", reasons="Rule 9.", remedy=BLACK_WON), "desk", context
        )
        for _ in range(2)
    )
    assert first == again
    assert hall.told == [("black", False, False)]
