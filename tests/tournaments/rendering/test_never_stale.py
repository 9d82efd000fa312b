"""Whatever changes what strangers are shown, the next answer shows it: kept bodies against fresh ones."""

import pytest
from django.test import Client

from tests.builders import (
    a_claim,
    a_context,
    a_signup,
    a_tournament,
    finish,
    open_registration,
    pair,
)
from tests.tournaments.rendering.addresses import ADDRESSES, addresses_of
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.editing import UnpublishRound
from tournaments.deciding.entries import CheckIn, WithdrawEntry
from tournaments.deciding.results import RecordResult
from tournaments.deciding.setting_up import Unpublish
from tournaments.people.commands import change_player
from tournaments.people.erasing import erase_player
from tournaments.rendering import keeping
from tournaments.tables.people import Club, Hiding, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


@pytest.fixture
def row(db):
    row = a_tournament(players=6, rounds=3, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    return row


def shown(addresses):
    """Status and body of each, as a stranger gets them."""
    client = Client()
    return {name: seen(client.get(address)) for name, address in addresses.items()}


def seen(response):
    return response.status_code, response.content


def first_player(row):
    return Player.objects.get(pk=EntryRow.objects.filter(tournament=row).first().player_id)


def a_game(row):
    return str(PairingRow.objects.filter(tournament=row, round=2).first().game_id)


def do(row, command):
    carry_out(str(row.id), command, a_context())


def first_entry(row):
    return EntryRow.objects.filter(tournament=row).first().id


CHANGES = {
    "a result": lambda row: do(row, RecordResult(game_id=a_game(row), result=Result(winner=Winner.WHITE))),
    "a check-in": lambda row: do(row, CheckIn(entry_id=first_entry(row))),
    "a withdrawal": lambda row: do(row, WithdrawEntry(entry_id=first_entry(row))),
    "a name corrected": lambda row: change_player(
        first_player(row), {"family_name": "Quintillian"}, a_context()
    ),
    "a name by SQL": lambda row: Player.objects.filter(pk=first_player(row).pk).update(given_name="Ximena"),
    "a player who hides": lambda row: change_player(
        first_player(row), {"hidden": Hiding.INITIALS}, a_context()
    ),
    "a player erased": lambda row: erase_player(first_player(row)),
    "the organisation's name": lambda _: Organisation.objects.update(name="Weiqi Society"),
    "a club's name": lambda _: Club.objects.update(name="Riverside Go"),
    "a claim": lambda row: a_claim(a_game(row)),
    "the registration opened": open_registration,
    "somebody registered": a_signup,
    "a round taken back": lambda row: do(row, UnpublishRound(round=2, reason="A slip.")),
    "the tournament taken back": lambda row: do(row, Unpublish()),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_kept_is_what_would_be_made(row, change):
    addresses = addresses_of(row)
    before = shown(addresses)
    assert before == shown(addresses)
    CHANGES[change](row)
    kept = shown(addresses)
    keeping.forget()
    assert kept == shown(addresses)


@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_has_another_etag(row, change):
    """Whoever sends the ETag of what they have is not told that it still holds."""
    addresses, client = addresses_of(row), Client()
    before = {name: client.get(address) for name, address in addresses.items()}
    CHANGES[change](row)
    after = {name: client.get(address) for name, address in addresses.items()}
    changed = [name for name in ADDRESSES if before[name].content != after[name].content]
    assert [name for name in changed if before[name].get("ETag") == after[name].get("ETag")] == []


def test_the_changes_are_seen_at_all(row):
    """The test above would pass if nothing changed."""
    addresses = addresses_of(row)
    before = shown(addresses)
    CHANGES["a name corrected"](row)
    after = shown(addresses)
    assert b"Quintillian" in after["standings"][1]
    assert {name for name in ADDRESSES if before[name] != after[name]} >= {"standings", "table", "players"}
