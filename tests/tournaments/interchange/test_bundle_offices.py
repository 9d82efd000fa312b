"""Bundles contain the offices of their tournament and of no other one."""

import pytest
from django.test import Client

from tests.builders import NOW, a_tournament, an_account, an_invitation, an_organisation
from tests.verifier.reading import checked
from tournaments.organisations.invitations import accept
from tournaments.organisations.offices import stream_of
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db


def test_contains_offices_of_organisation_and_tournament_only():
    house = an_organisation()
    row, other = a_tournament(players=2), a_tournament(players=2, slug="other", published=False)
    anna, bert, carl = (an_account(name) for name in ("anna", "bert", "carl"))
    accept(an_invitation(house, Office.DIRECTOR), anna.pk, NOW)
    accept(an_invitation(house, Office.REFEREE, tournament_id=row.id), bert.pk, NOW)
    accept(an_invitation(house, Office.REFEREE, tournament_id=other.id), carl.pk, NOW)
    data = b"".join(Client().get("/tournaments/open/bundle.zip").streaming_content)
    read, stream = checked(data), stream_of(house.pk)
    assert [(one["data"]["account"], one["data"]["office"]) for one in read.lines[stream]] == [
        (f"user:{anna.pk}", "director"),
        (f"user:{bert.pk}", "referee"),
    ]
    assert read.leaves[stream] == 1
    assert str(other.id).encode() not in b"".join(read.files.values())
