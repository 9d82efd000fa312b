"""Methods and media types that nobody expects: on every address of REST a plain answer."""

import re

import pytest
from django.urls import get_resolver
from django.urls.resolvers import URLResolver

from games.log.store import head
from tests.builders import a_claim, a_tournament, an_account, pair
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
NOTHING = {
    "slug": "open",
    "number": "1",
    "name": "japanese",
    "kind": "opengotha",
    "code": "00000-00000-00000-00000-00000",
    "office_id": "1",
    "form": "json",
}


def addresses(resolver=None, prefix="/"):
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, path)
        elif path.startswith("/api/v1/"):
            yield path


def an_address(path):
    """With ids of nothing in the place of parameters."""
    return re.sub(
        r"<(?:\w+:)?(\w+)>", lambda found: NOTHING.get(found[1], "00000000-0000-4000-8000-000000000000"), path
    )


@pytest.mark.parametrize(("method", "status"), [("OPTIONS", 204), ("TRACE", 405), ("FOO", 405)])
def test_unusual_methods_have_no_effect_and_a_plain_answer(api, method, status):
    a_tournament(players=4)
    before = head()
    answers = {path: api.generic(method, an_address(path)) for path in sorted(set(addresses()))}
    assert len(answers) > 50
    assert {
        path: answer.status_code for path, answer in answers.items() if answer.status_code != status
    } == {}
    assert all("OPTIONS" in answer["Allow"] for answer in answers.values())
    assert head() == before


@pytest.fixture
def pictures():
    """Addresses whose answers are no JSON."""
    pair(a_tournament(players=4), 1)
    game_id = PairingRow.objects.first().game_id
    claim_id = a_claim(game_id)
    return [
        f"/api/v1/games/{game_id}/board.svg",
        f"/api/v1/games/{game_id}/record.sgf",
        f"/api/v1/claims/{claim_id}/sequences/1/board.svg",
    ]


def test_options_of_pictures_and_records_name_the_methods(api, pictures):
    for address in pictures:
        answer = api.options(address)
        assert (answer.status_code, answer["Allow"], answer.content) == (204, "GET, HEAD, OPTIONS", b"")


def test_who_takes_only_json_is_told_that_a_picture_is_none(api, pictures):
    api.force_authenticate(an_account("referee", "referee"))
    for address in pictures:
        assert api.get(address).status_code == 200
        refused = api.get(address, headers={"Accept": "application/json"})
        assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")
