"""Several entries at once from the list of players, a player in another's place, names, ratings of lists."""

import pytest

from tests.builders import a_tournament, an_account
from tests.tournaments.api.test_many_entries_over_rest import entries, listed, someone  # noqa: F401
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
PLAYERS = "/tournaments/open/players/"


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def director(row):
    visitor = Visitor(an_account("director", "director"))
    visitor.open(PLAYERS)
    return visitor


def change(director, *places, **typed):
    chosen = [str(entries()[place].id) for place in places]
    return director.press("Apply to selected", entries=chosen, **typed)


class TestMany:
    def test_ranks_follow_from_ratings(self, director):
        EntryRow.objects.filter(number=2).update(rating=1400)
        page = change(director, 2, 3, do="rank_down")
        assert "2 players were changed." in page.text
        assert [one.rank for one in entries()] == [4, 4, 2, 2]

    @pytest.mark.parametrize("do", ["", "absent-", "absent-99", "nonsense"])
    def test_what_is_nothing_changes_nothing(self, row, director, do):
        before = list(EntryRow.objects.values())
        assert change(director, 0, do=do).status == 422
        assert list(EntryRow.objects.values()) == before


class TestReplacing:
    def test_somebody_new_is_made_in_the_same_step(self, director):
        old = entries()[1]
        director.open(f"{PLAYERS}{old.id}/replace/")
        page = director.press("Plays instead", family_name="Kim", given_name="Bo", rank="5 kyu", country="kr")
        assert "Kim Bo plays in the place of" in page.text
        player = Player.objects.get(family_name="Kim")
        assert (entries()[1].player_id, entries()[1].rank, entries()[1].country) == (player.id, -5, "KR")

    @pytest.mark.parametrize("typed", [{}, {"family_name": "Kim", "rank": "strong"}, {"player": "x"}])
    def test_a_fault_makes_nobody_and_keeps_what_was_typed(self, director, typed):
        old, known = entries()[1], Player.objects.count()
        director.open(f"{PLAYERS}{old.id}/replace/")
        page = director.press("Plays instead", reason="ill", **typed)
        form = next(form for form in page.forms if "reason" in form.fields)
        assert form.fields["reason"] == "ill"
        assert form.fields["family_name"] == typed.get("family_name", "")
        assert (Player.objects.count(), entries()[1].player_id) == (known, old.player_id)


class TestName:
    def test_it_is_corrected_everywhere(self, director):
        entry = entries()[0]
        director.open(f"{PLAYERS}{entry.id}/edit/")
        page = director.press("Save the person", family_name="Ångström", given_name="Eva")
        assert "Ångström Eva is saved." in page.text
        assert "Ångström Eva" in director.open(PLAYERS).text


class TestStrengths:
    def test_old_and_new_are_shown_and_the_chosen_taken(self, listed, director):  # noqa: F811
        director.open(PLAYERS)
        page = director.follow("Ratings of a list")
        assert "1 player differs, 1 already have the same." in page.text
        assert "Player0001 5d 1d 2500 2077" in page.text
        assert (
            "1 rating is up to date."
            in director.press("Use the values of the list for the selected players").text
        )
        assert (entries()[1].rank, entries()[1].rating) == (4, 2077)
