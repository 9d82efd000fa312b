"""``q`` in lists of entries, players, organisations and tournaments."""

import pytest

from tests.builders import a_tournament, an_account

pytestmark = pytest.mark.django_db
HOME = "/api/v1/organisations/home/"


@pytest.mark.parametrize(
    ("address", "member", "text", "found"),
    [
        ("/api/v1/tournaments/open/entries/", "name", "player0001", ["Player0001"]),
        ("/api/v1/tournaments/open/entries/", "name", "layer", []),
        (f"{HOME}players/", "family_name", "PLAYER0002", ["Player0002"]),
        (f"{HOME}players/", "family_name", "layer", []),
        ("/api/v1/organisations/", "slug", "HOM", ["home"]),
        ("/api/v1/organisations/", "slug", "nowhere", []),
        ("/api/v1/tournaments/", "slug", "OPEN", ["open"]),
        ("/api/v1/tournaments/", "slug", "closed", []),
    ],
)
def test_finds_by_name(api, address, member, text, found):
    a_tournament(players=3)
    api.force_authenticate(an_account("director", "director"))
    results = api.get(f"{address}?q={text}").json()["results"]
    assert [one[member] for one in results] == found
