"""What a fuzzer found in ways that no hand had tried: each line of these was a fault of the server once."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import carry_out
from tournaments.domain.byes import TakeBackBye
from tournaments.domain.entries import RemoveEntry
from tournaments.loading import load
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


def test_a_round_is_explained_when_who_had_its_bye_has_been_removed():
    row = a_tournament(players=5)
    pair(row, 1)
    (bye,) = load(str(row.id))[0].round(1).byes
    carry_out(str(row.id), TakeBackBye(round=1, entry_id=bye, reason="not here"), a_context())
    carry_out(str(row.id), RemoveEntry(entry_id=bye, reason="never came"), a_context())
    game_id = PairingRow.objects.filter(tournament=row).first().game_id
    pages = Client()
    pages.force_login(an_account("director", "director"))
    api = APIClient()
    for what in ("rounds/1/proof/", f"rounds/1/why/{game_id}/"):
        assert pages.get(f"/tournaments/open/{what}").status_code == 200
    for what in ("tournaments/open/rounds/1/proof/", f"games/{game_id}/reasons/"):
        assert api.get(f"/api/v1/{what}").status_code == 200
