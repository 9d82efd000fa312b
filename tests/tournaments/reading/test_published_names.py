"""Openings of names that the public may read."""

import json

import pytest

from games.log import store
from games.log.commitments import commitments_in
from games.log.tables import Event
from tests.builders import a_context, a_tournament, an_organisation, do
from tournaments.domain.entries import EnterPlayer, RemoveEntry
from tournaments.domain.tournament import Publish
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import add_player, change_player
from tournaments.persons.recorded_names import stream_of
from tournaments.reading.published_openings import people_streams, published_openings
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow

HEAD = 10**6
pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=2)


def names(row):
    return [json.loads(one.said)["family_name"] for one in published_openings(row, store.head())]


def rename(player, name):
    change_player(player, {"family_name": name}, a_context())


def enter(row, player, entry_id="e"):
    command = EnterPlayer(entry_id=entry_id, player_id=str(player.pk), rank=1, rating=2200)
    do(row, command)


def test_each_opening_fits_its_commitment_and_has_the_name_only(row):
    rename(Player.objects.first(), "Berg")
    opened = published_openings(row, store.head())
    found = [
        one
        for event in Event.objects.filter(stream__in=people_streams(row, store.head())).order_by("position")
        for one in commitments_in(event.data)
    ]
    assert [one.commitment for one in opened] == found
    assert all(one.fits for one in opened)
    assert json.loads(opened[-1].said).keys() == {"family_name", "given_name", "native_name", "given_first"}
    assert names(row) == ["Player0000", "Player0001", "Berg"]


def test_openings_up_to_a_head_stay_the_same(row):
    head, before = store.head(), published_openings(row, store.head())
    rename(Player.objects.first(), "Berg")
    assert published_openings(row, head) == before
    assert len(published_openings(row, store.head())) == len(before) + 1


def test_federation_numbers_are_not_published():
    row, house = a_tournament(players=0), an_organisation()
    values = {"family_name": "Berg", "rank": 1, "rating": 2200, "egf_pin": "12345678"}
    enter(row, add_player(house, values, a_context()))
    assert names(row) == ["Berg"]
    assert not any("12345678" in one.said for one in published_openings(row, store.head()))


def test_draft_has_no_openings_until_published():
    row = a_tournament(players=2, published=False)
    player = Player.objects.first()
    rename(player, "Mistyped")
    rename(player, "Berg")
    assert published_openings(row, store.head()) == []
    do(row, Publish())
    row = TournamentRow.objects.get(pk=row.pk)
    assert sorted(names(row)) == ["Berg", "Player0001"]
    rename(player, "Berge")
    assert sorted(names(row)) == ["Berg", "Berge", "Player0001"]


def test_late_entry_is_published_with_the_name_of_that_time(row):
    other = a_tournament(players=0, slug="other")
    values = {"family_name": "Olsen", "rank": 1, "rating": 2200}
    player = add_player(an_organisation(), values, a_context())
    enter(other, player, "o")
    rename(player, "Berg")
    enter(row, player)
    assert names(row) == ["Player0000", "Player0001", "Berg"]
    assert names(other) == ["Olsen", "Berg"]


@pytest.mark.parametrize("hidden", ["initials", "number"])
def test_hidden_player_has_no_opening(row, hidden):
    player = Player.objects.first()
    change_player(player, {"hidden": hidden}, a_context())
    assert names(row) == ["Player0001"]
    there = people_streams(row, store.head())
    assert stream_of(player.pk) in there, "its commitments are checked all the same"
    change_player(player, {"hidden": ""}, a_context())
    assert names(row) == ["Player0000", "Player0001"]


def test_erased_or_removed_player_has_no_opening(row):
    erased, removed = Player.objects.all()
    erase_player(erased)
    assert names(row) == ["Player0001"]
    entry = EntryRow.objects.get(player_id=removed.pk)
    do(row, RemoveEntry(entry_id=entry.pk, reason="twice"))
    assert names(row) == []


def test_openings_take_a_constant_number_of_queries(django_assert_num_queries):
    row = a_tournament(players=40)
    with django_assert_num_queries(6):
        assert len(published_openings(row, HEAD)) == 40
