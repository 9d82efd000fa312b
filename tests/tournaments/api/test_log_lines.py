"""The log over REST: digests can be checked from what is answered alone."""

from hashlib import sha256

import pytest
from rest_framework.test import APIClient

from games.log import commitments
from games.log.canonical import canonical, parse
from tests.tournaments.api.test_a_day_over_rest import director, good, pair  # noqa: F401

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/tournaments/open/events/"


def test_a_digest_follows_from_the_one_before_and_the_line(director):  # noqa: F811
    pair(director, 1)
    answered = good(director.get(EVENTS))
    assert answered["specification"] == "3"
    before = ""
    for event in answered["results"]:
        assert sha256((before + event["line"]).encode()).hexdigest() == event["digest"]
        line = parse(event["line"])
        assert canonical(line) == event["line"]
        told = {name: event[name] for name in line}
        withheld = {name: line["data"][name] for name in event["withheld"]}
        assert told | {"data": told["data"] | withheld} == line
        before = event["digest"]


def test_what_may_not_be_read_has_no_line(director):  # noqa: F811
    good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers={"If-Match": "*"}))
    pair(director, 1)
    hidden = good(APIClient().get(EVENTS))["results"][-1]
    assert hidden["kind"] == "tournament.round-paired.v1"
    assert [hidden[name] for name in ("data", "line", "command_id", "ordinal")] == [None] * 4
    assert hidden["digest"]


def test_nor_has_what_the_same_command_stored_beside_it(director):  # noqa: F811
    """Its id would be all that is missing of the line that is not told."""
    good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers={"If-Match": "*"}))
    pair(director, 1)
    good(director.patch("/api/v1/tournaments/open/rounds/1/", {"published": True}))
    shown = good(APIClient().get(EVENTS))["results"]
    paired = next(event for event in shown if event["kind"] == "tournament.round-paired.v1")
    assert (
        sha256((shown[paired["version"] - 2]["digest"] + paired["line"]).encode()).hexdigest()
        == paired["digest"]
    )
    game = paired["data"]["pairs"][0]["game_id"]
    good(director.put(f"/api/v1/games/{game}/result/", {"result": "white"}))
    good(director.delete(f"/api/v1/games/{game}/result/?reason=the+other+table"))
    cleared = good(APIClient().get(EVENTS))["results"][-1]
    assert (cleared["withheld"], cleared["data"]["reason"]) == (["reason"], "")
    line = parse(cleared["line"])
    assert line["data"]["reason"].keys() == {"salted"}
    assert cleared["line"] == good(director.get(EVENTS))["results"][-1]["line"]
    assert good(director.get(EVENTS))["results"][-1]["data"]["reason"] == "the other table"


def test_a_line_of_before_that_has_a_reason_in_it_is_not_told(director, monkeypatch):  # noqa: F811
    monkeypatch.setattr(commitments, "TEXT_PATHS", ())  # as the program of before stored it
    good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers={"If-Match": "*"}))
    pair(director, 1)
    good(director.patch("/api/v1/tournaments/open/rounds/1/", {"published": True}))
    good(
        director.patch("/api/v1/tournaments/open/rounds/1/", {"published": False, "reason": "the other hall"})
    )
    hidden = good(APIClient().get(EVENTS))["results"][-1]
    assert (hidden["line"], hidden["command_id"]) == (None, None)
    told = good(director.get(EVENTS))["results"][-1]
    assert told["data"]["reason"] == parse(told["line"])["data"]["reason"] == "the other hall"
