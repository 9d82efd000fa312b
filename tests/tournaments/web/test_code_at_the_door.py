"""Players check themselves in by the code at the door and their own link, until round 1 is paired."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, pair
from tests.tournaments.web.test_my_game import phone
from tournaments.hall import hall_code
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=4)


def address(row, *more, code=None):
    name = "web:say-here" if more else "web:here"
    return reverse(name, args=(row.slug, code or hall_code(row), *more))


def say_here(client, row, entry, code=None):
    sent = {"command": f"c-{entry.id}", "next": address(row, code=code)}
    return client.post(address(row, entry.id, code=code), sent)


def test_who_has_opened_their_link_says_that_they_are_here(row):
    one, other = EntryRow.objects.filter(tournament=row)[:2]
    client = phone(one)
    assert address(row, one.id) in client.get(address(row)).content.decode()
    for _ in range(2):
        say_here(client, row, one)
    assert [EntryRow.objects.get(pk=entry.id).checked_in for entry in (one, other)] == [True, False]
    say_here(client, row, other)
    assert not EntryRow.objects.get(pk=other.id).checked_in


def test_a_phone_that_knows_nobody_is_told_what_to_do(row):
    assert "Open your own link" in Client().get(address(row)).content.decode()
    entry = EntryRow.objects.filter(tournament=row).first()
    say_here(Client(), row, entry)
    assert not EntryRow.objects.get(pk=entry.id).checked_in


def test_a_code_that_was_not_at_this_door_checks_nobody_in(row):
    entry = EntryRow.objects.filter(tournament=row).first()
    elsewhere = hall_code(a_tournament(players=2, slug="elsewhere"))
    client = phone(entry)
    say_here(client, row, entry, code=elsewhere)
    assert client.get(address(row, code=elsewhere)).status_code == 404
    assert not EntryRow.objects.get(pk=entry.id).checked_in


def test_the_code_ends_when_round_1_is_paired(row):
    entry = EntryRow.objects.filter(tournament=row).first()
    client = phone(entry)
    pair(row, 1)
    EntryRow.objects.filter(pk=entry.id).update(checked_in=False)
    say_here(client, row, entry)
    page = client.get(address(row))
    assert (page.status_code, "go to the desk" in page.content.decode()) == (409, True)
    assert not EntryRow.objects.get(pk=entry.id).checked_in
