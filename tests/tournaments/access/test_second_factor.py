"""Organisations may require second factors: roles are suspended until the account has one."""

from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from knox.models import get_token_model
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, an_organisation
from tests.tournaments.web.visitor import Visitor
from tournaments.access.actors import actor_of
from tournaments.access.table import Role
from tournaments.commands import PairRound, pair_round
from tournaments.tables.accounts import Invitation
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
MEMBERS = "/organisations/home/members/"
DESK = "/tournaments/open/desk/"


def with_factor(user):
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "A" * 32})
    return user


def program(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_roles_are_suspended_until_a_second_factor_exists():
    row = a_tournament(players=2)
    owner, director = with_factor(an_account("owner", "owner")), an_account("director", "director")
    visitor = Visitor(owner)
    visitor.open(MEMBERS)
    page = visitor.press("Require a second factor of officers")
    assert (
        "a director (everywhere) sets tournaments up, enters players, pairs and publishes suspended: no"
        in page.text
    )

    theirs = Visitor(director)
    assert (
        "asks its officers for a second factor. Turn on the second factor in your account"
        in theirs.open(DESK).text
    )
    assert "Turn on the second factor in your account" in theirs.open("/organisations/home/").text
    refused = program(director).get("/api/v1/organisations/home/webhooks/")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_needed")

    pair_round(str(row.id), PairRound(round=1), a_context())
    game = PairingRow.objects.get().game_id
    assert theirs.client.get(f"/tournaments/open/games/{game}/live/").status_code == 403

    with_factor(director)
    assert theirs.open(DESK).buttons == visitor.open(DESK).buttons != []
    assert theirs.client.get(f"/tournaments/open/games/{game}/live/").status_code == 200


def test_service_may_require_second_factors_of_officers_and_operators(settings):
    settings.FOUNDERS = "invited"
    owner, operator = an_account("owner", "owner"), an_account("operator")
    operator.is_superuser = True
    founder = an_account("founder")
    Invitation.objects.create(
        id=uuid4(), made_by=operator, used_by=founder, made_at=timezone.now(), expires_at=timezone.now()
    )
    everybody = (owner, operator, founder)

    def roles_of(user):
        del user.nigiri_actor  # which is kept for one request
        return {office.role for office in actor_of(user).offices}

    for user in everybody:
        actor_of(user)
    assert [roles_of(user) for user in everybody] == [{Role.OWNER}, {Role.OPERATOR}, {Role.FOUNDER}]
    settings.SECOND_FACTOR = "officers"
    assert [roles_of(user) for user in everybody] == [set(), set(), set()]
    assert [{office.role for office in user.nigiri_actor.waiting} for user in everybody] == [
        {Role.OWNER},
        {Role.OPERATOR},
        {Role.FOUNDER},
    ]
    an_account("director", "director")
    for user in everybody:
        with_factor(user)
    assert Visitor(owner).open(MEMBERS).text.count("suspended: no second factor") == 1
    assert [roles_of(user) for user in everybody] == [{Role.OWNER}, {Role.OPERATOR}, {Role.FOUNDER}]


def test_owner_cannot_lock_out_themselves():
    owner = an_account("owner", "owner")
    visitor = Visitor(owner)
    visitor.open(MEMBERS)
    assert "you would lock yourself out" in visitor.press("Require a second factor of officers").text
    refused = program(owner).patch("/api/v1/organisations/home/", {"second_factor": True}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "second_factor_of_own")
    assert not an_organisation().second_factor


def test_one_request_renames_and_sets_the_requirement():
    owner = with_factor(an_account("owner", "owner"))
    body = {"second_factor": True, "name": "Strict"}
    answer = program(owner).patch("/api/v1/organisations/home/", body, format="json")
    assert (answer.json()["second_factor"], answer.json()["name"]) == (True, "Strict")


def test_operator_closes_and_reopens_accounts(client):
    owner = with_factor(an_account("owner", "owner"))
    client.force_login(owner)
    token = program_of(owner)
    assert [one.get("/api/v1/account/").status_code for one in (client, token)] == [200, 200]
    call_command("account", "Owner", "--close")
    assert [one.get("/api/v1/account/").status_code for one in (client, token)] == [401, 401]
    call_command("account", "owner", "--open", "--forget-second-factor")
    client.force_login(owner)
    assert client.get("/api/v1/account/").status_code == 200
    assert not Authenticator.objects.exists()


def test_operator_logs_out_one_account_or_all(client):
    owner, other = an_account("owner", "owner"), Client()
    client.force_login(owner)
    client.get("/")  # which notes the session
    other.force_login(an_account("somebody"))
    tokens = [program_of(owner), program_of(an_account("somebody"))]
    call_command("account", "owner", "--log-out")
    assert answers(client, tokens[0]) == [401, 401]
    assert answers(other, tokens[1]) == [200, 200]
    client.force_login(owner)
    call_command("account", "--everybody", "--log-out")
    assert answers(client, other, tokens[1]) == [401, 401, 401]


def test_logging_out_everybody_keeps_accounts():
    an_account("owner", "owner")
    log_out = ["--everybody", "--log-out"]
    for words in ([], ["--everybody"], ["owner", *log_out], [*log_out, "--open"]):
        with pytest.raises(CommandError, match="everybody"):
            call_command("account", *words)


def answers(*clients):
    return [one.get("/api/v1/account/").status_code for one in clients]


def program_of(user):
    _, token = get_token_model().objects.create(user=user)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client
