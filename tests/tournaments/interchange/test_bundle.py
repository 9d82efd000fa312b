"""The bundle of a tournament holds by itself, whatever became of the tournament, and tells nothing more."""

import pytest
from django.test import Client

from games.log.tables import Event
from tests.builders import NOW
from tests.format.bundle import checked
from tournaments.demo.making import demo
from tournaments.demo.stages import Stage
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db


def bundle(slug, client=None):
    answer = (client or Client()).get(f"/tournaments/{slug}/bundle.zip")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize("stage", Stage)
def test_the_demonstration_holds_in_every_stage(stage):
    demo("riverside", stage, 1, NOW)
    row = TournamentRow.objects.get()
    data = bundle(row.slug)
    read = checked(data)
    assert (read.manifest["slug"], read.manifest["tournament_id"]) == (row.slug, str(row.id))
    assert (read.manifest["organisation_id"], read.manifest["specification"]) == (
        str(row.organisation_id),
        "3",
    )
    own = f"tournament-{row.id}"
    assert len(read.lines[own]) + read.leaves[own] == row.version == Event.objects.filter(stream=own).count()
    assert bundle(row.slug) == data
