"""The page of somebody who plays: games, points, places, and nothing of what is not published."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, finish, pair
from tournaments.competition.history import Winner
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow

pytestmark = pytest.mark.django_db


def page_of(row, entry):
    return Client().get(reverse("web:entry", args=(row.slug, entry.id)))


def entry_of(row, number=1):
    return EntryRow.objects.get(tournament=row, number=number)


def test_games_points_and_places_as_data_and_as_a_page():
    row = a_tournament(players=4, finished=2)
    entry = entry_of(row)
    body = Client().get(reverse("api:entry", args=(row.slug, entry.id))).json()
    games = [(game["round"], game["paired"], game["outcome"]) for game in body["games"]]
    own = [
        one for one in PairingRow.objects.filter(tournament=row) if entry.id in (one.white_id, one.black_id)
    ]
    won = ["won" if one.black_id == entry.id else "lost" for one in own]
    assert games == [(1, "game", won[0]), (2, "game", won[1])]
    assert body["criterion"] == "MMS"
    assert body["games"][1]["points"] - body["games"][0]["points"] == (won[1] == "won")
    assert body["page"] == reverse("web:entry", args=(row.slug, entry.id))
    text = page_of(row, entry).content.decode()
    assert text.count("<circle") == 2
    for game in body["games"]:
        assert reverse("web:entry", args=(row.slug, game["opponent"]["entry"])) in text
        assert reverse("web:game", args=(row.slug, game["game"])) in text


def test_a_round_that_is_not_published_is_not_told():
    row = a_tournament(players=4, finished=1)
    pair(row, 2)
    finish(row, 2, Winner.WHITE)
    RoundRow.objects.filter(tournament=row, number=2).update(published=False)
    entry = entry_of(row)
    body = Client().get(reverse("api:entry", args=(row.slug, entry.id))).json()
    assert [game["round"] for game in body["games"]] == [1]
    hidden = PairingRow.objects.filter(tournament=row, round=2).values_list("game_id", flat=True)
    text = page_of(row, entry).content.decode()
    assert not any(str(game) in text for game in hidden)


def test_the_bye_and_the_csv():
    row = a_tournament(players=3, finished=1)
    bye = RoundRow.objects.get(tournament=row, number=1).byes[0]
    lines = (
        Client()
        .get(reverse("api:entry-as", args=(row.slug, bye, "csv")))
        .content.decode("utf-8-sig")
        .split("\r\n")
    )
    assert lines[0].startswith("round,table,opponent,")
    assert lines[1].split(",")[6] == "bye"
    assert "Bye" in page_of(row, EntryRow.objects.get(pk=bye)).content.decode()


def test_rating_is_that_of_the_ratings_page():
    row = a_tournament(players=8, finished=3)
    page = Client().get(reverse("web:ratings", args=(row.slug,))).content.decode()
    after = {}
    for line in re.findall(r"<tr[^>]*>.*?</tr>", page, re.DOTALL):
        if entry := re.search(r"/players/([0-9a-f-]{36})/", line):
            after[entry[1]] = re.findall(r'<td class="num">([0-9.]+)</td>', line)[1]
    assert len(after) == 8
    for id_, rating in after.items():
        text = Client().get(reverse("web:entry", args=(row.slug, id_))).content.decode()
        assert f"→ {float(rating):.0f}" in text
