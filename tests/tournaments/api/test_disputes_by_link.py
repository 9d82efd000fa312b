"""Disputes over REST with private links: rights of opponents, strangers and officials who play."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.game.commands import receive_record
from tests.builders import a_context, an_account
from tests.tournaments.web.disputed import a_dispute, sgf
from tournaments.accounts.private_links import token_of
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
ANY = {"If-Match": "*"}
RULESETS = ("japanese", "chinese", "aga", "tromp-taylor-agreement", "makrai-territory")
FOREIGN = ("foreign black", "foreign white")
REFUSED = {401, 403, 404}
WHITE_WON = {"decision": "upheld", "reasons": "I saw it.", "remedy": {"result": "white"}}
DENIED = {"decision": "denied", "reasons": "I misread it."}


class Hall:
    """Two games with links of all four players, and clients of officials."""

    def __init__(self, ruleset="japanese", offices=("referee", "colleague", "committee", "owner")):
        self.game = a_dispute(ruleset)
        Player.objects.update(user=None)
        other = PairingRow.objects.exclude(pk=self.game.pk).select_related("black", "white").get()
        self.clients = {
            name: APIClient(headers={"Authorization": f"Link {token_of(entry)}"})
            for name, entry in (
                ("black", self.game.black),
                ("white", self.game.white),
                ("foreign black", other.black),
                ("foreign white", other.white),
            )
        }
        for name in offices:
            self.clients[name] = APIClient()
            office = "referee" if name == "colleague" else name
            self.clients[name].force_authenticate(an_account(name, office))
        self.address = f"/api/v1/games/{self.game.game_id}/"
        receive_record(str(self.game.game_id), sgf(), a_context())

    def post(self, name, address, body=None):
        response = self.clients[name].post(address, body or {}, headers=ANY)
        return response.status_code, response.json()

    def code(self, name, address, body=None):
        status, told = self.post(name, address, body)
        return status, told.get("code")

    def claimed(self, name="black", result="W+"):
        status, told = self.post(
            name, f"{self.address}claims/", {"type": "wrong_result", "result": result, "text": "Look."}
        )
        assert status == 201, told
        return f"/api/v1/claims/{told['id']}/"

    def result(self):
        self.game.refresh_from_db()
        return self.game.winner, self.game.result_state


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ruling_is_made_corrected_appealed_and_decided_under_every_ruleset(ruleset):
    hall = Hall(ruleset)
    claim = hall.claimed()
    assert hall.code("referee", f"{claim}ruling/", {**WHITE_WON, "remedy": {}}) == (
        422,
        "ruling_without_effect",
    )
    assert hall.post("referee", f"{claim}ruling/", WHITE_WON)[0] == 201
    assert hall.result() == ("white", "decided")
    corrected = hall.clients["colleague"].put(f"{claim}ruling/", DENIED, headers=ANY)
    assert (corrected.status_code, corrected.json()["earlier_rulings"][0]["remedy"]["result"]) == (
        200,
        "white",
    )
    assert hall.result() == ("not_played", "missing")
    assert hall.code("white", f"{claim}appeal/", {"text": "No."}) == (409, "nothing_to_appeal")
    assert hall.post("black", f"{claim}appeal/", {"text": "No."})[0] == 201
    for name in ("referee", "colleague"):
        assert hall.post(name, f"{claim}appeal/decision/", WHITE_WON | {"decision": "changed"})[0] == 403
    changed = {"decision": "changed", "reasons": "Seen.", "remedy": {"result": "white"}}
    assert hall.post("committee", f"{claim}appeal/decision/", changed)[0] == 201
    assert hall.result() == ("white", "final")


@pytest.mark.parametrize("name", FOREIGN)
def test_link_of_another_game_opens_nothing_of_a_dispute(name):
    hall = Hall()
    claim = hall.claimed()
    hall.post("referee", f"{claim}ruling/", WHITE_WON)
    for address, body in (
        (f"{hall.address}claims/", {"type": "other", "text": "I looked on."}),
        (f"{hall.address}moves/", {"do": "mark_dead", "colour": "black", "points": ["A3"]}),
        (f"{claim}appeal/", {"text": "No."}),
        (f"{claim}withdraw/", {}),
        (f"{claim}sequences/", {}),
        (f"{claim}ruling/", WHITE_WON),
    ):
        assert hall.post(name, address, body)[0] in REFUSED, address
    assert hall.clients[name].get(claim).status_code in REFUSED


def test_player_of_another_game_is_refused_on_every_page_of_a_dispute():
    hall = Hall()
    claim = hall.claimed()
    hall.post("referee", f"{claim}ruling/", WHITE_WON)
    other = PairingRow.objects.exclude(pk=hall.game.pk).get()
    account = an_account("stranger")
    Player.objects.filter(pk=other.black.player_id).update(user=account)
    stranger = Client()
    stranger.force_login(account)
    page, game = (
        claim.replace("/api/v1/", "/tournaments/open/"),
        f"/tournaments/open/games/{hall.game.game_id}/",
    )
    assert stranger.get(page).status_code in REFUSED
    for address in (
        *(f"{game}{part}" for part in ("claims/", "record/dead/")),
        *(f"{page}{part}" for part in ("appeal/", "withdraw/", "sequences/", "ruling/", "ruling/effect/")),
        *(f"{page}{part}" for part in ("ruling/correct/", "second/", "decision/", "decision/effect/")),
    ):
        assert stranger.post(address, {"decision": "denied", "text": "No."}).status_code in REFUSED, address


def test_link_of_the_opponent_says_nothing_for_the_other_player():
    hall = Hall()
    moves = f"{hall.address}moves/"
    for body in (
        {"do": "mark_dead", "colour": "black", "points": ["A3"]},
        {"do": "accept", "colour": "black"},
        {"do": "agree_dead", "points": ["A3"]},
    ):
        assert hall.code("white", moves, body) == (403, "not_your_word")
    claim = hall.claimed("black")
    assert hall.code("white", f"{claim}withdraw/")[0] == 403
    assert hall.code("white", f"{claim}ruling/", WHITE_WON)[0] == 403


def test_official_agrees_only_on_stones():
    hall = Hall()
    status, told = hall.post("referee", f"{hall.address}moves/", {"do": "agree_dead", "points": ["A3", "B3"]})
    assert (status, told["code"], told["errors"][0]["place"]) == (422, "invalid", "points")
    assert "no stone at B3" in str(told["errors"])
    assert hall.post("referee", f"{hall.address}moves/", {"do": "agree_dead", "points": ["A3"]})[0] == 201


def test_official_who_plays_decides_nothing_on_the_own_game():
    hall = Hall(offices=("colleague", "committee", "owner"))
    account = an_account("referee", "referee")
    Player.objects.filter(pk=hall.game.white.player_id).update(user=account)
    hall.clients["referee"] = APIClient()
    hall.clients["referee"].force_authenticate(account)
    claim = hall.claimed()
    assert hall.code("referee", f"{hall.address}moves/", {"do": "agree_dead", "points": ["A3"]}) == (
        403,
        "not_your_word",
    )
    assert hall.code("referee", f"{claim}ruling/", WHITE_WON) == (403, "own_game")
    assert hall.post("colleague", f"{claim}ruling/", WHITE_WON)[0] == 201
    response = hall.clients["referee"].put(f"{claim}ruling/", DENIED, headers=ANY)
    assert (response.status_code, response.json()["code"]) == (403, "own_game")


def test_of_two_appeals_one_is_stored_and_no_other_claim_is_ruled_on_meanwhile():
    hall = Hall()
    first, other = hall.claimed(), hall.claimed("white")
    jigo = {**WHITE_WON, "remedy": {"result": "jigo"}}
    assert hall.post("referee", f"{first}ruling/", jigo)[0] == 201
    assert hall.post("black", f"{first}appeal/", {"text": "No."})[0] == 201
    assert hall.code("white", f"{first}appeal/", {"text": "No."}) == (409, "appealed_already")
    assert hall.code("referee", f"{other}ruling/", WHITE_WON) == (409, "ruling_appealed")
    assert hall.post("referee", f"{other}ruling/", DENIED)[0] == 201
    assert (
        hall.post("committee", f"{first}appeal/decision/", {"decision": "upheld", "reasons": "So."})[0] == 201
    )
    assert hall.result() == ("jigo", "final")
    assert hall.post("black", f"{other}appeal/", {"text": "No."})[0] == 409


def test_owner_decides_an_appeal_without_a_committee():
    hall = Hall(offices=("referee", "owner"))
    claim = hall.claimed()
    hall.post("referee", f"{claim}ruling/", WHITE_WON)
    assert hall.post("black", f"{claim}appeal/", {"text": "No."})[0] == 201
    changed = {"decision": "changed", "reasons": "Seen."}
    assert hall.code("owner", f"{claim}appeal/decision/", changed) == (422, "ruling_without_effect")
    assert hall.post("owner", f"{claim}appeal/decision/", changed | {"keeps_result": True})[0] == 201
    assert hall.result() == ("not_played", "missing")


def test_too_late_to_correct_or_to_appeal(monkeypatch):
    hall = Hall()
    claim = hall.claimed()
    hall.post("referee", f"{claim}ruling/", WHITE_WON)
    later = timezone.now() + timedelta(hours=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    response = hall.clients["referee"].put(f"{claim}ruling/", DENIED, headers=ANY)
    assert (response.status_code, response.json()["code"]) == (409, "too_late_to_correct")
    appeal = hall.clients["black"].post(f"{claim}appeal/", {"text": "No."})
    assert (appeal.json()["code"], appeal.json()["until"][-1]) == ("appeal_too_late", "Z")
