"""A service without data: one page, three doors, and nobody else takes it."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.refusals import Refusal
from tests.builders import NOW, an_account, an_organisation
from tests.tournaments.web.visitor import Visitor
from tournaments.organisations.founding import TakeService, service_has_no_operator, setup_key, take_service
from tournaments.tables.people import Membership, Organisation
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
PASSWORD = "nine-stones-and-a-bowl"
WHO = {"username": "kari", "password": PASSWORD}
FIRST = "/first/"


def at_the_machine(**more):
    return Client(headers={"host": "localhost:8000"}, REMOTE_ADDR="127.0.0.1", **more)


def from_the_hall(**more):
    return Client(headers={"host": "localhost:8000"}, REMOTE_ADDR="192.168.1.7", **more)


def somebody_there():
    """A browser on the machine itself."""
    visitor = Visitor()
    visitor.client.defaults["SERVER_NAME"] = "localhost"
    return visitor


def sent(client, door, **typed):
    return client.post(FIRST, WHO | {"club": "Århus Go-klub", "door": door} | typed)


def test_the_home_page_of_an_empty_service_leads_to_the_first(client):
    assert client.get("/")["Location"] == FIRST
    assert "Create the club" in somebody_there().open("/").buttons


def test_one_founds_a_club_and_comes_to_its_first_tournament():
    visitor = somebody_there()
    visitor.open("/")
    page = visitor.press("Create the club", **WHO, club="Århus Go-klub")
    house = Organisation.objects.get()
    assert (house.slug, house.name, house.demonstration) == ("arhus-go-klub", "Århus Go-klub", False)
    assert list(Membership.objects.values_list("user__username", "office")) == [("kari", "owner")]
    assert "Create the tournament" in page.buttons
    assert get_user_model().objects.get().is_superuser
    assert not service_has_no_operator()


def test_one_opens_a_file():
    response = sent(at_the_machine(), "open", club="囲碁クラブ")
    assert response["Location"] == "/organisations/club/import/"


def test_the_demonstration_is_a_house_of_its_own():
    client = at_the_machine()
    response = sent(client, "demonstration", club="")
    assert response["Location"] == "/tournaments/riverside-open/desk/"
    assert client.get(response["Location"]).status_code == 200
    assert Organisation.objects.get().demonstration


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"username": ""}, "This field is required"),
        ({"username": "kari berg"}, "without spaces"),
        ({"password": "kari"}, "too short"),
        ({"password": ""}, "This field is required"),
        ({"club": " "}, "Your club needs a name"),
        ({"club": "Go\u202eclub"}, "One line"),
    ],
    ids=str,
)
def test_what_is_refused_keeps_what_was_typed_and_nothing_is_stored(typed, fault):
    response = sent(at_the_machine(), "found", **typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert fault in page
    assert PASSWORD not in page
    assert ("Århus Go-klub" in page) == ("club" not in typed)
    assert (Organisation.objects.count(), get_user_model().objects.count()) == (0, 0)


def test_the_demonstrations_names_are_not_taken_over():
    response = sent(at_the_machine(), "demonstration", username="director")
    assert "Choose another name" in response.content.decode()
    assert service_has_no_operator()


@pytest.mark.parametrize(
    "client",
    [
        from_the_hall(),
        at_the_machine(HTTP_X_FORWARDED_FOR="203.0.113.9"),
        at_the_machine(HTTP_FORWARDED="for=203.0.113.9"),
        Client(headers={"host": "testserver"}, REMOTE_ADDR="127.0.0.1"),
        Client(headers={"host": "localhost"}, REMOTE_ADDR=""),
    ],
    ids=["hall", "proxy", "forwarded", "another name", "socket"],
)
def test_nobody_else_takes_it(client):
    assert client.get(FIRST).status_code == 403
    assert sent(client, "found").status_code == 403
    assert sent(client, "found", key="guessed").status_code == 403
    assert service_has_no_operator()


def test_the_printed_link_is_taken_from_anywhere_and_once():
    link = f"{FIRST}?key={setup_key()}"
    page = from_the_hall().get(link)
    assert (page.status_code, setup_key() in page.content.decode()) == (200, True)
    assert sent(from_the_hall(), "found", key=setup_key()).status_code == 302
    assert from_the_hall().get(link)["Location"] == "/"
    again = sent(from_the_hall(), "found", key=setup_key(), username="mallory")
    assert again["Location"] == "/"
    assert get_user_model().objects.count() == 1


def test_an_account_that_signed_up_first_does_not_close_the_door():
    an_account("mallory")
    assert sent(at_the_machine(), "found").status_code == 302
    assert get_user_model().objects.get(is_superuser=True).username == "kari"


def test_where_somebody_runs_it_there_is_no_first_page(client):
    an_organisation()
    assert client.get(FIRST)["Location"] == "/"
    assert "No tournament is published yet" in somebody_there().open("/").text
    with pytest.raises(Refusal, match="has an operator already"):
        take_service(TakeService(username="kari", password=PASSWORD), NOW)


def test_a_list_of_players_is_read_into_a_new_tournament():
    visitor = somebody_there()
    visitor.open("/")
    visitor.press("Create the club and open a file", **WHO, club="Riverside")
    visitor.follow("Create the tournament")
    page = visitor.press("Create the tournament", name="Spring Open", rounds="3")
    assert "Import players · Spring Open" in page.text
    assert TournamentRow.objects.get().slug == "spring-open"
