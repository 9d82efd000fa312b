"""A form's address that is opened as a page leads to a page: never to an empty 405."""

import pytest
from django.urls import get_resolver, reverse

from tests.builders import a_tournament, an_account, pair
from tests.test_permission_matrix import PAGES
from tests.tournaments.web.visitor import Visitor

pytestmark = pytest.mark.django_db
OPEN = "/tournaments/open/"


@pytest.fixture
def director():
    pair(a_tournament(players=4), 1)
    return Visitor(an_account("director", "director"))


FORMS = [
    ("limits/preview/", "limits/"),
    ("limits/change/", "limits/"),
    ("players/enter/new/", "players/enter/"),
    ("players/table/preview/", "players/table/"),
    ("rounds/1/pair/", "rounds/1/"),
    ("tiebreaks/change/", "tiebreaks/"),
]


def test_it_leads_to_the_page_of_the_form(director):
    for form, page in FORMS:
        answer = director.client.get(OPEN + form)
        assert (answer.status_code, answer["Location"]) == (302, OPEN + page)
        assert director.client.get(OPEN + page).status_code == 200


def test_no_form_is_opened_to_an_empty_page(director):
    ids = {"slug": "open", "code": "x"}
    ids |= dict.fromkeys(("number", "version", "office_id", "session_id", "request_id"), 1)
    missing = "00000000-0000-4000-8000-000000000000"
    tried = 0
    for name, (method, _) in PAGES.items():
        if method != "POST":
            continue
        space, _, own = name.rpartition(":")
        resolver = get_resolver().namespace_dict[space][1] if space else get_resolver()
        route = resolver.reverse_dict.getlist(own)[0]
        wanted = {part: ids.get(part, missing) for part in route[0][0][1]}
        answer = director.client.get(reverse(name, kwargs=wanted))
        assert answer.status_code in (200, 302), name
        tried += 1
    assert tried > 30


def test_other_methods_and_rest_are_told_no_as_before(director):
    director.client.handler.enforce_csrf_checks = False
    assert director.client.put(f"{OPEN}limits/preview/").status_code == 405
    assert director.client.delete(f"{OPEN}limits/preview/").status_code == 405
    assert director.client.head(f"{OPEN}limits/preview/").status_code == 405
    assert director.client.get("/api/v1/rules/replay/").status_code == 405
