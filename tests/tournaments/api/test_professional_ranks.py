"""A professional's grade belongs to the player; an entry has a rank from 30k to 9d."""

import pytest
from django.urls import reverse

from tests.builders import a_tournament, an_account
from tests.tournaments.api.test_many_entries_over_rest import store
from tests.tournaments.persons.lists.files import egd, egd_row
from tournaments.persons.lists.rows import ListedPlayer
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"
ADA = {"family_name": "Vos", "given_name": "Ada", "rank": "3p", "rating": 2760}


@pytest.fixture
def owner(api):
    a_tournament(players=2)
    api.force_authenticate(an_account("owner", Office.OWNER))
    return api


def players():
    return f"/api/v1/organisations/{Organisation.objects.get().slug}/players/"


def faults(answer):
    return answer.status_code, [(one["place"], one["code"]) for one in answer.json()["errors"]]


def test_player_keeps_the_grade_until_another_rank_is_sent(owner):
    added = owner.post(players(), ADA).json()
    assert added["rank"] == "3p"
    own = f"{players()}{added['id']}/"
    assert owner.get(own).json()["rank"] == "3p"
    assert (Player.objects.get(pk=added["id"]).rank, Player.objects.get(pk=added["id"]).grade) == (6, "3P")
    assert owner.patch(own, {"club": "Rive"}).json()["rank"] == "3p"
    assert owner.patch(own, {"rank": "7d"}).json()["rank"] == "7d"
    assert faults(owner.patch(own, {"rank": "10p"})) == (422, [("rank", "bad_rank")])


def test_entry_of_a_professional_has_the_rank_that_the_grade_counts_as(owner):
    player = owner.post(players(), ADA).json()["id"]
    assert owner.post(f"{OPEN}entries/", {"player": player}).json()["rank"] == "7d"


def test_entry_refuses_a_grade(owner):
    entry, player = EntryRow.objects.first(), owner.post(players(), ADA).json()["id"]
    before = EntryRow.objects.values_list("rank", flat=True)
    bad = (422, [("rank", "bad_rank")])
    assert faults(owner.patch(f"{OPEN}entries/{entry.id}/", {"rank": "3p"})) == bad
    assert faults(owner.post(f"{OPEN}entries/", {"player": player, "rank": "3p"})) == bad
    assert faults(owner.put(f"{OPEN}entries/{entry.id}/player/", {"player": player, "rank": "3p"})) == bad
    [line] = owner.post(
        f"{OPEN}entries/batch/", {"entries": [{"player": player, "rank": "3p"}], "each": True}
    ).json()["lines"]
    assert [(one["place"], one["code"]) for one in line["errors"]] == [("entries.0.rank", "bad_rank")]
    assert list(EntryRow.objects.values_list("rank", flat=True)) == list(before)


def test_page_of_an_entry_refuses_a_grade(owner, client):
    client.force_login(owner.handler._force_user)
    entry = EntryRow.objects.first()
    page = client.post(reverse("web:change-entry", args=("open", entry.id)), {"rank": "3p"}, follow=True)
    assert "30k to 9d" in page.content.decode()
    assert EntryRow.objects.get(pk=entry.id).rank == entry.rank


def test_list_of_the_egf_gives_the_grade(owner):
    store(egd(egd_row(10000001, "Han_Dara", grade="3p", rating=2760)))
    listed = ListedPlayer.objects.get()
    found = owner.get(f"{players().removesuffix('players/')}listed-players/", {"q": "Han"}).json()["results"]
    assert [one["rank"] for one in found] == ["3p"]
    added = owner.post(f"{players().removesuffix('players/')}listed-players/{listed.id}/player/", {})
    assert added.json()["rank"] == "3p"
