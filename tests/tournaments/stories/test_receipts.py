"""Receipts of claims and rulings are valid, over REST and on the command line, until the log is altered."""

import io

import pytest
from django.core.management import call_command

from games.claims.commands import stream_of
from games.log import append_only
from games.log.tables import Event
from tests.tournaments.stories.hall import Hall

pytestmark = pytest.mark.django_db
ALTERED = "is not what was written: its digest does not match"


class Told:
    """A claim that was made and ruled on, with the receipts of both."""

    def __init__(self):
        self.hall = Hall("tromp-taylor", 5)
        self.game, _ = self.hall.pair(1, "anna bert", "cleo dirk")
        self.hall.play(self.game, "b C3", "w pass", "b pass")
        self.claim = self.hall.claim("anna", self.game, "wrong_result", result="B+24.5")
        self.hall.rule("referee", self.claim, "upheld", "Rule 9.", result="black", score="B+24.5")
        self.made, self.ruled = self.hall.receipts[-2:]

    def at_its_address(self, code, name="bert"):
        return self.hall.get(name, f"/api/v1/receipts/{code}/")

    def alter(self, version, old, new):
        """Change one event of the claim in the database."""
        append_only.remove()
        event = Event.objects.get(stream=stream_of(self.claim["id"]), version=version)
        assert event.data.count(old) == 1
        Event.objects.filter(pk=event.pk).update(data=event.data.replace(old, new))
        return event


@pytest.fixture(scope="module")
def told(lasting_db):
    return Told()


def on_the_command_line(code):
    """Exit status and what is written."""
    out = io.StringIO()
    try:
        call_command("receipt", code, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    return 0, out.getvalue()


def test_receipts_of_claim_and_ruling_are_valid(told):
    claim_stream = stream_of(told.claim["id"])
    for code, kind, role, version in (
        (told.made, "claim.made.v1", None, 1),
        (told.ruled, "claim.ruled.v1", "an official", 2),
    ):
        receipt = told.at_its_address(code)
        assert (receipt["valid"], receipt["fault"]) == (True, None)
        event = receipt["event"]
        assert (event["kind"], event["role"], event["version"]) == (kind, role, version)
        assert event["stream"] == claim_stream
        status, text = on_the_command_line(code)
        assert (status, text.splitlines()[0]) == (0, f"{code} is valid.")
        assert f"{claim_stream} version {version}, position {receipt['position']}" in text
    ruled = told.at_its_address(told.ruled)["event"]["facts"]
    assert (ruled["decision"], ruled["reasons"], ruled["remedy score"]) == ("upheld", "Rule 9.", "B+24.5")


def test_text_of_a_claim_is_for_permitted_readers_only(told):
    assert told.at_its_address(told.ruled, "cleo")["event"] is None
    assert told.at_its_address(told.ruled, "cleo")["valid"]


def test_altered_ruling_invalidates_its_receipt_only(told):
    event = told.alter(2, '"B+24.5"', '"B+23.5"')
    receipt = told.at_its_address(told.ruled)
    assert (receipt["valid"], receipt["event"], receipt["digest"]) == (False, None, None)
    assert receipt["fault"] == {
        "what": ALTERED,
        "position": event.position,
        "stream": event.stream,
        "version": 2,
    }
    status, text = on_the_command_line(told.ruled)
    assert (status, text.splitlines()[0]) == (1, f"{told.ruled} is not valid.")
    assert f"{event.stream} version 2, position {event.position}: {ALTERED}" in text
    assert told.at_its_address(told.made)["valid"]
    assert on_the_command_line(told.made)[0] == 0


def test_altered_claim_invalidates_all_later_receipts(told):
    event = told.alter(1, '"B+24.5"', '"W+24.5"')
    for code in (told.made, told.ruled):
        assert told.at_its_address(code)["fault"]["position"] == event.position
        assert on_the_command_line(code)[0] == 1
