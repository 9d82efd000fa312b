"""Findings in a bundle equal those of the service, without hidden players."""

import json
import zipfile
from io import StringIO

import pytest
from django.core.management import call_command

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.deciding import Rule
from games.claims.events import Remedy
from games.claims.queries import finding_of
from tests.builders import a_claim, a_context, claim_of
from tests.verifier.forgeries.honest import honest_tournament
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def honest():
    return honest_tournament()


def ruled(game_id, **claimed):
    """The id of a claim with a ruling that says who won: an event of the tournament names it."""
    claim_id = a_claim(game_id, kind=ClaimKind.WRONG_RESULT, **claimed)
    claims.execute(
        claim_id, Rule(decision="denied", reasons="No.", remedy=Remedy(result="black")), "desk", a_context()
    )
    return claim_id


def told(row, folder):
    call_command("bundle", row.slug, str(folder / "bundle.zip"), stdout=StringIO())
    with zipfile.ZipFile(folder / "bundle.zip") as zipped:
        return json.loads(zipped.read("published/findings.json"))["findings"]


def test_each_claim_has_the_finding_of_the_service(honest, tmp_path):
    refuted = ruled(honest.recorded[0], result="W+R")
    found = {one.pop("claim"): one for one in told(honest.row, tmp_path)}
    assert found.keys() == {honest.claim_id, refuted}
    assert (found[refuted]["verdict"], found[honest.claim_id]["missing"]) == ("refuted", ["record"])
    for claim_id, one in found.items():
        finding = finding_of(claim_of(claim_id))
        assert one == {
            "follows": finding.follows,
            "missing": sorted(each.value for each in finding.missing),
            "turn": finding.turn,
            "verdict": finding.verdict.value,
        }


def test_hidden_player_has_no_findings(honest, tmp_path):
    pairing = PairingRow.objects.get(game_id=honest.recorded[0])
    claim_id = ruled(honest.recorded[0], result="B+R")
    entry = EntryRow.objects.get(pk=pairing.black_id)
    Player.objects.filter(pk=entry.player_id).update(hidden="number")
    assert claim_id not in {one["claim"] for one in told(honest.row, tmp_path)}
