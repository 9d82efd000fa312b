"""Sheets: who gets which, and what an address may say."""

import pytest
from django.test import Client

from tests.builders import a_tournament, an_account, finish, pair
from tournaments.tables.rows import RoundRow

pytestmark = pytest.mark.django_db
PUBLIC = {"pairings", "names", "standings", "prizes"}
OFFICERS = {"slips", "badges", "cards"}


@pytest.fixture
def row():
    row = a_tournament(players=8)
    pair(row, 1)
    return row


@pytest.fixture
def desk(row):
    client = Client()
    client.force_login(an_account("desk", "desk"))
    return client


def made(client, row, kind, **asked):
    return client.get(f"/tournaments/{row.slug}/sheets/{kind}.pdf", asked)


def listed(client, row):
    page = client.get(f"/tournaments/{row.slug}/sheets/").content.decode()
    return {kind for kind in PUBLIC | OFFICERS | {"schedule", "bracket"} if f"/sheets/{kind}.pdf" in page}


def test_everybody_prints_what_is_published_and_the_desk_what_is_handed_out(row, desk):
    public = Client()
    assert listed(public, row) == PUBLIC
    assert listed(desk, row) == PUBLIC | OFFICERS
    for kind in PUBLIC | OFFICERS:
        answer = made(desk, row, kind)
        assert (answer.status_code, answer["Content-Type"], answer.content[:5]) == (
            200, "application/pdf", b"%PDF-",
        )  # fmt: skip
        assert made(public, row, kind).status_code == (302 if kind in OFFICERS else 200)


def test_a_round_that_is_not_published_is_on_no_sheet_of_the_public(row, desk):
    finish(row, 1)
    pair(row, 2)
    RoundRow.objects.filter(tournament=row, number=2).update(published=False)
    public = Client()
    for kind in ("pairings", "names"):
        assert made(public, row, kind)["Content-Disposition"] == f'inline; filename="open-{kind}-1.pdf"'
        assert made(desk, row, kind)["Content-Disposition"] == f'inline; filename="open-{kind}-2.pdf"'
        assert made(public, row, kind, round=2).status_code == 302
    assert "pairings.pdf?paper=a4&amp;language=en&amp;round=2" not in listed_page(public, row)
    assert "pairings.pdf?paper=a4&amp;language=en&amp;round=2" in listed_page(desk, row)


def listed_page(client, row):
    return client.get(f"/tournaments/{row.slug}/sheets/").content.decode()


def test_what_is_not_there_is_not_found(row, desk):
    for kind, asked in (
        ("invoice", {}),
        ("bracket", {}),
        ("schedule", {}),
        ("pairings", {"round": "6"}),
        ("pairings", {"round": "one"}),
        ("standings", {"round": "9" * 30}),
    ):
        assert made(desk, row, kind, **asked).status_code == 404, (kind, asked)
    assert made(desk, row, "slips", paper="A5", each="5", language="xx").status_code == 200


def test_a_hidden_tournament_has_no_sheets():
    hidden = a_tournament(published=False)
    pair(hidden, 1)
    assert listed_page(Client(), hidden).count(".pdf") == 0
    assert made(Client(), hidden, "standings").status_code == 404


def test_a_field_too_large_is_refused_in_words(row, desk, monkeypatch):
    monkeypatch.setattr("tournaments.web.sheets.page.MOST_PLAYERS", 7)
    answer = desk.get(f"/tournaments/{row.slug}/sheets/standings.pdf", follow=True)
    assert "at most 7 players" in answer.content.decode()


def test_the_code_of_a_slip_leads_to_its_game_in_later_rounds_too(row, desk):
    finish(row, 1)
    first = Client().get("/tournaments/open/tables/1/?round=1")["Location"]
    pair(row, 2)
    assert Client().get("/tournaments/open/tables/1/?round=1")["Location"] == first
    assert Client().get("/tournaments/open/tables/1/")["Location"] != first
    assert Client().get("/tournaments/open/tables/1/?round=3").status_code == 404
