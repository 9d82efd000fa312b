"""Receipts and proofs of namings: the line for everybody, the name for officers."""

from base64 import b64decode

import pytest
from django.test import Client

from games.log.tables import Event
from games.log.tree import signed_checkpoints
from games.receipts.codes import code_at
from tests.builders import NOW, a_context, a_tournament, an_account
from tournaments.persons.players import change_player
from tournaments.persons.recorded_names import stream_of
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db


def asked(published, officer=None):
    """The answers to a receipt and to a proof of the last name of a player called Berg."""
    a_tournament(players=2, published=published)
    player, client = Player.objects.first(), Client()
    change_player(player, {"family_name": "Berg", "egf_pin": "90817263"}, a_context())
    event = Event.objects.filter(stream=stream_of(player.pk)).last()
    signed_checkpoints.sign_checkpoint(NOW)
    if officer:
        client.force_login(an_account("somebody", officer))
    code = code_at(event.position, event.digest)
    return client.get(f"/api/v1/receipts/{code}/"), client.get(f"/log/proof/{event.position}")


def line(proof):
    """Of the event, which a proof has in base64."""
    return b64decode(proof.content.splitlines()[1].removeprefix(b"extra "))


def test_everybody_may_prove_a_naming_without_reading_the_name():
    receipt, proof = asked(published=True)
    assert (receipt.status_code, receipt.json()["valid"], proof.status_code) == (200, True, 200)
    assert receipt.json()["event"]["kind"] == "person.named.v1"
    said = line(proof)
    assert not any(secret in told for told in (receipt.content, said) for secret in (b"Berg", b"90817263"))
    assert b'"named":{"salted":' in said


def test_names_of_a_draft_are_hidden_from_the_public():
    receipt, proof = asked(published=False)
    assert (receipt.json()["valid"], receipt.json()["event"], proof.status_code) == (True, None, 403)


def test_officers_may_read_the_name():
    receipt, proof = asked(published=False, officer="director")
    assert "Berg" in receipt.json()["event"]["facts"].values()
    assert (proof.status_code, b"Berg" in line(proof)) == (200, False)


def test_everybody_may_prove_an_entry():
    row = a_tournament(players=2)
    signed_checkpoints.sign_checkpoint(NOW)
    event = Event.objects.filter(stream=f"tournament-{row.pk}", kind="tournament.player-entered.v1").first()
    assert Client().get(f"/log/proof/{event.position}").status_code == 200
