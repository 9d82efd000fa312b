"""Names that would break lines, lists and files, or turn what is beside them around."""

import pytest

from games.log.store import head
from games.one_line import is_one_line, to_one_line
from tests.builders import (
    a_context,
    a_founder,
    a_tournament,
    an_account,
    an_entrant,
    an_organisation,
    imported,
)
from tournaments.formats import Person
from tournaments.interchange.importing import import_tournament
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
UNFIT = {
    "a line break": "Ann\nBlack",
    "a carriage return": "Ann\rBlack",
    "a tab": "Ann\tBlack",
    "an escape": "Ann\x1bBlack",
    "a C1 control": "Ann\x85Black",
    "a line separator": "Ann\u2028Black",
    "an override of direction": "Ann\u202eBlack",
    "an isolate": "Ann\u2066Black",
    "a mark of direction": "Ann\u200fBlack",
}
PLAYER = {"family_name": "Black", "rank": "1d", "rating": 2100}
TOURNAMENT = {"organisation": "home", "slug": "spring", "name": "Spring"}
BODIES = {
    "/api/v1/organisations/home/players/": (PLAYER, ("family_name", "given_name", "club")),
    "/api/v1/organisations/home/clubs/": ({"code": "Rive"}, ("code", "name")),
    "/api/v1/organisations/": ({"slug": "new", "name": "New"}, ("name",)),
    "/api/v1/tournaments/": (TOURNAMENT, ("name", "place")),
}
FIELDS = [(address, name) for address, (_, names) in BODIES.items() for name in names]


@pytest.fixture
def owner(api):
    a_tournament(players=4)
    api.force_authenticate(a_founder(an_account("owner", Office.OWNER)))
    return api


@pytest.mark.parametrize(("address", "field"), FIELDS)
def test_a_name_stands_on_one_line(owner, address, field):
    before = head(), Player.objects.count(), Organisation.objects.count()
    for text in UNFIT.values():
        answer = owner.post(address, BODIES[address][0] | {field: text.replace("Black", "B")})
        assert answer.status_code == 422
        assert [fault["place"] for fault in answer.json()["errors"]] == [field]
        assert (head(), Player.objects.count(), Organisation.objects.count()) == before


def test_names_of_all_tongues_are_taken(owner):
    for name in ("O’Neill", "Đặng Thị", "李昌镐", "می\u200cخواهم", "이 창호", "Ångström-Öst"):  # noqa: RUF001 - names
        answer = owner.post("/api/v1/organisations/home/players/", PLAYER | {"family_name": name})
        assert (answer.status_code, answer.json()["family_name"]) == (201, name)


def test_names_of_files_are_folded_and_that_is_told():
    entrant = an_entrant(0, club="Ri\tve")
    persons = {entrant.id: Person(name="Bl\u202eack\nand White", first_name="Ann\r\n")}
    summary = import_tournament(
        imported([entrant, an_entrant(1)], persons=persons, short_name="Spring\x07Open"),
        an_organisation(),
        "spring",
        a_context(),
    )
    player = Player.objects.get(family_name__startswith="Bl")
    assert (player.name, player.club) == ("Black and White Ann", "Ri ve")
    assert TournamentRow.objects.get().name == "The Spring Open"
    told = [text for text in summary.warnings if "line breaks or control characters" in text]
    assert len(told) == 4  # the short name too


X = UNFIT.values()


def test_what_is_folded_fits():
    for text in X:
        assert not is_one_line(text)
        assert is_one_line(to_one_line(text))
        assert to_one_line(to_one_line(text)) == to_one_line(text)
