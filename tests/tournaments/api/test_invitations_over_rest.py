"""Offices and accounts by invitation over REST; renaming. Nobody is looked up by name."""

import pytest
from django.utils import timezone

from games.log.idempotency import KeptAnswer
from tests.builders import a_tournament, an_account, an_invitation, an_organisation, answers_kept
from tournaments.organisations.invitations import token_of
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Office, Organisation, Player

pytestmark = pytest.mark.django_db
HOUSE = "/api/v1/organisations/home/"


@pytest.fixture
def owner(api):
    api.force_authenticate(an_account("owner", Office.OWNER))
    return api


def accepted(api, token, name="carl"):
    api.force_authenticate(an_account(name))
    return api.post(f"/api/v1/invitations/{token}/accept/")


def test_an_office_is_offered_and_accepted_once(owner):
    row = a_tournament(players=2)
    made = owner.post(f"{HOUSE}invitations/", {"office": "desk", "tournament": row.slug}).json()
    assert owner.get(f"{HOUSE}invitations/").json()["results"] == [made]
    answer = accepted(owner, made["token"])
    assert answer.json() == {
        "organisation": "home",
        "office": "desk",
        "tournament": row.slug,
        "player": None,
    }
    assert Membership.objects.get(user__username="carl").tournament_id == row.id
    assert accepted(owner, made["token"]).status_code == 200
    again = accepted(owner, made["token"], "dora")
    assert (again.status_code, again.json()["code"]) == (409, "invitation_used")


def test_one_that_was_taken_back_is_nobodys(owner):
    made = owner.post(f"{HOUSE}invitations/", {"office": "desk"}).json()
    assert owner.delete(f"{HOUSE}invitations/{made['id']}/").status_code == 204
    assert owner.get(f"{HOUSE}invitations/").json()["results"] == []
    answer = accepted(owner, made["token"])
    assert (answer.status_code, answer.json()["code"]) == (410, "invitation_revoked")


def test_one_that_was_taken_is_not_taken_back(owner):
    invitation = an_invitation(an_organisation(), Office.DESK)
    Invitation.objects.update(used_at=timezone.now())
    answer = owner.delete(f"{HOUSE}invitations/{invitation.id}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation_used")


def test_a_player_says_yes_and_is_parted_again(owner):
    a_tournament(players=2)
    player = Player.objects.first()
    address = f"{HOUSE}players/{player.id}/"
    refused = owner.patch(address, {"account": "owner"})
    assert (refused.status_code, refused.json()["code"]) == (422, "by_invitation")
    old, new = (owner.post(f"{address}invitation/").json()["token"] for _ in range(2))
    assert accepted(owner, old).json()["code"] == "invitation_revoked"
    assert accepted(owner, new).json()["player"] == str(player.id)
    player.refresh_from_db()
    assert player.user.username == "carl"
    owner.force_authenticate(an_account("owner"))
    assert owner.post(f"{address}invitation/").json()["code"] == "player_has_account"
    assert owner.patch(address, {"account": None}).json()["account"] is None


def test_an_answer_with_a_link_is_not_kept(owner):
    offer, key = {"office": "desk"}, {"Idempotency-Key": "k"}
    first, second = (owner.post(f"{HOUSE}invitations/", offer, headers=key).json() for _ in range(2))
    assert first == second
    assert (KeptAnswer.objects.count(), answers_kept()) == (1, 0)
    assert Invitation.objects.count() == 1


def test_names_tell_nothing(owner):
    an_account("carl")
    bodies = [{"user": name, "office": "desk"} for name in ("carl", "nobody")]
    assert [owner.post(f"{HOUSE}offices/", body).status_code for body in bodies] == [405, 405]


def test_an_organisation_is_renamed_by_its_owner(owner):
    assert owner.patch(HOUSE, {"name": "Home Go"}).json()["name"] == "Home Go"
    assert Organisation.objects.get().slug == "home"


def test_a_right_to_found_is_accepted_and_told(api):
    anna = an_account("anna")
    api.force_authenticate(anna)
    assert api.post("/api/v1/organisations/", {"slug": "new", "name": "New"}).status_code == 403
    token = token_of(an_invitation())
    assert accepted(api, token, "anna").json()["organisation"] is None
    api.force_authenticate(an_account("anna"))
    [office] = api.get("/api/v1/account/").json()["offices"]
    assert office == {
        "office": "founder",
        "organisation": None,
        "tournament": None,
    }
    assert api.post("/api/v1/organisations/", {"slug": "new", "name": "New"}).status_code == 201
