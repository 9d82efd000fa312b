"""The formats that a tournament can be had in: those that whoever asks may have, and each can be fetched."""

import pytest

from tests.builders import a_tournament, an_account
from tournaments.formats.exports import FORMATS
from tournaments.interchange.bundles import BUNDLES

pytestmark = pytest.mark.django_db
EXPORTS = "/api/v1/tournaments/open/exports/"


def kinds(api):
    return [one["type"] for one in api.get(EXPORTS).json()["results"]]


def test_everybody_is_told_what_everybody_may_have(api):
    a_tournament(players=4)
    assert kinds(api) == [*BUNDLES]
    assert {one["past"] for one in api.get(EXPORTS).json()["results"]} == {False}


def test_an_official_is_told_all_of_them(api):
    a_tournament(players=4)
    api.force_authenticate(an_account("referee", "referee"))
    assert kinds(api) == [*FORMATS, *BUNDLES]


def test_each_is_where_the_list_says(api):
    a_tournament(players=4)
    api.force_authenticate(an_account("director", "director"))
    for one in api.get(EXPORTS).json()["results"]:
        answer = api.get(one["address"])
        assert (answer.status_code, answer["Content-Type"]) == (200, one["media_type"])
        assert answer["Content-Disposition"].endswith(f'.{one["extension"]}"')
