"""Rulings, seconds and appeals: what is stored, what is in force, who is told."""

import pytest

from games.claims import commands, queries
from games.claims import events as e
from games.claims.bodies import claim_body
from games.claims.deciding import Appeal, DecideAppeal, Rule, Second, Terms
from games.claims.events import Remedy
from games.game import commands as games
from games.game.loading import state_of, stream_of
from games.log import store
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
    return queries.claim_of(claim_id).remedy


def test_a_ruling_names_its_game_and_its_deadline(hall):
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


def test_a_ruling_that_changes_nothing_is_told_to_nobody(hall):
    a_game()
    ruled(made(), Remedy(), "denied")
    assert hall.told == []


def test_where_two_officials_rule_the_first_alone_changes_nothing(hall):
    hall.terms = Terms(two_person=True)
    a_game()
    claim_id = ruled(made())
    assert (queries.claim_row(claim_id).stage, in_force(claim_id), hall.told) == ("proposed", None, [])
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8", minutes=5))
    claim = queries.claim_of(claim_id)
    assert (claim.remedy, claim.appeal_until) == (BLACK_WON, by(minutes=35).at)
    assert hall.told == [("black", False, False)]


def test_a_second_who_disagrees_opens_the_claim_again(hall):
    hall.terms = Terms(two_person=True)
    a_game()
    claim_id = ruled(made())
    commands.execute(claim_id, Second(agrees=False, reasons="Turn 3."), "desk", by("user:8"))
    assert (queries.claim_row(claim_id).stage, hall.told) == ("open", [])
    ruled(claim_id, WHITE_WON, actor="user:8")
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:7"))
    assert hall.told == [("white", False, False)]


def test_an_appeal_that_is_upheld_makes_the_ruling_final(hall):
    a_game()
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "upheld")
    assert in_force(claim_id) == BLACK_WON
    assert hall.told == [("black", False, False), "appealed", ("black", False, True)]
    assert queries.claim_of(claim_id).stage(NOW) == "final"


def test_an_appeal_that_changes_the_ruling_says_what_counts(hall):
    a_game()
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "changed", WHITE_WON)
    assert in_force(claim_id) == WHITE_WON
    assert hall.told[-1] == ("white", False, True)


def test_a_game_that_is_played_again_begins_without_a_record(hall):
    a_game("b B2")
    claim_id = ruled(made(), AGAIN)
    assert state_of(ID).empty
    assert hall.told == [("", True, False)]
    record("b A1")
    appealed(claim_id)
    decided(claim_id, "upheld")
    assert state_of(ID).turns == 1  # what was played in the meantime stands
    assert hall.told == [("", True, False), "appealed"]


def test_an_appeal_may_have_the_game_played_again(hall):
    a_game("b B2")
    claim_id = ruled(made())
    appealed(claim_id)
    decided(claim_id, "changed", AGAIN)
    assert state_of(ID).empty
    assert hall.told[-1] == ("", True, True)


def test_a_game_that_was_withdrawn_or_has_no_record_is_played_again_all_the_same(hall):
    a_game()
    claim_id = made()
    ruled(made("w"), AGAIN)
    games.withdraw_game(ID, "paired anew", by())
    ruled(claim_id, AGAIN)
    assert hall.told == [("", True, False), ("", True, False)]


def test_penalties_in_half_points_are_kept():
    a_game()
    claim_id = ruled(made(), Remedy(penalties={"b": 0.5, "w": 2}))
    assert claim_body(queries.claim_of(claim_id), 2, NOW)["remedy"]["penalties"] == {
        "b": 0.5,
        "w": 2,
    }


def test_the_same_command_twice_rules_and_tells_once(hall):
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
