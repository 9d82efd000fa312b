"""Criteria on the command line: the table, a list, the preview and the change."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.builders import a_tournament, finish, pair

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def row(lasting_db):
    row = a_tournament(players=8, bar=-20, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    return row


def ran(*words):
    output = StringIO()
    call_command("tiebreaks", *words, stdout=output, stderr=StringIO())
    return output.getvalue()


def chosen():
    return [one["name"] for one in json.loads(ran("open", "--json"))["criteria"]]


def test_previewed_change_is_applied_with_its_digest(row):
    told = json.loads(ran("open", "--try", "mms,rating", "--json"))
    assert told["changes"]
    assert "ahead on RATING" in ran("open", "--try", "MMS RATING")
    assert chosen() == ["MMS", "SOSM"]
    ran("open", "--try", "MMS,RATING", "--take", told["seen"], "--reason", "voted")
    assert chosen() == ["MMS", "RATING"]
    assert "No player would change places." in ran("open", "--try", "MMS,RATING")


def test_rejects_an_unseen_change_and_an_unknown_criterion(row):
    for words, fault in (
        (["open", "--try", "MMS,RATING", "--take", "1", "--reason", "voted"], "seen"),
        (["open", "--try", "LUCK"], "LUCK"),
        (["open", "--take", "1"], "--take wants the list"),
    ):
        with pytest.raises(CommandError, match=fault):
            ran(*words)
    assert chosen() == ["MMS", "SOSM"]
