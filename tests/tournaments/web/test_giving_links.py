"""What the desk hands out: a link on the screen; and what codes open."""

import re

import pytest
import segno
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, an_account, pair
from tournaments.accounts.private_links import link_state, open_link, token_of
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=13)


@pytest.fixture
def desk(row):
    client = Client()
    client.force_login(an_account("desk", "desk"))
    return client


def code_of(address):
    return segno.make(address, micro=False, error="m").svg_data_uri(border=4, omitsize=True)


def pictures(text):
    return re.findall(r'<img class="qr" src="([^"]*)"', text.replace("&#x27;", "'").replace("&amp;", "&"))


def page(client, name, *args):
    answer = client.get(reverse(f"web:{name}", args=args))
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def test_the_desk_shows_renews_and_takes_back_a_link_with_one_press_each(desk, row, settings):
    settings.ADDRESS = "http://hall.example:8000"
    entry = EntryRow.objects.filter(tournament=row).first()
    old = token_of(entry)
    text = page(desk, "entry-link", row.slug, entry.id)
    address = f"http://hall.example:8000/my/{old}/"
    assert pictures(text) == [code_of(address)]
    assert address in text
    for _ in range(2):  # a second click makes no second link
        desk.post(reverse("web:renew-link", args=(row.slug, entry.id)), {"seen": "1"})
    assert link_state(entry.id).serial == 2
    assert old not in page(desk, "entry-link", row.slug, entry.id)
    assert Client().get(f"/my/{old}/").status_code == 410
    desk.post(reverse("web:revoke-link", args=(row.slug, entry.id)))
    assert pictures(page(desk, "entry-link", row.slug, entry.id)) == []


def test_a_table_card_opens_the_game_that_is_there_now(row):
    at_1 = reverse("web:at-table", args=(row.slug, 1))
    assert Client().get(at_1).status_code == 404
    pair(row, 1)
    game = PairingRow.objects.select_related("black").get(tournament=row, round=1, table=1)
    assert Client().get(at_1)["Location"] == reverse("web:game", args=(row.slug, game.pk))
    player = Client()
    player.get(reverse("web:open-link", args=(token_of(game.black),)))
    assert player.get(at_1)["Location"] == "/my/"
    at_2 = reverse("web:at-table", args=(row.slug, 2))
    assert "/games/" in player.get(at_2)["Location"]


def test_an_account_and_a_player_are_tied_where_both_say_so(row):
    entry = EntryRow.objects.filter(tournament=row).first()
    client, user = Client(), an_account("myself")
    client.force_login(user)
    address = reverse("web:open-link", args=(token_of(entry),))
    assert "tie them to my account" in client.get(address).content.decode()

    def tie(player_id):
        return reverse("web:tie-player", args=(token_of(entry), player_id))

    other = EntryRow.objects.filter(tournament=row).last()
    assert client.post(tie(other.player_id)).status_code == 409
    assert client.post(tie(entry.player_id))["Location"] == "/my/"
    assert Player.objects.get(pk=entry.player_id).user == user
    late = Client()
    late.force_login(an_account("another"))
    assert late.post(tie(entry.player_id)).status_code == 409
    assert open_link(token_of(entry)).entry == entry
