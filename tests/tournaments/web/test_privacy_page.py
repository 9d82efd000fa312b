"""Players say how the public names them, and whether it may see all that they have played."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, a_tournament, an_account, an_organisation
from tournaments.accounts.private_links import token_of
from tournaments.tables.people import Hiding, Membership, Office, Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db


def by_link(entry):
    client = Client()
    client.get(reverse("web:open-link", args=(token_of(entry),)))
    return client


def player_of(entry):
    return Player.objects.get(pk=entry.player_id)


def test_a_player_hides_by_the_link_and_is_back_at_once():
    row = a_tournament(players=4, finished=1)
    entry = EntryRow.objects.get(tournament=row, number=1)
    name, client = player_of(entry).name, by_link(entry)
    page = reverse("web:standings", args=(row.slug,))
    assert name in Client().get(page).content.decode()
    say = reverse("web:say-privacy", args=(row.slug, entry.id))
    assert client.post(say, {"hidden": "number"}).status_code == 302
    text = Client().get(page).content.decode()
    assert name not in text
    assert "Player 1<" in text
    client.post(say, {"hidden": ""})
    assert name in Client().get(page).content.decode()


def test_what_is_no_choice_is_refused():
    row = a_tournament(players=2)
    entry = EntryRow.objects.get(tournament=row, number=1)
    page, say = (reverse(f"web:{name}-privacy", args=(row.slug, entry.id)) for name in ("own", "say"))
    answer = by_link(entry).post(say, {"hidden": "x", "next": page})
    assert answer.status_code == 422
    assert player_of(entry).hidden == Hiding.NO


def test_a_career_is_seen_while_the_player_agrees_to_it():
    row = a_tournament(players=4, finished=2)
    entry = EntryRow.objects.get(tournament=row, number=1)
    career = reverse("web:career", args=("home", entry.player_id))
    data = reverse("api:person-career", args=("home", entry.player_id))
    say, client = reverse("web:say-privacy", args=(row.slug, entry.id)), by_link(entry)
    assert Client().get(career).status_code == 404
    client.post(say, {"hidden": "", "career": "yes"})
    assert player_of(entry).career_by == f"entry:{entry.id}"
    assert Client().get(career).status_code == 200
    body = Client().get(data).json()
    assert [event["tournament"] for event in body["events"]] == [row.slug]
    assert body["won"] + body["lost"] == 2 == sum(one["won"] + one["lost"] for one in body["opponents"])
    assert (
        f'href="{career}"' in Client().get(reverse("web:entry", args=(row.slug, entry.id))).content.decode()
    )
    client.post(say, {"hidden": "number", "career": "yes"})
    assert Client().get(career).status_code == 404
    client.post(say, {"hidden": ""})
    assert Client().get(data).status_code == 404
    assert player_of(entry).career_since is None


def test_an_owner_notes_what_the_player_has_told_them():
    row = a_tournament(players=2)
    entry = EntryRow.objects.get(tournament=row, number=1)
    owner, director = an_account("olga"), an_account("dirk")
    for user, office in ((owner, Office.OWNER), (director, Office.DIRECTOR)):
        Membership.objects.create(organisation=an_organisation(), user=user, office=office)
    note = reverse("web:note-career", args=("home", entry.player_id))
    for user, since in ((director, False), (owner, True)):
        client = Client()
        client.force_login(user)
        client.post(note, {"agreed": "yes"})
        assert bool(player_of(entry).career_since) is since


def test_names_in_the_order_and_script_of_their_owner():
    row = a_tournament(players=2)
    entry = EntryRow.objects.get(tournament=row, number=1)
    named = {"family_name": "Iyama", "given_name": "Yuta", "native_name": "井山裕太"}
    Player.objects.filter(pk=entry.player_id).update(**named)
    page = reverse("web:entry", args=(row.slug, entry.id))
    assert '<h2>Iyama Yuta <span class="native">井山裕太</span>' in Client().get(page).content.decode()
    Player.objects.filter(pk=entry.player_id).update(given_first=True)
    text = Client().get(page).content.decode()
    assert "<h2>Yuta Iyama" in text
    body = Client().get(reverse("api:entry", args=(row.slug, entry.id))).json()
    assert (body["name"], body["native"], body["key"]) == ("Yuta Iyama", "井山裕太", "IYAMAYUTA")


def test_an_erased_person_leaves_no_wish_behind():
    row = a_tournament(players=2)
    player = player_of(EntryRow.objects.get(tournament=row, number=1))
    player.native_name, player.hidden, player.career_since, player.career_by = "井", "number", NOW, "user:1"
    player.erase()
    player.refresh_from_db()
    assert (player.native_name, player.hidden, player.career_since, player.career_by) == ("", "", None, "")


def test_a_director_hides_somebody_from_the_page_of_the_entry():
    row = a_tournament(players=2)
    entry = EntryRow.objects.get(tournament=row, number=1)
    director, client = an_account("dirk"), Client()
    Membership.objects.create(organisation=an_organisation(), user=director, office=Office.DIRECTOR)
    client.force_login(director)
    Player.objects.filter(pk=entry.player_id).update(native_name="井山", given_first=True)
    told = {"family_name": "Iyama", "hidden": "initials"}
    client.post(reverse("web:name-player", args=(row.slug, entry.id)), told)
    player = player_of(entry)
    assert (player.family_name, player.hidden) == ("Iyama", "initials")
    assert (player.native_name, player.given_first) == ("井山", True)
    assert "Iyama" not in Client().get(reverse("web:players", args=(row.slug,))).content.decode()
    assert "Iyama" in client.get(reverse("web:players", args=(row.slug,))).content.decode()
