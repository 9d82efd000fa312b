"""The response to a write to a game is what the game's address answers afterwards."""

import pytest

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_result_response_equals_the_game_read_afterwards(api):
    row = a_tournament(players=4)
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first()
    users = {"director": an_account("director", Office.DIRECTOR)}
    for side in ("black", "white"):
        users[side] = an_account(side)
        Player.objects.filter(pk=getattr(game, side).player_id).update(user=users[side])
    address = f"/api/v1/games/{game.game_id}/"
    for who, method, path, body in (
        ("black", "post", "reports/", {"result": "black"}),
        ("white", "post", "reports/", {"result": "white"}),
        ("white", "post", "reports/", {"result": "black"}),
        ("director", "put", "result/", {"result": "white", "reason": "The scorecard says so."}),
        ("director", "put", "result/", {"result": "white"}),
        ("director", "delete", "result/?reason=It+was+another+game.", None),
    ):
        api.force_authenticate(users[who])
        response = getattr(api, method)(address + path, body, format="json")
        assert response.status_code in (200, 201), response.content
        told = {name: value for name, value in response.json().items() if name != "receipt"}
        read = api.get(address)
        assert told == read.json()
        assert read["ETag"].startswith(response["ETag"].removesuffix('"') + "-")


RECORD = "(;SZ[19]KM[6.5];B[pd];W[dd])"


def test_record_response_equals_the_game_read_afterwards(api):
    row = a_tournament(players=4)
    pair(row, 1)
    address = f"/api/v1/games/{PairingRow.objects.filter(tournament=row).first().game_id}/"
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    for path, body, more in (
        ("moves/", {"do": "play", "colour": "black", "at": "D4"}, set()),
        ("moves/", {"do": "pass", "colour": "white"}, set()),
        ("take-back/", {"to_turn": 1, "reason": "It was mistyped."}, set()),
        ("record/withdraw/", {"reason": "It is of table 5."}, set()),
        ("record/", {"sgf": RECORD}, {"notes"}),
    ):
        response = api.post(address + path, body, format="json", headers={"If-Match": "*"})
        assert response.status_code in (200, 201), response.content
        told, read = response.json(), api.get(address)
        assert told.keys() - read.json().keys() == {"receipt", *more}
        assert {name: told[name] for name in read.json()} == read.json()
        assert told["receipt"]
        assert read["ETag"].startswith(response["ETag"].removesuffix('"') + "-")


def test_repeated_report_is_answered_as_the_document_says(api):
    row = a_tournament(players=4)
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first()
    user = an_account("black")
    Player.objects.filter(pk=game.black.player_id).update(user=user)
    api.force_authenticate(user)
    for key, receipt in (("one", True), ("one", True), ("two", False)):
        headers = {"Idempotency-Key": key}
        answer = api.post(f"/api/v1/games/{game.game_id}/reports/", {"result": "black"}, headers=headers)
        assert (answer.status_code, bool(answer.json()["receipt"])) == (201, receipt)


def test_game_says_that_its_record_starts_from_another_position(api):
    row = a_tournament(players=4)
    pair(row, 1)
    address = f"/api/v1/games/{PairingRow.objects.filter(tournament=row).first().game_id}/"
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    sent = api.post(f"{address}record/", {"sgf": "(;SZ[19]KM[6.5]AB[pd];W[dd])"}).json()
    assert [note["code"] for note in sent["differences"]] == ["start_differs"]
    assert api.get(address).json()["differences"] == sent["differences"]
