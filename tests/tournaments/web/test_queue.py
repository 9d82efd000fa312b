import pytest

from tests.builders import a_claim, a_tournament, pair
from tests.tournaments.web.disputed import visitors
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


def test_a_long_queue_has_pages_and_disputes_come_first():
    row = a_tournament(players=120, slug="open")
    pair(row, 1)
    last = PairingRow.objects.order_by("table").last()
    claim_id = a_claim(last.game_id, "b")
    (referee,) = visitors("referee")
    first, second = (referee.open(f"/tournaments/open/queue/?page={number}") for number in (1, 2))
    assert first.html.index(f"/claims/{claim_id}/") < first.html.index("59 results are missing")
    assert [page.html.count("Round 1, table") for page in (first, second)] == [1, 0]
    assert [page.html.count("/games/") for page in (first, second)] == [50, 10]
    assert "59 results are missing" in second.text
    assert "No dispute waits." not in second.text
