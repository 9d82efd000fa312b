"""A tournament that is not published: to whoever may not see it, the same as one that is not there."""

import pytest

from tests.builders import a_tournament, an_account, an_organisation
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db


def test_who_may_see_it_is_offered_the_login(client):
    a_tournament(players=4, slug="hidden", published=False)
    page = client.get("/tournaments/hidden/").content.decode()
    assert "/accounts/login/?next=/tournaments/hidden/" in page
    client.force_login(an_account("referee", Office.REFEREE))
    assert client.get("/tournaments/hidden/").status_code == 200


def test_an_office_in_a_tournament_of_another_house_is_refused_alike(api):
    a_tournament(players=4, slug="hidden", published=False)
    api.force_authenticate(an_account("mallory", Office.OWNER, an_organisation("evil")))
    answers = [
        api.post(
            "/api/v1/organisations/evil/invitations/",
            {"office": "director", "tournament": slug},
        )
        for slug in ("hidden", "absent")
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert answers[0].content == answers[1].content
