"""Who must not meet whom, who sits where, and why: officers are told, and nobody else by any door."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.receipts.codes import code_of
from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import carry_out
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.tables import PinPlayer
from tournaments.domain.tournament import Publish
from tournaments.tables.people import Office
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/tournaments/open/events/"
SECRETS = ("married", "wheelchair", "divorced", "family")


@pytest.fixture
def told():
    """What was stored of wishes in a public tournament with a public round."""
    row = a_tournament(players=4)
    pair(row, 1)
    one, other, *_ = (str(entry.id) for entry in EntryRow.objects.filter(tournament=row))
    group = SetMeetingGroup(
        group_id=str(uuid4()),
        kind=MeetingKind.MUST_NOT,
        of=MeetingOf.FAMILY,
        members=frozenset({one, other}),
        rounds=frozenset(),
        reason="married",
    )
    private = (
        group,
        PinPlayer(entry_id=one, table=2, reason="wheelchair"),
        RemoveMeetingGroup(group_id=group.group_id, reason="divorced"),
    )
    for command in (Publish(), PublishRound(round=1)):
        carry_out(str(row.id), command, a_context())
    return [carry_out(str(row.id), command, a_context())[-1] for command in private]


def client(office):
    asking = APIClient()
    if office:
        asking.force_authenticate(an_account(str(office), office))
    return asking


def doors(asking, told):
    """Everything that the log and receipts say of these events."""
    log = [one for one in asking.get(EVENTS).json()["results"] if one["version"] >= told[0].version]
    checked = [asking.get(f"/api/v1/receipts/{code_of(one)}/").json() for one in told]
    pages = [asking.get(f"/receipts/{code_of(one)}/").content.decode() for one in told]
    return log, checked, pages


def test_the_public_log_and_receipts_keep_them(told):
    log, checked, pages = doors(client(None), told)
    assert [(one["kind"], one["data"]) for one in log] == [(one.kind, None) for one in told]
    assert [one["digest"] for one in log] == [one.digest for one in told]
    assert [(one["valid"], one["event"]) for one in checked] == [(True, None)] * 3
    assert not [secret for secret in SECRETS for said in (str(log), str(checked), *pages) if secret in said]


@pytest.mark.parametrize("office", [Office.REFEREE, Office.COMMITTEE, Office.DIRECTOR])
def test_officers_read_them(told, office):
    log, checked, _ = doors(client(office), told)
    assert [one["data"]["reason"] for one in log] == ["married", "wheelchair", "divorced"]
    assert [one["event"]["facts"]["reason"] for one in checked] == ["married", "wheelchair", "divorced"]
