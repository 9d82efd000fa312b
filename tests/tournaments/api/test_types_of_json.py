"""JSON has types: what the document calls a number is no text, and the other way round."""

from urllib.parse import urljoin

import pytest

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OPEN = "/api/v1/tournaments/open/"


@pytest.fixture
def director(api):
    pair(a_tournament(players=6), 1)
    api.force_authenticate(an_account("director", "director"))
    return api


def places(answer):
    assert answer.status_code == 422, answer.content
    return [one["place"] for one in answer.json()["errors"]]


OTHER_TYPES = [
    ("", "patch", {"name": 5}, "name"),
    ("", "patch", {"name": 0.5}, "name"),
    ("", "patch", {"online": "yes"}, "online"),
    ("", "patch", {"online": 1}, "online"),
    ("entries/{entry}/", "patch", {"rating": "2000"}, "rating"),
    ("entries/{entry}/", "patch", {"rating": True}, "rating"),
    ("rounds/2/pairings/", "post", {"seed": "7"}, "seed"),
    ("entries/{entry}/presence/", "patch", {"rounds": [{"round": "2", "present": True}]}, "rounds.0.round"),
    ("rounds/1/results/", "put", {"results": [{"game": "{game}", "result": 1}]}, "results.0.result"),
    ("/api/v1/games/{game}/terms/", "put", {"handicap": 0, "komi": "6.5", "reason": "ours"}, "komi"),
]


def test_a_value_of_another_type_is_refused_at_its_place(director):
    ids = {"entry": str(EntryRow.objects.first().id), "game": str(PairingRow.objects.first().game_id)}

    def filled(value):
        if isinstance(value, dict):
            return {name: filled(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [filled(inner) for inner in value]
        return value.format(**ids) if isinstance(value, str) else value

    for path, method, body, place in OTHER_TYPES:
        answer = getattr(director, method)(
            urljoin(OPEN, path.format(**ids)), filled(body), headers={"If-Match": "*"}
        )
        assert places(answer) == [place]


def test_a_line_of_its_own_is_refused_alone(director):
    one, two = (str(id_) for id_ in PairingRow.objects.values_list("game_id", flat=True)[:2])
    lines = [{"game": one, "result": "black"}, {"game": two, "result": "black", "by_default": "no"}]
    body = director.put(f"{OPEN}rounds/1/results/", {"each": True, "results": lines}).json()
    assert (body["stored"], body["refused"]) == (1, 1)
    assert [one["place"] for one in body["lines"][1]["errors"]] == ["results.1.by_default"]
