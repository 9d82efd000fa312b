"""One player who is in no list, typed in by a form without JavaScript."""

import re

import pytest

from tests.builders import a_tournament, an_account, an_organisation
from tests.tournaments.web.visitor import Visitor
from tournaments.loading import load
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
ENTER = "/tournaments/open/players/enter/"
FOCUSLESS = {"absent", "is"}  # boxes
BUTTON = "Enter this player"


@pytest.fixture
def row():
    return a_tournament(players=2)


@pytest.fixture
def director(row):
    return Visitor(an_account("director", "director"))


def known(**values):
    return Player.objects.create(organisation=an_organisation(), rank=0, rating=2100, **values)


def test_who_is_not_found_is_typed_in(director, row):
    page = director.open(f"{ENTER}?q=Newman Paul")
    assert "New player" in page.text
    filled = {"rank": "12k", "country": "nl", "club": "Leid", "egf_pin": "12345678", "absent": ["1", "3"]}
    page = director.press(BUTTON, **filled)
    assert "Newman Paul was entered." in page.text
    player = Player.objects.get(family_name="Newman")
    assert (player.given_name, player.rank, player.rating) == ("Paul", -12, 900)
    assert (player.country, player.club, player.egf_pin) == ("NL", "Leid", "12345678")
    entry = EntryRow.objects.get(player_id=player.id)
    assert (entry.rank, entry.rating, entry.club) == (-12, 900, "Leid")
    state, _ = load(str(row.id))
    assert set(state.entries[str(entry.id)].absent) == {1, 3}


FAULTS = [
    ({}, "Neither a rank nor a rating", "rank"),
    ({"rank": "strong"}, "Not a rank from 30k to 9d", "rank"),
    ({"rank": "3d", "rating": "high"}, "high", "rating"),
    ({"rank": "3d", "country": "N1"}, "Not a two-letter code", "country"),
    ({"rank": "3d", "egf_pin": "x"}, "Not up to 16 digits", "egf_pin"),
    ({"rank": "3d", "absent": "9"}, "There is no round 9", "absent"),
    ({"rank": "3d", "family_name": " "}, "has no name", "family_name"),
    ({"rank": "3d", "is": "somebody"}, "There is no player somebody", "is"),
]


def test_what_cannot_be_is_said_and_what_was_typed_stays(director):
    for filled, fault, field in FAULTS:
        director.open(f"{ENTER}?q=Newman Paul")
        page = director.press(BUTTON, club="Kept", **filled)
        assert fault in page.text
        assert re.findall(r'name="([^"]*)"[^>]*\sautofocus', page.html) == [field] * (field not in FOCUSLESS)
        assert 'value="Kept"' in page.html
        assert (Player.objects.count(), EntryRow.objects.count()) == (2, 2)


class TestSomebodyAlike:
    @pytest.fixture
    def other(self, director):
        other = known(family_name="Neumann", given_name="Jörg", club="Old")
        director.open(f"{ENTER}?q=Nobody")
        director.press(BUTTON, family_name="Neuman", given_name="Joerg", rank="3k")
        return other

    def test_is_shown_first(self, director, other):
        assert "Neumann Jörg, 1d, Old: the same person" in director.page.text
        assert EntryRow.objects.count() == 2

    def test_may_be_the_same(self, director, other):
        director.press(BUTTON, **{"is": str(other.id)})
        assert EntryRow.objects.get(player_id=other.id).rank == -3
        assert Player.objects.count() == 3

    def test_may_be_another(self, director, other):
        director.press(BUTTON, **{"is": "new"})
        assert (Player.objects.count(), EntryRow.objects.count()) == (4, 3)
        assert not EntryRow.objects.filter(player_id=other.id).exists()


def test_a_pin_of_another_name_is_asked_about(director):
    other = known(family_name="Vos", egf_pin="12345678")
    director.open(f"{ENTER}?q=Newman")
    page = director.press(BUTTON, rank="3d", egf_pin="12345678")
    assert "The PIN belongs to Vos." in page.text
    assert EntryRow.objects.count() == 2
    director.press(BUTTON, **{"is": str(other.id)})
    assert EntryRow.objects.filter(player_id=other.id).exists()


def test_a_second_click_enters_nobody_twice(director):
    form = next(each for each in director.open(f"{ENTER}?q=Newman").forms if each.buttons[0][0] == BUTTON)
    for _ in range(2):
        director.client.post(form.action, {**form.fields, "rank": "3d"})
    assert (Player.objects.count(), EntryRow.objects.count()) == (3, 3)


def test_who_cannot_be_entered_is_not_made_a_player(director, monkeypatch):
    monkeypatch.setattr("tournaments.domain.entries.MOST_ENTRIES", 2)
    director.open(f"{ENTER}?q=Newman")
    assert "full" in director.press(BUTTON, rank="3d").text
    assert Player.objects.count() == 2
