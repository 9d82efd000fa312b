"""The state of a claim at any earlier version, consistent with rows and digests."""

import json

import pytest

from games.adjudication.kinds import ClaimKind
from games.claims import commands
from games.claims.bodies import claim_body
from games.claims.claim import Claim, fold
from games.claims.commands import stream_of
from games.claims.deciding import Appeal, DecideAppeal, Evidence, Second, Terms, WithdrawClaim
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.log import folding, rebuilding
from games.log.store import read
from games.log.verification import verify
from rules import Color, Resign
from tests.games.claims.claim_builders import NOW, WORDS, a_game, a_hall, act, begun, by, made, ruled

pytestmark = pytest.mark.django_db


def shown(claim_id, version=None):
    """A claim as JSON, now or as its log ended at a version."""
    claim, now = commands.load(claim_id)
    if version is not None:
        claim, now = folding.fold(stream_of(claim_id), None, fold, upto=version), version
    assert isinstance(claim, Claim)
    return json.dumps({**claim_body(claim, now, NOW), "words": {}})


def a_long_dispute(hall):
    """Every event of a claim; what was shown after each command."""
    a_game("b B2", "w A1")
    second = Evidence(text="My record.", sgf=b"(;SZ[3];B[bb];W[aa])")
    claim_id = made(kind=ClaimKind.RECORDS_DIFFER, evidence=second)
    seen = {1: shown(claim_id)}

    def look():
        _, version = commands.load(claim_id)
        seen[version] = shown(claim_id)

    first = begun(claim_id)
    look()
    for step in ("b B1", "w C3", Resign(Color.BLACK)):
        act(claim_id, first, step)
        look()
    begun(claim_id, "b C1", sequence=first, turn=0)
    look()
    hall.terms = Terms(two_person=True)
    ruled(claim_id)
    look()
    commands.execute(claim_id, Second(agrees=False, reasons="Turn 3."), "desk", by("user:8"))
    look()
    ruled(claim_id, Remedy(replay=True))
    look()
    commands.execute(claim_id, Second(agrees=True), "desk", by("user:8"))
    look()
    commands.execute(claim_id, Appeal(evidence=WORDS), "w", by())
    look()
    commands.execute(
        claim_id,
        DecideAppeal(decision="changed", reasons="So.", remedy=Remedy(result="jigo")),
        "desk",
        by("user:9"),
    )
    look()
    return claim_id, seen


@pytest.fixture
def dispute():
    with a_hall() as hall:
        yield a_long_dispute(hall)


def test_dispute_has_every_kind_of_event_except_withdrawal(dispute):
    claim_id, _ = dispute
    told = {recorded.kind for recorded in read(stream_of(claim_id))}
    assert told == {
        "claim.made.v1",
        "claim.sequence-begun.v1",
        "claim.sequence-acted.v1",
        "claim.ruled.v1",
        "claim.ruling-not-seconded.v1",
        "claim.ruling-seconded.v1",
        "claim.appealed.v1",
        "claim.appeal-decided.v1",
    }


def test_log_at_an_earlier_version_restores_the_displayed_state(dispute):
    claim_id, seen = dispute
    assert len(seen) > 9
    assert {version: shown(claim_id, version) for version in seen} == seen
    assert len(set(seen.values())) == len(seen)


def test_rebuilt_rows_are_equal_and_log_is_valid(dispute):
    made("desk", kind=ClaimKind.CONDUCT, color="b")
    commands.execute(made(), WithdrawClaim(reason="a mistake"), "b", by())
    assert sorted(ClaimRow.objects.values_list("stage", flat=True)) == ["final", "open", "withdrawn"]
    assert all(table.same for table in rebuilding.rebuild(check=True))
    assert list(verify()) == []


def test_cached_state_equals_the_folded_log(dispute):
    claim_id, seen = dispute
    folding.clear_cache()
    assert shown(claim_id) == seen[max(seen)]
