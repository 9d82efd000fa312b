"""What somebody may not see is answered like what is not there: on every address with an id in it.

Each route is asked twice, for something that exists and is hidden from whoever asks, and for something
of the same kind that does not exist. Status, headers and body must be the same but for the ids themselves.
"""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from tests.attacks.fuzz.routes import routes
from tests.builders import a_context
from tests.test_permission_matrix import a_house
from tournaments.commands import PairRound, pair_round
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
UNSEEN = {  # of a tournament that everybody sees, what not everybody does
    "claim_id", "job_id", "webhook_id", "delivery_id", "invitation_id", "signup_id", "office_id", "listed_id",
    "group_id", "club_group_id", "player_id", "token", "signup_key", "notice_id", "device_id", "session_id",
    "request_id",
}  # fmt: skip
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
NUMBERS = {"office_id", "session_id", "request_id"}
VARYING = {"date", "x-request-id", "content-length", "set-cookie", "ratelimit"}  # which counts down
ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")
TOKEN = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+')


@pytest.fixture(params=["nobody", "stranger"])
def client(request, hidden):
    made = Client(raise_request_exception=False)
    if request.param != "nobody":
        made.force_login(hidden.accounts[request.param])
    return made


@pytest.fixture(scope="module")
def hidden(lasting_db):
    with transaction.atomic():
        yield a_house(published=False)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def public(lasting_db):
    with transaction.atomic():
        yield a_house(published=True, mark="-public")
        transaction.set_rollback(True)


def value(house, route, name):
    if name == "slug":
        if "/organisations/" in route.template:
            return house.organisation.slug
        return house.teams.slug if "team_id" in route.parameters else house.known["slug"]
    if name == "token" and route.name.startswith(("web:open-link", "web:tie-player")):
        return house.link
    if name == "invitation_id" and route.name.endswith("revoke-founder"):
        return house.founding
    return house.known.get(name, "x")


def missing(name, real):
    """Of the same kind, and of nothing."""
    if name in NUMBERS:
        return 987654
    if name == "slug":
        return "nowhere"
    if name in ("token", "signup_key", "hall", "code"):
        return f"{real}"[:-1] + ("b" if f"{real}".endswith("a") else "a")
    return uuid4()


def asked(client, method, path):
    """(status, headers, body) without what is never twice the same; what a request did is undone."""
    kind, sent = (JSON, b"{}") if path.startswith("/api/") else (FORM, b"")
    for name in {*client.cookies} - {"sessionid"}:  # what the page before has left: words, an opened link
        del client.cookies[name]
    with transaction.atomic():
        answer = client.generic(method, path, sent, kind, headers={"If-Match": "*"})
        transaction.set_rollback(True)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = {name.lower(): text for name, text in answer.items() if name.lower() not in VARYING}
    return answer.status_code, headers, body.decode("utf-8", "replace")


def without(answer, texts):
    status, headers, body = answer
    for text in sorted(map(str, texts), key=len, reverse=True):
        body = body.replace(text, "ID")
        headers = {name: told.replace(text, "ID") for name, told in headers.items()}
    return status, {n: ID.sub("ID", t) for n, t in headers.items()}, TOKEN.sub("", ID.sub("ID", body))


def differences(client, house, unseen):
    """(route, method, parameter, status there, status of nothing) where the two can be told apart."""
    return [
        found
        for route in routes()
        if (names := {name for name in route.parameters if name in unseen and not _of_a_house(route, name)})
        for method in route.methods
        for found in told_apart(client, house, route, method, names)
    ]


def told_apart(client, house, route, method, names):
    there = {name: str(value(house, route, name)) for name in route.parameters}
    real = asked(client, method, route.path(there.__getitem__))
    for name in sorted(names) if refused(real) else ():
        nothing = {**there, name: str(missing(name, there[name]))}
        other = asked(client, method, route.path(nothing.__getitem__))
        ids = [*there.values(), *nothing.values()]
        if without(real, ids) != without(other, ids):
            yield route.name, method, name, real[0], other[0]


def refused(answer):
    status, headers, _ = answer
    return status in (401, 403, 404) or "/accounts/login/" in headers.get("location", "")


def _of_a_house(route, name):
    """Organisations are public."""
    return name == "slug" and "organisations/" in route.template


def test_a_hidden_tournament_and_all_in_it_are_as_if_they_were_not_there(client, hidden):
    everything = {"slug", "entry_id", "game_id", "team_id", *UNSEEN}
    assert differences(client, hidden, everything) == []


def test_what_not_everybody_sees_of_a_public_tournament_is_as_if_it_were_not_there(client, public):
    assert differences(client, public, UNSEEN) == []


def test_a_game_of_a_round_that_is_not_shown_is_as_if_it_were_not_there(client, public):
    row = TournamentRow.objects.get(slug=public.known["slug"])
    pair_round(str(row.id), PairRound(round=2, reason="rain"), a_context())
    game = PairingRow.objects.filter(tournament=row, round=2).first()
    house = replace(public, known=public.known | {"game_id": str(game.game_id)})
    assert differences(client, house, {"game_id"}) == []
