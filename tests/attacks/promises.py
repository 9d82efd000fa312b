"""What the OpenAPI document promises, as checks; and a house in which its addresses lead to something."""

from dataclasses import dataclass
from uuid import uuid4

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from knox.models import get_token_model
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.log.store import read_all
from games.receipts.codes import last_code
from tests.builders import (
    NOW,
    a_claim,
    a_club_group,
    a_family,
    a_founder,
    a_listed_player,
    a_ping,
    a_signup,
    a_team_tournament,
    a_tournament,
    a_webhook,
    an_account,
    an_invitation,
    an_organisation,
    pair,
)
from tests.games.claims.pictures import photo
from tournaments.accounts.private_links import token_of as link_of
from tournaments.loading import load
from tournaments.organisations.invitations import token_of
from tournaments.outbox.rows import Job
from tournaments.registration.registering import key_of
from tournaments.tables.people import Membership, Office
from tournaments.tables.rows import EntryRow, PairingRow

HEADERS = ("ETag", "Location", "Retry-After", "Idempotent-Replay")


def headers_as_documented(_context, response, case):
    """Of those that the document speaks of: each that is there is documented, each promised one there."""
    answers, status = case.operation.definition.raw["responses"], str(response.status_code)
    documented = answers.get(status) or answers.get(f"{status[0]}XX", {})
    told = {name.lower(): header for name, header in documented.get("headers", {}).items()}
    here = {name for name in HEADERS if name.lower() in response.headers}
    assert {name.lower() for name in here} <= told.keys(), (response.status_code, here)
    promised = {name for name, header in told.items() if header.get("required")}
    assert promised <= response.headers.keys(), (response.status_code, promised)


CHECKS = [
    headers_as_documented,
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def document():
    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    schema.app = get_wsgi_application()  # deploy.wsgi shortens the waits for locks of the process
    return schema


OPERATIONS = {found.ok().label: found.ok() for found in document().get_all_operations()}


SIGNALS = (request_started, request_finished)


@pytest.fixture(scope="module")
def kept_open():
    """As under Django's own test client, the end of a request does not close the connection."""
    keep_open()
    yield
    for signal in SIGNALS:
        signal.connect(close_old_connections)


def keep_open():
    """Once more after a request of Django's client, which connects them again."""
    for signal in SIGNALS:
        signal.disconnect(close_old_connections)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """``ways``: headers that make a request the owner's or a player's; ``found``: path parameters."""

    ways: tuple[dict[str, str], ...]
    found: dict[str, object]
    slug: str


def with_token(token):
    return {"Authorization": f"Token {token}"}


def with_session(account):
    """As a script of a page sends it: with the cookie, and the token of its form."""
    client = Client()
    client.force_login(account)
    secret = "a" * 32
    cookies = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    return {"Cookie": f"{cookies}; {settings.CSRF_COOKIE_NAME}={secret}", "X-CSRFToken": secret}


@pytest.fixture(scope="module")
def real(lasting_db, kept_open):
    """How an owner is known, and path parameters that lead to something."""
    row = a_tournament(players=6)
    pair(row, 1)
    owner = a_founder(an_account("owner", Office.OWNER))
    _, token = get_token_model().objects.create(user=owner)
    job = Job.objects.create(
        id=uuid4(), kind="pair_round", tournament_id=row.id, params={}, actor="tester", asked_at=NOW
    )
    ping = a_ping(a_webhook(origin="https://nigiri.example"))
    invitation = an_invitation(an_organisation(), Office.REFEREE)
    signup = a_signup(row)
    teams = a_team_tournament(slug="teams")
    pair(teams, 1)
    found = {
        "number": 1,
        "entry_id": EntryRow.objects.filter(tournament=row).first().id,
        "game_id": str(PairingRow.objects.filter(tournament=row).first().game_id),
        "player_id": str(EntryRow.objects.filter(tournament=row).first().player_id),
        "office_id": Membership.objects.get().id,
        "job_id": str(job.id),
        "webhook_id": str(ping.endpoint_id),
        "delivery_id": str(ping.id),
        "claim_id": a_claim(PairingRow.objects.filter(tournament=row).first().game_id, picture=photo()),
        "group_id": a_family(row),
        "club_group_id": a_club_group(row),
        "listed_id": str(a_listed_player().id),
        "purpose": "claim",
        "name": "arg",
        "kind": "aga",
        "team_id": next(iter(load(str(teams.id))[0].teams)),
        "code": last_code(read_all()),
        "token": token_of(invitation),
        "invitation_id": str(invitation.id),
        "signup_id": str(signup.id),
        "signup_key": key_of(signup),
    }
    link = {"Authorization": f"Link {link_of(PairingRow.objects.filter(tournament=row).first().white)}"}
    return Known(ways=(with_token(token), with_session(owner), link), found=found, slug=row.slug)


def parameters(operation, known):
    """Those of the operation that lead to something."""
    own = an_organisation().slug if "/organisations/" in operation.path else known.slug
    names = [parameter.name for parameter in operation.path_parameters]
    own = "teams" if "team_id" in names else own
    return {name: {**known.found, "slug": own}[name] for name in names}
