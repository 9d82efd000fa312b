"""The page of an entry: what counts here of a player, and whether he takes part."""

import pytest

from tests.builders import a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def entry(row):
    return EntryRow.objects.get(tournament=row, number=2)


@pytest.fixture
def director(row, entry):
    visitor = Visitor(an_account("director", "director"))
    visitor.open(f"/tournaments/open/players/{entry.id}/edit/")
    return visitor


def test_all_that_counts_here_is_changed(director, entry):
    before = entry.number
    director.press("Change", rank="4k", rating="1712", correction="-1", country="de", club="Kiel", group="B")
    entry.refresh_from_db()
    assert (entry.rank, entry.rating, entry.correction) == (-4, 1712, -1)
    assert (entry.country, entry.club, entry.group, entry.final) == ("DE", "Kiel", "B", True)
    assert entry.number == before
    assert 'value="1712"' in director.page.html


def test_an_empty_rating_follows_from_the_rank(director, entry):
    director.press("Change", rank="12k", rating="")
    entry.refresh_from_db()
    assert (entry.rank, entry.rating) == (-12, 900)


FAULTS = [
    ({"rank": "strong"}, "a rank from 30k to 9d"),
    ({"rating": "1e3"}, "Rating: a whole number"),
    ({"rating": "99999"}, "-2950 to 4000"),
    ({"correction": "-"}, "Correction: a whole number"),
    ({"country": "N1"}, "two letters"),
    ({"club": "x" * 13}, "at most 12"),
    ({"club": "a\x00b"}, "Club: one line"),
]


def test_what_cannot_be_is_said(director, entry):
    before = EntryRow.objects.filter(pk=entry.pk).values().get()
    for typed, fault in FAULTS:
        director.open(f"/tournaments/open/players/{entry.id}/edit/")
        assert fault in director.press("Change", **typed).text
        assert EntryRow.objects.filter(pk=entry.pk).values().get() == before


def test_once_a_round_is_paired_a_reason_is_needed(row, director, entry):
    pair(row, 1)
    page = director.press("Change", rank="9k", club="Hill")
    assert "Give a reason" in page.text
    form = next(form for form in page.forms if "correction" in form.fields)
    assert (form.fields["rank"], form.fields["club"]) == ("9k", "Hill")
    assert "A reason is needed: a round is paired." in page.text
    entry.refresh_from_db()
    assert entry.rank != -9
    director.press("Change", rank="9k", reason="His federation says so.")
    entry.refresh_from_db()
    assert entry.rank == -9


def test_a_player_is_withdrawn_and_plays_again(director, entry):
    page = director.press("Withdraw from all remaining rounds", reason="Ill.")
    entry.refresh_from_db()
    assert entry.withdrawn
    assert "Withdrawn from all remaining rounds." in page.text
    director.press("Plays again")
    entry.refresh_from_db()
    assert not entry.withdrawn


def test_pin_birth_year_and_sex_are_on_the_page_of_the_entry(director, entry):
    director.press("Save the person", egf_pin="12345678", birth_year="2010", woman="yes")
    player = Player.objects.get(pk=entry.player_id)
    assert (player.egf_pin, player.birth_year, player.woman) == ("12345678", 2010, True)
    form = next(form for form in director.page.forms if "egf_pin" in form.fields)
    assert (form.fields["egf_pin"], form.fields["birth_year"], form.fields["woman"]) == (
        "12345678",
        "2010",
        "yes",
    )
    director.press("Save the person", egf_pin="", birth_year="", woman="")
    player.refresh_from_db()
    assert (player.egf_pin, player.birth_year, player.woman) == ("", None, None)


def test_a_pin_with_letters_is_refused_and_stays(director, entry):
    page = director.press("Save the person", egf_pin="12x", birth_year="2010")
    assert "Digits only." in page.text
    assert 'value="12x"' in page.html
    assert Player.objects.get(pk=entry.player_id).birth_year is None
