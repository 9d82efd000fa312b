"""From an empty folder to round 1 by pages alone: founded, a referee invited, players entered, paired."""

import re

import pytest
from django.contrib.auth import get_user_model

from tests.journeys.test_a_day import visit  # noqa: F401 - a fixture
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.people import Membership, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow

PASSWORD = "nine-stones-and-a-bowl"
PLAYERS = (("Berg", "Ida", "2d"), ("Dahl", "Nils", "1d"), ("Ek", "Siri", "1k"), ("Holm", "Per", "3k"))
INVITATION = re.compile(r"https?://[^/]+(/invitations/[^<\s]+/)")


@pytest.mark.django_db
def test_a_club_begins_by_forms():
    secretary, referee = Visitor(), Visitor()
    secretary.client.defaults["SERVER_NAME"] = "localhost"
    secretary.open("/")
    secretary.press("Found the club", username="kari", password=PASSWORD, club="Fjord Go")
    secretary.press("Create the tournament", name="Autumn", slug="autumn", rounds="3")
    secretary.open("/organisations/fjord-go/members/")
    page = secretary.press("Make the link", office="referee")
    referee.open(INVITATION.search(page.text)[1])
    referee.press("Make the account and say yes", username="ole", password=PASSWORD)

    secretary.open("/tournaments/autumn/players/enter/")
    for family, given, rank in PLAYERS:
        secretary.press("Enter this player", family_name=family, given_name=given, rank=rank)
    secretary.open("/tournaments/autumn/desk/")
    secretary.press("Pair round 1")
    assert PairingRow.objects.count() == 2
    secretary.press("Publish round 1")
    assert referee.open("/tournaments/autumn/rounds/1/").status == 200
    assert list(Membership.objects.values_list("user__username", "office")) == [
        ("kari", "owner"),
        ("ole", "referee"),
    ]
    assert list(get_user_model().objects.filter(is_superuser=True).values_list("username", flat=True)) == [
        "kari"
    ]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_club_begins_in_a_browser(visit):  # noqa: F811 - the fixture
    page = visit()
    page.goto("/")
    page.fill("input[name=username]", "kari")
    page.fill("input[name=password]", PASSWORD)
    page.fill("input[name=club]", "Fjord Go")
    page.click("button[value=found]")
    page.fill("input[name=name]", "Autumn")
    page.fill("input[name=slug]", "autumn")
    page.fill("input[name=rounds]", "3")
    page.click("button:has-text('Create the tournament')")
    page.wait_for_selector("h2:has-text('Desk')")
    assert Organisation.objects.get().name == "Fjord Go"

    page.goto("/organisations/fjord-go/")
    page.click("a:has-text('Members and offices')")
    page.click("button:has-text('Make the link')")
    path = INVITATION.search(page.inner_text("code.link"))[1]

    referee = visit()
    referee.goto(path)
    referee.fill("input[name=username]", "ole")
    referee.fill("input[name=password]", PASSWORD)
    referee.click("button:has-text('Make the account and say yes')")
    referee.wait_for_selector("text=You are a referee of Fjord Go now")

    page.goto("/tournaments/autumn/players/enter/")
    for family, given, rank in PLAYERS:
        page.fill("input[name=family_name]", family)
        page.fill("input[name=given_name]", given)
        page.fill("input[name=rank]", rank)
        page.click("button:has-text('Enter this player')")
        page.wait_for_selector(f"text={family} {given} is entered")
    assert (Player.objects.count(), EntryRow.objects.count()) == (4, 4)
    page.goto("/tournaments/autumn/desk/")
    page.click("button:has-text('Pair round 1')")
    page.wait_for_selector("text=Round 1 is paired")
    assert RoundRow.objects.get().number == 1
    assert (
        page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1") or not visit.scripted
    )
