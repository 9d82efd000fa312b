"""The secret of a coming round: told to nobody at no address, so that nobody computes the draw."""

import pytest

from games.log.openings import Opening
from games.log.store import read_all
from tests.attacks.test_hidden_names import told
from tests.builders import finish
from tests.test_permission_matrix import a_house, client_of
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
KIND = "tournament.seed-committed.v1"


@pytest.fixture
def house():
    """Round 1 is published and played, round 2 is to come."""
    house = a_house(published=True)
    row = TournamentRow.objects.get(slug="open")
    finish(row, 1)
    house.known["entry_id"] = house.pairing.black_id
    return house


@pytest.mark.parametrize("who", ["public", "owner"])
def test_no_address_tells_the_secret_of_a_round_to_come(house, who):
    coming = [one.data["secret"] for one in read_all() if one.kind == KIND and one.data["round"] > 1]
    salts = Opening.objects.filter(said__in=[f'"{secret}"' for secret in coming]).values_list(
        "salt", flat=True
    )
    said = [*coming, *salts]
    assert len(coming) == len(salts) > 0
    answers = list(told(client_of(house, who), house, ()))
    assert len(answers) > 50
    found = [name for name, _, text in answers if any(word in text for word in said)]
    assert found == []
