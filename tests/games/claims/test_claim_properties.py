"""Any input to a claim is accepted or rejected, and accepted input can always be replayed."""

from contextlib import suppress
from dataclasses import asdict
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.claims import commands, queries
from games.claims.bodies import claim_body, finding_body
from games.claims.deciding import ActInSequence, BeginSequence, Evidence
from games.game import commands as games
from games.game.deciding import Act, TakeBack
from games.game.loading import states_at
from games.refusals import Refusal
from rules import RULESETS
from tests.builders import claim_of
from tests.games.adjudication.actions import actions, statements
from tests.games.claims.claim_builders import NOW, by, claiming
from tests.games.game_builders import ID, opened, other_terms
from tests.sizes import size

pytestmark = pytest.mark.django_db
WILD = {
    "turns": st.none() | st.integers(),
    "counts": st.none() | st.integers() | st.floats(),
    "results": st.text() | st.sampled_from(["B+3.5", "W+R", "0", "Void", "B+"]),
}
SGF = [b"", b"(;SZ[3:2];B[aa];W[bb])", b"(;SZ[3:2];B[aa];W[aa])", b"(;SZ[9])", b"(;"]
slow = settings(max_examples=size(7, long=30), suppress_health_check=[HealthCheck.function_scoped_fixture])
steps = st.lists(st.tuples(st.integers(0, 4), st.none() | st.integers(-1, 4), st.lists(actions, max_size=8)))


def a_fresh_game(ruleset, told):
    """A game of its own for each example, with what of these is legal."""
    game_id = str(uuid4())
    games.open_games([opened(game_id=game_id, ruleset=ruleset, width=3, height=2)], by())
    for action in told:
        with suppress(Refusal):
            games.change_record(game_id, Act(action=action), by())
    return game_id


def a_claim(game_id, statement, sgf):
    """The id of the claim; None where it was refused."""
    claim_id = str(uuid4())
    said = asdict(statement)
    said = {name: said[name] for name in said if name not in ("record", "evidence")}
    with suppress(Refusal):
        evidence = Evidence(text="So it was.", sgf=sgf)
        commands.make_claim(claiming(claim_id, game_id, said, evidence), "b", by())
        return claim_id
    return None


@pytest.mark.parametrize("ruleset", RULESETS)
@slow
@given(
    statement=statements(st.lists(st.text(max_size=3) | st.just("a1"), max_size=3).map(tuple), **WILD),
    told=st.lists(actions, max_size=8),
    sgf=st.sampled_from(SGF),
)
def test_any_statement_is_rejected_or_has_a_finding(ruleset, statement, told, sgf):
    if claim_id := a_claim(a_fresh_game(ruleset, told), statement, sgf):
        claim = claim_of(claim_id)
        assert finding_body(queries.finding_of(claim))["says"]
        assert claim_body(claim, 1, NOW)["words"]["claim"]["text"] == "So it was."


@pytest.mark.parametrize("ruleset", RULESETS)
@slow
@given(
    statement=statements(st.just(("A1",))),
    told=st.lists(actions, max_size=8),
    sequences=steps,
    back=st.integers(0, 3),
)
def test_any_sequence_is_rejected_or_can_be_replayed(ruleset, statement, told, sequences, back):
    game_id = a_fresh_game(ruleset, told)
    claim_id = a_claim(game_id, statement, b"")
    if claim_id is None:
        return
    shown = {}
    for number, (origin, turn, moves) in enumerate(sequences, 1):
        with suppress(Refusal):
            commands.execute(claim_id, BeginSequence(turn=turn, sequence=origin), "desk", by())
        for move in moves:
            with suppress(Refusal):
                commands.execute(claim_id, ActInSequence(number=number, action=move), "desk", by())
    claim = claim_of(claim_id)
    shown = {number: queries.sequence_line(claim, number)[-1].board for number in claim.sequences}
    assert finding_body(queries.finding_of(claim))["says"]
    with suppress(Refusal):
        games.change_record(game_id, TakeBack(to_turn=back, reason="mistyped"), by())
    games.change_terms(game_id, other_terms("ultimate"), by())
    later = {number: queries.sequence_line(claim, number) for number in claim.sequences}
    assert {number: line[-1].board for number, line in later.items()} == shown
    assert all(len(line) == len(claim.sequences[number].actions) + 1 for number, line in later.items())
    assert finding_body(queries.finding_of(claim))["says"]


def test_finding_requires_the_game(db):
    with pytest.raises(Refusal, match="Not found"):
        states_at(ID, [1])
