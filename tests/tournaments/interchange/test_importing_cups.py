"""Cups of OpenGotha, from the imported file to the published list."""

import pytest
from rest_framework.test import APIClient

from games.log import folding, rebuilding
from games.log.verification import verify
from tests.builders import a_context, a_tournament, an_account, an_organisation, finish, pair
from tests.tournaments.competition.standings.builders import cup_16x4
from tests.tournaments.formats.gotha_file import written
from tournaments.commands import carry_out
from tournaments.domain.tournament import Publish
from tournaments.formats import read_opengotha
from tournaments.interchange.importing import import_tournament

pytestmark = pytest.mark.django_db


def rows(slug, number=None):
    asked = "" if number is None else f"?round={number}"
    return APIClient().get(f"/api/v1/tournaments/{slug}/standings/{asked}").json()["results"]


def kept():
    folding.clear_cache()
    rebuilt = [table.name for table in rebuilding.rebuild(check=True) if not table.same]
    return rebuilt == [] and list(verify()) == []


def test_published_cup_is_imported_shown_and_kept():
    history, published = cup_16x4()
    read = read_opengotha(bytes(written(history)))
    assert read.history.settings.system == "cup"
    told = import_tournament(read, an_organisation(), "cup", a_context())
    carry_out(told.tournament_id, Publish(), a_context())
    listed = rows("cup")
    assert [row["key"] for row in listed] == published
    assert [(row["place"], row["scores"]) for row in listed] == [
        (place, {"CPS": 16 - place}) for place in range(1, 17)
    ]
    assert kept()


@pytest.mark.parametrize("players", [15, 16])
def test_cup_is_paired_to_its_end_and_proved(players):
    row = a_tournament(players=players, system="cup", criteria=("CPS",), rounds=4, nbw_bye2=0)
    for number in (1, 2, 3, 4):
        pair(row, number)
        finish(row, number)
        parts = APIClient().get(f"/api/v1/tournaments/open/rounds/{number}/proof/").json()["parts"]
        assert [part["optimal"] for part in parts] == [True]
    scores = [one["scores"]["CPS"] for one in rows("open")]
    assert scores == sorted(scores, reverse=True)
    if players == 16:
        assert scores == list(range(15, -1, -1))
    assert kept()


def test_cup_is_written_for_every_federation():
    a_tournament(players=4, system="cup", criteria=("CPS",), rounds=2, finished=2)
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    for kind in ("h9", "tou", "aga", "opengotha"):
        assert client.get(f"/api/v1/tournaments/open/exports/{kind}/").status_code == 200, kind
