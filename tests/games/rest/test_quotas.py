"""What is left of the quotas is said in every answer, and is nobody else's."""

import re

import pytest
from django.core.cache import cache
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from tests.builders import a_tournament, an_account

pytestmark = pytest.mark.django_db
LEFT = re.compile(r'"(\w+)";r=(\d+);t=(\d+)')
ACCOUNT, OPEN = "/api/v1/account/", "/api/v1/tournaments/open/"


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Three a minute, from nothing."""
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "rate", "3/min", raising=False)
    cache.clear()
    yield
    cache.clear()


def left(answer):
    return [(name, int(count)) for name, count, _ in LEFT.findall(answer["RateLimit"])]


def test_each_request_takes_one_until_none_is_left(api):
    api.force_authenticate(an_account("somebody"))
    answers = [api.get(ACCOUNT) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [left(answer) for answer in answers] == [[("user", n)] for n in (2, 1, 0, 0)]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"user";q=3;w=60'}


def test_whoever_asked_too_often_is_told_when_to_ask_again(api):
    api.force_authenticate(an_account("somebody"))
    refused = [api.get(ACCOUNT) for _ in range(4)][-1]
    until = int(LEFT.findall(refused["RateLimit"])[0][2])
    assert 0 < int(refused["Retry-After"]) <= until <= 60
    assert refused.json()["code"] == "throttled"


def test_refusals_count_and_say_so(api):
    assert dict(left(api.get(ACCOUNT)))["anon"] == 2  # 401
    assert dict(left(api.get("/api/v1/tournaments/nowhere/")))["anon"] == 1


def test_an_answer_that_is_for_everybody_says_nothing_of_one_reader(client, transactional_db):
    a_tournament(players=4)
    first, again = client.get(OPEN), client.get(OPEN)
    assert [answer.status_code for answer in (first, again)] == [200, 200]
    assert first["Cache-Control"].startswith("public")
    assert not {"RateLimit", "RateLimit-Policy"} & {*first.headers, *again.headers}


def test_a_kept_answer_tells_what_is_left_now(api):
    """Of an idempotent request that is sent again."""
    a_tournament(players=4)
    api.force_authenticate(an_account("director", "director"))
    headers = {"Idempotency-Key": "a", "If-Match": "*"}
    sent = [api.patch(OPEN, {"archived": True}, headers=headers) for _ in range(2)]
    assert sent[1]["Idempotent-Replay"] == "true"
    assert [left(answer) for answer in sent] == [[("user", 2)], [("user", 1)]]
