"""A slip in the name of a member changes nothing and says so."""

import pytest
from rest_framework.test import APIClient

from games.log.tables import Event
from tests.builders import a_claim, a_tournament, an_account, pair
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"
OPEN = V1 + "tournaments/open/"


@pytest.fixture
def places():
    """A round that is paired, for an owner; what follows from its ids."""
    row = a_tournament(players=4)
    pair(row, 1)
    game = str(PairingRow.objects.filter(tournament=row).first().game_id)
    entry = str(EntryRow.objects.filter(tournament=row).first().id)
    return {"game": game, "entry": entry, "claim": str(a_claim(game))}


SLIPS = [
    (
        "post",
        V1 + "tournaments/",
        {"organisation": "home", "slug": "a", "name": "A", "rounds": 3},
        "rounds",
    ),
    ("patch", OPEN, {"nmae": "B"}, "nmae"),
    ("patch", OPEN, {"time": {"basic": 60, "overtime": "none", "byoyomi": 3}}, "time.byoyomi"),
    ("patch", OPEN + "settings/", {"rounds": 3}, "rounds"),
    ("patch", OPEN + "entries/{entry}/", {"rnak": "3d"}, "rnak"),
    ("put", V1 + "games/{game}/result/", {"winner": "black", "winer": "white"}, "winer"),
    ("post", V1 + "organisations/home/clubs/", {"name": "Ko", "country": "CH", "tow": "Bern"}, "tow"),
    ("post", V1 + "games/{game}/record/", {"sgf": "(;SZ[19];B[aa])", "game": 2}, "game"),
    ("post", V1 + "games/{game}/take-back/", {"to_turn": 0, "reason": "x", "why": "y"}, "why"),
    ("post", V1 + "games/{game}/claims/", {"type": "time", "gmae": "x"}, "gmae"),
    ("post", V1 + "games/{game}/claims/", {"type": "other", "picture": "x"}, "picture"),
    ("post", V1 + "claims/{claim}/withdraw/", {"reason": "x", "why": "y"}, "why"),
]


def test_a_member_that_is_not_known_is_refused_by_name(places):
    client = APIClient()
    client.force_authenticate(an_account("owner", "owner"))
    before = Event.objects.count()
    for method, path, body, place in SLIPS:
        response = getattr(client, method)(path.format(**places), body, headers={"If-Match": "*"})
        assert response.status_code == 422, (response.status_code, response.content)
        said = {one["place"]: one["message"] for one in response.json()["errors"]}
        assert said[place].startswith("There is no such member; there are: ")
        assert Event.objects.count() == before
