"""Positions in the log by number and by time."""

from datetime import timedelta
from urllib.parse import quote

import pytest

from games.log import store
from games.log.tables import Event
from tests.builders import a_tournament, finish, pair
from tournaments.reading.past_states import LARGEST_POSITION, POSITION_FAULT, parse_position

pytestmark = pytest.mark.django_db
STANDINGS = "/api/v1/tournaments/open/standings/"


@pytest.fixture(scope="module")
def row(lasting_db):
    return a_tournament(players=4, finished=1)


def last(row):
    return Event.objects.filter(stream__endswith=str(row.id)).order_by("position").last()


def test_number_is_a_position(row):
    assert [parse_position(row, said) for said in ("0", "12", str(LARGEST_POSITION))] == [
        0,
        12,
        LARGEST_POSITION,
    ]


def test_time_is_the_last_event_by_then(row):
    event = last(row)
    at = event.recorded_at
    assert parse_position(row, at.isoformat()) == event.position
    assert parse_position(row, at.isoformat().replace("+", " ")) == event.position
    assert parse_position(row, at.replace(tzinfo=None).isoformat()) == event.position
    assert parse_position(row, (at - timedelta(days=36500)).isoformat()) == 0


FAR = ("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00")  # out of the calendar in UTC
NEITHER = ("", "yesterday", "-1", "1.5", "١٢", str(LARGEST_POSITION + 1), "9" * 5000, *FAR)


def test_rejects_other_texts(row):
    for said in NEITHER:
        with pytest.raises(ValueError, match="A position of the log"):
            parse_position(row, said)


def test_standings_at_a_time_equal_those_at_its_position(row, api):
    event = last(row)
    pair(row, 2)
    finish(row, 2)
    told = api.get(f"{STANDINGS}?at={event.position}").json()
    assert told["round"] == 1
    assert api.get(f"{STANDINGS}?at={store.head()}").json()["round"] == 2
    later = api.get(f"{STANDINGS}?at={quote('2999-01-01T00:00:00+01:00')}").json()
    assert (later["round"], later["at"]) == (2, last(row).position)
    assert api.get(f"{STANDINGS}?at=2001-01-01").status_code == 404
    refused = api.get(f"{STANDINGS}?at=soon")
    assert (refused.status_code, refused.json()["errors"]) == (
        422,
        [{"place": "query:at", "code": "invalid", "message": POSITION_FAULT}],
    )
