"""A disputed result by private links: reports, a claim with the only record, its ruling, the standings."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.accounts.private_links import token_of
from tournaments.commands import carry_out
from tournaments.domain.settings import ChangeSettings
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
COUNTED = "(;GM[1]FF[4]SZ[19];B[pd];W[];B[])"


def good(response, status=200):
    assert response.status_code == status, response.content
    return response.json()


def test_dispute_by_links_is_decided_on_the_record_of_the_claim():
    row = a_tournament(players=2)
    rules = ChangeSettings(settings=settings_of(row), ruleset="tromp-taylor", reason="as announced")
    carry_out(str(row.id), rules, a_context())
    pair(row, 1)
    game = PairingRow.objects.select_related("black", "white").get(tournament=row)
    address = f"/api/v1/games/{game.game_id}/"
    black, white = (
        APIClient(headers={"Authorization": f"Link {token_of(entry)}"}) for entry in (game.black, game.white)
    )
    referee = APIClient()
    referee.force_authenticate(an_account("referee", "referee"))

    good(black.post(f"{address}reports/", {"result": "black"}), 201)
    disputed = good(white.post(f"{address}reports/", {"result": "white"}), 201)
    assert (disputed["state"], disputed["has_record"]) == ("disputed", False)

    statement = {"type": "wrong_result", "result": "B+", "text": "Count it.", "sgf": COUNTED}
    made = black.post(f"{address}claims/", statement)
    claim = good(made, 201)
    finding = claim["finding"]
    assert (finding["state"], finding["follows"]) == ("undecidable", None)
    assert finding["says"] == (
        "A record came with the claim. If the game was played as this record says: "
        "The record proves B+354.5 (counted)."
    )
    assert good(black.get(address))["has_record"] is False
    assert black.get(f"/api/v1/claims/{claim['id']}/record").content.decode() == COUNTED

    ruling = {"decision": "upheld", "reasons": "White agrees.", "remedy": {"result": "black"}}
    ruled = referee.post(f"/api/v1/claims/{claim['id']}/ruling/", ruling, headers={"If-Match": made["ETag"]})
    assert good(ruled, 201)["state"] == "ruled"
    now = good(white.get(address))
    assert (now["result"], now["state"], now["ruling"]["claim"]) == ("black", "decided", claim["id"])
    rows = good(APIClient().get(f"/api/v1/tournaments/{row.slug}/standings/"))["results"]
    assert rows[0]["entry"] == str(game.black_id)
