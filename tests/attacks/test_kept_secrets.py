"""What is kept of answers and tokens: no secret in plain text, nothing for longer than it is needed."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import get_token_model
from rest_framework.test import APIClient

from games.log.idempotency import KeptAnswer
from tests.builders import a_webhook, an_account, an_organisation, answers_kept
from tournaments import tasks
from tournaments.outbox.rows import Endpoint
from tournaments.tables.people import Office
from tournaments.tasks import delete_old_rows

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "k"}
PASSWORD = "four stones of handicap"
LOGIN = "/api/v1/login/"
PLAYERS = "/api/v1/organisations/home/players/"
PLAYER = {"family_name": "Twice", "rank": "3k", "rating": 1800}


def a_login(name, office=None):
    user = an_account(name, office)
    user.set_password(PASSWORD)
    user.save()
    return {"username": name, "password": PASSWORD}


@pytest.fixture
def owner(api):
    api.force_authenticate(an_account("owner", Office.OWNER))
    return api


def test_no_token_is_kept_in_plain_text(api):
    said = a_login("anna")
    first, second = (api.post(LOGIN, said, headers=KEY).json()["token"] for _ in range(2))
    assert first != second
    assert not KeptAnswer.objects.exists()
    assert get_token_model().objects.count() == 2


def test_two_callers_without_an_account_share_no_keys(api):
    anna, bert = a_login("anna"), a_login("bert")
    assert api.post(LOGIN, anna, headers=KEY).status_code == 201
    assert APIClient().post(LOGIN, bert, headers=KEY).status_code == 201


def test_a_key_that_nobody_could_repeat_is_refused_to_everybody(api):
    refused = api.post(LOGIN, a_login("anna"), headers={"Idempotency-Key": "k" * 201})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_idempotency_key")


def test_the_secret_of_a_webhook_is_not_kept_in_an_answer(owner):
    address = f"/api/v1/organisations/home/webhooks/{a_webhook().id}/secret/"
    first, second = (owner.post(address, headers=KEY) for _ in range(2))
    assert (first.status_code, second.json()) == (201, first.json())
    assert first.json()["secret"] == Endpoint.objects.get().secret
    assert (KeptAnswer.objects.count(), answers_kept()) == (1, 0)


def test_another_request_under_the_key_of_a_secret_is_refused(owner):
    endpoint = a_webhook()
    owner.post(f"/api/v1/organisations/home/webhooks/{endpoint.id}/secret/", headers=KEY)
    an_organisation()
    other = owner.post(PLAYERS, PLAYER, headers=KEY)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


def test_what_is_kept_tells_nothing_to_whoever_reads_the_database(owner):
    an_organisation()
    owner.post(PLAYERS, PLAYER, headers=KEY)
    kept = bytes(KeptAnswer.objects.get().sealed)
    assert answers_kept() == 1
    assert b"Twice" not in kept
    assert sha256(json.dumps(PLAYER).encode()).digest() not in kept


def test_logins_that_have_ended_are_not_kept(client):
    client.force_login(an_account("somebody"))
    client.force_login(an_account("somebody"))
    assert Session.objects.count() == 1
    delete_old_rows(timezone.now())
    assert Session.objects.count() == 1
    delete_old_rows(timezone.now() + timedelta(days=15))
    assert not Session.objects.exists()


def test_beat_tidies_up():
    assert tasks.tidy.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
