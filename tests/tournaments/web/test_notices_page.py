"""The list of notices and the choice of them, on pages and over REST."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import an_account
from tests.tournaments.notices.people import a_told_round, told
from tests.tournaments.web.visitor import Visitor
from tournaments.notices.rows import Notice
from tournaments.notices.storing import notice_settings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def black():
    visitor = Visitor(an_account("black"))
    a_told_round()
    told()
    return visitor


def test_the_head_of_every_page_counts_new_notices_and_leads_a_player_to_their_game(black):
    page = black.open("/")
    assert "Notices 1 unread" in " ".join(page.text.split())
    assert ("My game", "/my/") in [(said.strip(), to) for said, to in page.links]
    (line,) = Notice.objects.filter(user__username="black")
    black.open(f"/account/notices/{line.pk}/")
    text = black.open("/").text
    assert "unread" not in text
    assert "My game" not in Visitor(an_account("nobody")).open("/").text


def test_a_notice_is_new_until_its_page_was_opened(black):
    page = black.open("/account/notices/")
    assert "new The Open: round 1 is published" in page.text
    assert "you have Black against" in page.text
    assert "1 new notice" in black.open("/account/").text
    black.open("/account/notices/")
    assert "The Open" in black.follow("The Open: round 1").text
    assert "1 new notice" not in black.open("/account/").text
    assert "Mark all as read" not in black.open("/account/notices/").buttons


def test_a_long_list_costs_the_queries_of_a_short_one(black):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            black.open("/account/notices/")
        return len(asked)

    black.open("/account/notices/")  # notes the session, once
    one = cost()
    notice = Notice.objects.get(user__username="black")
    for _ in range(3):
        notice.pk = uuid4()
        notice.save(force_insert=True)
    assert black.open("/account/notices/").text.count("you have Black against") == 4
    assert cost() == one


def test_all_are_marked_as_read_at_once_and_those_of_others_stay(black):
    black.open("/account/notices/")
    black.press("Mark all as read")
    assert [notice.user.username for notice in Notice.objects.filter(read_at=None)] == ["white"]


def test_nobody_reads_a_notice_of_somebody_else(black):
    theirs = Notice.objects.exclude(user__username="black").get()
    black.open(f"/account/notices/{theirs.pk}/")
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_what_one_is_told_is_chosen_and_mail_is_offered_where_it_would_arrive(settings):
    user = an_account("black")
    visitor = Visitor(user)
    assert "This service sends no mail." in visitor.open("/account/").text
    visitor.press("Save", kinds=["ruling"])
    assert notice_settings_of(user.pk) == {"kinds": ["ruling"], "mail": False}
    settings.MAIL = True
    assert "once your address is verified" in visitor.open("/account/").text
    EmailAddress.objects.create(user=user, email="black@example.org", verified=True, primary=True)
    visitor.open("/account/")
    visitor.press("Save", kinds=["ruling", "round"], mail="on")
    assert notice_settings_of(user.pk) == {"kinds": ["ruling", "round"], "mail": True}


def test_the_same_over_rest(api, black):
    api.force_authenticate(an_account("black"))
    [notice] = api.get("/api/v1/account/notices/").data["results"]
    assert (notice["type"], notice["read_at"]) == ("round", None)
    assert notice["title"] == "The Open: round 1 is published"
    others = str(Notice.objects.exclude(pk=notice["id"]).get().pk)
    assert api.post("/api/v1/account/notices/read/", {"ids": [notice["id"], others]}).data == {"read": 1}
    assert api.post("/api/v1/account/notices/read/", {}).data == {"read": 0}
    chosen = {"types": ["dispute"], "mail": True}
    assert api.put("/api/v1/account/notices/wishes/", chosen).data == chosen
    assert api.get("/api/v1/account/notices/wishes/").data == chosen
    assert api.put("/api/v1/account/notices/wishes/", {"types": ["weather"]}).status_code == 422
